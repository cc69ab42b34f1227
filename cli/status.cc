#include "cli/status.hh"

#include <algorithm>
#include <set>
#include <sstream>

#include "cli/chosen_project.hh"
#include "cli/hand_edits.hh"
#include "cli/problems.hh"
#include "cli/shell_quote.hh"
#include "cli/sweep_passes.hh"
#include "cli/waiting_proposals.hh"
#include "decay/sweep_plan.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kEditsRead = 200;  // edited pages whose front matter is looked at

std::string count_text(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::vector<std::string> problems_now(Context& context, const PagePath& path) {
  const auto text = context.wiki().read(path);
  return text ? problems_of(path, *text) : std::vector<std::string>{};
}

// The index knows which pages are protected; what is wrong with others is told while they are being edited, for
// reading every page takes too long.
void collect_problems(Context& context, const std::set<PagePath>& protected_pages, Status& status) {
  for (const auto& path : protected_pages) {
    const auto problems = problems_now(context, path);
    if (!problems.empty()) status.protected_shown.push_back(problems.front());
  }
  for (std::size_t i = 0; i < status.edits.size() && i < kEditsRead; ++i) {
    if (protected_pages.contains(status.edits[i].path)) continue;
    for (auto& problem : problems_now(context, status.edits[i].path)) status.problems.push_back(std::move(problem));
  }
}

// With -p what is told is of that project alone.
std::optional<Project> flag_project(Context& context) {
  return context.options().project.empty() ? std::nullopt : std::optional(context.scope().project);
}

void count_pages(Context& context, Status& status) {
  std::set<PagePath> protected_pages;
  const auto only = flag_project(context);
  for (const auto& page : context.index().pages()) {
    ++status.all_pages;
    if (!page.protected_why.empty() && (!only || page.path.project() == *only)) {
      protected_pages.insert(page.path);
      if (!status.first_protected || (page.readable && !status.first_is_text)) {
        status.first_protected = page.path;
        status.first_is_text = page.readable;
      }
    }
    if (page.path.project() != context.scope().project) continue;
    ++status.project_pages;
    status.pinned_pages += page.pinned;
    ++status.tiers[page.tier];
  }
  for (const auto& edit : context.wiki().hand_edits())
    if (edit.state != HandEdit::State::ignored && (!only || edit.path.project() == *only)) status.edits.push_back(edit);
  status.protected_pages = protected_pages.size();
  collect_problems(context, protected_pages, status);
}

void count_due(Context& context, Status& status) {
  const auto pages = context.index().sweep_pages(context.scope().project);
  const DecayConfig& config = context.config().decay;
  for (const auto& decision :
       plan_sweep(pages, context.now(), config, usual_request(context.wiki(), context.index(), config)).decisions) {
    status.due += decision.action == SweepAction::remove || decision.action == SweepAction::compact;
    status.waiting += decision.action == SweepAction::wait;
  }
}

// What is no text no command of ours opens.
NextStep mend_step(Context& context, const Status& status) {
  const PagePath& path = *status.first_protected;
  const std::string why = count_text(status.protected_pages, "page", "pages") + " no sweep may touch until mended";
  if (status.first_is_text)
    return {"ai-memory edit" + flags_to_type(context, false) + " " + shell_quote(name_to_type(context, path)), why};
  return {"${EDITOR:-vi} " + shell_quote((context.wiki().root() / path.str()).string()), why + ": save it as UTF-8"};
}

std::vector<NextStep> next_steps(Context& context, const Status& status) {
  std::vector<NextStep> next;
  const std::string wiki = shell_quote(context.wiki().root().string());
  const std::string here = flags_to_type(context, false), there = flags_to_type(context, true);
  if (status.blocked_by.find("is missing") != std::string::npos)
    return {{"ai-memory doctor --repair" + here, status.blocked_by}};
  if (!status.blocked_by.empty())  // nothing else would work now
    return {{"git -C " + wiki + " status", status.blocked_by + "; nothing is committed until it ends"}};
  if (status.last_error)
    next.push_back({"ai-memory forget-sweep" + here, "the last sweep failed; if it fails again: ai-memory doctor"});
  if (status.last_dream_error)
    next.push_back({"ai-memory doctor --llm" + here, "the last dream failed: does the language model answer?"});
  if (status.first_protected) next.push_back(mend_step(context, status));
  if (status.all_pages == 0) {
    next.push_back({"ai-memory write-page --title TITLE --body TEXT" + there, "the first page"});
    next.push_back({"ai-memory import DIR" + there, "notes you have already"});
  }
  if (!status.edits.empty())
    next.push_back({"ai-memory commit" + there, count_text(status.edits.size(), "page", "pages") + " edited by hand"});
  if (status.due > 0)
    next.push_back({"ai-memory forget-sweep --dry-run" + there,
                    count_text(status.due + status.waiting, "page is", "pages are") + " due to go"});
  if (status.proposals > 0)
    next.push_back(
        {"ai-memory proposals" + here,
         count_text(status.proposals, "rewrite of a dream waits", "rewrites of dreams wait") + " for your word"});
  if (status.unembedded > 0)
    next.push_back({"ai-memory embed" + here,
                    count_text(status.unembedded, "page has", "pages have") + " no vectors yet: found by words alone"});
  const int most = context.config().wiki.max_loose_objects;
  if (most > 0 && status.loose_objects > static_cast<std::size_t>(most))
    next.push_back(
        {"ai-memory maintain" + here, "about " + std::to_string(status.loose_objects) + " loose git objects"});
  return next;
}

}  // namespace

std::optional<LastSweep> parse_last_sweep(const std::string& text) {
  LastSweep sweep;
  sweep.text = text;
  const auto colon = text.find(": ");
  if (colon == std::string::npos) return std::nullopt;
  const auto run = text.find(" run ");
  sweep.time = text.substr(0, std::min(run, colon));
  if (run < colon) sweep.run = text.substr(run + 5, colon - run - 5);
  std::string word;
  std::istringstream counts(text.substr(colon + 2));
  for (std::size_t* count : {&sweep.removed, &sweep.waiting, &sweep.kept, &sweep.skipped})
    if (!(counts >> *count >> word)) return std::nullopt;
  return sweep;
}

std::optional<LastError> parse_last_error(const std::string& text) {
  const auto space = text.find(' ');
  const auto colon = text.find(": ", space == std::string::npos ? text.size() : space);
  if (colon == std::string::npos) return std::nullopt;
  return LastError{text.substr(0, space), text.substr(space + 1, colon - space - 1), text.substr(colon + 2)};
}

Status collect_status(Context& context) {
  Status status;
  count_pages(context, status);
  count_due(context, status);
  status.last_sweep = parse_last_sweep(context.index().meta("last_sweep").value_or(""));
  status.last_error = parse_last_error(context.index().meta("last_error").value_or(""));
  status.last_dream_error = parse_last_error(context.index().meta(kLastDreamError).value_or(""));
  status.blocked_by = context.wiki().blocked_by();
  if (const auto vectors = context.index().embeddings(); vectors.knows_meaning) status.unembedded = vectors.waiting;
  status.proposals = waiting_proposals(context.wiki(), context.index());
  status.themes = kept_themes(context);
  status.loose_objects = context.wiki().loose_objects();
  status.next = next_steps(context, status);
  return status;
}

}  // namespace ai_memory
