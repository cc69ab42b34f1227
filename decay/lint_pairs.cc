#include "decay/lint_pairs.hh"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "wiki/page_path.hh"

namespace ai_memory {
namespace {

constexpr std::uint64_t kSeed = 0xcbf29ce484222325, kFactor = 0x100000001b3;  // FNV-1a
constexpr std::uint64_t kTitle = 0x9e3779b97f4a7c15;
constexpr std::size_t kLeastWords = 2;    // left of a sentence
constexpr std::size_t kMostWords = 40;    // longer ones are lists, tables and code
constexpr std::size_t kShortWord = 3;     // "the", "not", "was"
constexpr std::size_t kMostKeys = 50000;  // of a page

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = kSeed;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * kFactor;
  return hash;
}

enum class Script { none, latin, hiragana, katakana, ideograph };

// By the first bytes of a letter in UTF-8: scripts with spaces lie below U+0900, kana at U+3040, and most of what lies
// above is ideographs, or Hangul, whose words are taken as they stand.
Script script_at(std::string_view text) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0; };
  const auto first = byte(0), second = byte(1), third = byte(2);
  if (first < 0x80) {
    const bool letter = (first >= '0' && first <= '9') || (first >= 'a' && first <= 'z') || first == '_';
    return letter ? Script::latin : Script::none;
  }
  if (first < 0xe0) return first == 0xc2 ? Script::none : Script::latin;         // U+0080 to U+00BF are marks
  if (first == 0xe2) return Script::none;                                        // punctuation and symbols
  if (first == 0xe3 && second == 0x80) return Script::none;                      // 、。「」
  if (first == 0xef && (second == 0xbc || second == 0xbd)) return Script::none;  // full-width marks
  if (first == 0xe3 && (second == 0x81 || (second == 0x82 && third < 0xa0))) return Script::hiragana;
  if (first == 0xe3 && (second == 0x82 || second == 0x83)) return Script::katakana;
  return first < 0xf0 ? Script::ideograph : Script::none;  // pictographs
}

std::size_t letter_size(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) ++size;
  return size;
}

// "needs" and "need" are one word here, as are "port" and "ports".
std::string_view without_s(std::string_view word) {
  return word.ends_with('s') && !word.ends_with("ss") ? word.substr(0, word.size() - 1) : word;
}

using WordHashes = std::vector<std::uint64_t>;

WordHashes sorted_once(WordHashes words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

// The words of folded text that count, as they come.
WordHashes words_of(std::string_view folded) {
  WordHashes words;
  for (std::size_t at = 0; at < folded.size();) {
    const Script script = script_at(folded.substr(at));
    const std::size_t begin = at;
    std::size_t letters = 0;
    bool digit = false;
    do {
      digit = digit || (folded[at] >= '0' && folded[at] <= '9');
      at += letter_size(folded.substr(at));
      ++letters;
    } while (at < folded.size() && script != Script::none && script_at(folded.substr(at)) == script);
    if (script == Script::none || script == Script::hiragana) continue;
    if (digit)
      words.push_back(hash_of("#"));
    else if (script != Script::latin || letters > kShortWord)
      words.push_back(hash_of(without_s(folded.substr(begin, at - begin))));
  }
  return words;
}

// Behind the sentence that begins at `from`: at the line's end, or a full stop that blanks follow.
std::size_t sentence_end(std::string_view text, std::size_t from) {
  for (std::size_t at = from; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') return at + 1;
    const bool stop = c == '.' || c == '!' || c == '?' || c == ';';
    if (stop && (at + 1 == text.size() || text[at + 1] == ' ' || text[at + 1] == '\n')) return at + 1;
    if (text.substr(at, 3) == "\xe3\x80\x82") return at + 3;  // 。
  }
  return text.size();
}

}  // namespace

void WordPairs::add_sentence(std::size_t page, std::string_view sentence) {
  const auto in_order = words_of(sentence);
  const auto words = sorted_once(in_order);
  if (words.size() < kLeastWords || words.size() > kMostWords) return;
  const std::uint64_t whole = hash_of(sentence);
  std::uint64_t sum = words.size();  // of a set, so that leaving one out is a subtraction
  for (const auto word : words) sum += word * (word | 1);
  keys_.push_back({sum, whole, page});
  if (words.size() <= kLeastWords) return;
  const auto weight = [](std::uint64_t word) { return word * (word | 1); };
  for (const auto word : words) keys_.push_back({sum - 1 - weight(word), whole, page});
  if (words.size() <= kLeastWords + 2) return;
  // A first name and a family name.
  const auto leave_out = [&](std::uint64_t one, std::uint64_t other) {
    if (one != other) keys_.push_back({sum - 2 - weight(one) - weight(other), whole, page});
  };
  leave_out(in_order[0], in_order[1]);
  leave_out(in_order[in_order.size() - 2], in_order.back());
}

void WordPairs::add(std::size_t page, std::string_view title, std::string_view body) {
  const std::size_t before = keys_.size();
  const std::string folded = twin_key(body);
  for (std::size_t at = 0; at < folded.size() && keys_.size() - before < kMostKeys;) {
    const std::size_t end = sentence_end(folded, at);
    add_sentence(page, std::string_view(folded).substr(at, end - at));
    at = end;
  }
  for (const auto word : sorted_once(words_of(twin_key(title)))) keys_.push_back({word ^ kTitle, page, page});
  std::sort(keys_.begin() + static_cast<std::ptrdiff_t>(before), keys_.end());
  keys_.erase(std::unique(keys_.begin() + static_cast<std::ptrdiff_t>(before), keys_.end()), keys_.end());
}

std::vector<std::pair<std::size_t, std::size_t>> WordPairs::pairs() {
  std::sort(keys_.begin(), keys_.end());
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> shared;
  for (std::size_t begin = 0, end = 0; begin < keys_.size(); begin = end) {
    while (end < keys_.size() && keys_[end].words == keys_[begin].words) ++end;
    if (end - begin > kMostPages) continue;
    for (std::size_t a = begin; a < end; ++a)
      for (std::size_t b = a + 1; b < end; ++b)
        if (keys_[a].sentence != keys_[b].sentence && keys_[a].page != keys_[b].page)
          ++shared[std::minmax(keys_[a].page, keys_[b].page)];
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
