#include "cli/lint_contradictions.hh"

#include <algorithm>

#include "index/near_lists.hh"
#include "index/page_vectors.hh"
#include "wiki/conflict.hh"

namespace ai_memory {
namespace {

bool states_what_is_so(const Page& page, Timestamp now) {
  if (page.tier != Tier::semantic && page.tier != Tier::procedural) return false;
  if (!page.readable || !page.superseded_by.empty()) return false;
  return !(page.valid_until && *page.valid_until <= now) && !(page.expires_at && *page.expires_at <= now);
}

}  // namespace

void ContradictionSearch::add(const Page& page, std::string_view text) {
  if (!states_what_is_so(page, context_.now()) || conflict_marker_line(text) || original_of_copy(page.path)) return;
  words_[page.path.project()].add(pages_.size(), page.title, page.body);
  pages_.push_back(page.path);
}

std::vector<ContradictionSearch::Pair> ContradictionSearch::near_in_meaning() {
  SearchIndex& index = context_.index();
  if (!index.searches_by_meaning()) return {};
  const NearFrom from{index.thresholds(Script::spaced).values.same_topic,
                      index.thresholds(Script::unspaced).values.same_topic};
  if (!from.ever()) return {};
  std::map<PagePath, std::size_t> numbers;
  for (std::size_t i = 0; i < pages_.size(); ++i) numbers.emplace(pages_[i], i);
  std::map<Project, PackedVectors> projects;  // each page's number as its id
  for (const PageVector& page : index.page_vectors()) {
    const auto number = numbers.find(page.path);
    if (number == numbers.end()) continue;
    PackedVectors& all = projects[page.path.project()];
    all.dimension = static_cast<int>(page.vector.size());
    all.add(static_cast<std::int64_t>(number->second), page.path.str(), page.script, pack_vector(page.vector));
  }
  std::vector<Pair> pairs;
  for (const auto& [project, all] : projects) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < all.size(); ++row) rows.push_back(row);
    const auto lists = near_lists(all, rows, from);
    for (std::size_t row = 0; row < rows.size(); ++row)
      for (std::size_t i = 0; i < lists[row].size() && i < kMostNear; ++i)
        pairs.push_back(
            std::minmax(static_cast<std::size_t>(all.ids[row]), static_cast<std::size_t>(all.ids[lists[row][i].row])));
  }
  return pairs;
}

// Pairs come sorted, the lesser page first: texts of pages before `left` are not asked for again. Of the rest some
// hundred are kept.
void ContradictionSearch::forget_texts(std::size_t left) {
  constexpr std::size_t kMostTexts = 500;
  texts_.erase(texts_.begin(), texts_.lower_bound(left));
  if (texts_.size() > kMostTexts) texts_.clear();
}

// Stays until forget_texts().
const LintText& ContradictionSearch::text_of(std::size_t number) {
  if (const auto found = texts_.find(number); found != texts_.end()) return found->second;
  const PagePath& path = pages_[number];
  const std::string text = context_.wiki().read(path).value_or("");
  const auto changed = changed_.find(path);
  const Timestamp when = changed == changed_.end() ? Timestamp{} : changed->second;
  return texts_.emplace(number, lint_text(parse_page(path, text), when)).first->second;
}

std::vector<LintFinding> ContradictionSearch::run(const std::function<bool(const PagePath&)>& is_wanted) {
  std::vector<Pair> pairs = near_in_meaning();
  for (auto& [project, words] : words_) {
    const auto found = words.pairs();
    pairs.insert(pairs.end(), found.begin(), found.end());
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const auto& page : context_.index().pages()) changed_.emplace(page.path, page.body_changed);
  std::vector<LintFinding> findings;
  for (const auto& [left, right] : pairs) {
    if (!is_wanted(pages_[left]) && !is_wanted(pages_[right])) continue;
    forget_texts(left);
    for (auto& finding : lint_contradictions(text_of(left), text_of(right))) findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace ai_memory
