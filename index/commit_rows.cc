#include "index/commit_rows.hh"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "index/page_rows.hh"
#include "index/page_times.hh"
#include "wiki/error.hh"
#include "wiki/front_matter.hh"
#include "wiki/page_moves.hh"

namespace ai_memory {
namespace {

bool brings_back(const CommitInfo& commit) { return commit.pass == "restore" || commit.pass == "undo"; }

// Commits whose pages say what they said before, if in other words or at another place: their text keeps its age.
bool says_nothing_new(const CommitInfo& commit) {
  return is_move(commit) || commit.pass == "compact" || commit.pass == "dedup" || commit.pass == "dream";
}

// A sweep wrote the page, or took what a person wrote into a commit.
bool is_swept(const CommitInfo& commit) {
  constexpr std::string_view kPasses[] = {"hand-edits", "inbox", "dedup", "compact"};
  return !commit.run.empty() && std::find(std::begin(kPasses), std::end(kPasses), commit.pass) != std::end(kPasses);
}

}  // namespace

CommitRows::CommitRows(sqlite::Database& database, const Wiki& wiki)
    : wiki_(wiki),
      find_(database.prepare("SELECT blob, created, body_changed, restored_at, swept_at, removed_at IS NOT NULL FROM "
                             "history WHERE path = ?1")),
      put_(database.prepare("INSERT OR REPLACE INTO history (path, blob, created, body_changed, restored_at, swept_at) "
                            "VALUES (?1, ?2, ?3, ?4, ?5, ?6)")),
      remove_(database.prepare(
          "UPDATE history SET removed_at = ?2, removed_in = ?3, run = ?4, pass = ?5 WHERE path = ?1")) {}

std::optional<CommitRows::Row> CommitRows::find(const std::string& path) {
  find_.with(path);
  if (!find_.step()) return std::nullopt;
  const Row row{find_.text(0),       find_.time(1),       find_.time(2),
                find_.maybe_time(3), find_.maybe_time(4), find_.integer(5) != 0};
  find_.reset();
  return row;
}

void CommitRows::put(const std::string& path, const Row& row) {
  put_.with(path, row.blob, row.created, row.body_changed, row.restored_at, row.swept_at).run();
}

// One damaged object must not keep a wiki whose pages are all there from being searched.
std::optional<std::string> CommitRows::text(const BlobId& blob, const std::string& path) {
  try {
    return wiki_.blob(blob);
  } catch (const Error&) {
    damaged_.insert(path);
    return std::nullopt;
  }
}

bool CommitRows::same_body(const BlobId& one, const TreeChange& change) {
  if (one == change.after) return true;
  const auto before = text(one, change.path), after = text(change.after, change.path);
  return before && after && body_blob(*before) == body_blob(*after);
}

Timestamp CommitRows::change_time(const CommitInfo& commit, const TreeChange& change, const SourceTimes* source) {
  if (source) return source->changed;
  if (!commit.by_ai_memory) return commit.author_time;
  const auto page = text(change.after, change.path);
  if (const auto updated = page ? FrontMatter::parse(*page).text("updated") : std::nullopt) {
    if (const auto time = parse_time(*updated)) return *time;
  }
  return commit.commit_time;
}

// A file's time is no older than what the edit changed, nor than the wiki.
Timestamp CommitRows::edit_time(Timestamp edited, const std::optional<Row>& before) {
  if (before && !before->removed) return std::max(edited, before->body_changed);
  if (!birth_) birth_ = birth_of(wiki_);
  return std::max(edited, *birth_);
}

CommitRows::Row CommitRows::put_row(const CommitInfo& commit, const TreeChange& change,
                                    const std::optional<Row>& before, const SourceTimes* source) {
  Row row;
  const bool back = brings_back(commit);
  const bool goes_on = before && (!before->removed || back);  // else a page of an old name that starts anew
  if (goes_on) row = *before;
  row.removed = false;
  row.blob = change.after;
  if (!goes_on) row.created = source ? source->created : commit.author_time;
  const BlobId& last = change.before.empty() && goes_on ? before->blob : change.before;
  const bool same = !last.empty() && goes_on && (says_nothing_new(commit) || same_body(last, change));
  if (!same) row.body_changed = change_time(commit, change, source);
  if (back) row.restored_at = commit.commit_time;
  if (is_swept(commit)) row.swept_at = commit.commit_time;
  return row;
}

void CommitRows::apply(const CommitInfo& commit, const std::vector<TreeChange>& all,
                       const std::function<void(const std::string&)>& touched) {
  std::vector<TreeChange> changes;
  for (const TreeChange& change : all) {
    if (is_page_name(change.path)) changes.push_back(change);
  }
  const auto moved = renamed_pages(commit, changes);
  for (const auto& [to, from] : moved_pages(commit)) moves_.emplace_back(from, to);
  auto imported = source_times(commit);
  const auto edited = edit_times(commit);
  // Rows are read before any is written: a commit may well exchange two names.
  std::vector<std::pair<const TreeChange*, Row>> puts;
  for (const TreeChange& change : changes) {
    if (change.after.empty()) continue;
    const auto from = moved.find(change.path);
    std::optional<Row> before = find(change.path);
    // What an undo moves back to where it has these very bytes goes on from them.
    if (from != moved.end() && !(before && before->blob == change.after)) before = find(from->second);
    auto source = imported.find(change.path);
    if (const auto edit = edited.find(change.path); edit != edited.end()) {
      const Timestamp time = edit_time(edit->second, before);
      source = imported.insert_or_assign(change.path, SourceTimes{time, time}).first;
    }
    puts.emplace_back(&change, put_row(commit, change, before, source == imported.end() ? nullptr : &source->second));
  }
  std::set<std::string> left;  // names whose page has another now
  for (const auto& [to, from] : moved) left.insert(from);
  for (const TreeChange& change : changes) {
    touched(change.path);
    if (!change.after.empty()) continue;
    const bool elsewhere = left.contains(change.path);
    remove_.with(change.path, commit.commit_time, commit.id, commit.run, elsewhere ? kMovePass : commit.pass).run();
  }
  for (const auto& [change, row] : puts) put(change->path, row);
}

}  // namespace ai_memory
