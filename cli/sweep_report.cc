#include "cli/sweep_report.hh"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/page_json.hh"
#include "decay/sweep_reason.hh"

namespace ai_memory {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kWaitingShown = 3;  // of a project
constexpr std::size_t kIndent = 12;       // of a reason's continuation on a terminal: under the path

std::string count_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " page" : " pages"); }

std::string score_column(double score) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%8.4f", score);
  return buffer.data();
}

class Printer {
 public:
  Printer(Output& out, const SweepReport& report, const Scope& scope) : out_(out), report_(report), scope_(scope) {}

  void print(KeptPages kept) {
    head();
    for (const SweptHandEdits& edits : report_.hand_edits) hand_edits(edits);
    for (const SweptPages& pass : report_.passes) swept(pass);
    waiting(kept);
    skipped();
    if (report_.purged > 0) {
      out_.line(section(verb("forgot", "would forget") + " " + std::to_string(report_.purged) +
                        " long removed pages in the search index (git keeps their text)"));
    }
    if (report_.packed > 0)
      out_.line(section("packed " + std::to_string(report_.packed) + " loose objects of git into one file"));
    kept == KeptPages::each ? kept_each() : kept_by_reason();
    next();
    if (!report_.diff.empty()) {
      out_.line("");
      out_.diff(report_.diff);
    }
  }

 private:
  std::string verb(const char* did, const char* would) const { return report_.dry_run ? would : did; }
  std::string section(const std::string& text) const { return out_.paint(Style::bold, text); }
  std::string shown(const PagePath& path) const { return one_line(shown_path(path, scope_)); }

  void head() {
    const bool idle = is_idle(report_);
    if (idle && report_.dry_run) out_.line("A sweep would have nothing to do (" + format_time(report_.now) + ").");
    if (idle && !report_.dry_run) out_.line("Nothing to do (" + format_time(report_.now) + ").");
    if (!idle && report_.dry_run) out_.line("Dry run: nothing is changed. At " + format_time(report_.now) + " a sweep");
    if (!report_.passes.empty() && !report_.dry_run)
      out_.line(out_.typed("Run " + report_.run + " (take it back: ai-memory undo " + report_.run + ")"));
  }

  void hand_edits(const SweptHandEdits& edits) {
    out_.line(section("hand-edits: " + verb("committed ", "would commit ") + count_text(edits.pages.size()) +
                      " edited by hand in " + edits.project.str()));
    for (const PagePath& path : edits.pages) out_.line("  " + shown(path));
  }

  void decision(const SweepDecision& decision) {
    out_.wrapped("  " + score_column(decision.terms.score) + "  " + shown(decision.path) + "  ",
                 one_line(decision.reason), kIndent, Style::faint);
  }

  std::string what_is_done(const SweptPages& pass) const {
    const std::string pages = count_text(pass.pages.size());
    if (pass.pass == "inbox") return verb("filed ", "would file ") + pages + " of the inbox in ";
    if (pass.pass == "dedup") return verb("merged ", "would merge ") + pages + " in ";
    if (pass.pass == "compact") return verb("compacted ", "would compact ") + pages + " in ";
    return verb("removed ", "would remove ") + pages + " from ";
  }

  void swept(const SweptPages& pass) {
    const std::string commit = pass.commit.empty() ? "" : " (commit " + pass.commit.substr(0, 10) + ")";
    out_.line(section(pass.pass + ": " + what_is_done(pass) + pass.project.str() + commit));
    for (const SweepDecision& page : pass.pages) decision(page);
    for (const auto& [page, links] : pass.relinked)
      out_.line("            " + shown(page) + "  " + verb("changed ", "would change ") + std::to_string(links) +
                (links == 1 ? " link" : " links"));
  }

  // The rule that holds them back is the same for all of a project; it is said once.
  void waiting(const Project& project, std::vector<const SweepDecision*> pages, std::size_t shown_pages) {
    const std::string& reason = pages.front()->reason;
    const std::size_t rule = reason.find("; waits: ");
    out_.wrapped(section("waiting: " + count_text(pages.size()) + " of " + project.str() +
                         (pages.size() == 1 ? " is" : " are") + " due but left for a later run") +
                     (rule == std::string::npos ? "" : ": "),
                 rule == std::string::npos ? "" : one_line(reason.substr(rule + 9)), 2);
    std::stable_sort(pages.begin(), pages.end(),
                     [](const auto* a, const auto* b) { return a->terms.score < b->terms.score; });
    for (std::size_t i = 0; i < pages.size() && i < shown_pages; ++i) {
      out_.line("  " + score_column(pages[i]->terms.score) + "  " + shown(pages[i]->path));
    }
    if (pages.size() > shown_pages) {
      out_.line("  … and " + std::to_string(pages.size() - shown_pages) + " more (--verbose lists all)");
    }
  }

  void waiting(KeptPages kept) {
    std::map<Project, std::vector<const SweepDecision*>> projects;
    for (const SweepDecision& page : report_.waiting) projects[page.project].push_back(&page);
    const std::size_t most = kept == KeptPages::each ? report_.waiting.size() : kWaitingShown;
    for (const auto& [project, pages] : projects) waiting(project, pages, most);
  }

  void skipped() {
    if (report_.skipped.empty()) return;
    out_.line(section("skipped: " + count_text(report_.skipped.size())));
    for (const SkippedChange& page : report_.skipped)
      out_.wrapped("  " + shown(page.path) + "  ", one_line(page.why), kIndent);
  }

  void kept_by_reason() {
    if (report_.kept.empty()) return;
    std::map<std::string, std::size_t> counts;
    for (const SweepDecision& page : report_.kept) ++counts[kept_because(page)];
    out_.line(section("kept: " + count_text(report_.kept.size())));
    for (const auto& [reason, count] : counts) out_.line("  " + std::to_string(count) + "  " + reason);
  }

  void kept_each() {
    if (report_.kept.empty()) return;
    out_.line(section("kept: " + count_text(report_.kept.size())));
    for (const SweepDecision& page : report_.kept) decision(page);
  }

  void next() {
    if (!report_.next && report_.passes.empty() && report_.waiting.empty() && report_.kept.empty())
      return out_.line("There are no pages.");
    if (!report_.next) return out_.line("No page goes cold as things stand.");
    const std::string page = shown(report_.next->path);
    if (report_.next->time <= report_.now) return out_.line("Next to go: " + page + ", at the next run.");
    out_.wrapped(
        "", "Next to go cold: " + page + ", " + format_time(report_.next->time) + " if nobody reads or edits it.", 4);
  }

  Output& out_;
  const SweepReport& report_;
  const Scope& scope_;
};

ordered_json json_decisions(const std::vector<SweepDecision>& decisions) {
  ordered_json list = ordered_json::array();
  for (const SweepDecision& decision : decisions) {
    list.push_back({{"path", decision.path.str()},
                    {"action", action_name(decision.action)},
                    {"pass", decision.pass},
                    {"reason", decision.reason},
                    {"score", decision.terms.score},
                    {"terms", json_terms(decision.terms)}});
  }
  return list;
}

}  // namespace

bool is_idle(const SweepReport& report) {
  return report.passes.empty() && report.hand_edits.empty() && report.skipped.empty() && report.purged == 0;
}

std::string kept_because(const SweepDecision& decision) {
  const std::string& reason = decision.reason;
  if (reason.find("use is known for") != std::string::npos) return "cold, but not known for long enough to go";
  if (reason.starts_with("retention ")) return "above the cold threshold";
  if (reason.starts_with(std::string(kNotMerged) + "near"))
    return "cold, and near another page that says something else";
  if (reason.starts_with(std::string(kNotMerged) + "the same"))
    return "cold, and the same as another page but for the front matter";
  if (reason.starts_with("expired ")) return "expired, which is for the pass ttl";
  if (reason.starts_with("restored ")) return "restored not long ago";
  if (reason.starts_with("pinned")) return "pinned";
  if (reason.starts_with("protected")) return "protected until mended (`ai-memory status` names the fault)";
  if (reason.starts_with("session ended") || reason.starts_with("working page")) return "working pages not yet due";
  return reason;
}

void print_sweep(Output& out, const SweepReport& report, const Scope& scope, KeptPages kept) {
  Printer(out, report, scope).print(kept);
}

ordered_json json_terms(const RetentionTerms& terms) {
  ordered_json json = {
      {"curve", curve_name(terms.curve)}, {"age_days", terms.age_days}, {"idle_days", terms.idle_days}};
  if (terms.curve == Curve::exponential)
    json.update({{"lambda", terms.lambda}, {"breadth", terms.breadth}, {"base", terms.base}, {"use", terms.use}});
  else
    json.update({{"stability", terms.stability}, {"recall", terms.recall}});
  if (terms.curve == Curve::fsrs6) json["difficulty"] = terms.difficulty;
  json["score"] = terms.score;
  return json;
}

ordered_json json_sweep(const SweepReport& report) {
  ordered_json document = json_document();
  document["run"] = report.run.empty() ? ordered_json(nullptr) : ordered_json(report.run);
  document["dry_run"] = report.dry_run;
  document["now"] = format_time(report.now);
  document["counts"] = {{"removed", report.count(SweepAction::remove)},
                        {"filed", report.count(SweepAction::file)},
                        {"merged", report.count(SweepAction::stub)},
                        {"compacted", report.count(SweepAction::compact)},
                        {"waiting", report.waiting.size()},
                        {"kept", report.kept.size()},
                        {"skipped", report.skipped.size()},
                        {"purged", report.purged},
                        {"packed", report.packed}};
  document["hand_edits"] = ordered_json::array();
  for (const SweptHandEdits& edits : report.hand_edits) {
    ordered_json paths = ordered_json::array();
    for (const PagePath& path : edits.pages) paths.push_back(path.str());
    document["hand_edits"].push_back(
        {{"project", edits.project.str()}, {"commit", json_commit(edits.commit)}, {"paths", paths}});
  }
  document["passes"] = ordered_json::array();
  for (const SweptPages& pass : report.passes) {
    ordered_json relinked = ordered_json::array();
    for (const auto& [page, links] : pass.relinked) relinked.push_back({{"path", page.str()}, {"links", links}});
    document["passes"].push_back({{"pass", pass.pass},
                                  {"project", pass.project.str()},
                                  {"commit", json_commit(pass.commit)},
                                  {"pages", json_decisions(pass.pages)},
                                  {"relinked", relinked}});
  }
  document["waiting"] = json_decisions(report.waiting);
  document["kept"] = json_decisions(report.kept);
  document["skipped"] = ordered_json::array();
  for (const SkippedChange& page : report.skipped) {
    document["skipped"].push_back({{"path", page.path.str()}, {"why", page.why}});
  }
  document["warnings"] = report.warnings;
  document["next"] = nullptr;
  if (report.next) document["next"] = {{"path", report.next->path.str()}, {"time", format_time(report.next->time)}};
  if (report.dry_run) document["diff"] = report.diff;
  return document;
}

}  // namespace ai_memory
