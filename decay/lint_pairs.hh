// Which pages are worth comparing with each other: those that have rare phrases, or words of their titles, in common.
// Pure; no embedding is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace ai_memory {

// A phrase is three words, or as much of a script without spaces (two letters count as a word); any word with a digit
// in it counts as the same one, so that "port 5432" and "port 5433" agree. Phrases that more than a few pages have say
// nothing; a page is paired with the few that it shares most with.
class PhrasePairs {
 public:
  static constexpr std::size_t kMostPages = 8;     // with one phrase, or title word
  static constexpr std::size_t kMostPartners = 6;  // of a page

  // `page`: any number, each once. Bodies of one project belong into one object.
  void add(std::size_t page, std::string_view title, std::string_view body);

  // Sorted, each once, the lesser number first. Partners are chosen by shared phrases, ties by page number.
  std::vector<std::pair<std::size_t, std::size_t>> pairs();

 private:
  std::vector<std::pair<std::uint64_t, std::size_t>> phrases_;  // hash, page
};

}  // namespace ai_memory
