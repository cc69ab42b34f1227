#include "cli/commit_list.hh"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/page_json.hh"

namespace ai_memory {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShortId = 10;
constexpr std::size_t kSubjectsShown = 6;
constexpr std::size_t kIndent = 4;  // of a line's continuation on a terminal

// One list as a document with `key`, or an entry a line.
void print_list(Context& context, const char* key, const std::vector<Json>& entries, Json document) {
  if (context.options().jsonl) {
    for (const auto& entry : entries) {
      auto line = json_document();
      line.update(entry);
      context.out().json(line);
    }
    return;
  }
  document[key] = entries;
  context.out().json(document);
}

// "2026-11-29 12:00", UTC.
std::string short_time(Timestamp time) {
  const std::string whole = format_time(time);
  return whole.substr(0, 10) + " " + whole.substr(11, 5);
}

std::string plural(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

bool touches(const std::vector<TreeChange>& changes, const Project& project) {
  return std::any_of(changes.begin(), changes.end(), [&project](const TreeChange& change) {
    return is_page_name(change.path) && PagePath::existing(change.path).project() == project;
  });
}

// Short id and time, the start of every line.
std::string head_of(const Output& out, const CommitInfo& commit) {
  return out.paint(Style::yellow, commit.id.substr(0, kShortId)) + "  " + format_time(commit.commit_time) + "  ";
}

Json to_json(const Version& version, std::size_t bytes) {
  Json json = to_json(version.commit);
  json["path"] = version.path;
  json["blob"] = version.blob;
  json["bytes"] = version.blob.empty() ? Json(nullptr) : Json(bytes);
  json["reason"] = version.reason;
  return json;
}

Json to_json(const RunSummary& run) {
  Json json = {{"run", run.run},       {"source", run.source},   {"time", format_time(run.time)},
               {"passes", run.passes}, {"commits", run.commits}, {"subjects", run.subjects},
               {"pages", run.pages}};
  if (!run.undone_by.empty()) json["undone_by"] = run.undone_by;
  if (!run.undoes.empty()) json["undoes"] = run.undoes;
  return json;
}

// What the run did, in the words of its commits.
void print_subjects(Output& out, const std::vector<std::string>& subjects) {
  for (std::size_t i = 0; i < subjects.size() && i < kSubjectsShown; ++i)
    out.wrapped("    ", one_line(subjects[i]), 2 * kIndent);
  if (subjects.size() > kSubjectsShown)
    out.line("    … and " + plural(subjects.size() - kSubjectsShown, "more commit"));
}

}  // namespace

std::vector<ListedCommit> recent_commits(const Wiki& wiki, const std::optional<Project>& project, std::size_t limit) {
  std::vector<ListedCommit> found;
  wiki.walk_back([&](const CommitInfo& commit, const std::vector<TreeChange>& changes) {
    if (!project || touches(changes, *project)) found.push_back({commit, changes.size()});
    return found.size() < limit;
  });
  return found;
}

void print_commits(Context& context, const std::vector<ListedCommit>& commits) {
  if (context.options().json) {
    std::vector<Json> entries;
    for (const auto& [commit, pages] : commits) {
      entries.push_back(to_json(commit));
      entries.back()["pages"] = pages;
    }
    return print_list(context, "commits", entries, json_document());
  }
  auto& out = context.out();
  out.page();
  for (const auto& [commit, pages] : commits)
    out.wrapped(head_of(out, commit),
                one_line(commit.subject) + (pages == 1 ? "" : "  (" + plural(pages, "file") + ")"), kIndent);
}

void print_versions(Context& context, const PagePath& path, const std::vector<Version>& versions) {
  std::vector<std::size_t> bytes;
  for (const auto& version : versions)
    bytes.push_back(version.blob.empty() ? 0 : context.wiki().blob(version.blob).size());
  if (context.options().json) {
    auto document = json_document();
    document["path"] = path.str();
    std::vector<Json> entries;
    for (std::size_t i = 0; i < versions.size(); ++i) entries.push_back(to_json(versions[i], bytes[i]));
    return print_list(context, "versions", entries, document);
  }
  auto& out = context.out();
  out.page();
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const auto& [commit, name, blob, reason] = versions[i];
    std::string line = one_line(commit.subject);
    if (!reason.empty()) line += ": " + one_line(reason);
    if (name != path.str()) line += "  (as " + one_line(name) + ")";
    out.wrapped(head_of(out, commit) + fit(blob.empty() ? "removed" : std::to_string(bytes[i]) + " B", 9) + "  ", line,
                kIndent);
  }
}

void print_runs(Context& context, const std::vector<RunSummary>& runs) {
  if (context.options().json) {
    std::vector<Json> entries;
    for (const auto& run : runs) entries.push_back(to_json(run));
    return print_list(context, "runs", entries, json_document());
  }
  auto& out = context.out();
  out.page();
  std::map<std::string, const RunSummary*> by_id;
  for (const auto& run : runs) by_id[run.run] = &run;
  for (const auto& run : runs) {
    const bool told = run.subjects.size() == 1 && run.undoes.empty();  // the only commit says it all
    std::string line = told ? one_line(run.subjects[0]) : run.source + ": " + plural(run.pages, "page");
    if (!run.undone_by.empty()) line += " (undone)";
    out.wrapped(out.paint(Style::yellow, run.run) + "  " + short_time(run.time) + "  ", line, kIndent);
    if (const auto undone = by_id.find(run.undoes); undone != by_id.end()) {
      print_subjects(out, {"takes back " + run_words(*undone->second)});
    } else if (!run.undoes.empty()) {
      print_subjects(out, {"takes back " + run.undoes});
    } else if (!told) {
      print_subjects(out, run.subjects);
    }
  }
}

std::string run_words(const RunSummary& run) {
  const std::string what = run.subjects.size() == 1 ? run.subjects[0] : run.source + " of " + plural(run.pages, "page");
  return one_line(what) + ", " + short_time(run.time);
}

}  // namespace ai_memory
