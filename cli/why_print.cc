#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/chosen_project.hh"
#include "cli/commit_list.hh"
#include "cli/lint_print.hh"
#include "cli/page_evidence.hh"
#include "cli/page_json.hh"
#include "cli/shell_quote.hh"
#include "cli/why.hh"
#include "decay/retention.hh"

namespace ai_memory {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kIndent = 4;  // of a line's continuation on a terminal

std::string count_of(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string number(double value, int digits = 2) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, value);
  return buffer.data();
}

class Printer {
 public:
  Printer(Context& context, const Why& why) : context_(context), out_(context.out()), why_(why) {}

  void print(std::size_t limit) {
    out_.page();
    out_.line(out_.paint(Style::bold, shown(why_.path)));
    if (why_.there) {
      rests_on(*why_.evidence, why_.origins);
      against();
    } else {
      gone();
    }
    happened(limit);
    if (why_.next) next();
  }

 private:
  std::string shown(const PagePath& path) const { return one_line(context_.shown(path)); }
  void head(std::string_view text) { out_.line(out_.paint(Style::bold, text)); }
  void item(const std::string& text) { out_.wrapped("  ", one_line(text), kIndent); }

  std::string restore() const {
    return "ai-memory restore-page" + flags_to_type(context_, false) + " " +
           shell_quote(name_to_type(context_, why_.path));
  }

  // A merged page is named once, by what it is most.
  void each(const std::set<PagePath>& pages, const std::string& what) {
    for (const PagePath& page : pages)
      item(what + ": " + shown(page) + (why_.origins.merged.contains(page) ? ", merged into this one" : ""));
  }

  void rests_on(const PageEvidence& evidence, const PageOrigins& origins) {
    head("It rests on");
    each(evidence.sessions, "session");
    each(evidence.further, "page");
    for (const auto& source : evidence.sources) item("source: " + source);
    for (const PagePath& page : origins.merged)
      if (!evidence.sessions.contains(page) && !evidence.further.contains(page))
        item("page: " + shown(page) + ", merged into this one");
    for (const Observation& stated : origins.observations)
      item("line " + std::to_string(stated.line) + ": " + stated.text + ", by " + stated.context);
    if (evidence.terms.support > 0) return believed(evidence);
    item(origins.merged.empty() && origins.observations.empty()
             ? "itself alone: it names no evidence, and no session page links to it"
             : "no evidence beyond that, so how far to believe it is not reckoned");
  }

  void believed(const PageEvidence& evidence) {
    const BeliefTerms& terms = evidence.terms;
    const std::size_t further = evidence.further.size() + evidence.sources.size();
    const std::size_t others = evidence.contradictions.size();
    const double days = days_since(evidence.newest.value_or(context_.now()), context_.now());
    item("believed to " + number(terms.belief) + " (at most 0.95) = " + number(terms.amount) + " for " +
         count_of(evidence.sessions.size(), "session page") + " and " + count_of(further, "further piece") +
         " of evidence × " + number(terms.fresh) + " for the newest of it, " + number(days, 1) + " days old" +
         (others == 0 ? "" : " ÷ " + std::to_string(others + 1) + " for " + count_of(others, "page") + " against it"));
  }

  void against() {
    head("Against it speaks");
    const std::size_t before = said_;
    if (!why_.superseded_by.empty()) doubt("it is superseded by " + why_.superseded_by);
    if (why_.over_since) doubt("it was true until " + format_time(*why_.over_since));
    std::set<PagePath> named;
    for (const LintFinding& finding : why_.findings) {
      const std::string where = finding.path == why_.path ? "" : shown(finding.path) + ": ";
      doubt(std::string(lint_kind_info(finding.kind).name) + ": " + where + finding.message);
      named.insert(finding.path);
      named.insert(finding.others.begin(), finding.others.end());
    }
    for (const PagePath& page : why_.evidence->contradictions)
      if (!named.contains(page)) doubt("contradiction: " + shown(page) + ", though one of the two no longer holds");
    for (const std::size_t at : why_.bad_feedback) {
      const auto& [version, what] = why_.events[at];
      doubt("feedback: " + what + ", " + format_date(version.commit.commit_time) +
            (version.reason.empty() ? "" : ": " + version.reason));
    }
    if (said_ == before) item("nothing that is known");
  }

  void doubt(const std::string& text) {
    item(text);
    ++said_;
  }

  void gone() {
    const PageEvent& last = why_.events.front();
    if (why_.moved_to) {
      item("it is " + shown(*why_.moved_to) + " now");
      return;
    }
    head("It is gone");
    item(last.what + " on " + format_time(last.version.commit.commit_time) +
         (last.version.reason.empty() ? "" : ": " + last.version.reason));
    if (!why_.whole) return;
    item("its text is in commit " + why_.whole->commit.id.substr(0, 10) + "; `" + restore() + "` brings it back");
  }

  void happened(std::size_t limit) {
    head("What happened to it");
    if (why_.there && why_.uncommitted)
      item(why_.events.empty() ? "written by hand, and not committed yet" : "edited by hand, and not committed yet");
    for (std::size_t i = 0; i < why_.events.size() && i < limit; ++i) event(why_.events[i]);
    if (why_.events.size() > limit)
      item("… and " + std::to_string(why_.events.size() - limit) + " before that (--limit)");
    if (why_.there && why_.whole)
      item("its whole text is in commit " + why_.whole->commit.id.substr(0, 10) + "; `" + restore() + " --at " +
           why_.whole->commit.id.substr(0, 10) + "` brings it back");
  }

  void event(const PageEvent& event) {
    const auto& [version, what] = event;
    std::string text = what;
    if (!version.reason.empty()) text += ": " + version.reason;
    if (!version.commit.run.empty())
      text +=
          " (" + version.commit.pass + (version.commit.pass.empty() ? "" : ", ") + "run " + version.commit.run + ")";
    if (version.path != why_.path.str()) text += ", as " + version.path;
    out_.wrapped("  " + out_.paint(Style::yellow, version.commit.id.substr(0, 10)) + "  " +
                     format_time(version.commit.commit_time) + "  ",
                 one_line(text), kIndent);
  }

  void next() {
    head("What comes next");
    print_next_sweep(context_, *why_.next);
  }

  Context& context_;
  Output& out_;
  const Why& why_;
  std::size_t said_ = 0;
};

ordered_json to_json(const Observation& stated) {
  return {{"line", stated.line}, {"category", stated.category}, {"text", stated.text}, {"context", stated.context}};
}

ordered_json rests_on(const PageEvidence& evidence, const PageOrigins& origins) {
  ordered_json json = json_evidence(evidence);
  json.erase("contradictions");
  json["merged"] = json_paths(origins.merged);
  json["observations"] = ordered_json::array();
  for (const Observation& stated : origins.observations) json["observations"].push_back(to_json(stated));
  json["belief"] = evidence.terms.belief;
  return json;
}

ordered_json to_json(const PageEvent& event) {
  ordered_json json = {{"what", event.what}};
  json.update(to_json(event.version.commit));
  json["path"] = event.version.path;
  json["blob"] = event.version.blob;
  json["reason"] = event.version.reason;
  return json;
}

ordered_json against(const Why& why) {
  ordered_json json = {{"superseded_by", why.superseded_by},
                       {"over_since", json_time(why.over_since)},
                       {"contradictions", json_paths(why.evidence->contradictions)},
                       {"findings", ordered_json::array()},
                       {"feedback", ordered_json::array()}};
  for (const LintFinding& finding : why.findings) json["findings"].push_back(json_finding(finding));
  for (const std::size_t at : why.bad_feedback) json["feedback"].push_back(to_json(why.events[at]));
  return json;
}

}  // namespace

void print_why(Context& context, const Why& why, std::size_t limit) { Printer(context, why).print(limit); }

void print_why_json(Context& context, const Why& why, std::size_t limit) {
  ordered_json document = json_document();
  document["path"] = why.path.str();
  document["there"] = why.there;
  document["now"] = format_time(context.now());
  document["rests_on"] = why.evidence ? rests_on(*why.evidence, why.origins) : ordered_json(nullptr);
  document["against"] = why.evidence ? against(why) : ordered_json(nullptr);
  document["uncommitted"] = why.uncommitted;
  document["happened"] = ordered_json::array();
  for (std::size_t i = 0; i < why.events.size() && i < limit; ++i)
    document["happened"].push_back(to_json(why.events[i]));
  document["earlier"] = why.events.size() - document["happened"].size();
  document["whole_text"] = json_commit(why.whole ? why.whole->commit.id : CommitId());
  document["moved_to"] = why.moved_to ? ordered_json(why.moved_to->str()) : ordered_json(nullptr);
  if (why.next)
    add_next_sweep(document, *why.next);
  else
    document["next_sweep"] = nullptr;
  context.out().json(document);
}

}  // namespace ai_memory
