#include "cli/scope.hh"

#include <algorithm>

#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

bool can_be_folder(const std::string& name) {
  try {
    PagePath::create(name + "/page.md");
    return name.find('/') == std::string::npos;
  } catch (const Error&) {
    return false;
  }
}

void check_name(const std::string& name, const std::string& origin) {
  if (!can_be_folder(name))
    throw Error(ErrorKind::usage, "project or workspace (by " + origin + "): no name for a folder: " + name,
                "letters, digits, '-' and '_' always do; a project may be given as workspace/project");
}

std::optional<std::string> enclosing_git_name(const fs::path& from) {
  const auto entry = find_upward(from, ".git");
  if (!entry) return std::nullopt;
  const std::string name = to_nfc(entry->parent_path().filename().string());
  if (name.empty()) return std::nullopt;
  if (can_be_folder(name)) return name;
  return slug(name);
}

// `path` below `root`, or absent. Both absolute.
std::optional<fs::path> below(const fs::path& path, const fs::path& root) {
  if (root.empty() || path.empty()) return std::nullopt;
  const fs::path relative = path.lexically_normal().lexically_relative(root.lexically_normal());
  if (relative.empty() || *relative.begin() == "..") return std::nullopt;
  return relative;
}

std::optional<Project> project_of_folder(const ScopeRequest& request) {
  const auto relative = below(request.current_dir, request.wiki_root);
  if (!relative) return std::nullopt;
  std::vector<std::string> parts;
  for (const auto& part : *relative)
    if (part != ".") parts.push_back(part.string());
  if (parts.size() < 2) return Project{};
  return Project{parts[0], parts[1]};
}

// Fills in one level of the decision. `name` may be "workspace/project".
bool take(Scope& scope, std::string workspace, std::string name, const std::string& origin) {
  if (const auto slash = name.find('/'); slash != std::string::npos) {
    if (!workspace.empty() && workspace != name.substr(0, slash))
      throw Error(ErrorKind::usage, origin + ": two workspaces: " + workspace + " and " + name.substr(0, slash));
    workspace = name.substr(0, slash);
    name = name.substr(slash + 1);
  }
  if (!workspace.empty()) check_name(workspace, origin);
  if (!name.empty()) check_name(name, origin);
  if (!workspace.empty()) scope.project.workspace = workspace;
  if (name.empty()) return false;
  scope.project.name = name;
  scope.resolved_by = origin;
  return true;
}

void add(std::vector<std::string>& list, const std::string& path) {
  const std::string form = path.ends_with(".md") ? path : path + ".md";
  if (std::find(list.begin(), list.end(), form) == list.end()) list.push_back(form);
}

bool is_default(const Project& project) { return project == Project{}; }

// A page that lies in no project's folder; the README.md at the top is none.
void add_above_projects(std::vector<std::string>& list, const std::string& path) {
  if (is_page_name(path.ends_with(".md") ? path : path + ".md")) add(list, path);
}

// Candidates for a path that stands below a project.
void add_in_project(std::vector<std::string>& list, const Project& project, const std::string& path) {
  add(list, project.str() + "/" + path);
  if (is_default(project)) add_above_projects(list, path);
}

// "shop" -> a project of the current workspace; "work/shop" -> both.
Project named_project(const std::string& name, const Project& current) {
  const auto slash = name.find('/');
  if (slash == std::string::npos) return {current.workspace, name};
  return {name.substr(0, slash), name.substr(slash + 1)};
}

std::optional<PagePath> possible_page(const std::string& path) {
  try {
    return PagePath::existing(path);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<std::string> as_file_in_wiki(const PathRequest& request) {
  const fs::path typed(request.typed);
  if (!typed.is_absolute() && !below(request.current_dir, request.wiki_root)) return std::nullopt;
  std::error_code ignored;  // links in the folders above are followed, the page's own name is taken as typed
  const fs::path folder = fs::weakly_canonical((request.current_dir / typed).parent_path(), ignored);
  const auto relative = below(folder / typed.filename(), request.wiki_root);
  if (!relative || *relative == ".") return std::nullopt;
  return relative->generic_string();
}

}  // namespace

std::optional<fs::path> find_upward(const fs::path& from, const std::string& name) {
  for (fs::path folder = from; !folder.empty(); folder = folder.parent_path()) {
    std::error_code ignored;
    if (fs::exists(folder / name, ignored)) return folder / name;
    if (folder == folder.parent_path()) break;
  }
  return std::nullopt;
}

Scope resolve_scope(const ScopeRequest& asked) {
  Scope scope{{}, "default"};
  ScopeRequest request = asked;
  if (const auto slash = request.file_project.find('/'); slash != std::string::npos) {
    if (request.file_workspace.empty()) request.file_workspace = request.file_project.substr(0, slash);
    request.file_project.erase(0, slash + 1);
    check_name(request.file_project, ".ai-memory.toml");
  }
  // Workspaces are taken from the weakest level to the strongest, the project from the strongest that names one.
  take(scope, request.file_workspace, "", ".ai-memory.toml");
  take(scope, request.environment_workspace, "", "environment");
  take(scope, request.flag_workspace, "", "flag");
  if (take(scope, request.flag_workspace, request.flag_project, "flag")) return scope;
  const auto& workspace = request.flag_workspace.empty() ? request.environment_workspace : request.flag_workspace;
  if (take(scope, workspace, request.environment_project, "environment")) return scope;
  if (const auto project = project_of_folder(request)) {
    if (request.flag_workspace.empty()) scope.project.workspace = project->workspace;
    scope.project.name = project->name;
    scope.resolved_by = "wiki folder";
    return scope;
  }
  if (take(scope, "", request.file_project, ".ai-memory.toml")) return scope;
  if (const auto name = enclosing_git_name(request.current_dir)) take(scope, "", *name, "git");
  return scope;
}

std::vector<std::string> path_candidates(const PathRequest& request) {
  std::vector<std::string> list;
  const std::string& typed = request.typed;
  if (typed.starts_with("/")) {
    if (const auto file = as_file_in_wiki(request)) add(list, *file);
    return list;
  }
  if (typed.starts_with(":")) {
    add(list, typed.substr(1));
    return list;
  }
  const auto colon = typed.find(':');
  if (colon != std::string::npos) {
    add_in_project(list, named_project(typed.substr(0, colon), request.project), typed.substr(colon + 1));
  } else if (const auto file = as_file_in_wiki(request)) {
    add(list, *file);
  }
  // A path as `list --json` and git print it, from the wiki's root.
  if (typed.starts_with(request.project.str() + "/")) add(list, typed);
  add_in_project(list, request.project, typed);
  add_above_projects(list, typed);
  return list;
}

PagePath existing_page(const PathRequest& request, const std::function<bool(const PagePath&)>& exists) {
  const auto candidates = path_candidates(request);
  for (const auto& candidate : candidates) {
    const auto path =
        possible_page(candidate);  // forms that can be none are passed over; the likeliest is judged below
    if (path && exists(*path)) return *path;
  }
  if (candidates.empty())
    throw Error(ErrorKind::usage, request.typed + ": not a file of the wiki " + request.wiki_root.string(),
                "paths are relative to the project; `list` shows them");
  return PagePath::existing(candidates.front());
}

std::optional<PagePath> page_spelled_alike(const PathRequest& request,
                                           const std::function<std::vector<PagePath>()>& pages) {
  const auto& typed = request.typed;
  if (std::all_of(typed.begin(), typed.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    return std::nullopt;
  const auto present = pages();
  for (const auto& candidate : path_candidates(request))
    for (const auto& page : present)
      if (to_nfc(page.str()) == to_nfc(candidate)) return page;
  return std::nullopt;
}

PagePath new_page(const PathRequest& request) {
  if (request.typed.empty()) throw Error(ErrorKind::usage, "page path: empty");
  if (request.typed.ends_with("/"))
    throw Error(ErrorKind::usage, request.typed + ": a folder, not a page", "add the page's name");
  PathRequest from_project = request;  // inside the wiki's folders too, unless it plainly is a file name
  if (!request.typed.starts_with("./") && !request.typed.starts_with("../")) from_project.current_dir.clear();
  const auto candidates = path_candidates(from_project);
  if (candidates.empty())
    throw Error(ErrorKind::usage, request.typed + ": not in the wiki " + request.wiki_root.string(),
                "paths are relative to the project, as in notes/plan");
  return PagePath::create(to_nfc(candidates.front()));
}

std::string shown_path(const PagePath& path, const Scope& scope) {
  return path.project() == scope.project ? path.in_project() : path.display();
}

}  // namespace ai_memory
