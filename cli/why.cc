#include "cli/why.hh"

#include <algorithm>

#include "cli/lint_pages.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

// What makes a page doubtful; that it is unread, or has a link that leads nowhere, does not. A contradiction is the
// matter of both its pages, all else of the page that it is on.
std::vector<LintFinding> doubts(Context& context, const PagePath& path) {
  const LintRequest request{.kinds = {LintKind::contradiction, LintKind::stale_context, LintKind::feedback_flagged,
                                      LintKind::conflict_markers, LintKind::conflict_copy},
                            .project = {},
                            .pages = {path}};
  std::vector<LintFinding> findings = lint_wiki(context, request).findings;
  std::erase_if(findings, [&](const LintFinding& finding) {
    return finding.path != path && finding.kind != LintKind::contradiction;
  });
  return findings;
}

void read_page(Context& context, Why& why, const std::string& text) {
  const Page page = parse_page(why.path, text);
  why.uncommitted = context.wiki().blob_at(context.wiki().head(), why.path.str()) != blob_id(text);
  why.superseded_by = page.superseded_by;
  if (page.valid_until && *page.valid_until <= context.now()) why.over_since = page.valid_until;
  why.whole = whole_text(why.events, page.compacted, !page.superseded_by.empty());
}

void look_for_gone(Why& why) {
  constexpr std::string_view kMovedTo = "moved to ";
  const std::string& reason = why.events.front().version.reason;
  if (why.events.front().version.blob.empty() && reason.starts_with(kMovedTo))
    if (const std::string to = reason.substr(kMovedTo.size()); is_page_name(to)) why.moved_to = PagePath::existing(to);
  why.whole = last_text(why.events);
}

}  // namespace

Why find_why(Context& context, const std::string& typed) {
  Why why{.path = context.page_argument(typed)};
  const auto text = context.wiki().read(why.path);
  why.there = text.has_value();
  if (why.there) why.next = next_sweep_of(context, why.path);  // first, for it refuses what is no page
  why.events = page_events(versions(context.wiki(), why.path));
  if (!why.there && why.events.empty()) context.no_such_page(why.path);
  why.bad_feedback = bad_feedback(why.events);
  if (!why.there) {
    look_for_gone(why);
    return why;
  }
  why.evidence = context.index().evidence(why.path, context.now());
  why.origins = page_origins(context, why.path);
  why.findings = doubts(context, why.path);
  read_page(context, why, *text);
  return why;
}

}  // namespace ai_memory
