#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/apply.hh"
#include "cli/chosen_project.hh"
#include "cli/command.hh"
#include "cli/commit_list.hh"
#include "cli/new_page.hh"
#include "cli/page_events.hh"
#include "cli/shell_quote.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

struct RestoreFlags {
  std::string path, at, as;
  bool list = false, exact = false, force = false;
};

RestoreOptions to_options(Context& context, const RestoreFlags& flags) {
  RestoreOptions options{.at = flags.at, .as = {}, .exact = flags.exact, .force = flags.force};
  if (!flags.as.empty()) options.as = context.new_page_argument(flags.as);
  return options;
}

// Whether some commit holds both pages: then the file system keeps them apart, and neither was renamed to the other.
bool stood_together(const Wiki& wiki, const PagePath& path, const PagePath& twin) {
  const auto newest = versions(wiki, path, 1);
  if (newest.empty()) return false;
  CommitId commit = newest.front().commit.id;
  if (newest.front().blob.empty()) commit = wiki.resolve(commit + "^");
  for (const CommitId& at : {commit, newest.front().blob.empty() ? commit : wiki.head()})
    if (wiki.blob_at(at, path.str()) && wiki.blob_at(at, twin.str())) return true;
  return false;
}

void refuse_new_twin(Context& context, const PagePath& target) {
  for (const PagePath& twin : twins_of(context, target))
    if (!stood_together(context.wiki(), target, twin))
      throw Error(ErrorKind::conflict,
                  context.shown(target) + ": differs only in case or Unicode form from " + context.shown(twin),
                  "`--as NEWPATH` brings it back under another name");
}

// Of a page that is back with a deadline that could not be taken out of it.
void tell_of_past_expiry(Context& context, const PagePath& target, const RestorePlan& plan) {
  if (plan.changes.changes.empty()) return;
  const auto expires = parse_page(target, *plan.changes.changes.front().content).expires_at;
  if (!expires || *expires > context.now()) return;
  context.out().warn(context.shown(target) + ": expired " + format_time(*expires) +
                     ", so the next sweep removes it again; take expires_at out of it with `ai-memory edit" +
                     flags_to_type(context, false) + " " + shell_quote(name_to_type(context, target)) + "`");
}

void tell_about(Context& context, const RestorePlan& plan) {
  context.out().tell("the version of " + format_time(plan.version.commit.commit_time) + ", commit " +
                     plan.version.commit.id.substr(0, 10));
  if (plan.removed_expiry)
    context.out().tell("without its expires_at: " + one_line(*plan.removed_expiry) +
                       ", which is past (--exact keeps it)");
}

// Of a page that a sweep made short or merged away, and that is still so.
void tell_of_whole_text(Context& context, const PagePath& path) {
  const auto text = context.wiki().read(path);
  if (!text) return;
  const Page page = parse_page(path, *text);
  const auto whole =
      whole_text(page_events(versions(context.wiki(), path)), page.compacted, !page.superseded_by.empty());
  if (!whole) return;
  const std::string commit = whole->commit.id.substr(0, 10);
  context.out().tell("its whole text is in commit " + commit + "; `ai-memory restore-page" +
                     flags_to_type(context, false) + " " + shell_quote(name_to_type(context, path)) + " --at " +
                     commit + "` brings it back");
}

int list_versions(Context& context, const PagePath& path) {
  const auto found = versions(context.wiki(), path);
  if (found.empty()) context.no_such_page(path);
  return print_versions(context, path, found), kExitOk;
}

int restore_page(Context& context, const RestoreFlags& flags) {
  const PagePath path = context.page_argument(flags.path);
  if (flags.list) return list_versions(context, path);
  const RestoreOptions options = to_options(context, flags);
  const PagePath target = options.as.value_or(path);
  const RestorePlan plan = plan_restore(context.wiki(), path, options, context.now());
  if (plan.changes.changes.empty()) {
    context.out().tell(one_line(context.shown(target)) + ": already as in commit " +
                       plan.version.commit.id.substr(0, 10));
    tell_of_whole_text(context, target);
    print_written(context, target, {});
    return kExitOk;
  }
  if (plan.changes.changes.front().base.empty()) refuse_new_twin(context, target);
  if (context.options().dry_run) return print_dry_run(context, plan.changes), kExitOk;
  const CommitResult result = apply(context, plan.changes);
  context.index().record_access({target}, context.actor(), context.now());  // it counts as used now
  context.index().record_review(target, fsrs6::Grade::good, context.actor(), context.now());
  print_written(context, target, result);
  tell_about(context, plan);
  if (!options.exact) tell_of_past_expiry(context, target, plan);
  return kExitOk;
}

}  // namespace

Runner setup_restore_page(CLI::App& app) {
  auto flags = std::make_shared<RestoreFlags>();
  app.add_option("PATH", flags->path, "The page, also one that is gone or had this name once")->required();
  app.add_option("--at", flags->at, "A commit, a time or a run (default: the last version with content)")
      ->type_name("REV");
  app.add_option("--as", flags->as, "Bring it back under another name")->type_name("PATH");
  app.add_flag("--list", flags->list, "List the versions, change nothing");
  app.add_flag("--exact", flags->exact, "Keep an expires_at that is already past");
  app.add_flag("--force", flags->force, "Replace a different page that stands there (its text is committed first)");
  return [flags](Context& context) { return restore_page(context, *flags); };
}

}  // namespace ai_memory
