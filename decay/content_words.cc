#include "decay/content_words.hh"

#include <algorithm>
#include <unordered_set>

#include "decay/token_scan.hh"

namespace ai_memory {
namespace {

enum class Script { none, alphabet, katakana, han };

Script script_of(char32_t code) {
  if (code < 0x80) return is_ascii_alnum(static_cast<char>(code)) || code == '_' ? Script::alphabet : Script::none;
  if (is_katakana(code)) return Script::katakana;
  if (is_han(code)) return Script::han;
  const bool letters = (code >= 0xc0 && code < 0x2000) || (code >= 0xac00 && code <= 0xd7a3);
  return letters && code != 0xd7 && code != 0xf7 ? Script::alphabet : Script::none;
}

// don't, O'Brien: the mark with a letter on either side.
std::size_t apostrophe_size(std::string_view rest) {
  const std::size_t size = rest.starts_with('\'') ? 1 : rest.starts_with("’") ? 3 : 0;
  return size > 0 && size < rest.size() && is_ascii_letter(rest[size]) ? size : 0;
}

std::size_t word_size(std::string_view text, Script script) {
  std::size_t size = 0;
  while (size < text.size()) {
    const auto next = code_point_at(text.substr(size));
    if (script_of(next.code) == script)
      size += next.size;
    else if (const auto mark = script == Script::alphabet ? apostrophe_size(text.substr(size)) : 0)
      size += mark;
    else
      break;
  }
  return size;
}

std::size_t without_possessive(std::string_view word) {
  for (const std::string_view end : {"'s", "’s"})
    if (word.size() > end.size() && word.ends_with(end)) return word.size() - end.size();
  return word.size();
}

using WordSet = std::unordered_set<std::string_view>;

// Of no use to find a page by.
const WordSet& empty_words() {
  static const WordSet words{
      "a",      "about", "after",    "again",    "all",     "also",   "am",     "an",      "and",   "any",
      "are",    "as",    "at",       "be",       "been",    "being",  "but",    "by",      "can",   "could",
      "did",    "do",    "does",     "doing",    "done",    "for",    "from",   "had",     "has",   "have",
      "he",     "her",   "here",     "hers",     "him",     "his",    "how",    "i",       "if",    "in",
      "into",   "is",    "it",       "its",      "just",    "me",     "might",  "more",    "most",  "much",
      "my",     "no",    "not",      "of",       "on",      "or",     "other",  "our",     "out",   "over",
      "own",    "she",   "should",   "so",       "some",    "such",   "than",   "that",    "the",   "their",
      "them",   "then",  "there",    "these",    "they",    "this",   "those",  "to",      "too",   "up",
      "us",     "very",  "was",      "we",       "were",    "what",   "when",   "where",   "which", "while",
      "who",    "whom",  "why",      "will",     "with",    "would",  "yet",    "you",     "your",  "i'm",
      "i've",   "i'll",  "i'd",      "it's",     "that's",  "don't",  "didn't", "doesn't", "can't", "won't",
      "you're", "we're", "they're",  "isn't",    "wasn't",  "let's",  "what's", "there's", "he's",  "she's",
      "you've", "we've", "couldn't", "wouldn't", "haven't", "hasn't", "aren't"};
  return words;
}

// Frequent in any talk.
const WordSet& weak_words() {
  static const WordSet words{
      "really",  "going", "get",        "getting",   "got",        "make",       "makes", "made",  "making",
      "like",    "know",  "think",      "thing",     "things",     "good",       "great", "cool",  "awesome",
      "amazing", "nice",  "wow",        "yeah",      "yes",        "hey",        "hi",    "hello", "thanks",
      "thank",   "sure",  "definitely", "totally",   "absolutely", "always",     "lot",   "lots",  "way",
      "see",     "look",  "looks",      "looking",   "sounds",     "sound",      "feel",  "feels", "well",
      "one",     "even",  "still",      "keep",      "kind",       "little",     "bit",   "tell",  "say",
      "said",    "says",  "want",       "wanted",    "need",       "take",       "come",  "go",    "went",
      "let",     "glad",  "happy",      "love",      "hope",       "right",      "back",  "now",   "new",
      "first",   "time",  "day",        "something", "anything",   "everything", "much",  "many",  "pretty",
      "super",   "truly", "agree",      "may",       "must",       "use",        "used",  "using", "able",
      "yours",   "mine"};
  return words;
}

// The end of a sentence at `at`, with what closes it; 0: none ends here.
std::size_t stop_size(std::string_view text, std::size_t at) {
  for (const std::string_view stop : {"。", "！", "？"})
    if (text.substr(at).starts_with(stop)) {
      std::size_t size = stop.size();
      while (text.substr(at + size).starts_with("」") || text.substr(at + size).starts_with("）")) size += 3;
      return size;
    }
  if (text[at] != '.' && text[at] != '!' && text[at] != '?') return 0;
  std::size_t size = 1;
  while (at + size < text.size() && std::string_view(".!?\")'").find(text[at + size]) != std::string_view::npos) ++size;
  if (at + size >= text.size()) return size;
  const bool goes_on = at + size + 1 < text.size() && is_ascii_lower(text[at + size + 1]);
  return text[at + size] == ' ' && !goes_on ? size : 0;
}

bool ends_before(std::string_view text, std::size_t begin) {
  while (begin > 0 && std::string_view(" \"'(*").find(text[begin - 1]) != std::string_view::npos) --begin;
  return begin == 0 || std::string_view(".!?:").find(text[begin - 1]) != std::string_view::npos;
}

}  // namespace

std::vector<TextWord> text_words(std::string_view text) {
  std::vector<TextWord> words;
  for (std::size_t at = 0; at < text.size();) {
    const auto next = code_point_at(text.substr(at));
    const auto script = script_of(next.code);
    if (script == Script::none) {
      at += next.size;
      continue;
    }
    const auto size = word_size(text.substr(at), script);
    words.push_back({at, at + without_possessive(text.substr(at, size)), ends_before(text, at)});
    at += size;
  }
  return words;
}

std::string word_key(std::string_view word) {
  constexpr std::size_t kStem = 4;  // what must be left of a word
  auto key = ascii_lower(word);
  for (const std::string_view end : {"ing", "ed", "es", "s"})
    if (key.ends_with(end) && key.size() >= end.size() + kStem && is_ascii_lower(key[0])) {
      key.resize(key.size() - end.size());
      break;
    }
  if (key.size() > kStem && (key.ends_with('e') || key.ends_with('y') || key.ends_with('i'))) key.pop_back();
  return key;
}

int word_weight(std::string_view word) {
  std::string lower = ascii_lower(word);
  if (const auto mark = lower.find("’"); mark != std::string::npos) lower.replace(mark, 3, "'");
  if (empty_words().contains(lower)) return 0;
  const bool ascii = static_cast<unsigned char>(lower[0]) < 0x80;
  if (lower.size() < (ascii ? 2u : 4u)) return 0;
  return weak_words().contains(lower) || (ascii && lower.size() < 3) ? 1 : 2;
}

bool looks_like_name(std::string_view word) {
  if (word.size() < 2 || word_weight(word) == 0) return false;
  if (!is_ascii_upper(word[0])) return code_point_at(word).code < 0x2000 && is_upper(code_point_at(word).code);
  const auto behind = word.substr(1, 1) == "'" ? 2u : word.substr(1).starts_with("’") ? 4u : 0u;
  return behind == 0 || (behind < word.size() && is_ascii_upper(word[behind]));  // O'Brien, but not I'm
}

constexpr std::string_view kStrike = "~~";

std::vector<TextRange> sentences(std::string_view text, const std::vector<TextRange>& whole) {
  std::vector<TextRange> out;
  std::size_t begin = 0, next = 0, held = 0;
  bool struck = false;  // "~~We keep it.~~ We sell it." apart would say both
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at, kStrike.size()) == kStrike) {
      struck = !struck && text.find(kStrike, at + kStrike.size()) != std::string_view::npos;
      ++at;
      continue;
    }
    for (; next < whole.size() && whole[next].begin <= at; ++next) held = std::max(held, whole[next].end);
    const auto size = at >= held || at + 1 == held ? stop_size(text, at) : 0;
    if (size == 0 || struck) continue;
    out.push_back({begin, at + size});
    begin = at + size;
    while (begin < text.size() && text[begin] == ' ') ++begin;
    at = begin - 1;
  }
  if (begin < text.size()) out.push_back({begin, text.size()});
  return out;
}

}  // namespace ai_memory
