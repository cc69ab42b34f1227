#include "index/reviews.hh"

#include <algorithm>

#include "index/search_index_impl.hh"

namespace ai_memory {
namespace {

// A second one in the same second counts as one of the next.
constexpr std::string_view kPut = R"sql(
INSERT OR REPLACE INTO reviews (path, actor, at, grade) SELECT ?1, ?2,
  max(?3, coalesce((SELECT max(at) + 1 FROM reviews WHERE path = ?1 AND actor = ?2 AND at BETWEEN ?3 AND ?3 + 59), 0)), ?4
)sql";
constexpr std::string_view kOpened = R"sql(
INSERT OR IGNORE INTO reviews (path, actor, at, grade) SELECT ?1, ?2, ?3, ?4
WHERE NOT EXISTS (SELECT 1 FROM reviews WHERE path = ?1 AND actor = ?2 AND at > ?3 - 60 AND at < ?3 + 60)
)sql";

// A newer program may know more grades.
Review review(const sqlite::Statement& row, int column) {
  return {row.time(column), static_cast<fsrs6::Grade>(std::clamp<std::int64_t>(row.integer(column + 1), 1, 4))};
}

std::int64_t number(fsrs6::Grade grade) { return static_cast<std::int64_t>(grade); }

}  // namespace

std::vector<Review> reviews_of(const sqlite::Database& database, const std::string& page) {
  std::vector<Review> found;
  auto rows = database.prepare("SELECT at, grade FROM reviews WHERE path = ?1 ORDER BY at, actor");
  rows.with(page);
  while (rows.step()) found.push_back(review(rows, 0));
  return found;
}

std::map<std::string, std::vector<Review>> all_reviews(const sqlite::Database& database) {
  std::map<std::string, std::vector<Review>> found;
  auto rows = database.prepare("SELECT path, at, grade FROM reviews ORDER BY path, at, actor");
  while (rows.step()) found[rows.text(0)].push_back(review(rows, 1));
  return found;
}

void count_opening(sqlite::Database& database, const std::string& page, const std::string& actor, Timestamp now) {
  database.prepare(kOpened).with(page, actor, now, number(fsrs6::Grade::good)).run();
}

void SearchIndex::record_review(const PagePath& page, fsrs6::Grade grade, const std::string& actor,
                                Timestamp now) noexcept {
  impl_->write_if_free([&] { impl_->database().prepare(kPut).with(page.str(), actor, now, number(grade)).run(); });
}

}  // namespace ai_memory
