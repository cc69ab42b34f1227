// Sentences as rows of words, and which sentences of one side are near one of the other.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dream/rewrite_text.hh"

namespace ai_memory {

// A word that tells something, a token, a kanji, a sign such as ✅, a "not"; at most 120 of a sentence.
struct SentenceWord {
  std::string key, text;
  bool is_fact = false;   // a token
  bool is_force = false;  // of a phrase that rewrite_force.hh reads
  std::string lead{};     // the preposition before it, "after"
};
std::vector<SentenceWord> sentence_words(std::string_view sentence);

class SentenceIndex {
 public:
  struct Entry {
    const RewriteText* text = nullptr;
    const RewriteSentence* sentence = nullptr;
    std::vector<SentenceWord> words;
  };
  explicit SentenceIndex(const std::vector<const RewriteText*>& texts);

  const std::vector<Entry>& entries() const { return entries_; }
  bool knows(const std::string& key) const { return counts_.contains(key); }
  // How much a word tells: 1 if one sentence has it, less the more have it.
  float rarity(const std::string& key) const;
  // Those that share most with `words` by rarity, the best first; at most `most`.
  std::vector<const Entry*> near(const std::vector<SentenceWord>& words, std::size_t most);

 private:
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> places_;
  std::unordered_map<std::string, float> counts_;
  std::vector<float> shared_;
};

}  // namespace ai_memory
