// The project that a command was told to work on, once it is known that there is one of that name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/context.hh"

namespace ai_memory {

// For commands that show one project: the one in scope; absent with `all_projects`. Throws not_found for a project
// named by -p that has neither pages nor history.
std::optional<Project> project_to_show(Context& context, bool all_projects);

// For commands that work on all projects unless -p names one. Throws not_found as above, and `usage` for -p beside
// --all-projects.
std::optional<Project> project_by_flag(Context& context, std::string_view command, bool all_projects);

// Whether there is such a project: a folder of it, or commits that had one.
bool is_known_project(Context& context, const Project& project);
// The project of which `project` may be a misspelling, with its workspace; empty: none.
std::string near_project(Context& context, const Project& project);
// "did you mean `shop`?", or how to list projects.
std::string project_hint(Context& context, const Project& project);

// How a page or a command is typed so that it means the same without the flags of this command line: "default/shop:x"
// where -p or --workspace chose the project, and " --home DIR -p default/shop" to be put behind a command's words.
std::string name_to_type(Context& context, const PagePath& path);
std::string flags_to_type(Context& context, bool with_project);

}  // namespace ai_memory
