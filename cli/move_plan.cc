#include "cli/move_plan.hh"

#include <algorithm>

#include "cli/spared.hh"
#include "wiki/link_target.hh"
#include "wiki/page.hh"
#include "wiki/page_moves.hh"

namespace ai_memory {
namespace {

std::string links_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " link" : " links"); }

NamedPage named(const Page& page) {
  return {page.path, page.title, page.aliases, page.front_matter.text("permalink").value_or("")};
}

class MovePlanner {
 public:
  explicit MovePlanner(const MoveInput& input) : input_(input) {
    for (const auto& move : input.moves) moved_.emplace(move.from, move.to);
    plan_.moves = input.moves;
  }

  MovePlan make() {
    read_pages();
    const LinkTargets before(std::move(before_)), after(std::move(after_));
    const PageMoves moves{before, after, moved_, input_.is_file};
    for (std::size_t i = 0; i < input_.pages.size(); ++i) plan_page(i, moves);
    return std::move(plan_);
  }

 private:
  PagePath place_of(const PagePath& page) const {
    const auto moved = moved_.find(page);
    return moved == moved_.end() ? page : moved->second;
  }

  // The names that links can mean, and why a page is not to be rewritten.
  void read_pages() {
    for (const auto& [path, text] : input_.pages) {
      const auto untouchable = input_.untouchable.find(path);
      why_not_.push_back(untouchable == input_.untouchable.end() ? "" : untouchable->second);
      has_links_.push_back(!is_ledger(path, text));
      if (!has_links_.back()) continue;
      const auto page = parse_page(path, text);
      has_links_.back() = page.readable;
      if (why_not_.back().empty() && page.is_protected()) why_not_.back() = "its front matter cannot be read in full";
      before_.push_back(named(page));
      after_.push_back(moved_.contains(path) ? named(parse_page(place_of(path), text)) : before_.back());
    }
  }

  void plan_page(std::size_t i, const PageMoves& moves) {
    const PagePath& path = input_.pages[i].first;
    const std::string& text = input_.pages[i].second;
    const auto to = place_of(path);
    std::string content = text;
    std::size_t links = 0;
    if (has_links_[i]) {
      RewrittenLinks result{text, 0, {}};
      spared(path, plan_.failed, [&] { result = rewrite_links(text, path, to, moves); });
      if (!why_not_[i].empty()) {
        leave_page(to, result, why_not_[i]);
      } else {
        for (auto& left : result.left) plan_.left.push_back({to, left.line, left.target, left.why});
        content = std::move(result.text);
        links = result.changed;
      }
    }
    if (links > 0) plan_.relinked.push_back({to, links});
    if (path != to)
      add_move(path, to, text, std::move(content));
    else if (content != text)
      plan_.changes.changes.push_back({path, std::move(content), blob_id(text), links_text(links) + " rewritten"});
  }

  void leave_page(const PagePath& page, const RewrittenLinks& result, const std::string& why) {
    const auto links = result.changed + result.left.size();
    if (links > 0) plan_.left.push_back({page, 0, links_text(links), why});
  }

  void add_move(const PagePath& from, const PagePath& to, const std::string& text, std::string content) {
    plan_.changes.changes.push_back({from, std::nullopt, blob_id(text), moved_to(to)});
    plan_.changes.changes.push_back({to, std::move(content), {}, moved_from(from)});
  }

  const MoveInput& input_;
  std::map<PagePath, PagePath> moved_;
  std::vector<NamedPage> before_, after_;
  std::vector<bool> has_links_;       // by page: false for ledgers and what is no text
  std::vector<std::string> why_not_;  // by page; empty: its links may be rewritten
  MovePlan plan_;
};

}  // namespace

MovePlan plan_move(const MoveInput& input) { return MovePlanner(input).make(); }

std::string move_diff(const MovePlan& plan, const MoveInput& input) {
  std::map<PagePath, const std::string*> texts;
  for (const auto& [path, text] : input.pages) texts.emplace(path, &text);
  std::map<PagePath, PagePath> former;
  for (const auto& move : plan.moves) former.emplace(move.to, move.from);
  std::string diff;
  for (const auto& change : plan.changes.changes) {
    if (!change.content) continue;  // shown with the new name
    const auto from = former.find(change.path);
    diff += from == former.end() ? unified_diff(change.path.str(), *texts.at(change.path), change.content)
                                 : renamed_diff(from->second, change.path, *texts.at(from->second), *change.content);
  }
  return diff;
}

}  // namespace ai_memory
