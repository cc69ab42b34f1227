#include "cli/dream_report.hh"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "dream/proposal.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kFindingsShown = 5;  // of a cluster

std::string pages_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " page" : " pages"); }

ordered_json json_finding(const RewriteFinding& finding) {
  ordered_json json = {{"fault", rewrite_fault_name(finding.fault)},
                       {"kind", finding.kind},
                       {"text", finding.text},
                       {"message", describe(finding)},
                       {"doubt", finding.is_doubt}};
  if (finding.source) json["page"] = finding.source->str();
  if (!finding.sentence.empty()) json["sentence"] = finding.sentence;
  if (finding.line > 0) json["line"] = finding.line;
  return json;
}

ordered_json json_cluster(const DreamtCluster& cluster) {
  ordered_json pages = ordered_json::array(), findings = ordered_json::array();
  for (const PagePath& page : cluster.pages) pages.push_back(page.str());
  for (const RewriteFinding& finding : cluster.findings) findings.push_back(json_finding(finding));
  ordered_json json = {{"outcome", dream_outcome_name(cluster.outcome)},
                       {"pages", pages},
                       {"novelty", cluster.novelty},
                       {"tokens", cluster.tokens},
                       {"reason", cluster.reason}};
  if (!cluster.commit.empty()) json["commit"] = cluster.commit;
  if (!cluster.proposal.empty()) json["proposal"] = cluster.proposal;
  if (!cluster.findings.empty()) json["findings"] = findings;
  if (cluster.corrections > 0) json["corrections"] = cluster.corrections;
  return json;
}

// Of how many cold pages, and the first pairs.
ordered_json json_apart(const std::vector<DreamApart>& apart) {
  constexpr std::size_t kMost = 20;
  ordered_json pairs = ordered_json::array();
  std::set<PagePath> pages;
  for (const DreamApart& pair : apart) {
    pages.insert({pair.left, pair.right});
    if (pairs.size() < kMost)
      pairs.push_back({{"pages", {pair.left.str(), pair.right.str()}},
                       {"kind", pair.kind},
                       {"left", pair.left_fact},
                       {"right", pair.right_fact}});
  }
  return {{"pages", pages.size()}, {"pairs", pairs}};
}

class Printer {
 public:
  Printer(Output& out, const ordered_json& report, const Scope& scope) : out_(out), report_(report), scope_(scope) {}

  void print() {
    head();
    for (const ordered_json& cluster : report_["clusters"]) print(cluster);
    apart();
    if (const auto left = report_["left"].get<std::size_t>())
      out_.line(std::to_string(left) + (left == 1 ? " cluster is" : " clusters are") + " left for a later run.");
    if (!text("ended").empty()) out_.wrapped("Ended early: ", one_line(text("ended")), 2);
    used();
  }

 private:
  std::string text(const char* key) const { return report_.value(key, std::string()); }
  std::string shown(const ordered_json& path) const {
    return one_line(shown_path(PagePath::existing(path.get<std::string>()), scope_));
  }

  void head() const {
    const bool dry = report_["dry_run"].get<bool>();
    if (!text("missing").empty()) out_.wrapped("No dream: ", one_line(text("missing")), 2);
    if (dry) out_.line("Dry run: nothing is asked and nothing is changed.");
    const bool nothing = report_["clusters"].empty() && report_["left"].get<std::size_t>() == 0;
    if (nothing && text("missing").empty() && text("ended").empty())
      out_.line("Nothing to dream of: no cold pages say the same (" + text("time") + ").");
    if (!text("run").empty()) {
      const bool changed = report_["rewritten"].get<std::size_t>() > 0;
      out_.line(
          out_.typed("Run " + text("run") + (changed ? " (take it back: ai-memory undo " + text("run") + ")" : "")));
    }
  }

  std::string what(const ordered_json& cluster) const {
    const auto outcome = cluster["outcome"].get<std::string>();
    const std::string pages = pages_text(cluster["pages"].size());
    if (outcome == "planned") return "would ask about " + pages;
    if (outcome == "rewritten")
      return "made one page of " + pages + " (commit " + cluster["commit"].get<std::string>().substr(0, 10) + ")";
    if (outcome == "proposed")
      return "proposes one page for " + pages + doubts_text(cluster.value("findings", ordered_json::array()).size()) +
             " (ai-memory proposals show " + cluster["proposal"].get<std::string>() + ")";
    if (outcome == "refused") return "refused the rewrite of " + pages;
    if (outcome == "edited") return "left " + pages + " that were changed meanwhile";
    if (outcome == "failed") return "no rewrite of " + pages;
    return "did not ask about " + pages;
  }

  void print(const ordered_json& cluster) const {
    std::array<char, 32> novelty{};
    std::snprintf(novelty.data(), novelty.size(), "%.2f", cluster["novelty"].get<double>());
    std::string head = what(cluster) + ", novelty " + novelty.data();
    if (const int corrections = cluster.value("corrections", 0))
      head += ", asked again" + (corrections == 1 ? "" : " " + std::to_string(corrections) + " times");
    if (const auto tokens = cluster["tokens"].get<std::size_t>())
      head += ", about " + std::to_string(tokens) + " tokens";
    out_.line(out_.paint(Style::bold, head));
    if (const auto reason = cluster["reason"].get<std::string>(); !reason.empty() && !cluster.contains("findings"))
      out_.wrapped("  ", one_line(reason), 2);
    if (cluster.contains("findings")) findings(cluster["findings"]);
    for (const ordered_json& page : cluster["pages"]) out_.line("    " + shown(page));
  }

  void findings(const ordered_json& found) const {
    for (std::size_t i = 0; i < found.size() && i < kFindingsShown; ++i) {
      out_.wrapped("  ", one_line(found[i]["message"].get<std::string>()), 4);
    }
    if (found.size() > kFindingsShown)
      out_.line("  and " + std::to_string(found.size() - kFindingsShown) + " more (--json lists all)");
  }

  void apart() const {
    if (!report_.contains("apart")) return;  // a report of old
    const auto count = report_["apart"]["pages"].get<std::size_t>();
    if (count > 0)
      out_.line(std::to_string(count) +
                " cold pages are near others but stay apart, for a fact differs (--json says which).");
  }

  void used() const {
    const auto& use = report_["use"];
    const auto calls = use["calls"].get<std::size_t>();
    if (calls == 0) return;
    out_.line(std::to_string(calls) + (calls == 1 ? " request to " : " requests to ") + text("model") + ", " +
              std::to_string(use["input_tokens"].get<std::size_t>()) + " tokens in, " +
              std::to_string(use["output_tokens"].get<std::size_t>()) + " out.");
  }

  Output& out_;
  const ordered_json& report_;
  const Scope& scope_;
};

}  // namespace

ordered_json json_dream(const DreamReport& report) {
  ordered_json json = json_document();
  json["time"] = format_time(report.now);
  json["dry_run"] = report.dry_run;
  json["run"] = report.run;
  json["model"] = report.model;
  json["missing"] = report.missing;
  json["ended"] = report.ended;
  json["cancelled"] = report.cancelled;
  json["rewritten"] = report.count(DreamOutcome::rewritten);
  json["clusters"] = ordered_json::array();
  for (const DreamtCluster& cluster : report.clusters) json["clusters"].push_back(json_cluster(cluster));
  json["left"] = report.left;
  json["apart"] = json_apart(report.apart);
  json["use"] = {{"calls", report.use.calls},
                 {"input_tokens", report.use.input_tokens},
                 {"output_tokens", report.use.output_tokens}};
  return json;
}

void print_dream(Output& out, const ordered_json& report, const Scope& scope) { Printer(out, report, scope).print(); }

}  // namespace ai_memory
