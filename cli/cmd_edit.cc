#include <CLI/CLI.hpp>
#include <unistd.h>

#include "cli/apply.hh"
#include "cli/body.hh"
#include "cli/chosen_project.hh"
#include "cli/clock.hh"
#include "cli/command.hh"
#include "cli/compose.hh"
#include "cli/editor.hh"
#include "cli/left_drafts.hh"
#include "cli/near_page.hh"
#include "cli/new_page.hh"
#include "cli/problems.hh"
#include "cli/shell_quote.hh"
#include "wiki/error.hh"
#include "wiki/front_matter.hh"

namespace ai_memory {
namespace {

struct EditOptions {
  std::string path;
};

struct EditedPage {
  PagePath path;
  std::optional<std::string> old_text;  // absent: a new page, of which the editor gets nothing to begin with
};

EditedPage begin(Context& context, const EditOptions& options) {
  const PagePath path = page_to_write(context, options.path);
  EditedPage page{path, context.wiki().read(path)};
  if (page.old_text)
    refuse_unreadable(context, path, *page.old_text);
  else
    refuse_twin(context, path);
  return page;
}

// `updated` is set where the page has one and the person left it alone; a block that cannot be edited by line stays as
// it was typed.
std::string with_updated(const std::string& text, const std::string& before, Timestamp now) {
  const auto typed = FrontMatter::parse(text);
  if (typed.problem() || !typed.has("updated")) return text;
  if (typed.text("updated") != FrontMatter::parse(before).text("updated")) return text;
  try {
    return edit_front_matter(text, {{"updated", format_time(now)}});
  } catch (const Error&) {
    return text;
  }
}

std::string finished(const EditedPage& page, const std::string& typed, Timestamp now) {
  if (page.old_text) return with_updated(typed, *page.old_text, now);
  return FrontMatter::parse(typed).problem() ? typed : compose_page(page.path, {}, typed, now);
}

void refuse_empty(Context& context, const EditedPage& page, const std::string& typed) {
  if (typed.find_first_not_of(" \t\r\n") != std::string::npos) return;
  if (page.old_text)
    throw Error(ErrorKind::failed, context.shown(page.path) + ": no text was left; the page stays as it is",
                "`ai-memory delete-page` removes a page");
  throw Error(ErrorKind::failed, context.shown(page.path) + ": nothing was typed; no page was made");
}

Changeset plan(const EditedPage& page, std::string text, Timestamp now) {
  return {.changes = {{.path = page.path,
                       .content = std::move(text),
                       .base = page.old_text ? blob_id(*page.old_text) : BlobId(),
                       .reason = {}}},
          .subject = "edit " + page.path.in_project() + " in " + page.path.project().name,
          .source = "edit",
          .now = now,
          .put_file_when_locked = true};
}

int nothing_changed(Context& context, const EditedPage& page) {
  context.out().tell(context.shown(page.path) + ": nothing changed");
  if (context.options().json) print_written(context, page.path, {});
  return kExitOk;
}

// A typing error makes a page too, and is seen here.
void tell_made(Context& context, const PagePath& path, const std::string& near) {
  const std::string delete_it = "`ai-memory delete-page" + flags_to_type(context, false) + " " +
                                shell_quote(name_to_type(context, path)) + "` removes it";
  context.out().tell("made: there was no such page" + (near.empty() ? "" : "; " + near + " " + delete_it));
  tell_project(context, path);
}

int put_to_use(Context& context, const EditedPage& page, const std::string& typed) {
  if (typed == page.old_text) return nothing_changed(context, page);
  refuse_empty(context, page, typed);
  check_text(typed);
  const Timestamp now = current_time();  // typing takes its time
  const std::string near = page.old_text ? "" : near_page_hint(context, page.path);
  const Changeset changes = plan(page, finished(page, typed, now), now);
  const std::string& text = *changes.changes.front().content;
  refuse_too_large(context, page.path, text);
  if (context.options().dry_run) {
    print_dry_run(context, changes);
  } else {
    const CommitResult result = apply(context, changes);
    print_written(context, page.path, result);
    if (!page.old_text) tell_made(context, page.path, near);
  }
  warn_of_problems(context, page.path, text);
  return kExitOk;
}

void tell_left_drafts(Context& context, const PagePath& path) {
  for (const auto& draft : left_drafts(context.wiki()))
    if (draft.page == path && !draft.in_page)
      context.out().tell(context.shown(path) + ": a killed command left what was typed; `" +
                         compare_command(context.wiki(), draft) + "` shows it");
}

int edit(Context& context, const EditOptions& options) {
  const EditedPage page = begin(context, options);
  const std::string editor = editor_command(isatty(STDIN_FILENO) == 1);
  tell_left_drafts(context, page.path);
  Draft draft(context.wiki().state_dir(), page.path.stem() + ".md", page.old_text.value_or(""), page.path.str());
  return draft.keeping([&] { return put_to_use(context, page, draft.edit(editor)); });
}

}  // namespace

Runner setup_edit(CLI::App& app) {
  auto options = std::make_shared<EditOptions>();
  app.add_option("PATH", options->path, "The page; one that is not there is made")->required();
  return [options](Context& context) { return edit(context, *options); };
}

}  // namespace ai_memory
