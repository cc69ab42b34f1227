// Which project a command works on, and which page a path typed by a person means.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/page_path.hh"

namespace ai_memory {

struct Scope {
  Project project;
  std::string resolved_by;  // "flag", "environment", ".ai-memory.toml", "wiki folder", "git", "default"
};

// All that the decision depends on; empty = not given.
struct ScopeRequest {
  std::string flag_workspace, flag_project;  // a project may be typed as workspace/project
  std::string environment_workspace, environment_project;
  std::string file_workspace, file_project;  // from the nearest .ai-memory.toml
  std::filesystem::path current_dir;         // absolute
  std::filesystem::path wiki_root;           // absolute
};
// flag → environment → folder, when inside the wiki → .ai-memory.toml → name of the enclosing git work tree → default.
// Throws `usage` for a name that can be no folder.
Scope resolve_scope(const ScopeRequest& request);

// The nearest `name` in `from` or a folder above it.
std::optional<std::filesystem::path> find_upward(const std::filesystem::path& from, const std::string& name);

// Where a path typed on a command line may point, likeliest first; ".md" is added where it is missing (for existing
// pages the path as typed is tried too). Forms: `notes/x`, `project:notes/x`, `workspace/project:notes/x`,
// `:notes/x` from the wiki's root, and a file name (absolute, or relative to a current directory inside the wiki).
struct PathRequest {
  std::string typed;
  Project project;
  std::filesystem::path current_dir, wiki_root;
};
std::vector<std::string> path_candidates(const PathRequest& request);

// The first candidate for which `exists` holds, else the likeliest one. Throws `usage` for a refused path.
PagePath existing_page(const PathRequest& request, const std::function<bool(const PagePath&)>& exists);
// A page whose name is a candidate in another Unicode normal form, as file systems and editors make them. `pages` is
// asked only if the typed path has letters that have such forms.
std::optional<PagePath> page_spelled_alike(const PathRequest& request,
                                           const std::function<std::vector<PagePath>()>& pages);
PagePath new_page(const PathRequest& request);

// The shortest name that means this page when typed in `scope`.
std::string shown_path(const PagePath& path, const Scope& scope);

}  // namespace ai_memory
