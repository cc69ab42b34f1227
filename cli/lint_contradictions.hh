// Pages of one project that state different things: which pairs are compared, and what comes of it.
#pragma once

#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "cli/context.hh"
#include "decay/lint.hh"
#include "decay/lint_contradiction.hh"
#include "decay/lint_pairs.hh"
#include "wiki/page.hh"

namespace ai_memory {

class ContradictionSearch {
 public:
  explicit ContradictionSearch(Context& context) : context_(context) {}

  // Every page, as it is read. Kept in mind are semantic and procedural ones that hold: not superseded, not over, not
  // in conflict with a copy of themselves.
  void add(const Page& page, std::string_view text);

  // Compares the pages that have sentences of almost the same words (WordPairs), and, where an embedder knows meaning,
  // each with the kMostNear nearest that are on the same topic by its threshold. Only pairs of which one page
  // `is_wanted`.
  static constexpr std::size_t kMostNear = 4;
  std::vector<LintFinding> run(const std::function<bool(const PagePath&)>& is_wanted);

 private:
  using Pair = std::pair<std::size_t, std::size_t>;

  std::vector<Pair> near_in_meaning();
  const LintText& text_of(std::size_t page);
  void forget_texts(std::size_t left);

  Context& context_;
  std::vector<PagePath> pages_;
  std::map<Project, WordPairs> words_;
  std::map<PagePath, Timestamp> changed_;
  std::map<std::size_t, LintText> texts_;  // of the pages that are being compared
};

}  // namespace ai_memory
