#include <CLI/CLI.hpp>

#include "cli/apply.hh"
#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/shell_quote.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

struct DeleteOptions {
  std::string path;
};

int delete_page(Context& context, const DeleteOptions& options) {
  const PagePath path = context.page(options.path);
  const auto text = context.wiki().read(path);
  if (!text) context.no_such_page(path);  // gone since
  const Changeset changes{
      .changes = {{.path = path, .content = std::nullopt, .base = blob_id(*text), .reason = "deleted by delete-page"}},
      .subject = "delete " + path.in_project() + " in " + path.project().name,
      .source = "delete-page",
      .now = context.now()};
  if (context.options().dry_run) return print_dry_run(context, changes), kExitOk;
  const CommitResult result = apply(context, changes);
  print_written(context, path, result);
  context.out().tell("removed; `ai-memory restore-page" + flags_to_type(context, false) + " " +
                     shell_quote(name_to_type(context, path)) + "` brings it back");
  return kExitOk;
}

}  // namespace

Runner setup_delete_page(CLI::App& app) {
  auto options = std::make_shared<DeleteOptions>();
  app.add_option("PATH", options->path, "The page")->required();
  return [options](Context& context) { return delete_page(context, *options); };
}

}  // namespace ai_memory
