// Brings the derived rows up to HEAD and the files on disk, in one transaction.
#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "index/commit_rows.hh"
#include "index/page_rows.hh"
#include "index/page_times.hh"
#include "index/removed_text.hh"
#include "index/scan.hh"
#include "index/schema.hh"
#include "index/search_index_impl.hh"
#include "wiki/sparse.hh"

namespace ai_memory {
namespace {

constexpr int kShortWaitMs = 500;
constexpr std::size_t kBulk = 200;  // rows from which the log is folded into the file at once

constexpr std::string_view kLastScan = "last_scan";  // of a wiki that is too large to be scanned each time
constexpr std::string_view kCommitted = "SELECT count(*) FROM history WHERE removed_at IS NULL";
constexpr std::string_view kAbsent = R"sql(
SELECT count(*) FROM history h
WHERE removed_at IS NULL AND NOT EXISTS (SELECT 1 FROM files WHERE path = h.path)
)sql";

std::string progress(const sqlite::Database& database, std::string_view key) {
  auto row = database.prepare("SELECT value FROM progress WHERE key = ?1");
  return row.with(key).step() ? row.text(0) : std::string();
}

std::int64_t progress_number(const sqlite::Database& database, std::string_view key) {
  return std::atoll(progress(database, key).c_str());
}

void set_progress(const sqlite::Database& database, std::string_view key, const std::string& value) {
  database.prepare("INSERT OR REPLACE INTO progress VALUES (?1, ?2)").with(key, value).run();
}

// True when the folder holds nothing but git's own.
bool is_bare(const std::filesystem::path& root) {
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (entry.path().filename() != ".git") return false;
  }
  return true;
}

class Sync {
 public:
  Sync(sqlite::Database& database, const SearchConfig& config, const Wiki& wiki, Timestamp now)
      : database_(database), config_(config), wiki_(wiki), now_(now) {}

  SyncReport catch_up(bool force);
  SyncReport start_over();

 private:
  void look(bool force);
  bool is_scan_due() const;
  std::vector<std::string> paths_of_new_commits() const;
  bool nothing_moved() const { return head_ == last_ && disk_.empty(); }
  void note_scan();

  void write();
  void read_commits(CommitRows& rows);
  void refuse_missing_tree() const;
  void follow_moves(PageRows& rows, const std::vector<std::pair<std::string, std::string>>& moves);
  void follow_renames(PageRows& rows);
  void follow(PageRows& rows, const std::string& from, const std::string& to);
  void drop_gone(PageRows& rows);
  void read_file(PageRows& rows, const MovedFile& moved);
  void index_page(PageRows& rows, const PagePath& path, std::string_view content, const BlobId& blob, bool known);
  void refresh_times();
  void count_absent();

  sqlite::Database& database_;
  const SearchConfig& config_;
  const Wiki& wiki_;
  Timestamp now_;
  SyncReport report_;

  CommitId head_, last_;
  bool scanned_ = false;   // all files were looked at
  std::size_t files_ = 0;  // how many, if so
  DiskChanges disk_;
  std::int64_t read_at_ns_ = 0;  // by the file system's clock
  std::set<std::string> touched_;
  bool all_touched_ = false;
};

bool Sync::is_scan_due() const {
  const std::string known = progress(database_, kLastScan);
  if (known.empty()) return true;
  const std::int64_t last = std::atoll(known.c_str());
  const std::int64_t now = now_.time_since_epoch().count();
  return now < last || now - last >= config_.scan_max_age_secs;
}

std::vector<std::string> Sync::paths_of_new_commits() const {
  std::vector<std::string> paths;
  wiki_.walk(last_, [&](const CommitInfo&, const std::vector<TreeChange>& changes) {
    for (const TreeChange& change : changes) {
      if (is_page_name(change.path)) paths.push_back(change.path);
    }
    return true;
  });
  return paths;
}

void Sync::look(bool force) {
  head_ = wiki_.head();
  last_ = progress(database_, "last_commit");
  const bool goes_on = head_ == last_ || (!last_.empty() && wiki_.is_ancestor(last_, head_));
  scanned_ = force || !goes_on || is_scan_due();
  if (scanned_) {
    const std::vector<PageFile> files = wiki_.scan();
    files_ = files.size();
    disk_ = compare_all(database_, files);
  } else {
    disk_ = head_ == last_ ? DiskChanges{} : compare_some(database_, wiki_, paths_of_new_commits());
  }
}

// Only a large wiki has the time of its last scan; a small one writes nothing when nothing moved.
void Sync::note_scan() {
  if (!scanned_) return;
  if (files_ > static_cast<std::size_t>(config_.scan_always_pages))
    set_progress(database_, kLastScan, std::to_string(now_.time_since_epoch().count()));
  else if (!progress(database_, kLastScan).empty())
    database_.prepare("DELETE FROM progress WHERE key = ?1").with(kLastScan).run();
}

SyncReport Sync::catch_up(bool force) {
  if (!std::filesystem::is_directory(wiki_.root())) refuse_missing_tree();
  if (force)
    database_.wait_as_usual();
  else
    database_.wait_for_locks(kShortWaitMs);
  const std::int64_t version = database_.integer("PRAGMA data_version");
  look(force);
  try {
    if (nothing_moved()) {
      report_.absent = static_cast<std::size_t>(progress_number(database_, "absent"));
      note_scan();
    } else {
      sqlite::Transaction transaction(database_);
      // Another process was here between our look and our lock; what we saw may be older than what it wrote.
      if (database_.integer("PRAGMA data_version") != version) look(force);
      write();
      transaction.commit();
    }
  } catch (const sqlite::Failure& failure) {
    database_.wait_as_usual();
    if (failure.unwritable()) {
      report_ = {};
      report_.warnings = {
          std::string("the index could not be brought up to date, what changed just now may be missing: ") +
          failure.what()};
      return std::move(report_);
    }
    if (force || !failure.busy()) throw;
    report_ = {};
    report_.warnings = {"the index is being written by another command; what changed just now may be missing"};
  }
  database_.wait_as_usual();
  return std::move(report_);
}

SyncReport Sync::start_over() {
  sqlite::Transaction transaction(database_);
  clear_derived(database_);
  look(true);
  write();
  transaction.commit();
  return std::move(report_);
}

void Sync::write() {
  CommitRows commits(database_, wiki_);
  read_commits(commits);
  refuse_missing_tree();
  if (report_.commits > 0 || all_touched_) refresh_removed_text(database_, wiki_);
  PageRows pages(database_);
  read_at_ns_ = file_system_time_ns(wiki_.state_dir());
  follow_moves(pages, commits.moves());
  follow_renames(pages);
  drop_gone(pages);
  for (const MovedFile& moved : disk_.read) read_file(pages, moved);
  refresh_times();
  set_progress(database_, "last_commit", head_);
  if (scanned_) count_absent();
  report_.absent = static_cast<std::size_t>(progress_number(database_, "absent"));
  note_scan();
}

void Sync::read_commits(CommitRows& rows) {
  if (head_ == last_) return;
  CommitId since = last_;
  if (since.empty() || head_.empty() || !wiki_.is_ancestor(since, head_)) {
    // Another branch, or a rewritten history: nothing known of the old one holds.
    database_.execute("DELETE FROM history");
    since.clear();
    all_touched_ = true;
  }
  if (head_.empty()) return;
  wiki_.walk(since, [&](const CommitInfo& commit, const std::vector<TreeChange>& changes) {
    rows.apply(commit, changes, [&](const std::string& path) { touched_.insert(path); });
    ++report_.commits;
    return true;
  });
  for (const std::string& path : rows.damaged())
    report_.warnings.push_back(path + ": an older version is damaged in git (`git fsck` names it); its age may be off");
}

// An unmounted folder must not look like thousands of pages thrown away.
void Sync::refuse_missing_tree() const {
  const std::string root = wiki_.root().string();
  const char* const hint =
      "if the pages are on another disk, mount it; `git -C WIKI checkout .` brings back committed ones";
  if (!std::filesystem::is_directory(wiki_.root()))
    throw Error(ErrorKind::failed, root + ": the folder is missing", hint);
  if (!scanned_ || files_ > 0) return;
  const std::int64_t committed = database_.integer(kCommitted);
  const auto missing = committed - static_cast<std::int64_t>(committed > 0 ? pages_left_out(wiki_.root()) : 0);
  if (missing > 20 || (missing > 0 && is_bare(wiki_.root()))) {
    throw Error(ErrorKind::failed,
                root + ": the folder is empty, but the last commit has " + std::to_string(committed) + " pages", hint);
  }
}

void Sync::follow(PageRows& rows, const std::string& from, const std::string& to) {
  rows.rename(from, to, now_);
  touched_.insert(from);
  std::erase(disk_.gone, from);
  ++report_.removed;
}

// What the commits say they moved; the text may have changed with it. Of a page moved twice only the ends count.
void Sync::follow_moves(PageRows& rows, const std::vector<std::pair<std::string, std::string>>& moves) {
  std::map<std::string, std::string> former;  // by the name that it has at last
  for (const auto& [from, to] : moves) {
    const auto before = former.find(from);
    const std::string first = before == former.end() ? from : before->second;
    if (before != former.end()) former.erase(before);
    former[to] = first;
  }
  const std::set<std::string> gone(disk_.gone.begin(), disk_.gone.end());
  for (const MovedFile& moved : disk_.read) {
    const auto from = former.find(moved.file.path.str());
    if (moved.known.empty() && from != former.end() && gone.contains(from->second))
      follow(rows, from->second, from->first);
  }
}

void Sync::follow_renames(PageRows& rows) {
  if (disk_.gone.empty()) return;
  std::map<BlobId, std::vector<std::string>> gone;
  std::map<BlobId, std::vector<MovedFile*>> come;
  auto blob = database_.prepare("SELECT blob FROM files WHERE path = ?1");
  for (const std::string& path : disk_.gone) {
    if (blob.with(path).step()) gone[blob.text(0)].push_back(path);
  }
  for (MovedFile& moved : disk_.read) {
    if (!moved.known.empty() || moved.file.size == 0) continue;
    try {
      if (const auto content = wiki_.read(moved.file.path)) come[blob_id(*content)].push_back(&moved);
    } catch (const Error&) {
      // It is told when the page is to be indexed; nothing can be said of what it was called before.
    }
  }
  for (const auto& [id, to] : come) {
    const auto from = gone.find(id);
    if (from == gone.end() || from->second.size() != 1 || to.size() != 1) continue;
    follow(rows, from->second.front(), to.front()->file.path.str());
  }
}

void Sync::drop_gone(PageRows& rows) {
  for (const std::string& path : disk_.gone) {
    rows.remove(path);
    rows.remove_file(path);
    ++report_.removed;
  }
}

void Sync::read_file(PageRows& rows, const MovedFile& moved) {
  const PagePath& path = moved.file.path;
  std::optional<std::string> content;
  try {
    content = wiki_.read(path);
  } catch (const Error& error) {
    report_.warnings.push_back(error.what());  // one file's trouble is not the others'; it is tried again next time
    return;
  }
  touched_.insert(path.str());
  if (!content) {  // went since it was seen
    rows.remove(path.str());
    rows.remove_file(path.str());
    if (!moved.known.empty()) ++report_.removed;
    return;
  }
  const BlobId blob = blob_id(*content);
  rows.put_file(moved.file, blob, is_racy(moved.file, read_at_ns_));
  if (blob != moved.known) index_page(rows, path, *content, blob, !moved.known.empty());
}

void Sync::index_page(PageRows& rows, const PagePath& path, std::string_view content, const BlobId& blob, bool known) {
  if (is_ledger(path, content)) {
    rows.remove(path.str());
    return;
  }
  const Page page = parse_page(path, content);
  rows.put(page, content, blob);
  rows.see(path.str(), now_);
  ++(known ? report_.changed : report_.added);
  if (!page.readable) report_.warnings.push_back(path.str() + ": not text, or too large; found by its name only");
  if (const auto& problem = page.front_matter.problem()) {
    report_.warnings.push_back(path.str() + ":" + std::to_string(problem->line) + ": " + problem->message);
  }
}

// Pages in no commit are asked again each time: what a commit would say of them moves with HEAD.
void Sync::refresh_times() {
  constexpr std::string_view kAll = "SELECT path FROM pages";
  constexpr std::string_view kUncommitted = "SELECT path FROM pages WHERE uncommitted";
  auto rows = database_.prepare(all_touched_ ? kAll : kUncommitted);
  while (rows.step()) touched_.insert(rows.text(0));
  PageTimes times(database_, wiki_, now_);
  for (const std::string& path : touched_) times.refresh(path);
}

void Sync::count_absent() {
  std::int64_t absent = database_.integer(kAbsent);
  const std::int64_t committed = database_.integer(kCommitted);
  if (absent > 0) absent = std::max<std::int64_t>(absent - static_cast<std::int64_t>(pages_left_out(wiki_.root())), 0);
  set_progress(database_, "absent", std::to_string(absent));
  if (absent <= std::max<std::int64_t>(20, committed / 5)) return;
  report_.warnings.push_back(std::to_string(absent) + " of the " + std::to_string(committed) +
                             " pages in the last commit are missing from " + wiki_.root().string());
}

}  // namespace

bool SearchIndex::is_synced_to(const CommitId& commit) const {
  return progress(impl_->database(), "last_commit") == commit;
}

SyncReport SearchIndex::sync(const Wiki& wiki, Timestamp now, bool force) {
  if (!impl_->sidecar.writable) return {};
  SyncReport report = Sync(impl_->database(), impl_->config, wiki, now).catch_up(force);
  if (report.added + report.changed + report.removed >= kBulk) checkpoint();
  return report;
}

SyncReport SearchIndex::reindex(const Wiki& wiki, Timestamp now) {
  if (!impl_->sidecar.writable) {
    throw Error(ErrorKind::failed, impl_->file.string() + ": cannot be written",
                "check the permissions of the file and its folder");
  }
  bool sound = false;
  try {
    if (impl_->database().text("PRAGMA journal_mode") == "delete") {
      impl_->sidecar = {};
      impl_->sidecar = regain_log(impl_->file, now);
    }
    sound = impl_->database().text("PRAGMA quick_check(1)") == "ok";
  } catch (const sqlite::Failure& failure) {
    if (!failure.damaged()) throw;
  }
  if (!sound) {
    impl_->sidecar = {};
    impl_->sidecar = replace_sidecar(impl_->file, now);
  }
  SyncReport report = Sync(impl_->database(), impl_->config, wiki, now).start_over();
  checkpoint();
  return report;
}

}  // namespace ai_memory
