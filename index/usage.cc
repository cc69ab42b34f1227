// Who read which page how often: the only thing in the sidecar that the wiki does not know.
#include "index/reviews.hh"
#include "index/search_index_impl.hh"

namespace ai_memory {
namespace {

// A clock set back by more than the pause counts too, so that a date from the future is repaired by the next read.
constexpr std::string_view kCount = R"sql(
INSERT INTO usage VALUES (?1, ?2, 1, ?3)
ON CONFLICT (path, actor) DO UPDATE SET n = n + 1, last = excluded.last WHERE abs(excluded.last - last) >= 60
)sql";

constexpr std::string_view kUsed = R"sql(
WITH used AS (SELECT path, sum(n) AS n, max(last) AS last, count(*) AS actors FROM usage GROUP BY path)
)sql";

constexpr std::string_view kIndexed = R"sql(
SELECT p.path, p.blob, p.title, p.kind, p.tier, (SELECT group_concat(tag, char(31)) FROM tags WHERE page = p.id), p.pinned,
       p.readable, p.protected_why, p.created, p.body_changed, p.expires_at, p.restored_at, p.session_ended, p.salience,
       p.bytes, coalesce(u.n, 0), u.last
FROM pages p LEFT JOIN used u ON u.path = p.path
)sql";

constexpr std::string_view kSwept = R"sql(
SELECT p.path, p.blob, p.kind, p.body_changed, p.salience, p.tier, coalesce(u.n, 0), u.last, coalesce(u.actors, 0),
       p.pinned, p.protected_why, p.ignored, p.compacted, p.expires_at, p.session_ended, p.restored_at,
       p.importance, p.arousal, p.created, p.swept_at,
       max(coalesce(f.time, 0), (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'birth'))
FROM pages p LEFT JOIN used u ON u.path = p.path LEFT JOIN first_seen f ON f.path = p.path
)sql";

constexpr std::string_view kOfProject = " WHERE ?1 IS NULL OR (p.workspace = ?1 AND p.project = ?2) ORDER BY p.path";
constexpr std::string_view kOfPath = " WHERE p.path = ?1";

std::string join(std::string_view select, std::string_view where) {
  return std::string(kUsed).append(select).append(where);
}

sqlite::Statement& with_project(sqlite::Statement& rows, const std::optional<Project>& project) {
  if (!project) return rows.with(std::optional<std::string>(), std::string());
  return rows.with(project->workspace, project->name);
}

IndexedPage indexed_page(const sqlite::Statement& row) {
  return {.path = PagePath::existing(row.text(0)),
          .blob = row.text(1),
          .title = row.text(2),
          .kind = row.text(3),
          .tier = row.text(4),
          .tags = row.texts(5),
          .pinned = row.integer(6) != 0,
          .readable = row.integer(7) != 0,
          .protected_why = row.text(8),
          .created = row.time(9),
          .body_changed = row.time(10),
          .expires_at = row.maybe_time(11),
          .restored_at = row.maybe_time(12),
          .session_ended = row.maybe_time(13),
          .salience = row.real(14),
          .bytes = static_cast<std::size_t>(row.integer(15)),
          .accesses = row.integer(16),
          .last_access = row.maybe_time(17)};
}

SweepPage sweep_page(const sqlite::Statement& row) {
  PageUsage usage{.body_changed = row.time(3),
                  .salience = row.real(4),
                  .tier = tier_from_name(row.text(5)).value_or(Tier::unknown),
                  .accesses = row.integer(6),
                  .last_access = row.maybe_time(7),
                  .actors = row.integer(8),
                  .importance = row.maybe_real(16),
                  .arousal = row.real(17),
                  .created = row.time(18)};
  const std::string why = row.text(10);
  return {.path = PagePath::existing(row.text(0)),
          .blob = row.text(1),
          .kind = row.text(2),
          .usage = usage,
          .pinned = row.integer(9) != 0,
          .is_protected = !why.empty(),
          .ignored = row.integer(11) != 0,
          .compacted = row.integer(12) != 0,
          .protected_why = why,
          .expires_at = row.maybe_time(13),
          .session_ended = row.maybe_time(14),
          .restored_at = row.maybe_time(15),
          .swept_at = row.maybe_time(19),
          .usage_known_since = row.time(20)};
}

}  // namespace

std::vector<IndexedPage> SearchIndex::pages(const std::optional<Project>& project) const {
  std::vector<IndexedPage> all;
  auto rows = impl_->database().prepare(join(kIndexed, kOfProject));
  with_project(rows, project);
  while (rows.step()) all.push_back(indexed_page(rows));
  return all;
}

std::optional<IndexedPage> SearchIndex::page(const PagePath& path) const {
  auto rows = impl_->database().prepare(join(kIndexed, kOfPath));
  rows.with(path.str());
  if (!rows.step()) return std::nullopt;
  return indexed_page(rows);
}

std::vector<SweepPage> SearchIndex::sweep_pages(const std::optional<Project>& project) const {
  std::vector<SweepPage> all;
  auto rows = impl_->database().prepare(join(kSwept, kOfProject));
  with_project(rows, project);
  while (rows.step()) all.push_back(sweep_page(rows));
  auto reviews = all_reviews(impl_->database());
  for (SweepPage& page : all)
    if (const auto found = reviews.find(page.path.str()); found != reviews.end())
      page.usage.reviews = std::move(found->second);
  return all;
}

void SearchIndex::record_access(const std::vector<PagePath>& pages, const std::string& actor, Timestamp now) noexcept {
  impl_->write_if_free([&] {
    auto count = impl_->database().prepare(kCount);
    for (const PagePath& path : pages) count.with(path.str(), actor, now).run();
  });
}

}  // namespace ai_memory
