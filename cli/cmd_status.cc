#include <CLI/CLI.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/hand_edits.hh"
#include "cli/problems.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kManyLooseObjects = 5000;
constexpr std::size_t kShown = 5;
constexpr std::size_t kProblemsShown = 3;
constexpr std::size_t kEditsRead = 200;  // edited pages whose front matter is looked at

struct Status {
  std::map<std::string, std::size_t> tiers;  // of the project
  std::size_t project_pages = 0, all_pages = 0, protected_pages = 0;
  std::vector<std::string> protected_shown;  // with file and line
  std::vector<HandEdit> edits;
  std::vector<std::string> problems;  // of edited pages that are not protected
  std::string last_sweep, last_error, blocked_by;
  std::size_t loose_objects = 0;
};

std::vector<std::string> problems_now(Context& context, const PagePath& path) {
  const auto text = context.wiki().read(path);
  return text ? problems_of(path, *text) : std::vector<std::string>{};
}

// The index knows which pages are protected; what is wrong with others is told while they are being edited, for
// reading every page takes too long.
void collect_problems(Context& context, const std::set<PagePath>& protected_pages, Status& status) {
  for (const auto& path : protected_pages) {
    if (status.protected_shown.size() == kProblemsShown) break;
    const auto problems = problems_now(context, path);
    if (!problems.empty()) status.protected_shown.push_back(problems.front());
  }
  for (std::size_t i = 0; i < status.edits.size() && i < kEditsRead; ++i) {
    if (protected_pages.contains(status.edits[i].path)) continue;
    for (auto& problem : problems_now(context, status.edits[i].path)) status.problems.push_back(std::move(problem));
  }
}

Status collect(Context& context) {
  Status status;
  const auto& index = context.index();
  std::set<PagePath> protected_pages;
  for (const auto& page : index.pages()) {
    ++status.all_pages;
    if (!page.protected_why.empty()) protected_pages.insert(page.path);
    if (page.path.project() != context.scope().project) continue;
    ++status.project_pages;
    ++status.tiers[page.tier];
  }
  for (const auto& edit : context.wiki().hand_edits())
    if (edit.state != HandEdit::State::ignored) status.edits.push_back(edit);
  status.protected_pages = protected_pages.size();
  collect_problems(context, protected_pages, status);
  status.last_sweep = index.meta("last_sweep").value_or("");
  status.last_error = index.meta("last_error").value_or("");
  status.blocked_by = context.wiki().blocked_by();
  status.loose_objects = context.wiki().loose_objects();
  return status;
}

void print_json(Context& context, const Status& status) {
  auto document = json_document();
  document["home"] = context.home().string();
  document["scope"] = json_scope(context.scope());
  document["pages"] = {{"project", status.project_pages}, {"all", status.all_pages}, {"tiers", status.tiers}};
  document["protected"] = status.protected_pages;
  document["problems"] = status.protected_shown;
  for (const auto& problem : status.problems) document["problems"].push_back(problem);
  document["hand_edits"] = nlohmann::ordered_json::array();
  for (const auto& edit : status.edits)
    document["hand_edits"].push_back({{"path", edit.path.str()}, {"state", state_text(edit.state)}});
  document["last_sweep"] = status.last_sweep;
  document["last_error"] = status.last_error;
  document["blocked_by"] = status.blocked_by;
  document["loose_objects"] = status.loose_objects;
  document["warnings"] = context.config().warnings;
  context.out().json(document);
}

void print_edits(Context& context, const Status& status) {
  auto& out = context.out();
  out.line("uncommitted  " + (status.edits.empty() ? "none" : std::to_string(status.edits.size())));
  for (std::size_t i = 0; i < status.edits.size() && i < kShown; ++i)
    out.line("             " + fit(state_text(status.edits[i].state), 9) + " " + context.shown(status.edits[i].path));
  if (status.edits.size() > kShown) out.line("             … `ai-memory commit --dry-run` lists them all");
}

void print_text(Context& context, const Status& status) {
  auto& out = context.out();
  const auto& scope = context.scope();
  out.line("home         " + context.home().string());
  out.line("project      " + scope.project.str() + " (by " + scope.resolved_by + ")");
  std::string tiers;
  for (const auto& [tier, count] : status.tiers) tiers += ", " + std::to_string(count) + " " + tier;
  out.line("pages        " + std::to_string(status.project_pages) + tiers + "; " + std::to_string(status.all_pages) +
           " in all projects");
  print_edits(context, status);
  out.line("last sweep   " + (status.last_sweep.empty() ? "never" : one_line(status.last_sweep)));
  if (!status.last_error.empty()) out.line(out.paint(Style::red, "last error   " + one_line(status.last_error)));
  if (!status.blocked_by.empty()) out.line(out.paint(Style::red, "blocked      " + status.blocked_by));
  if (status.protected_pages > 0) {
    out.line("protected    " + std::to_string(status.protected_pages) + " (never changed by a sweep until mended)");
    for (const auto& line : status.protected_shown) out.wrapped("             ", one_line(line), 15);
  }
  if (!status.problems.empty()) {
    out.line("problems     " + std::to_string(status.problems.size()) + " in uncommitted pages");
    for (std::size_t i = 0; i < status.problems.size() && i < kProblemsShown; ++i)
      out.wrapped("             ", one_line(status.problems[i]), 15);
  }
  if (status.loose_objects > kManyLooseObjects)
    out.line("git          " + std::to_string(status.loose_objects) + " loose objects; `git -C " +
             context.wiki().root().string() + " gc` packs them");
}

}  // namespace

Runner setup_status(CLI::App&) {
  return [](Context& context) {
    const Status status = collect(context);
    if (context.options().json)
      print_json(context, status);
    else
      print_text(context, status);
    return kExitOk;
  };
}

}  // namespace ai_memory
