#include "cli/move_names.hh"

#include <algorithm>
#include <map>
#include <set>

#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kProbe = "/x.md";

// Folders that the typed text may mean, likeliest first. Those that can be none are left out.
std::vector<std::string> folder_candidates(PathRequest request) {
  auto& typed = request.typed;
  while (typed.size() > 1 && typed.ends_with('/')) typed.pop_back();
  typed += typed.ends_with(':') ? kProbe.substr(1) : kProbe;
  std::vector<std::string> folders;
  for (const auto& candidate : path_candidates(request))
    if (candidate.ends_with(kProbe)) folders.push_back(candidate.substr(0, candidate.size() - kProbe.size()));
  return folders;
}

bool has_pages_below(const std::string& folder, const std::vector<PagePath>& pages) {
  return std::any_of(pages.begin(), pages.end(),
                     [&](const PagePath& page) { return page.str().starts_with(folder + "/"); });
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// A folder by the rules for new names.
std::string new_folder(const PathRequest& request) {
  const auto candidates = folder_candidates(request);
  if (candidates.empty())
    throw Error(ErrorKind::usage, request.typed + ": not in the wiki " + request.wiki_root.string(),
                "paths are relative to the project, as in archive/notes/");
  const auto folder = to_nfc(candidates.front());
  PagePath::create(folder + std::string(kProbe));
  return folder;
}

PagePath moved_name(const std::string& path) {
  const auto page = PagePath::existing(path);
  if (!is_page_name(path)) throw Error(ErrorKind::usage, page.display() + ": no page may have this name");
  return page;
}

// The part of the way to `path` that is there and is no folder.
std::optional<std::string> obstacle(const std::string& path, const NamesInWiki& names) {
  for (auto slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    const auto folder = path.substr(0, slash);
    if (names.exists(folder) && !names.is_folder(folder)) return folder;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> existing_folder(const PathRequest& request, const NamesInWiki& names) {
  for (const auto& folder : folder_candidates(request))
    if (has_pages_below(folder, names.pages) || names.is_folder(folder)) return folder;
  return std::nullopt;
}

PageMove name_page(const PagePath& from, const PathRequest& to, const NamesInWiki& names) {
  const auto folder = to.typed.ends_with(".md") ? std::nullopt : existing_folder(to, names);
  const bool into = folder || to.typed.ends_with('/') || to.typed.ends_with(':');
  if (!into) return {from, new_page(to)};
  return {from, moved_name((folder ? *folder : new_folder(to)) + "/" + base_name(from.str()))};
}

std::vector<PageMove> name_folder(const std::string& folder, bool whole_project, const PathRequest& to,
                                  const NamesInWiki& names) {
  if (to.typed.ends_with(".md"))
    throw Error(ErrorKind::usage, to.typed + ": a folder cannot become a page", "name a folder, as in archive/notes/");
  const auto existing = existing_folder(to, names);
  auto target = existing ? *existing : new_folder(to);
  if (existing && !whole_project) target += "/" + base_name(folder);
  if (target == folder) throw Error(ErrorKind::usage, to.typed + ": it is there already", "nothing was moved");
  if (target.starts_with(folder + "/"))
    throw Error(ErrorKind::usage, to.typed + ": lies in the folder that is to be moved", "nothing was moved");
  std::vector<PageMove> moves;
  for (const auto& page : names.pages)
    if (page.str().starts_with(folder + "/"))
      moves.push_back({page, moved_name(target + page.str().substr(folder.size()))});
  return moves;
}

void check_moves(const std::vector<PageMove>& moves, const NamesInWiki& names) {
  std::set<PagePath> leaving;
  for (const auto& move : moves) leaving.insert(move.from);
  std::map<std::string, const PagePath*> live;  // by twin key, those that stay and those that come
  for (const auto& page : names.pages)
    if (!leaving.contains(page)) live.emplace(twin_key(page.str()), &page);
  for (const auto& move : moves) {
    const bool within = move.from.project() == move.to.project();
    const auto name = within ? move.to.in_project() : move.to.display();
    if (move.from == move.to) throw Error(ErrorKind::usage, name + ": it is there already", "nothing was moved");
    if (leaving.contains(move.to) || names.exists(move.to.str()))
      throw Error(ErrorKind::conflict, name + ": something has this name already",
                  "choose another name; nothing was moved");
    const auto [twin, is_new] = live.emplace(twin_key(move.to.str()), &move.to);
    if (!is_new)
      throw Error(
          ErrorKind::conflict,
          name + ": differs from " + (within ? twin->second->in_project() : twin->second->display()) + " in case alone",
          "some file systems take the two for one; choose another name; nothing was moved");
    if (const auto what = obstacle(move.to.str(), names))
      throw Error(ErrorKind::conflict, name + ": cannot be put there, since " + *what + " is no folder",
                  "choose another name; nothing was moved");
  }
}

}  // namespace ai_memory
