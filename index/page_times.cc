#include "index/page_times.hh"

#include <algorithm>

#include "index/page_rows.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kFind = R"sql(
SELECT p.stated_created, p.blob, p.body_blob, f.mtime, h.blob, h.created, h.body_changed, h.restored_at,
       h.swept_at
FROM pages p JOIN files f ON f.path = p.path LEFT JOIN history h ON h.path = p.path AND h.removed_at IS NULL
WHERE p.path = ?1
)sql";

// A committed path that is gone from disk and whose bytes now stand under exactly one other name.
constexpr std::string_view kFindMoved = R"sql(
SELECT count(*), h.created, h.body_changed, h.restored_at, h.swept_at, (SELECT count(*) FROM pages WHERE blob = ?1)
FROM history h
WHERE h.blob = ?1 AND h.removed_at IS NULL AND NOT EXISTS (SELECT 1 FROM files WHERE path = h.path)
)sql";

constexpr std::string_view kStore = R"sql(
UPDATE pages SET created = ?2, body_changed = ?3, restored_at = ?4, swept_at = ?5, ignored = ?6, uncommitted = ?7
WHERE path = ?1
)sql";

}  // namespace

Timestamp birth_of(const Wiki& wiki) {
  Timestamp birth{};
  wiki.walk({}, [&](const CommitInfo& first, const std::vector<TreeChange>&) {
    birth = first.commit_time;
    return false;
  });
  return birth;
}

PageTimes::PageTimes(sqlite::Database& database, const Wiki& wiki, Timestamp now)
    : wiki_(wiki),
      now_(now),
      find_(database.prepare(kFind)),
      find_moved_(database.prepare(kFindMoved)),
      store_(database.prepare(kStore)) {
  if (const CommitId head = wiki.head(); !head.empty()) head_time_ = wiki.info(head).commit_time;
}

std::optional<PageTimes::Past> PageTimes::past_of_moved(const BlobId& blob) {
  find_moved_.with(blob).step();
  std::optional<Past> past;
  if (find_moved_.integer(0) == 1 && find_moved_.integer(5) == 1) {
    past = Past{find_moved_.time(1), find_moved_.time(2), find_moved_.maybe_time(3), find_moved_.maybe_time(4)};
  }
  find_moved_.reset();
  return past;
}

// As the commit will have it. A file's time is no older than what the edit changed, nor than the wiki; only ignored
// pages, which never get a commit, have their own time whatever it is.
Timestamp PageTimes::uncommitted_time(std::int64_t mtime_ns, const std::optional<Timestamp>& before, bool ignored) {
  Timestamp edited = std::chrono::floor<std::chrono::seconds>(
      std::chrono::sys_time<std::chrono::nanoseconds>{std::chrono::nanoseconds{mtime_ns}});
  if (before) edited = std::max(edited, *before);
  if (!before && !ignored && edited < head_time_) {  // else there is no need to ask history
    if (!birth_) birth_ = birth_of(wiki_);
    edited = std::max(edited, *birth_);
  }
  return std::min(edited, now_);
}

void PageTimes::refresh(const std::string& path) {
  find_.with(path);
  if (!find_.step()) return;
  const auto stated = find_.maybe_time(0);
  const BlobId blob = find_.text(1), body = find_.text(2), committed = find_.text(4);
  const std::int64_t mtime = find_.integer(3);
  std::optional<Past> past;
  if (!committed.empty()) past = Past{find_.time(5), find_.time(6), find_.maybe_time(7), find_.maybe_time(8)};
  find_.reset();

  const bool tracked = past.has_value();
  const bool ignored = !tracked && wiki_.is_ignored(PagePath::existing(path));
  const bool same_body = tracked && (blob == committed || body == body_blob(wiki_.blob(committed)));
  if (!tracked && !ignored) past = past_of_moved(blob);
  if (tracked && !same_body) past->body_changed = uncommitted_time(mtime, past->body_changed, ignored);
  Past result = past.value_or(Past{});
  if (!past) result.created = result.body_changed = uncommitted_time(mtime, std::nullopt, ignored);
  store_
      .with(path, stated.value_or(result.created), result.body_changed, result.restored_at, result.swept_at, ignored,
            blob != committed)
      .run();
}

}  // namespace ai_memory
