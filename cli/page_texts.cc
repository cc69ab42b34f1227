#include "cli/page_texts.hh"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "wiki/history.hh"
#include "wiki/page_moves.hh"

namespace ai_memory {
namespace {

using Place = std::pair<CommitId, std::string>;  // a path in a commit

// What a commit added, and the blob that it took from `path`.
struct Removal {
  BlobId before;
  std::vector<TreeChange> added;
};

Removal removal(const Wiki& wiki, const Version& version) {
  Removal found;
  wiki.walk_back([&](const CommitInfo& commit, const std::vector<TreeChange>& changes) {
    if (commit.id != version.commit.id) return true;
    for (const auto& change : changes) {
      if (change.path == version.path) found.before = change.before;
      if (change.before.empty() && is_page_name(change.path)) found.added.push_back(change);
    }
    return false;
  });
  return found;
}

// Whether the history of `path` goes on under `former` before this commit.
bool came_from(const Wiki& wiki, const std::string& path, const Version& removed) {
  const auto line = versions(wiki, PagePath::existing(path));
  for (std::size_t i = 0; i + 1 < line.size(); ++i)
    if (line[i].commit.id == removed.commit.id && line[i].path == path) return line[i + 1].path == removed.path;
  return false;
}

// The name that a page got in the commit that removed it from this one; empty: it was deleted.
std::string moved_to(const Wiki& wiki, const Version& removed) {
  for (const auto& [to, from] : moved_pages(removed.commit))
    if (from == removed.path) return to;
  const auto [before, added] = removal(wiki, removed);
  const std::string text = added.empty() ? std::string() : wiki.blob(before);
  for (const auto& change : added)
    if ((change.after == before || line_similarity(wiki.blob(change.after), text) > 0.5) &&
        came_from(wiki, change.path, removed))
      return change.path;
  return {};
}

// What is on disk and in no commit counts too: it is committed before history is rewritten.
std::set<std::string> holders_now(const Wiki& wiki, const std::set<BlobId>& ids) {
  std::set<std::string> found;
  for (const auto& [path, id] : wiki.tree(wiki.head()))
    if (ids.contains(id)) found.insert(path);
  for (const auto& edit : wiki.hand_edits()) {
    const auto text = wiki.read(edit.path);
    if (text && ids.contains(blob_id(*text))) found.insert(edit.path.str());
  }
  return found;
}

void find_sharers(const Wiki& wiki, const PagePath& page, const std::set<Place>& own, PageTexts& texts) {
  const std::set<BlobId> ids(texts.ids.begin(), texts.ids.end());
  const std::set<std::string> names(texts.names.begin(), texts.names.end());
  std::map<std::string, bool> shared;
  wiki.walk_back([&](const CommitInfo& commit, const std::vector<TreeChange>& changes) {
    for (const auto& change : changes) {
      if (change.after.empty() || own.contains({commit.id, change.path})) continue;
      if (ids.contains(change.after))
        shared[change.path] = false;
      else if (names.contains(change.path))
        ++texts.kept;
    }
    return true;
  });
  for (const auto& path : holders_now(wiki, ids))
    if (path != page.str()) shared[path] = true;
  for (const auto& [path, there] : shared) texts.shared.push_back({path, there});
}

// The page's own versions, as its history tells them.
struct Line {
  std::vector<Version> versions;            // newest first
  std::map<std::string, CommitId> renamed;  // a name that it had -> the commit that took it away
  CommitId cut;                             // the commit that moved another page off this one's first name, if any
  std::string moved_to;
};

Line line_of(const Wiki& wiki, const PagePath& path) {
  Line line;
  for (auto& version : versions(wiki, path)) {
    if (version.blob.empty()) {
      if (auto to = moved_to(wiki, version); !to.empty()) {
        line.cut = version.commit.id;
        if (line.versions.empty()) line.moved_to = std::move(to);
        break;
      }
    }
    if (!line.versions.empty() && line.versions.back().path != version.path)
      line.renamed.emplace(version.path, line.versions.back().commit.id);
    line.versions.push_back(std::move(version));
  }
  return line;
}

// A branch that did not know of a rename, merged since, went on under the old name.
void add_branches(const Wiki& wiki, Line& line) {
  if (line.renamed.empty()) return;
  std::set<Place> own;
  for (const auto& version : line.versions) own.emplace(version.commit.id, version.path);
  wiki.walk_back([&](const CommitInfo& commit, const std::vector<TreeChange>& changes) {
    for (const auto& change : changes) {
      const auto renamed = line.renamed.find(change.path);
      if (change.after.empty() || renamed == line.renamed.end() || own.contains({commit.id, change.path})) continue;
      if (wiki.is_ancestor(renamed->second, commit.id)) continue;
      if (line.cut.empty() || !wiki.is_ancestor(commit.id, line.cut))
        line.versions.push_back({commit, change.path, change.after, {}});
    }
    return true;
  });
}

}  // namespace

PageTexts page_texts(const Wiki& wiki, const PagePath& path) {
  PageTexts texts;
  Line line = line_of(wiki, path);
  add_branches(wiki, line);
  std::set<std::string> names;
  std::set<BlobId> ids;
  std::set<Place> own;
  for (const auto& version : line.versions) {
    names.insert(version.path);
    own.emplace(version.commit.id, version.path);
    if (version.blob.empty()) continue;
    ++texts.versions;
    ids.insert(version.blob);
  }
  ids.erase(blob_id({}));
  texts.moved_to = line.moved_to;
  texts.names.assign(names.begin(), names.end());
  texts.ids.assign(ids.begin(), ids.end());
  if (!own.empty()) find_sharers(wiki, path, own, texts);
  return texts;
}

}  // namespace ai_memory
