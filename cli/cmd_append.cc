#include <CLI/CLI.hpp>

#include "cli/apply.hh"
#include "cli/body.hh"
#include "cli/command.hh"
#include "cli/compose.hh"
#include "cli/problems.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

// Several writers may append to one page at once; each round one of them gets through.
constexpr int kAttempts = 100;

struct AppendOptions {
  std::string path;
  BodyOptions body;
};

Changeset plan(Context& context, const PagePath& path, const GivenText& given) {
  const auto old_text = context.wiki().read(path);
  if (!old_text) context.no_such_page(path);
  refuse_unreadable(context, path, *old_text);
  Change change{.path = path,
                .content = append_text(*old_text, given.text, given.time),
                .base = blob_id(*old_text),
                .reason = {}};
  refuse_too_large(context, path, *change.content);
  return {.changes = {std::move(change)},
          .subject = "append to " + path.in_project() + " in " + path.project().name,
          .source = "append",
          .now = given.time,
          .put_file_when_locked = true};
}

// Whether the page was changed by somebody else between reading and writing it.
bool was_overtaken(Context& context, const Changeset& changes, const CommitResult& result) {
  if (result.skipped.empty()) return false;
  const auto& change = changes.changes.front();
  const auto text = context.wiki().read(change.path);
  return text && blob_id(*text) != change.base;
}

int append_to(Context& context, const PagePath& path, const GivenText& given) {
  Changeset changes = plan(context, path, given);
  if (context.options().dry_run) return print_dry_run(context, changes), kExitOk;
  CommitResult result = context.wiki().commit(changes);
  for (int attempt = 1; attempt < kAttempts && was_overtaken(context, changes, result); ++attempt) {
    changes = plan(context, path, given);
    result = context.wiki().commit(changes);
  }
  after_commit(context, changes, result);
  print_written(context, path, result);
  tell_project(context, path);
  return kExitOk;
}

int append(Context& context, const AppendOptions& options) {
  const PagePath path = context.page_argument(options.path);
  if (!context.wiki().read(path)) {
    try {
      context.no_such_page(path);
    } catch (const Error& error) {
      throw Error(error.kind(), error.what(), error.hint() + " (`write-page` makes a new page)");
    }
  }
  GivenText given = read_text(context, options.body, path);
  return given.keeping([&] { return append_to(context, path, given); });
}

}  // namespace

Runner setup_append(CLI::App& app) {
  auto options = std::make_shared<AppendOptions>();
  app.add_option("PATH", options->path, "The page")->required();
  add_body_options(app, options->body);
  return [options](Context& context) { return append(context, *options); };
}

}  // namespace ai_memory
