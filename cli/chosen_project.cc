#include "cli/chosen_project.hh"

#include "cli/commit_list.hh"
#include "cli/nearest.hh"
#include "cli/page_words.hh"
#include "cli/shell_quote.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

bool chosen_by_flag(Context& context) {
  return !context.options().project.empty() || !context.options().workspace.empty();
}

void refuse_unknown(Context& context) {
  const Project& project = context.scope().project;
  if (context.options().project.empty() || is_known_project(context, project)) return;
  throw Error(ErrorKind::not_found, project.str() + ": no such project", project_hint(context, project));
}

}  // namespace

std::optional<Project> project_to_show(Context& context, bool all_projects) {
  if (all_projects) return std::nullopt;
  refuse_unknown(context);
  return context.scope().project;
}

std::optional<Project> project_by_flag(Context& context, std::string_view command, bool all_projects) {
  if (context.options().project.empty()) return std::nullopt;
  if (all_projects)
    throw Error(ErrorKind::usage, std::string(command) + ": --all-projects and --project: not both",
                "give one of them");
  refuse_unknown(context);
  return context.scope().project;
}

bool is_known_project(Context& context, const Project& project) {
  std::error_code unreadable;
  if (project == Project{} || std::filesystem::is_directory(context.wiki_root() / project.str(), unreadable))
    return true;
  return !recent_commits(context.wiki(), project, 1).empty();
}

std::string near_project(Context& context, const Project& project) {
  std::vector<std::string> beside;
  for (const auto& name : project_words(context.wiki_root(), project.workspace)) {
    if (name.ends_with("/" + project.name)) return name;  // of another workspace
    if (name.find('/') == std::string::npos) beside.push_back(name);
  }
  const std::string near = nearest(project.name, beside);
  return near.empty() ? near : project.workspace + "/" + near;
}

std::string project_hint(Context& context, const Project& project) {
  const std::string near = near_project(context, project);
  return near.empty() ? "`ai-memory list --all-projects` shows the pages of every project"
                      : "did you mean `" + one_line(near) + "`?";
}

std::string name_to_type(Context& context, const PagePath& path) {
  return chosen_by_flag(context) ? path.display() : context.shown(path);
}

std::string flags_to_type(Context& context, bool with_project) {
  std::string flags;
  if (!context.options().home.empty()) flags += " --home " + shell_quote(context.home().string());
  if (with_project && chosen_by_flag(context)) flags += " -p " + shell_quote(context.scope().project.str());
  return flags;
}

}  // namespace ai_memory
