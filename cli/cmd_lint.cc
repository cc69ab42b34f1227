#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/apply.hh"
#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/lint_print.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr const char* kAll = "all";

struct LintOptions {
  std::vector<std::string> kinds, pages;
  bool exit_code = false, fix = false;
};

std::set<LintKind> chosen_kinds(const std::vector<std::string>& names) {
  const bool all = std::find(names.begin(), names.end(), kAll) != names.end();
  std::set<LintKind> kinds;
  for (const auto& info : lint_kinds())
    if (all || (names.empty() && info.by_default) || std::find(names.begin(), names.end(), info.name) != names.end())
      kinds.insert(info.kind);
  return kinds;
}

LintRequest request_of(Context& context, const LintOptions& options) {
  LintRequest request;
  request.kinds = chosen_kinds(options.kinds);
  for (const auto& typed : options.pages) request.pages.insert(context.page(typed));
  if (options.pages.empty()) request.project = project_by_flag(context, "lint", false);
  return request;
}

bool was_changed(const CommitResult& result, const LintFinding& finding) {
  return std::find(result.changed.begin(), result.changed.end(), finding.path) != result.changed.end();
}

LintMended mend(Context& context, LintFixes fixes) {
  LintMended mended;
  mended.left = std::move(fixes.left);
  if (fixes.changes.changes.empty()) return mended;
  const CommitResult result = apply(context, fixes.changes);
  mended.commit = result.commit;
  mended.run = result.commit.empty() ? "" : fixes.changes.run;
  for (auto& finding : fixes.fixed)
    if (was_changed(result, finding)) mended.fixed.push_back(std::move(finding));
  return mended;
}

void warn_of_left(Context& context, const LintFixes& fixes) {
  for (const auto& [finding, why] : fixes.left)
    context.out().warn(one_line(context.shown(finding.path)) + ":" + std::to_string(finding.line) +
                       ": not mended: " + one_line(why));
}

int lint(Context& context, const LintOptions& options) {
  const LintRequest request = request_of(context, options);
  LintReport report = lint_wiki(context, request);
  LintMended mended;
  if (options.fix) {
    LintFixes fixes = plan_fixes(context, report.findings);
    warn_of_left(context, fixes);
    if (fixes.changes.changes.empty()) context.out().tell("there is nothing to mend");
    if (context.options().dry_run) return print_dry_run(context, fixes.changes), kExitOk;
    mended = mend(context, std::move(fixes));
    if (!mended.commit.empty()) report = lint_wiki(context, request);
  }
  if (context.options().json) {
    print_findings_json(context, report, options.fix ? &mended : nullptr);
  } else {
    print_mended(context, mended);
    print_findings(context, report);
  }
  return options.exit_code && !report.findings.empty() ? kExitFindings : kExitOk;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const auto& info : lint_kinds()) names.emplace_back(info.name);
  names.emplace_back(kAll);
  return names;
}

std::string kinds_text() {
  std::string text = "Kinds: ";
  for (const auto& info : lint_kinds()) {
    text += std::string(info.name) + " - " + std::string(info.help);
    if (info.fixable) text += " (--fix)";
    if (!info.by_default) text += " (only if asked for)";
    text += "; ";
  }
  return text + kAll + " - every one of them.";
}

}  // namespace

Runner setup_lint(CLI::App& app) {
  auto options = std::make_shared<LintOptions>();
  app.add_option("--kind", options->kinds, "Only findings of these kinds, with commas between or repeated")
      ->type_name("KIND")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(kind_names()));
  app.add_flag("--exit-code", options->exit_code, "End with status 1 if anything is found");
  app.add_flag("--fix", options->fix, "Mend the links that can have meant one page only; all else stays");
  app.add_option("PAGE", options->pages, "Only what concerns these pages");
  app.footer(kinds_text());
  return [options](Context& context) { return lint(context, *options); };
}

}  // namespace ai_memory
