// Statements without a fact that are gone from the rewrite, or that no source makes.
#include <algorithm>
#include <set>

#include "decay/content_words.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_sentences.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kLeastWords = 3;

std::set<std::string> keys_of(const std::vector<SentenceWord>& words) {
  std::set<std::string> keys;
  for (const SentenceWord& word : words)
    if (!word.is_force && word.key != "not") keys.insert(word.key);
  return keys;
}

// Facts are looked for one by one, and stand with other words in a list or table.
std::size_t least_of(const std::vector<SentenceWord>& words) {
  const bool fact = std::any_of(words.begin(), words.end(), [](const auto& word) { return word.is_fact; });
  return fact ? kLeastWords + 3 : kLeastWords;
}

// The share of the words that the best sentence of the index has, with what a second one adds.
float told_share(SentenceIndex& index, const std::vector<SentenceWord>& words, const std::set<std::string>& keys) {
  constexpr std::size_t kLooked = 8;
  float all = 0, best = 0;
  for (const auto& key : keys) all += index.rarity(key);
  std::vector<std::set<std::string>> near;
  for (const auto* entry : index.near(words, kLooked)) near.push_back(keys_of(entry->words));
  for (const auto& one : near)
    for (const auto& other : near) {
      float share = 0;
      for (const auto& key : keys)
        if (one.contains(key) || other.contains(key)) share += index.rarity(key);
      best = std::max(best, share);
    }
  return all > 0 ? best / all : 1;
}

}  // namespace

void find_changed_statements(RewriteComparison& all) {
  constexpr float kKept = 0.3F, kKnown = 0.35F;
  std::vector<const RewriteText*> texts;
  std::set<std::string_view> known, told;
  for (const RewriteText& text : all.texts) {
    texts.push_back(&text);
    for (const RewriteSentence& sentence : text.sentences) known.insert(sentence.text);
  }
  for (const RewriteSentence& sentence : all.result.sentences) told.insert(sentence.text);
  SentenceIndex sources(texts), result({&all.result});
  for (std::size_t at = 0; at < all.texts.size(); ++at)
    for (const RewriteSentence& sentence : all.texts[at].sentences) {
      if (sentence.heading > 0 || told.contains(sentence.text)) continue;
      const auto words = sentence_words(sentence.text);
      const auto keys = keys_of(words);
      if (keys.size() >= least_of(words) && told_share(result, words, keys) < kKept)
        all.missing(at, "statement", sentence.text, sentence, false);
    }
  for (const RewriteSentence& sentence : all.result.sentences) {
    if (sentence.heading > 0 || known.contains(sentence.text)) continue;
    if (sentence.text.find(" | ") != std::string::npos) continue;  // its head may be new
    const auto words = sentence_words(sentence.text);
    const auto keys = keys_of(words);
    if (keys.size() >= kLeastWords && told_share(sources, words, keys) < kKnown)
      all.about_result(RewriteFault::invented, "statement", sentence.text, sentence);
  }
}

}  // namespace ai_memory
