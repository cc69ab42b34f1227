#include "cli/import_report.hh"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace ai_memory {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kShown = 20;
constexpr std::size_t kLinksShown = 5;
constexpr std::size_t kNamed = 3;

std::string pages_text(std::size_t count) { return counted(count, "page", "pages"); }

ordered_json json_paths(const std::vector<PagePath>& paths) {
  ordered_json list = ordered_json::array();
  for (const PagePath& path : paths) list.push_back(path.str());
  return list;
}

ordered_json json_notes(const std::vector<ImportNote>& notes, const char* what, const char* why) {
  ordered_json list = ordered_json::array();
  for (const ImportNote& note : notes) list.push_back({{what, note.what}, {why, note.why}});
  return list;
}

ordered_json json_survey(const ImportSurvey& survey) {
  return {{"links", survey.links},
          {"links_nowhere", json_notes(survey.nowhere, "page", "link")},
          {"relations", survey.relations},
          {"observations", survey.observations},
          {"tags", survey.tags}};
}

void print_json(Context& context, const ImportAnswer& answer) {
  const auto& [read, plan, survey, result] = answer;
  ordered_json document = json_document();
  document["dry_run"] = context.options().dry_run;
  document["run"] = result.commit.empty() ? ordered_json(nullptr) : ordered_json(plan.changes.run);
  document["commit"] = result.commit.empty() ? ordered_json(nullptr) : ordered_json(result.commit);
  document["sources"] = json_notes(read.sources, "source", "kind");
  document["added"] = json_paths(plan.added);
  document["replaced"] = json_paths(plan.replaced);
  document["unchanged"] = json_paths(plan.unchanged);
  document["gone"] = json_paths(plan.gone);
  document["edited"] = json_paths(plan.edited);
  document["kept"] = json_notes(plan.kept, "what", "why");
  document["renamed"] = ordered_json::array();
  for (const auto& [what, page, why] : read.renamed)
    document["renamed"].push_back({{"what", what}, {"page", page}, {"why", why}});
  document["problems"] = json_notes(read.problems, "what", "why");
  document["warnings"] = read.found;
  document["skipped_files"] = read.skipped();
  document["other_files"] = read.other_files;
  document["hidden"] = read.hidden;
  document["symlinks"] = read.symlinks;
  document["times_from"] = read.times_from;
  document["content"] = json_survey(survey);
  document["skipped"] = ordered_json::array();
  for (const SkippedChange& skipped : result.skipped) {
    document["skipped"].push_back({{"path", skipped.path.str()}, {"why", skipped.why}});
  }
  context.out().json(document);
}

void warn_of(Output& out, const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size() && i < kShown; ++i) out.warn(lines[i]);
  if (lines.size() > kShown) out.warn("and " + counted(lines.size() - kShown, "more", "more") + " (--json lists all)");
}

void warn_of(Output& out, const std::vector<ImportNote>& notes) {
  std::vector<std::string> lines;
  for (const auto& [what, why] : notes) lines.push_back(what + ": " + why);
  warn_of(out, lines);
}

// "a.md, b.md, c.md and 210 more"
std::string some_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kNamed; ++i) text += (i == 0 ? "" : ", ") + one_line(names[i]);
  return text + (names.size() > kNamed ? " and " + counted(names.size() - kNamed, "more", "more") : "");
}

// A vault whose pages were edited here can have hundreds.
void warn_of_kept(Context& context, const std::vector<ImportNote>& kept) {
  Output& out = context.out();
  if (kept.empty()) return;
  if (kept.size() <= kNamed) {
    warn_of(out, kept);
  } else {
    std::vector<std::string> names;
    for (const ImportNote& note : kept) names.push_back(note.what);
    out.warn(pages_text(kept.size()) + " hold other text than their files: " + some_of(names) + " (--json lists all)");
  }
  out.tell("Pages with other text were kept; --overwrite replaces them.");
}

void print_projects(Output& out, const ImportPlan& plan) {
  std::map<Project, std::size_t> counts;
  for (const PagePath& path : plan.added) ++counts[path.project()];
  for (const PagePath& path : plan.replaced) ++counts[path.project()];
  for (const auto& [project, count] : counts) out.say("  " + one_line(project.str()) + ": " + pages_text(count));
}

void print_no_markdown(Output& out, const ImportRead& read) {
  for (const ImportNote& source : read.sources)
    out.say("No markdown in " + one_line(source.what) + "; what begins with a dot is not looked at.");
}

void print_changes(Context& context, const ImportAnswer& answer) {
  Output& out = context.out();
  const bool dry_run = context.options().dry_run;
  const auto& changes = answer.plan.changes.changes;
  if (answer.read.pages.empty()) return print_no_markdown(out, answer.read);
  if (changes.empty()) return out.say(dry_run ? "Nothing new: an import would change nothing." : "Nothing new.");
  out.say((dry_run ? "Would import " : "Imported ") + pages_text(changes.size() - answer.result.skipped.size()) +
          (answer.result.commit.empty() ? "" : " in commit " + answer.result.commit.substr(0, 10)) + ":");
  print_projects(out, answer.plan);
  if (!dry_run) return;
  for (const Change& change : changes)
    out.line((change.base.empty() ? "  new      " : "  replace  ") + one_line(context.shown(change.path)));
}

void print_renamed(Output& out, const std::vector<RenamedFile>& renamed) {
  for (std::size_t i = 0; i < renamed.size() && i < kShown; ++i)
    out.say("Renamed " + one_line(renamed[i].what) + " to " + one_line(renamed[i].page) + ": " +
            one_line(renamed[i].why));
  if (renamed.size() > kShown) out.say("and renamed " + counted(renamed.size() - kShown, "more", "more"));
}

// "240 png, 12 pdf, 3 without an ending", most first.
std::string by_extension(const std::map<std::string, std::size_t>& files) {
  std::vector<std::pair<std::string, std::size_t>> sorted(files.begin(), files.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (std::size_t i = 0; i < sorted.size() && i < 8; ++i)
    text += (i == 0 ? "" : ", ") + counted(sorted[i].second, "", "") +
            (sorted[i].first.empty() ? "without an ending" : one_line(sorted[i].first));
  return text + (sorted.size() > 8 ? ", …" : "");
}

void print_left_out(Output& out, const ImportRead& read) {
  const auto others = read.skipped() - read.symlinks - read.hidden.size();
  if (others > 0)
    out.say(counted(others, "file that is not markdown was", "files that are not markdown were") +
            " left out: " + by_extension(read.other_files) + ".");
  if (!read.hidden.empty())
    out.say(counted(read.hidden.size(), "hidden markdown file was", "hidden markdown files were") +
            " left out: " + some_of(read.hidden) + ".");
  if (read.symlinks > 0) out.say(counted(read.symlinks, "symbolic link was", "symbolic links were") + " not followed.");
}

void print_survey(Context& context, const ImportAnswer& answer) {
  Output& out = context.out();
  const auto& [links, nowhere, relations, observations, tags] = answer.survey;
  if (links + observations + tags == 0) return;
  std::string text = counted(links, "link", "links");
  if (relations > 0) text += " (" + counted(relations, "relation", "relations") + ")";
  if (tags > 0) text += ", " + counted(tags, "tag", "tags");
  if (observations > 0) text += ", " + counted(observations, "observation", "observations");
  if (links > 0)
    text += nowhere.empty() ? "; every link leads to a page"
                            : "; " + counted(nowhere.size(), "link leads", "links lead") + " nowhere";
  out.say(text + (nowhere.empty() ? "." : ":"));
  for (std::size_t i = 0; i < nowhere.size() && i < kLinksShown; ++i)
    out.say("  " + one_line(nowhere[i].what) + ": " + one_line(nowhere[i].why));
  if (nowhere.size() > kLinksShown) out.say("  and " + counted(nowhere.size() - kLinksShown, "more", "more"));
}

void print_text(Context& context, const ImportAnswer& answer) {
  Output& out = context.out();
  const auto& [read, plan, survey, result] = answer;
  for (const auto& [source, kind] : read.sources)
    if (kind != "a file" && kind != "a folder of markdown") out.say(one_line(source) + " is " + kind + ".");
  print_changes(context, answer);
  if (!plan.unchanged.empty()) out.say(pages_text(plan.unchanged.size()) + " there already, with the same text.");
  if (!plan.gone.empty())
    out.say(pages_text(plan.gone.size()) + " imported before, removed or renamed since; not brought back (--again " +
            "does).");
  if (!plan.edited.empty()) {
    std::vector<std::string> names;
    for (const PagePath& path : plan.edited) names.push_back(context.shown(path));
    out.say(pages_text(plan.edited.size()) + " edited here since the import, kept: " + some_of(names) + ".");
  }
  print_renamed(out, read.renamed);
  print_left_out(out, read);
  print_survey(context, answer);
  if (!result.commit.empty()) out.tell("Take it back: ai-memory undo " + plan.changes.run);
}

}  // namespace

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

void print_import(Context& context, const ImportAnswer& answer) {
  context.options().json ? print_json(context, answer) : print_text(context, answer);
  warn_of(context.out(), answer.read.found);
  warn_of(context.out(), answer.read.problems);
  warn_of_kept(context, answer.plan.kept);
}

}  // namespace ai_memory
