#include <CLI/CLI.hpp>

#include "cli/apply.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/import_gone.hh"
#include "cli/import_report.hh"
#include "cli/import_source.hh"
#include "cli/progress.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

std::string pages_text(std::size_t count) { return counted(count, "page", "pages"); }

ImportTarget target_of(const Wiki& wiki) {
  ImportTarget target;
  target.read = [&wiki](const PagePath& path) { return wiki.read(path); };
  for (const PageFile& file : wiki.scan()) target.live.push_back(file.path);
  return target;
}

std::string run_id(const Wiki& wiki, const Changeset& changes) {
  std::string seed = wiki.head();
  for (const Change& change : changes.changes) seed += "\n" + change.path.str() + " " + blob_id(*change.content);
  return make_run_id(changes.now, seed);
}

void complete(Changeset& changes, Context& context, const ImportOptions& options) {
  if (changes.changes.empty()) return;
  std::string from;
  for (const std::string& source : options.sources) {
    const fs::path path = fs::path(source).lexically_normal();
    from += (from.empty() ? "" : ", ") + (path.has_filename() ? path : path.parent_path()).filename().string();
  }
  changes.subject = "import: " + pages_text(changes.changes.size()) + " from " + one_line(from);
  changes.source = "import";
  changes.now = context.now();
  changes.run = run_id(context.wiki(), changes);
}

// What it finds wrong with pages is told with the other problems, not into the progress line.
void index_pages(Context& context, ImportRead& read) {
  try {
    for (const auto& warning : context.index_unsynced().sync(context.wiki(), context.now()).warnings)
      read.found.push_back(warning);
    context.index_unsynced().checkpoint();
  } catch (const Error&) {
    // after_commit tries again and tells
  }
}

int import(Context& context, const ImportOptions& options) {
  ImportAnswer answer;
  auto& [read, plan, found, result] = answer;
  {
    Progress progress(!context.options().quiet && !context.options().json);
    for (const std::string& source : options.sources) read.add(read_source(context, source, options, progress));
    const ImportTarget target = target_of(context.wiki());
    const Project& project = context.scope().project;
    name_pages(read, project, imported_files(context.wiki(), project), target);
    plan = plan_import(read, target, options.overwrite ? OnDifference::replace : OnDifference::keep);
    const HeldBefore held = held_before(context.wiki(), plan);
    leave_edited(plan, held.edited);
    if (!options.again) leave_gone(plan, held.gone);
    complete(plan.changes, context, options);
    progress.stage("Following links");
    found = survey(read.pages);
    if (!context.options().dry_run && !plan.changes.changes.empty()) {
      progress.stage("Committing " + pages_text(plan.changes.changes.size()));
      result = context.wiki().commit(plan.changes);
      progress.stage("Indexing " + pages_text(plan.changes.changes.size()));
      index_pages(context, read);
    }
  }
  if (!context.options().dry_run && !plan.changes.changes.empty()) after_commit(context, plan.changes, result);
  print_import(context, answer);
  const bool all_in = read.problems.empty() && plan.kept.empty() && result.skipped.empty();
  return all_in ? kExitOk : kExitWithWarnings;
}

}  // namespace

Runner setup_import(CLI::App& app) {
  auto options = std::make_shared<ImportOptions>();
  app.add_option("SOURCE", options->sources, "A folder of markdown, a markdown file, or a LoCoMo JSON file")
      ->required();
  app.add_option("--format", options->format, "markdown, locomo, or auto: by the name")
      ->check(CLI::IsMember({"auto", "markdown", "locomo"}))
      ->type_name("FORMAT");
  app.add_option("--into", options->into, "A folder of the project to put markdown below")->type_name("FOLDER");
  app.add_flag("--again", options->again, "Bring back pages that were imported before and removed or renamed since");
  app.add_flag("--overwrite", options->overwrite, "Replace pages that hold other text (they stay in the history)");
  return [options](Context& context) { return import(context, *options); };
}

}  // namespace ai_memory
