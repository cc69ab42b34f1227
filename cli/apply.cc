#include "cli/apply.hh"

#include <nlohmann/json.hpp>

#include "cli/name_line.hh"
#include "cli/page_json.hh"
#include "index/embeddings.hh"
#include "wiki/error.hh"

namespace ai_memory {

namespace {

// Whether trying again cannot help: something else has that name (by the words of Wiki::commit).
bool stands_in_the_way(std::string_view why) {
  return why.find(" stands there") != why.npos || why.find("not a folder") != why.npos ||
         why.find("another git repository") != why.npos || why.find("ignored by .gitignore") != why.npos;
}

}  // namespace

void embed_for(Context& context, std::chrono::milliseconds time) {
  using std::chrono::steady_clock;
  if (time.count() == 0) return;
  try {
    if (!context.index(false).searches_by_meaning()) return;
    const auto until = steady_clock::now() + time;
    context.index(false).embed(context.wiki(), [until] { return steady_clock::now() < until; });
  } catch (const Error&) {
  }
}

CommitResult apply(Context& context, const Changeset& changes) {
  CommitResult result = context.wiki().commit(changes);
  after_commit(context, changes, result);
  return result;
}

void after_commit(Context& context, const Changeset& changes, const CommitResult& result) {
  try {
    context.resync();
  } catch (const Error& error) {
    context.out().warn(std::string("the search index is behind: ") + error.what());
  }
  if (changes.changes.size() == 1 && result.skipped.size() == 1) {
    const auto& [path, why] = result.skipped.front();
    throw Error(ErrorKind::conflict, context.shown(path) + ": " + why,
                stands_in_the_way(why) ? "nothing was written; choose another path"
                                       : "the page is as it was; look at it and try again");
  }
  warn_skipped(context, result.skipped);
  embed_for(context, std::chrono::milliseconds(context.config().embedding.budget_ms));
}

void print_written(Context& context, const PagePath& path, const CommitResult& result) {
  if (!context.options().json) return context.out().line(name_line(context.shown(path)));
  auto document = json_document();
  document["path"] = path.str();
  document["project"] = path.project().str();
  document["commit"] = json_commit(result.commit);
  if (!result.hand_edit_commit.empty()) document["hand_edit_commit"] = result.hand_edit_commit;
  context.out().json(document);
}

void tell_project(Context& context, const PagePath& path) {
  const auto& [project, resolved_by] = context.scope();
  if (context.options().json || path.project() != project || resolved_by == "flag" || resolved_by == "environment")
    return;
  context.out().tell("in project " + project.str() + " (by " + resolved_by + ")");
}

void warn_skipped(Context& context, const std::vector<SkippedChange>& skipped) {
  for (const auto& [path, why] : skipped) context.out().warn(context.shown(path) + ": left alone: " + why);
}

std::string diff_of(Context& context, const Changeset& changes) {
  std::string diff;
  for (const auto& change : changes.changes)
    diff += unified_diff(change.path.str(), context.wiki().read(change.path), change.content);
  return diff;
}

void print_dry_run(Context& context, const Changeset& changes) {
  const std::string diff = diff_of(context, changes);
  if (!context.options().json) {
    context.out().page();
    context.out().diff(diff);
    return;
  }
  auto document = json_document();
  document["dry_run"] = true;
  document["subject"] = changes.subject;
  document["changes"] = nlohmann::ordered_json::array();
  for (const auto& change : changes.changes)
    document["changes"].push_back({{"path", change.path.str()},
                                   {"action", !change.content       ? "remove"
                                              : change.base.empty() ? "add"
                                                                    : "change"},
                                   {"reason", change.reason}});
  document["diff"] = diff;
  context.out().json(document);
}

}  // namespace ai_memory
