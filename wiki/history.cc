#include "wiki/history.hh"

#include <algorithm>
#include <map>
#include <set>

#include "wiki/page_moves.hh"
#include "wiki/walk.hh"

namespace ai_memory {
namespace {

// The reason that a commit's body gives for a path.
std::string reason_in(const CommitInfo& commit, const std::string& path) {
  const std::string key = "\n- " + path + ": ";
  const std::string body = "\n" + commit.body;
  const std::size_t found = body.find(key);
  if (found == std::string::npos) return {};
  const std::size_t begin = found + key.size();
  return body.substr(begin, body.find('\n', begin) - begin);
}

// The name a page had before this commit moved it: a path of the same commit that went away with the same content, or
// the one that git holds for the most similar.
std::string former_name(const Wiki& wiki, const std::string& path, const BlobId& blob,
                        const std::vector<TreeChange>& changes) {
  const auto file_name = [](const std::string& name) { return name.substr(name.rfind('/') + 1); };
  std::string best, same_text;
  double best_share = 0.5;
  std::string text;
  for (const TreeChange& change : changes) {
    if (!change.after.empty() || change.path == path || !is_page_name(change.path)) continue;
    if (change.before == blob && (same_text.empty() || file_name(change.path) == file_name(path)))
      same_text = change.path;
    if (!same_text.empty()) continue;
    if (text.empty()) text = wiki.blob(blob);
    const double share = line_similarity(wiki.blob(change.before), text);
    if (share > best_share) {
      best_share = share;
      best = change.path;
    }
  }
  return same_text.empty() ? best : same_text;
}

}  // namespace

double line_similarity(const std::string& a, const std::string& b) {
  const auto lines = [](const std::string& text) {
    std::map<std::string, int> count;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      if (end > begin) ++count[text.substr(begin, end - begin)];
      begin = end + 1;
    }
    return count;
  };
  const auto left = lines(a), right = lines(b);
  double shared = 0, total = 0;
  for (const auto& [line, n] : left) {
    total += n * static_cast<double>(line.size());
    if (const auto other = right.find(line); other != right.end())
      shared += std::min(n, other->second) * static_cast<double>(line.size());
  }
  double other_total = 0;
  for (const auto& [line, n] : right) other_total += n * static_cast<double>(line.size());
  const double larger = std::max(total, other_total);
  return larger == 0 ? 1 : shared / larger;
}

std::vector<Version> versions(const Wiki& wiki, const PagePath& page, std::size_t limit) {
  std::vector<Version> found;
  std::string path = page.str();
  const git::Repository repo = git::open_repository(wiki.root());
  walk_back(repo.get(), [&](WalkedCommit& walked) {
    if (!walked.touches(path)) return true;
    const CommitInfo& commit = walked.info();
    const auto& changes = walked.changes();
    const auto change =
        std::find_if(changes.begin(), changes.end(), [&](const TreeChange& c) { return c.path == path; });
    if (change == changes.end()) return true;
    found.push_back({commit, path, change->after, reason_in(commit, path)});
    if (found.size() >= limit) return false;
    if (change->before.empty() && !change->after.empty()) {
      const auto moved = moved_pages(commit);
      const auto from = moved.find(path);
      const std::string before = from == moved.end() ? former_name(wiki, path, change->after, changes) : from->second;
      if (!before.empty()) path = before;
    }
    return true;
  });
  return found;
}

std::vector<RunSummary> runs(const Wiki& wiki, std::size_t limit) {
  std::vector<RunSummary> found;
  std::map<std::string, std::size_t> place;
  std::map<std::string, std::set<std::string>> pages;
  const git::Repository repo = git::open_repository(wiki.root());
  walk_back(repo.get(), [&](WalkedCommit& walked) {
    const CommitInfo& commit = walked.info();
    if (commit.run.empty() || commit.pass == "hand-edits") return true;
    const auto [it, is_new] = place.emplace(commit.run, found.size());
    if (is_new) {
      // One more than asked for is needed to know that the last one's commits are complete.
      if (found.size() == limit) return false;
      found.push_back({commit.run, commit.source, commit.commit_time, {}, {}, {}, 0, {}, undone_run(commit)});
    }
    RunSummary& run = found[it->second];
    run.commits.insert(run.commits.begin(), commit.id);
    run.subjects.insert(run.subjects.begin(), commit.subject);
    if (!commit.pass.empty() && std::find(run.passes.begin(), run.passes.end(), commit.pass) == run.passes.end())
      run.passes.insert(run.passes.begin(), commit.pass);
    for (const TreeChange& change : walked.changes()) pages[commit.run].insert(change.path);
    return true;
  });
  for (RunSummary& run : found) {
    run.pages = pages[run.run].size();
    if (run.undoes.empty()) continue;
    const auto undone = place.find(run.undoes);
    if (undone != place.end() && undone->second < found.size()) found[undone->second].undone_by = run.run;
  }
  return found;
}

std::string undone_run(const CommitInfo& commit) {
  constexpr std::string_view lead = "undo ";
  if (commit.pass != "undo" || !commit.subject.starts_with(lead)) return {};
  return commit.subject.substr(lead.size(), 26);
}

}  // namespace ai_memory
