#include "cli/lint_pages.hh"

#include <algorithm>
#include <map>

#include "cli/hand_edits.hh"
#include "cli/lint_contradictions.hh"
#include "decay/lint_links.hh"
#include "decay/lint_names.hh"
#include "decay/lint_page.hh"
#include "index/links.hh"
#include "wiki/page.hh"
#include "wiki/page_moves.hh"
#include "wiki/unreadable.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

LintPage lint_page_of(const Page& page) {
  return {.path = page.path,
          .title = page.title,
          .kind = page.kind,
          .tier = page.tier,
          .pinned = page.pinned,
          .superseded = !page.superseded_by.empty(),
          .valid_until = page.valid_until,
          .links = {}};
}

bool lies_in(const PagePath& path, const LintRequest& request) {
  return (!request.project || path.project() == *request.project) &&
         (request.pages.empty() || request.pages.contains(path));
}

bool is_asked_for(const LintFinding& finding, const LintRequest& request) {
  if (!request.kinds.contains(finding.kind)) return false;
  if (lies_in(finding.path, request)) return true;
  return std::any_of(finding.others.begin(), finding.others.end(),
                     [&](const PagePath& other) { return lies_in(other, request); });
}

class Look {
 public:
  Look(Context& context, const LintRequest& request) : context_(context), request_(request), contradictions_(context) {}

  LintReport run() && {
    warn_of_unreadable(context_);
    for (const auto& file : context_.wiki().scan()) read(file.path);
    add_links();
    const LintPaths paths = read_paths();
    keep(lint_links(pages_, paths, context_.now()));
    keep(lint_names(pages_));
    if (wants(LintKind::contradiction))
      keep(contradictions_.run([this](const PagePath& path) { return lies_in(path, request_); }));
    keep(lint_ages(pages_that_tell(), context_.now(), context_.config().decay));
    finish_findings(report_.findings);
    return std::move(report_);
  }

 private:
  bool wants(LintKind kind) const { return request_.kinds.contains(kind); }

  void keep(std::vector<LintFinding> findings) {
    for (auto& finding : findings)
      if (is_asked_for(finding, request_)) report_.findings.push_back(std::move(finding));
  }

  void read(const PagePath& path) {
    if (!may_be_read(context_.wiki().root() / path.str())) return;
    const auto text = context_.wiki().read(path);
    if (!text || is_ledger(path, *text)) return;
    const Page page = parse_page(path, *text);
    numbers_.emplace(path, pages_.size());
    pages_.push_back(lint_page_of(page));
    if (wants(LintKind::contradiction)) contradictions_.add(page, *text);
    if (!lies_in(path, request_)) return;
    ++report_.pages;
    keep(lint_page(page, *text, context_.now(), {}));
  }

  // Without those that another page has taken the place of: of these nobody need read more than where to go.
  std::vector<SweepPage> pages_that_tell() const {
    std::vector<SweepPage> pages = context_.index().sweep_pages();
    std::erase_if(pages, [this](const SweepPage& page) {
      const auto number = numbers_.find(page.path);
      return number != numbers_.end() && pages_[number->second].superseded;
    });
    return pages;
  }

  void add_links() {
    for (auto& link : context_.index().links()) {
      const auto number = numbers_.find(link.from);
      if (number == numbers_.end()) continue;
      pages_[number->second].links.push_back({std::move(link.target), link.to, std::move(link.kind), link.line});
    }
  }

  // Paths that links lead to and where no page is.
  std::set<std::string> lost_targets() const {
    std::set<std::string> lost;
    for (const auto& page : pages_)
      for (const auto& link : page.links)
        if (!link.to) lost.insert(link.target.ends_with(".md") ? link.target : link.target + ".md");
    return lost;
  }

  // History is asked only if a link leads nowhere, for that takes time.
  LintPaths read_paths() {
    LintPaths paths;
    paths.is_file = [root = context_.wiki().root()](const std::string& path) {
      std::error_code none;
      return fs::is_regular_file(fs::symlink_status(root / path, none));
    };
    const auto lost = lost_targets();
    if (lost.empty()) return paths;
    context_.wiki().walk_back([&](const CommitInfo& commit, const std::vector<TreeChange>& changes) {
      for (const auto& [to, from] : renamed_pages(commit, changes))
        paths.moved.emplace(from, to);  // the newest move counts
      for (const auto& change : changes)
        if (change.after.empty() && lost.contains(change.path)) paths.removed.insert(change.path);
      return true;
    });
    return paths;
  }

  Context& context_;
  const LintRequest& request_;
  ContradictionSearch contradictions_;
  LintReport report_;
  std::vector<LintPage> pages_;
  std::map<PagePath, std::size_t> numbers_;  // where in pages_
};

}  // namespace

LintReport lint_wiki(Context& context, const LintRequest& request) { return Look(context, request).run(); }

}  // namespace ai_memory
