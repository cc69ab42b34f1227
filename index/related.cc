#include "index/related.hh"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

namespace ai_memory {
namespace {

constexpr double kMostStrength = 0.2, kStrength = 0.05;
constexpr const char* kBasis = "related_basis";  // what the lists were made by

// A list was full and lost one: who was ninth is not known any more.
constexpr std::string_view kCutShort = R"sql(
SELECT v.page FROM page_vectors v WHERE v.found = ?1 AND (SELECT count(*) FROM near n WHERE n.page = v.page) < ?1
)sql";

constexpr std::string_view kPutNear = "INSERT INTO near VALUES (?1, ?2, ?3)";
constexpr std::string_view kDropNear = "DELETE FROM near WHERE page = ?1";
constexpr std::string_view kFound = "UPDATE page_vectors SET found = ?2 WHERE page = ?1";
constexpr std::string_view kList = "SELECT other, cosine FROM near WHERE page = ?1";

// ?1: the embedder.
constexpr std::string_view kEdges = R"sql(
SELECT pa.path, pb.path, one.cosine, coalesce(c.n, 0)
FROM near one JOIN near back ON back.page = one.other AND back.other = one.page
JOIN page_vectors va ON va.page = one.page JOIN pages pa ON pa.id = va.page AND pa.blob = va.blob AND pa.path = va.path
JOIN page_vectors vb ON vb.page = one.other JOIN pages pb ON pb.id = vb.page AND pb.blob = vb.blob AND pb.path = vb.path
LEFT JOIN co_read c ON c.a = pa.path AND c.b = pb.path
WHERE va.embedder = ?1 AND vb.embedder = ?1 AND pa.path < pb.path ORDER BY pa.path, pb.path
)sql";

// ?1 page, ?2 actor, ?3 now
constexpr std::string_view kForgetReads = "DELETE FROM recent_reads WHERE abs(?1 - time) > 600";
constexpr std::string_view kCountPairs = R"sql(
INSERT INTO co_read SELECT min(path, ?1), max(path, ?1), 1, ?3 FROM recent_reads WHERE actor = ?2 AND path <> ?1
ON CONFLICT (a, b) DO UPDATE SET n = n + 1, last = excluded.last WHERE abs(excluded.last - last) >= 600
)sql";
constexpr std::string_view kPutRead = "INSERT OR REPLACE INTO recent_reads VALUES (?2, ?1, ?3)";

std::string exact(double value) {
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

}  // namespace

double AutoEdge::weight() const {
  const double strength = std::min(kMostStrength, kStrength * std::log1p(static_cast<double>(read_together)));
  return std::min(1.0, cosine + strength);
}

Related::Related(sqlite::Database& database, const Embeddings& embeddings, const Embedder& embedder, NearFrom from)
    : database_(database),
      embeddings_(embeddings),
      vectors_(database, embedder.id(), embedder.dimension()),
      embedder_(embedder.id()),
      from_(from) {}

std::string Related::basis() const { return embedder_ + " " + exact(from_.spaced) + " " + exact(from_.unspaced); }

std::vector<std::int64_t> Related::cut_short() const {
  std::vector<std::int64_t> pages;
  auto rows = database_.prepare(kCutShort);
  rows.with(kMostNear);
  while (rows.step()) pages.push_back(rows.integer(0));
  return pages;
}

bool Related::is_current() const {
  auto basis_row = database_.prepare("SELECT value FROM meta WHERE key = ?1");
  basis_row.with(kBasis);
  return basis_row.step() && basis_row.text(0) == basis() && vectors_.is_current() && cut_short().empty();
}

// Another embedder, or another threshold: no list is right any more.
void Related::rebuild_if_another_basis() {
  auto row = database_.prepare("SELECT value FROM meta WHERE key = ?1");
  row.with(kBasis);
  const bool same = row.step() && row.text(0) == basis();
  row.reset();
  if (same) return;
  database_.execute("DELETE FROM page_vectors");  // the lists go with them
  database_.prepare("INSERT OR REPLACE INTO meta VALUES (?1, ?2)").with(kBasis, basis()).run();
}

void Related::catch_up() {
  if (is_current()) return;
  sqlite::Transaction transaction(database_);
  rebuild_if_another_basis();
  vectors_.drop_stale();
  std::vector<std::int64_t> wanted = vectors_.add_missing(embeddings_);
  const auto shortened = cut_short();
  wanted.insert(wanted.end(), shortened.begin(), shortened.end());
  const PackedVectors all = vectors_.all();
  std::unordered_map<std::int64_t, std::size_t> row_of;
  for (std::size_t row = 0; row < all.size(); ++row) row_of[all.ids[row]] = row;
  std::vector<std::size_t> asked;
  for (const std::int64_t page : wanted)
    if (const auto row = row_of.find(page); row != row_of.end() && from_.ever()) asked.push_back(row->second);
  std::vector<std::pair<std::size_t, Near>> offers;
  write_lists(all, asked, near_lists(all, asked, from_, asked.size() < all.size() ? &offers : nullptr));
  offer(all, offers);
  transaction.commit();
}

void Related::write_lists(const PackedVectors& all, const std::vector<std::size_t>& rows,
                          const std::vector<std::vector<Near>>& lists) {
  auto drop = database_.prepare(kDropNear), put = database_.prepare(kPutNear), found = database_.prepare(kFound);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int64_t page = all.ids[rows[i]];
    drop.with(page).run();
    for (const Near& near : lists[i]) put.with(page, all.ids[near.row], near.cosine).run();
    found.with(page, lists[i].size()).run();
  }
}

// What new pages are to the old: the old lists take in who is nearer than their last.
void Related::offer(const PackedVectors& all, const std::vector<std::pair<std::size_t, Near>>& offers) {
  std::unordered_map<std::int64_t, std::size_t> row_of;
  for (std::size_t row = 0; row < all.size(); ++row) row_of[all.ids[row]] = row;
  std::map<std::size_t, std::vector<Near>> taken;
  auto list = database_.prepare(kList);
  for (const auto& [row, near] : offers) {
    auto [at, is_new] = taken.try_emplace(row);
    if (is_new) {
      list.with(all.ids[row]);
      while (list.step())
        if (const auto other = row_of.find(list.integer(0)); other != row_of.end())
          keep_near(at->second, {other->second, list.real(1)}, all);
    }
    const bool known = std::any_of(at->second.begin(), at->second.end(),
                                   [&near = near](const Near& one) { return one.row == near.row; });
    if (!known) keep_near(at->second, near, all);
  }
  std::vector<std::size_t> rows;
  std::vector<std::vector<Near>> lists;
  for (auto& [row, near] : taken) {
    rows.push_back(row);
    lists.push_back(std::move(near));
  }
  write_lists(all, rows, lists);
}

std::vector<AutoEdge> Related::edges() const {
  std::vector<AutoEdge> edges;
  auto rows = database_.prepare(kEdges);
  rows.with(embedder_);
  while (rows.step())
    edges.push_back(
        {PagePath::existing(rows.text(0)), PagePath::existing(rows.text(1)), rows.real(2), rows.integer(3)});
  return edges;
}

void count_read(sqlite::Database& database, const std::string& page, const std::string& actor, Timestamp now) {
  database.prepare(kForgetReads).with(now).run();
  database.prepare(kCountPairs).with(page, actor, now).run();
  database.prepare(kPutRead).with(page, actor, now).run();
}

}  // namespace ai_memory
