// Which pages are worth comparing sentence by sentence, told by a look at their words. Pure; no embedding is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace ai_memory {

// Pairs of pages that have two sentences with the same words but for one at most, or but for the first two or the last
// two, and which are not the same sentence; and pages whose titles share a word. Words of up to three letters do not
// count, nor does hiragana; every word with a digit counts as the same, so that "port 5432" and "port 5433" agree. What
// more than a few pages have in common says nothing.
class WordPairs {
 public:
  static constexpr std::size_t kMostPages = 8;      // that have a sentence or a title's word in common
  static constexpr std::size_t kMostPartners = 12;  // of a page: those that it has most in common with

  // `page`: any number, each once. Bodies of one project belong into one object.
  void add(std::size_t page, std::string_view title, std::string_view body);

  // Sorted, each once, the lesser number first. Of partners with as much in common those of lesser numbers are taken.
  std::vector<std::pair<std::size_t, std::size_t>> pairs();

 private:
  struct Key {
    std::uint64_t words = 0;     // the sentence without one of its words, or a word of a title
    std::uint64_t sentence = 0;  // the whole of it as it stands; of a title: the page
    std::size_t page = 0;
    auto operator<=>(const Key&) const = default;
  };

  void add_sentence(std::size_t page, std::string_view sentence);

  std::vector<Key> keys_;
};

}  // namespace ai_memory
