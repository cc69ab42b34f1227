#include "cli/lint_fix.hh"

#include <algorithm>
#include <map>

#include "index/links.hh"
#include "wiki/error.hh"
#include "wiki/front_matter_links.hh"
#include "wiki/history.hh"
#include "wiki/link_aim.hh"
#include "wiki/link_rewrite.hh"
#include "wiki/link_style.hh"
#include "wiki/link_target.hh"
#include "wiki/markdown.hh"
#include "wiki/page.hh"
#include "wiki/page_moves.hh"

namespace ai_memory {
namespace {

using Findings = std::vector<const LintFinding*>;

// The page that a link would lead to if there were one of that name; absent if no page can have it.
std::optional<PagePath> page_meant(const LintFinding& finding) {
  std::string path = finding.fix->target;
  if (!path.ends_with(".md")) path += ".md";
  if (path.find('/') == std::string::npos) path = finding.path.project().str() + "/" + path;
  if (!is_page_name(path)) return std::nullopt;
  return PagePath::existing(path);
}

std::vector<Link> all_links(const PagePath& path, std::string_view text) {
  const Page page = parse_page(path, text);
  std::vector<Link> links = front_matter_links(page.front_matter);
  for (auto& link : outline(page.body).links) links.push_back(std::move(link));
  return links;
}

class Fixer {
 public:
  Fixer(Context& context, const std::vector<LintFinding>& findings)
      : context_(context), now_(context.index().named_pages()), supposed_(names_with(findings)) {
    for (const auto& finding : findings)
      if (finding.fix) by_page_[finding.path].push_back(&finding);
  }

  LintFixes run() && {
    for (const auto& [path, findings] : by_page_) mend(path, findings);
    describe();
    return std::move(fixes_);
  }

 private:
  // The wiki with a page at each place that a broken link leads to.
  std::vector<NamedPage> names_with(const std::vector<LintFinding>& findings) const {
    auto names = context_.index().named_pages();
    std::set<PagePath> added;
    for (const auto& finding : findings) {
      if (!finding.fix || finding.kind != LintKind::broken_link) continue;
      if (const auto page = page_meant(finding); page && added.insert(*page).second)
        names.push_back({*page, page->stem(), {}, {}});
    }
    return names;
  }

  void leave(const Findings& findings, const std::string& why) {
    for (const auto* finding : findings) fixes_.left.push_back({*finding, why});
  }

  void mend(const PagePath& path, const Findings& findings) {
    const std::string text = context_.wiki().read(path).value_or("");
    const Page page = parse_page(path, text);
    if (page.pinned) return leave(findings, "the page is pinned");
    if (page.is_protected()) return leave(findings, "the page is protected: " + page.problems.front().message);
    std::string mended = text;
    for (const auto* finding : findings)
      if (finding->kind == LintKind::stub_chain) mended = with_successor(mended, *finding);
    mended = with_links(path, mended, findings);
    if (mended == text) return;
    fixes_.changes.changes.push_back(
        {.path = path, .content = mended, .base = blob_id(text), .reason = "links mended"});
  }

  // superseded_by in the manner in which it was written.
  std::string with_successor(const std::string& text, const LintFinding& finding) {
    const Page page = parse_page(finding.path, text);
    const bool is_list = !page.front_matter.text("superseded_by").has_value();
    const auto values = page.front_matter.list("superseded_by");
    if (values.size() != 1) return leave({&finding}, "superseded_by has several values"), text;
    const Link link = link_of_value(values.front());
    const auto target = restyled(link, link.target, false, finding.path, finding.fix->to.str(), now_);
    const auto at = values.front().find(link.target);
    if (!target || link.target.empty() || at == std::string::npos)
      return leave({&finding}, "no link of this form can lead there"), text;
    std::string value = values.front();
    value.replace(at, link.target.size(), *target);
    fixes_.fixed.push_back(finding);
    if (is_list) return edit_front_matter(text, {{"superseded_by", std::nullopt, {value}}});
    return edit_front_matter(text, {{"superseded_by", value}});
  }

  // As if the pages that the links lead to had been there, and moved to where the links are to lead.
  std::string with_links(const PagePath& path, const std::string& text, const Findings& findings) {
    PageMoves moves{supposed_, now_, {}, {}};
    Findings wanted;
    for (const auto* finding : findings) {
      if (finding->kind != LintKind::broken_link) continue;
      if (const auto page = page_meant(*finding)) {
        moves.moved.emplace(*page, finding->fix->to);
        wanted.push_back(finding);
      } else {
        leave({finding}, "its place in the text is not certain");
      }
    }
    if (wanted.empty()) return text;
    const RewrittenLinks rewritten = rewrite_links(text, path, path, moves);
    if (!changes_only(path, text, rewritten.text, wanted)) return leave(wanted, "another link would change"), text;
    for (const auto* finding : wanted) settle(*finding, rewritten);
    return rewritten.text;
  }

  void settle(const LintFinding& finding, const RewrittenLinks& rewritten) {
    const auto left = std::find_if(rewritten.left.begin(), rewritten.left.end(),
                                   [&](const LeftLink& one) { return one.line == finding.line; });
    if (left == rewritten.left.end())
      fixes_.fixed.push_back(finding);
    else
      fixes_.left.push_back({finding, left->why});
  }

  // Whether every link leads where it led, but for those that were to change.
  bool changes_only(const PagePath& path, const std::string& before, const std::string& after,
                    const Findings& wanted) const {
    const auto old_links = all_links(path, before), new_links = all_links(path, after);
    if (old_links.size() != new_links.size()) return false;
    for (std::size_t i = 0; i < old_links.size(); ++i) {
      if (old_links[i].target == new_links[i].target) continue;
      const std::string target = link_path(old_links[i], path);
      const auto to = now_.find(new_links[i], path);
      const bool meant = std::any_of(wanted.begin(), wanted.end(), [&](const LintFinding* finding) {
        return finding->fix->target == target && to == finding->fix->to;
      });
      if (!meant) return false;
    }
    return true;
  }

  void describe() {
    Changeset& changes = fixes_.changes;
    if (changes.changes.empty()) return;
    const auto count = fixes_.fixed.size();
    changes.subject = "lint: mend " + std::to_string(count) + (count == 1 ? " link" : " links");
    changes.source = "lint";
    changes.pass = kMovePass;  // no more than what links say: the text keeps its age
    changes.now = context_.now();
    std::string seed = context_.wiki().head() + "lint";
    for (const auto& change : changes.changes) seed += "\n" + change.path.str() + " " + change.base;
    changes.run = make_run_id(changes.now, seed);
  }

  Context& context_;
  LinkTargets now_, supposed_;
  std::map<PagePath, Findings> by_page_;
  LintFixes fixes_;
};

}  // namespace

LintFixes plan_fixes(Context& context, const std::vector<LintFinding>& findings) {
  return Fixer(context, findings).run();
}

}  // namespace ai_memory
