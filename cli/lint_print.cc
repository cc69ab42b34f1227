#include "cli/lint_print.hh"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/name_line.hh"
#include "cli/page_json.hh"

namespace ai_memory {
namespace {

using nlohmann::ordered_json;
using Each = std::vector<LintFinding>::const_iterator;

std::string count_of(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string place(Context& context, const LintFinding& finding) {
  return name_line(context.shown(finding.path)) + (finding.line > 0 ? ":" + std::to_string(finding.line) : "") + ": ";
}

void print_hint(Output& out, const std::string& hint, const std::string& indent) {
  if (!hint.empty()) out.wrapped(indent, one_line("try: " + out.typed(hint)), indent.size() + 5, Style::faint);
}

// A hint that all of a kind share is said once.
void print_group(Context& context, Each begin, Each end) {
  Output& out = context.out();
  const LintKindInfo& info = lint_kind_info(begin->kind);
  const bool shared = std::all_of(begin, end, [&](const LintFinding& one) { return one.hint == begin->hint; });
  if (!context.options().quiet)
    out.line(out.paint(Style::bold, std::string(info.name)) + " (" + std::to_string(end - begin) +
             "): " + std::string(info.help));
  for (auto at = begin; at != end; ++at) {
    out.wrapped(out.paint(Style::cyan, place(context, *at)), one_line(at->message), 4);
    if (!shared && !context.options().quiet) print_hint(out, at->hint, "    ");
  }
  if (context.options().quiet) return;
  if (shared) print_hint(out, begin->hint, "");
  out.line("");
}

}  // namespace

ordered_json json_finding(const LintFinding& finding) {
  ordered_json one = {{"kind", lint_kind_info(finding.kind).name},
                      {"id", finding.id},
                      {"path", finding.path.str()},
                      {"line", finding.line > 0 ? ordered_json(finding.line) : ordered_json(nullptr)},
                      {"message", finding.message},
                      {"hint", finding.hint},
                      {"others", ordered_json::array()},
                      {"fixable", finding.fix.has_value()}};
  for (const auto& other : finding.others) one["others"].push_back(other.str());
  return one;
}

void print_findings(Context& context, const LintReport& report) {
  Output& out = context.out();
  out.page();
  const std::string pages = count_of(report.pages, "page");
  for (auto at = report.findings.begin(); at != report.findings.end();) {
    const auto end = std::find_if(at, report.findings.end(), [&](const auto& one) { return one.kind != at->kind; });
    print_group(context, at, end);
    at = end;
  }
  out.say(report.findings.empty() ? "Nothing found in " + pages + "."
                                  : count_of(report.findings.size(), "finding") + " in " + pages + ".");
}

void print_findings_json(Context& context, const LintReport& report, const LintMended* mended) {
  Output& out = context.out();
  if (context.options().jsonl) {
    for (const auto& finding : report.findings) {
      ordered_json document = json_document();
      document.update(json_finding(finding));
      out.json(document);
    }
    return;
  }
  ordered_json document = json_document();
  document["scope"] = json_scope(context.scope());
  document["pages"] = report.pages;
  document["counts"] = ordered_json::object();
  document["findings"] = ordered_json::array();
  for (const auto& finding : report.findings) {
    auto& count = document["counts"][std::string(lint_kind_info(finding.kind).name)];
    count = count.is_null() ? 1 : count.get<int>() + 1;
    document["findings"].push_back(json_finding(finding));
  }
  if (mended != nullptr) {
    document["commit"] = json_commit(mended->commit);
    document["run"] = mended->run.empty() ? ordered_json(nullptr) : ordered_json(mended->run);
    document["fixed"] = ordered_json::array();
    for (const auto& finding : mended->fixed) document["fixed"].push_back(json_finding(finding));
    document["left"] = ordered_json::array();
    for (const auto& [finding, why] : mended->left)
      document["left"].push_back(
          {{"id", finding.id}, {"path", finding.path.str()}, {"line", finding.line}, {"why", why}});
  }
  out.json(document);
}

void print_mended(Context& context, const LintMended& mended) {
  Output& out = context.out();
  for (const auto& finding : mended.fixed) out.say("mended " + place(context, finding) + one_line(finding.message));
  if (!mended.run.empty()) out.tell("`ai-memory undo " + mended.run + "` takes that back");
}

}  // namespace ai_memory
