#include "decay/lint_links.hh"

#include <algorithm>
#include <array>

#include "decay/lint_target.hh"
#include "decay/restore_command.hh"

namespace ai_memory {
namespace {

// Links that tell where a page comes from, or what it replaces: they go to what is over on purpose.
constexpr std::array<std::string_view, 8> kOfThePast = {"supersedes",   "superseded_by", "merged_from", "summary_ref",
                                                        "derived_from", "evidence",      "contradicts", "precedes"};

bool is_of_the_past(std::string_view kind) {
  return std::find(kOfThePast.begin(), kOfThePast.end(), kind) != kOfThePast.end();
}

class LinkRules {
 public:
  LinkRules(const std::vector<LintPage>& pages, const LintPaths& paths, Timestamp now)
      : paths_(paths), now_(now), targets_(paths_of(pages), paths.moved) {
    for (const auto& page : pages) by_path_.emplace(page.path, &page);
    for (const auto& page : pages)
      for (const auto& link : page.links)
        if (link.to && *link.to != page.path) linked_.insert(*link.to), linked_.insert(page.path);
  }

  std::vector<LintFinding> run() && {
    for (const auto& [path, page] : by_path_) {
      for (const auto& link : page->links) look_at(*page, link);
      if (page->superseded) stub(*page);
      orphan(*page);
    }
    return std::move(found_);
  }

 private:
  static std::vector<PagePath> paths_of(const std::vector<LintPage>& pages) {
    std::vector<PagePath> paths;
    for (const auto& page : pages) paths.push_back(page.path);
    return paths;
  }

  LintFinding& add(LintKind kind, const LintPage& page, std::size_t line, std::string message, std::string what) {
    found_.push_back({.kind = kind,
                      .path = page.path,
                      .line = line,
                      .message = std::move(message),
                      .hint = {},
                      .others = {},
                      .what = std::move(what),
                      .fix = {},
                      .id = {}});
    return found_.back();
  }

  const LintPage* page_at(const PagePath& path) const {
    const auto found = by_path_.find(path);
    return found == by_path_.end() ? nullptr : found->second;
  }

  void look_at(const LintPage& page, const LintLink& link) {
    if (link.kind == "superseded_by") return;  // stub() has its say
    if (!link.to) return broken(page, link);
    if (*link.to == page.path) return;
    const LintPage* const page_there = page_at(*link.to);
    if (page_there == nullptr) return;  // it may not be read
    const LintPage& other = *page_there;
    if (link.kind == "contradicts") return declared(page, link, other);
    stale_context(page, link, other);
  }

  // A page, or the file of its name: `[[log]]` leads to a ledger, which is a file and no page.
  bool is_file(const LintLink& link) const {
    if (!paths_.is_file || link.target.find('/') == std::string::npos) return false;
    return paths_.is_file(link.target) || paths_.is_file(link.target + ".md");
  }

  std::string with_md(const std::string& target) const { return target.ends_with(".md") ? target : target + ".md"; }

  void broken(const LintPage& page, const LintLink& link) {
    if (is_file(link)) return;
    LintFinding& finding = add(LintKind::broken_link, page, link.line, "leads to no page: " + link.target, link.target);
    if (auto to = targets_.find(link.target, page.path)) {
      finding.message += "; " + name_beside(page.path, *to) + " must be meant";
      finding.hint = "`ai-memory lint --fix` changes the link";
      finding.others = {*to};
      finding.fix = LintFix{link.target, *to};
    } else if (paths_.removed.contains(with_md(link.target))) {
      finding.message += ", which was removed";
      finding.hint = "take the link out, or bring the page back: `" +
                     restore_command(PagePath::existing(with_md(link.target))) + "`";
    }
  }

  bool is_over(const LintPage& page) const { return page.valid_until && *page.valid_until <= now_; }

  // What a session page linked to at its time is a record, and a page that is over itself misleads nobody any more.
  void stale_context(const LintPage& page, const LintLink& link, const LintPage& other) {
    if (!is_over(other) || is_of_the_past(link.kind) || page.tier == Tier::episodic) return;
    if (is_over(page) || page.superseded) return;
    LintFinding& finding =
        add(LintKind::stale_context, page, link.line,
            "links to " + name_beside(page.path, other.path) + " as to what is so, but that was valid until " +
                format_time(*other.valid_until) + " only",
            other.path.str());
    finding.hint = "link to what holds now, or say that it is the past";
    finding.others = {other.path};
  }

  void declared(const LintPage& page, const LintLink& link, const LintPage& other) {
    if (is_over(page) || is_over(other) || page.superseded || other.superseded) return;  // settled
    if (!declared_.insert(std::minmax(page.path, other.path)).second) return;
    LintFinding& finding =
        add(LintKind::contradiction, page, link.line, "says that it contradicts " + name_beside(page.path, other.path),
            "declared\n" + other.path.str());
    finding.hint = "settle it, and set superseded_by or valid_until on the page that no longer holds";
    finding.others = {other.path};
  }

  // The link in superseded_by, if there is exactly one.
  static const LintLink* successor(const LintPage& page) {
    const LintLink* only = nullptr;
    for (const auto& link : page.links) {
      if (link.kind != "superseded_by") continue;
      if (only != nullptr) return nullptr;
      only = &link;
    }
    return only;
  }

  void stub(const LintPage& page) {
    for (const auto& link : page.links)
      if (link.kind == "superseded_by") link.to ? chain(page, link) : lost(page, link);
  }

  void lost(const LintPage& page, const LintLink& link) {
    if (is_file(link)) return;
    LintFinding& finding = add(LintKind::stub_chain, page, link.line,
                               "is superseded by a page that there is not: " + link.target, link.target);
    finding.hint = "set superseded_by to the page that holds now, or take it out";
    offer(finding, page, link, targets_.find(link.target, page.path));
  }

  // Where the chain ends; a page seen before, if it goes round in a circle.
  const LintPage& end_of(const LintPage& page, const LintPage& next) const {
    std::set<PagePath> seen = {page.path};
    const LintPage* at = &next;
    while (at->superseded && seen.insert(at->path).second) {
      const LintLink* link = successor(*at);
      const LintPage* behind = link == nullptr || !link->to ? nullptr : page_at(*link->to);
      if (behind == nullptr) break;
      at = behind;
    }
    return *at;
  }

  void chain(const LintPage& page, const LintLink& link) {
    const LintPage* const next = page_at(*link.to);
    if (next == nullptr || !(next == &page || next->superseded)) return;
    const LintPage& end = end_of(page, *next);
    LintFinding& finding =
        add(LintKind::stub_chain, page, link.line,
            "is superseded by " + name_beside(page.path, next->path) + ", which is superseded itself", link.target);
    finding.hint = "set superseded_by to the page that holds now";
    finding.others = {next->path};
    if (!end.superseded) return offer(finding, page, link, end.path);
    if (end.path == page.path) finding.message = "is superseded by itself, over " + name_beside(page.path, next->path);
  }

  void offer(LintFinding& finding, const LintPage& page, const LintLink& link,
             const std::optional<PagePath>& to) const {
    if (!to || *to == page.path || successor(page) == nullptr) return;
    if (std::find(finding.others.begin(), finding.others.end(), *to) == finding.others.end())
      finding.others.push_back(*to);
    finding.message += "; " + name_beside(page.path, *to) + " is the one that holds";
    finding.hint = "`ai-memory lint --fix` sets it";
    finding.fix = LintFix{link.target, *to};
  }

  // Rules, blocks and the like are read for what they are, and need no link.
  void orphan(const LintPage& page) {
    const bool note = page.tier == Tier::semantic || page.tier == Tier::procedural;
    if (!note || page.pinned || page.kind == "rule" || page.kind == "profile" || page.kind == "reminder") return;
    if (linked_.contains(page.path)) return;
    add(LintKind::orphan, page, 0, "no page links here, and it links to none", {}).hint =
        "`ai-memory related PAGE` may say what is near it";
  }

  const LintPaths& paths_;
  Timestamp now_;
  LintTargets targets_;
  std::map<PagePath, const LintPage*> by_path_;
  std::set<PagePath> linked_;  // either way, to another page
  std::set<std::pair<PagePath, PagePath>> declared_;
  std::vector<LintFinding> found_;
};

}  // namespace

std::vector<LintFinding> lint_links(const std::vector<LintPage>& pages, const LintPaths& paths, Timestamp now) {
  return LinkRules(pages, paths, now).run();
}

}  // namespace ai_memory
