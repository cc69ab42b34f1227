#include "decay/lint_pairs.hh"

#include <algorithm>
#include <map>
#include <string>

#include "wiki/page_path.hh"

namespace ai_memory {
namespace {

constexpr std::uint64_t kSeed = 0xcbf29ce484222325, kFactor = 0x100000001b3;  // FNV-1a
constexpr std::size_t kPhraseLetters = 6;                                     // of a script without spaces
constexpr std::size_t kMostPhrases = 50000;                                   // of a page

std::uint64_t hash_of(std::string_view text, std::uint64_t hash = kSeed) {
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * kFactor;
  return hash;
}

struct Word {
  std::uint64_t hash = 0;
  std::size_t weight = 0;  // in letters of a script without spaces
};

bool is_ascii_word(unsigned char byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || byte == '_';
}

bool is_lead(unsigned char byte) { return byte >= 0xc0; }

// Letters of the Latin, Greek and Cyrillic blocks and the like lie below U+0900, in two bytes of UTF-8; beyond, most
// scripts are written without spaces, or as short words that three letters tell apart.
bool is_spaced(unsigned char lead) { return lead < 0xe0; }

// What stands between words (an apostrophe, a dash) parts them.
std::vector<Word> words_of(std::string_view folded) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < folded.size();) {
    const std::size_t begin = at;
    const auto byte = [&] { return static_cast<unsigned char>(folded[at]); };
    const auto skip_tail = [&] {
      while (at < folded.size() && (byte() & 0xc0) == 0x80) ++at;
    };
    bool digit = false;
    while (at < folded.size() && (is_ascii_word(byte()) || (is_lead(byte()) && is_spaced(byte())))) {
      digit = digit || (byte() >= '0' && byte() <= '9');
      ++at;
      skip_tail();
    }
    if (at > begin) {
      words.push_back({digit ? hash_of("#") : hash_of(folded.substr(begin, at - begin)), 2});
      continue;
    }
    const bool letter = is_lead(byte());
    ++at;
    skip_tail();
    if (letter && folded.substr(begin, 2) != "\xe3\x80" && folded.substr(begin, 2) != "\xe2\x80")  // 、。“”
      words.push_back({hash_of(folded.substr(begin, at - begin)), 1});
  }
  return words;
}

using Phrase = std::pair<std::uint64_t, std::size_t>;

void add_phrases(const std::vector<Word>& words, std::size_t page, std::vector<Phrase>& phrases) {
  for (std::size_t i = 0; i < words.size() && i < kMostPhrases; ++i) {
    std::uint64_t hash = kSeed;
    std::size_t weight = 0, next = i;
    for (; next < words.size() && weight < kPhraseLetters; ++next) {
      hash = (hash ^ words[next].hash) * kFactor;
      weight += words[next].weight;
    }
    if (weight < kPhraseLetters) return;
    phrases.emplace_back(hash, page);
  }
}

}  // namespace

void PhrasePairs::add(std::size_t page, std::string_view title, std::string_view body) {
  const std::size_t before = phrases_.size();
  add_phrases(words_of(twin_key(body)), page, phrases_);
  for (const Word& word : words_of(twin_key(title))) phrases_.emplace_back(word.hash ^ kFactor, page);
  const auto own = phrases_.begin() + static_cast<std::ptrdiff_t>(before);
  std::sort(own, phrases_.end());
  phrases_.erase(std::unique(own, phrases_.end()), phrases_.end());
}

std::vector<std::pair<std::size_t, std::size_t>> PhrasePairs::pairs() {
  std::sort(phrases_.begin(), phrases_.end());
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> shared;
  for (std::size_t begin = 0; begin < phrases_.size();) {
    std::size_t end = begin;
    while (end < phrases_.size() && phrases_[end].first == phrases_[begin].first) ++end;
    if (end - begin <= kMostPages)
      for (std::size_t a = begin; a < end; ++a)
        for (std::size_t b = a + 1; b < end; ++b) ++shared[{phrases_[a].second, phrases_[b].second}];
    begin = end;
  }
  struct Partner {
    std::size_t count, page;
  };
  std::map<std::size_t, std::vector<Partner>> partners;
  for (const auto& [pair, count] : shared) {
    partners[pair.first].push_back({count, pair.second});
    partners[pair.second].push_back({count, pair.first});
  }
  std::vector<std::pair<std::size_t, std::size_t>> chosen;
  for (auto& [page, list] : partners) {
    std::sort(list.begin(), list.end(), [](const Partner& a, const Partner& b) {
      return a.count != b.count ? a.count > b.count : a.page < b.page;
    });
    list.resize(std::min(list.size(), kMostPartners));
    for (const auto& partner : list) chosen.push_back(std::minmax(page, partner.page));
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

}  // namespace ai_memory
