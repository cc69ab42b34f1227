#include "wiki/page_moves.hh"

#include <set>

#include "wiki/changeset.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kMovedFrom = "moved from ", kBetween = ": moved from ";

using Lines = std::set<std::string_view>;

Lines lines_of(const std::string& body) {
  Lines lines;
  for (std::size_t at = 0; at < body.size();) {
    const auto line = line_at(body, at);
    lines.insert(line.of(body));
    at = line.next;
  }
  return lines;
}

// Where "- new: moved from old" is cut; npos if it is no such line. A name may hold these words too, so the line that
// the old page has, "- old: moved to new", must say the same.
std::size_t cut_of(std::string_view line, const Lines& lines) {
  auto cut = line.rfind(kBetween);
  for (; cut != line.npos && cut >= 2; cut = line.rfind(kBetween, cut - 1)) {
    const std::string page(line.substr(2, cut - 2)), old(line.substr(cut + kBetween.size()));
    if (lines.contains("- " + old + ": moved to " + page)) return cut;
  }
  return line.npos;
}

// "a/notes/plan.md" as git writes it: in quotes with escapes where it must be.
std::string diff_name(const std::string& path, char side) {
  const auto diff = unified_diff(path, std::nullopt, "x\n");
  const auto begin = diff.find("\n+++ ");
  if (begin == std::string::npos) return side + ("/" + path);
  auto name = diff.substr(begin + 5, diff.find_first_of("\r\n", begin + 5) - begin - 5);
  name[name.front() == '"' ? 1 : 0] = side;
  return name;
}

// Without the "a/".
std::string bare_name(std::string name) { return name.erase(name.front() == '"' ? 1 : 0, 2); }

}  // namespace

std::string moved_from(const PagePath& path) { return std::string(kMovedFrom) + path.str(); }

std::string moved_to(const PagePath& path) { return "moved to " + path.str(); }

bool is_move(const CommitInfo& commit) { return commit.pass == kMovePass || commit.pass == kInboxPass; }

std::map<std::string, std::string> moved_pages(const CommitInfo& commit) {
  std::map<std::string, std::string> found;
  if (!is_move(commit) && commit.pass != "undo") return found;
  const Lines lines = lines_of(commit.body);
  for (const auto line : lines) {
    const auto cut = line.starts_with("- ") ? cut_of(line, lines) : line.npos;
    if (cut != line.npos) found.emplace(line.substr(2, cut - 2), line.substr(cut + kBetween.size()));
  }
  return found;
}

std::map<std::string, std::string> renamed_pages(const CommitInfo& commit, const std::vector<TreeChange>& changes) {
  std::map<BlobId, std::vector<const TreeChange*>> gone, come;
  for (const TreeChange& change : changes) {
    if (change.after.empty()) gone[change.before].push_back(&change);
    if (change.before.empty()) come[change.after].push_back(&change);
  }
  std::map<std::string, std::string> found = moved_pages(commit);
  for (const auto& [blob, from] : gone) {
    const auto to = come.find(blob);
    if (to == come.end() || from.size() != 1 || to->second.size() != 1) continue;
    found.emplace(to->second.front()->path, from.front()->path);
  }
  return found;
}

std::string renamed_diff(const PagePath& from, const PagePath& to, const std::string& before,
                         const std::string& after) {
  const auto old_name = diff_name(from.str(), 'a'), new_name = diff_name(to.str(), 'b');
  std::string out = "diff --git " + old_name + " " + new_name + "\n";
  if (before == after) out += "similarity index 100%\n";
  out += "rename from " + bare_name(old_name) + "\nrename to " + bare_name(new_name) + "\n";
  const auto diff = unified_diff(to.str(), before, after);
  const auto hunks = diff.find("\n@@ ");
  if (hunks != std::string::npos) out += "--- " + old_name + "\n+++ " + new_name + diff.substr(hunks);
  return out;
}

}  // namespace ai_memory
