#include "cli/export_report.hh"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/import_report.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kShown = 20;

std::string files_text(std::size_t count) { return counted(count, "file", "files"); }

void warn_of(Output& out, const std::vector<ImportNote>& notes) {
  for (std::size_t i = 0; i < notes.size() && i < kShown; ++i)
    out.warn(one_line(notes[i].what) + ": " + one_line(notes[i].why));
  if (notes.size() > kShown) out.warn("and " + counted(notes.size() - kShown, "more", "more") + " (--json lists all)");
}

void print_json(Context& context, const std::string& target, const ExportReport& report) {
  auto document = json_document();
  document["dry_run"] = context.options().dry_run;
  document["target"] = target;
  document["added"] = report.added;
  document["replaced"] = report.replaced;
  document["unchanged"] = report.unchanged;
  document["renamed"] = nlohmann::ordered_json::array();
  for (const auto& [what, page, why] : report.renamed)
    document["renamed"].push_back({{"what", what}, {"file", page}, {"why", why}});
  for (const auto& [name, notes] : {std::pair("kept", &report.kept), std::pair("problems", &report.problems)}) {
    document[name] = nlohmann::ordered_json::array();
    for (const auto& [what, why] : *notes) document[name].push_back({{"what", what}, {"why", why}});
  }
  context.out().json(document);
}

}  // namespace

void print_export(Context& context, const std::string& target, const ExportReport& report) {
  if (context.options().json) return print_json(context, target, report);
  Output& out = context.out();
  const bool dry_run = context.options().dry_run;
  const auto written = report.added.size() + report.replaced.size();
  if (written == 0)
    out.say("Nothing to write to " + one_line(target) + ".");
  else
    out.say((dry_run ? "Would write " : "Wrote ") + files_text(written) + " to " + one_line(target) +
            (dry_run ? ":" : "."));
  if (dry_run) {
    for (const auto& name : report.added) out.line("  new      " + one_line(name));
    for (const auto& name : report.replaced) out.line("  replace  " + one_line(name));
  }
  if (!report.unchanged.empty()) out.say(files_text(report.unchanged.size()) + " there already, with the same text.");
  for (const auto& [what, page, why] : report.renamed)
    out.say("Renamed " + one_line(what) + " to " + one_line(page) + ": " + why);
}

int warn_of_export(Context& context, const ExportReport& report) {
  warn_of(context.out(), report.problems);
  warn_of(context.out(), report.kept);
  const auto with_other_text = std::count_if(report.kept.begin(), report.kept.end(),
                                             [](const ImportNote& note) { return note.why == kOtherText; });
  if (with_other_text > 0) context.out().tell("Files with other text were kept; --overwrite replaces them.");
  if (static_cast<std::size_t>(with_other_text) < report.kept.size())
    context.out().tell("Links, folders and what is no plain file are never replaced; move them away.");
  return report.problems.empty() && report.kept.empty() ? kExitOk : kExitWithWarnings;
}

}  // namespace ai_memory
