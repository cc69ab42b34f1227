// pin and unpin: the front matter key `pinned`, and nothing else of the page.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/apply.hh"
#include "cli/command.hh"
#include "cli/page_json.hh"
#include "cli/problems.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

struct PinPlan {
  std::vector<PagePath> pages;  // as asked for, each once
  Changeset changes;            // those that are not yet so
};

void refuse_broken(const Page& page, const std::string& name) {
  if (const auto& problem = page.front_matter.problem())
    throw Error(ErrorKind::failed, name + ":" + std::to_string(problem->line) + ": " + problem->message,
                "mend the front matter, with `ai-memory edit` for example; nothing was changed");
}

bool is_unclear(const Page& page) {
  return std::any_of(page.problems.begin(), page.problems.end(),
                     [](const Page::Problem& problem) { return problem.message.starts_with("pinned:"); });
}

std::string_view line_of(std::string_view text, std::size_t number) {
  while (number > 1) {
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    --number;
  }
  return text.substr(0, text.find('\n'));
}

// A page that had no front matter before it was pinned has none again; but what follows an empty block must not become
// one when that block goes.
std::string without_empty_block(const std::string& text) {
  const auto split = split_front_matter(text);
  if (!split.has_block || !split.block.empty()) return text;
  const std::string bare = (text.starts_with("\xef\xbb\xbf") ? "\xef\xbb\xbf" : "") + std::string(split.body);
  return FrontMatter::parse(bare).present() ? text : bare;
}

std::string with_pin(const Page& page, const std::string& text, bool pinned) {
  if (pinned) return edit_front_matter(text, {{"pinned", "true"}});
  // The key goes, unless a comment behind it would go with it.
  const bool comment = line_of(text, page.front_matter.line("pinned")).find(" #") != std::string_view::npos;
  if (comment) return edit_front_matter(text, {{"pinned", "false"}});
  return without_empty_block(edit_front_matter(text, {{"pinned", std::nullopt}}));
}

void refuse_slot(const PagePath& path, const std::string& name) {
  if (path.folder() == "_slots")
    throw Error(ErrorKind::usage, name + ": pages in _slots/ are always pinned", "move it to another folder first");
}

void tell_of_expiry(Context& context, const Page& page, const std::string& name) {
  if (page.expires_at)
    context.out().tell(name + ": its expires_at (" + page.front_matter.text("expires_at").value_or("") +
                       ") beats the pin: a sweep removes it then");
}

PinPlan plan(Context& context, const std::vector<std::string>& typed, bool pinned) {
  PinPlan plan;
  for (const auto& word : typed) {
    const PagePath path = context.page(word);
    if (std::find(plan.pages.begin(), plan.pages.end(), path) != plan.pages.end()) continue;
    const std::string name = one_line(context.shown(path)), text = context.wiki().read(path).value_or("");
    const Page page = parse_page(path, text);
    refuse_unreadable(context, path, text);
    refuse_broken(page, name);
    if (!pinned) refuse_slot(path, name);
    plan.pages.push_back(path);
    if (page.pinned == pinned && !is_unclear(page)) continue;
    if (pinned) tell_of_expiry(context, page, name);
    plan.changes.changes.push_back(
        {.path = path, .content = with_pin(page, text, pinned), .base = blob_id(text), .reason = {}});
  }
  return plan;
}

void describe(Context& context, Changeset& changes, const std::string& verb) {
  const auto& first = changes.changes.front().path;
  const bool one = changes.changes.size() == 1;
  changes.subject = verb + " " + (one ? first.display() : std::to_string(changes.changes.size()) + " pages");
  changes.source = verb;
  changes.now = context.now();
  changes.put_file_when_locked = one;
  if (one) return;
  std::string seed = context.wiki().head() + verb;
  for (const auto& change : changes.changes) seed += "\n" + change.path.str() + " " + change.base;
  changes.run = make_run_id(context.now(), seed);  // so that undo takes them all back
}

void print(Context& context, const PinPlan& plan, const CommitResult& result, bool pinned) {
  const auto& changed = result.changed;
  const auto did_change = [&](const PagePath& path) {
    return std::find(changed.begin(), changed.end(), path) != changed.end();
  };
  const auto skipped = [&](const PagePath& path) {
    return std::any_of(result.skipped.begin(), result.skipped.end(),
                       [&](const auto& skip) { return skip.path == path; });
  };
  if (context.options().quiet && !context.options().json) {
    for (const auto& path : result.changed) context.out().line(context.shown(path));
    return;
  }
  if (!context.options().json) {
    for (const auto& path : plan.pages)
      if (!skipped(path))
        context.out().say(one_line(context.shown(path)) + ": " +
                          (did_change(path) ? ""
                           : pinned         ? "already "
                                            : "") +
                          (pinned             ? "pinned"
                           : did_change(path) ? "no longer pinned"
                                              : "not pinned"));
    return;
  }
  auto document = json_document();
  document["pinned"] = pinned;
  document["commit"] = json_commit(result.commit);
  if (!plan.changes.run.empty()) document["run"] = plan.changes.run;
  document["pages"] = nlohmann::ordered_json::array();
  for (const auto& path : plan.pages)
    document["pages"].push_back({{"path", path.str()}, {"changed", did_change(path)}});
  context.out().json(document);
}

int pin(Context& context, const std::vector<std::string>& paths, bool pinned) {
  PinPlan made = plan(context, paths, pinned);
  const bool nothing_to_do = made.changes.changes.empty();
  if (!nothing_to_do) describe(context, made.changes, pinned ? "pin" : "unpin");
  if (context.options().dry_run && (!nothing_to_do || context.options().json))
    return print_dry_run(context, made.changes), kExitOk;
  CommitResult result;
  if (!nothing_to_do) result = apply(context, made.changes);
  print(context, made, result, pinned);
  return result.skipped.empty() ? kExitOk : kExitWithWarnings;
}

Runner setup(CLI::App& app, bool pinned) {
  auto paths = std::make_shared<std::vector<std::string>>();
  app.add_option("PATH", *paths, "The pages")->required();
  return [paths, pinned](Context& context) { return pin(context, *paths, pinned); };
}

}  // namespace

Runner setup_pin(CLI::App& app) { return setup(app, true); }
Runner setup_unpin(CLI::App& app) { return setup(app, false); }

}  // namespace ai_memory
