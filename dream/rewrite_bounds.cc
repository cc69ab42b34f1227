// Numbers with what bounds them, "at most 5", 5人以上, and with what they count: "12 cores".
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "decay/content_words.hh"
#include "decay/difference_words.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_force.hh"

namespace ai_memory {
namespace {

using namespace force;  // NOLINT(google-build-using-namespace)

struct Number {
  std::string key, text;
  std::size_t begin = 0, end = 0;
};

std::vector<Number> numbers_of(std::string_view text) {
  std::vector<Number> numbers;
  for (const FoundToken& token : find_tokens(text)) {
    if (token.kind == TokenKind::quoted) continue;
    const auto one = text.substr(token.begin, token.end - token.begin);
    const auto facts = facts_of(token.kind, one);
    if (facts.empty() || (facts[0].key[0] != 'n' && facts[0].key[0] != 'd')) continue;
    numbers.push_back({facts[0].key, std::string(one), token.begin, token.end});
  }
  for (const TextWord& word : text_words(text))
    if (const auto key = number_word_key(ascii_lower(word.of(text))); !key.empty())
      numbers.push_back({key, std::string(word.of(text)), word.begin, word.end});
  std::sort(numbers.begin(), numbers.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return numbers;
}

// "Under the number 88", "over line 12": a place, and no bound.
bool names_place(std::string_view gap) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"number", "no",   "name", "title",     "heading", "section", "chapter", "ticket",  "case",      "id",
       "item",   "line", "page", "reference", "ref",     "entry",   "rule",    "article", "paragraph", "order"});
  for (const TextWord& word : text_words(gap))
    if (std::find(kNames.begin(), kNames.end(), ascii_lower(word.of(gap))) != kNames.end()) return true;
  return false;
}

bool is_plain(std::string_view gap) { return gap.find_first_of(",.;:()|") == std::string_view::npos; }

// The number that the word bounds: the next one, or the one before if the word is such or none is next.
const Number* bounded_by(std::string_view text, const ForceWord& word, const std::vector<Number>& numbers) {
  constexpr std::size_t kNext = 16, kBehind = 14;
  const auto after =
      std::find_if(numbers.begin(), numbers.end(), [&](const auto& one) { return one.begin >= word.begin; });
  const auto as_written = text.substr(word.begin, word.end - word.begin);
  const bool of_place = as_written == "under" || as_written == "over" || as_written == "above" || as_written == "below";
  if (of_place && after != numbers.end() && after->begin > word.end &&
      names_place(text.substr(word.end, after->begin - word.end)))
    return nullptr;
  const bool follows = as_written.starts_with("or ") || [&] {
    for (const std::string_view one : {"以上", "以下", "以内", "未満", "超", "程度", "くらい", "ぐらい", "前後", "以降",
                                       "以前", "より", "まで", "上回"})
      if (as_written.starts_with(one)) return true;
    return false;
  }();
  if (!follows && after != numbers.end() && after->begin < word.end + kNext && after->begin >= word.end &&
      is_plain(text.substr(word.end, after->begin - word.end)))
    return &*after;
  const bool may_follow = follows || as_written == "at most" || as_written == "at least";
  if (!may_follow || after == numbers.begin()) return nullptr;
  const auto before = after - 1;
  if (before->end > word.begin || word.begin - before->end > kBehind) return nullptr;
  return is_plain(text.substr(before->end, word.begin - before->end)) ? &*before : nullptr;
}

struct Bound {
  std::string key, text;  // of the number; the words
  Force means = 0;
  const RewriteSentence* sentence = nullptr;
  std::size_t at = 0;  // text
};
// A number and the word behind it.
struct Counted {
  std::string number, thing, text;
  const RewriteSentence* sentence = nullptr;
};

// A sentence with the number.
struct Telling {
  std::set<std::string> keys;
  const RewriteSentence* sentence = nullptr;
  std::string text;
  std::size_t at = 0;
};
constexpr std::size_t kMostTold = 12;

std::set<std::string> keys_of(std::string_view text) {
  std::set<std::string> keys;
  for (const TextWord& word : text_words(text)) {
    const auto one = word.of(text);
    // 麹, 塩: one sign says as much as a word, but for the 人 of 30人.
    const bool sign =
        static_cast<unsigned char>(one[0]) >= 0xe3 && (word.begin == 0 || !is_ascii_digit(text[word.begin - 1]));
    if ((sign || word_weight(one) > 1) && !is_ascii_digit(one[0]) && !is_linking(ascii_lower(one)))
      keys.insert(content_key(one));
  }
  return keys;
}

bool share(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& key) { return b.contains(key); });
}

// What one side says of numbers.
struct Numbers {
  std::vector<Bound> bounds;
  std::vector<Counted> counted;
  std::map<std::string, Force> tells;  // all force words of the sentences with the number
  std::map<std::string, std::set<std::string>> things, numbers_of_thing;
  std::map<std::string, std::vector<Telling>> told_in;
  std::set<std::string> known;

  void read(const RewriteText& text, std::size_t at) {
    for (const RewriteSentence& sentence : text.sentences) {
      known.insert(sentence.text);
      const auto numbers = numbers_of(sentence.text);
      if (numbers.empty()) continue;
      read_bounds(sentence, numbers, at);
      for (const Number& number : numbers) read_thing(sentence, number);
      const auto words = text_words(sentence.text);
      for (const Number& number : numbers) {
        read_thing_before(sentence, number, words);
        auto& told = told_in[number.key];
        if (told.size() < kMostTold) told.push_back({keys_of(sentence.text), &sentence, number.text, at});
      }
    }
  }

 private:
  void read_bounds(const RewriteSentence& sentence, const std::vector<Number>& numbers, std::size_t at) {
    Force all = 0;
    for (const ForceWord& word : force_words(sentence.text)) {
      all |= word.means;
      if ((word.means & kUntil) != 0) all |= kAtMost;
      if (!word.asks || (word.means & (kBounds | kPlusMinus)) == 0) continue;
      if (const Number* number = bounded_by(sentence.text, word, numbers)) {
        const auto begin = std::min(number->begin, word.begin), end = std::max(number->end, word.end);
        bounds.push_back({number->key, sentence.text.substr(begin, end - begin), word.means & (kBounds | kPlusMinus),
                          &sentence, at});
      }
    }
    for (const Number& number : numbers) tells[number.key] |= all;
  }

  void read_thing(const RewriteSentence& sentence, const Number& number) {
    const std::string_view text = sentence.text;
    const auto add = [&](std::string thing) {
      things[number.key].insert(thing);
      numbers_of_thing[thing].insert(number.key);
      counted.push_back({number.key, std::move(thing), number.text, &sentence});
    };
    if (const auto thing = word_behind(text.substr(number.end)); !thing.empty()) add(thing);
    const auto digits = number.text.find_last_of("0123456789");
    if (digits + 1 < number.text.size() && static_cast<unsigned char>(number.text[digits + 1]) >= 0xe3)
      add("c" + number.text.substr(digits + 1));  // 12個
  }

  // 椅子を8: the word before it.
  void read_thing_before(const RewriteSentence& sentence, const Number& number, const std::vector<TextWord>& words) {
    const std::string_view text = sentence.text;
    auto next =
        std::partition_point(words.begin(), words.end(), [&](const auto& one) { return one.end <= number.begin; });
    if (next == words.begin()) return;
    --next;
    const auto glue = text.substr(next->end, number.begin - next->end);
    if (glue != "を" && glue != "が" && glue != "は") return;
    const auto thing = "b" + content_key(next->of(text));
    things[number.key].insert(thing);
    numbers_of_thing[thing].insert(number.key);
    counted.push_back({number.key, thing, number.text, &sentence});
  }

  // The key of a word of lower case right behind a number that could be what it counts.
  static std::string word_behind(std::string_view rest) {
    if (!rest.starts_with(' ')) return {};
    rest.remove_prefix(1);
    const auto words = text_words(rest.substr(0, 40));
    if (words.empty() || words[0].begin != 0) return {};
    const auto word = words[0].of(rest);
    if (!is_ascii_lower(word[0]) || word_weight(word) < 2 || is_linking(word)) return {};
    return content_key(word);
  }
};

// "~1200" in a source is the "about 1200" of `bound`.
bool is_about_sign(const std::vector<RewriteText>& texts, const Bound& bound) {
  const auto from = bound.text.find_first_of("0123456789");
  if ((bound.means & kAbout) == 0 || from == std::string::npos) return false;
  const auto number = bound.text.substr(from, bound.text.find_first_not_of("0123456789.,", from) - from);
  return std::any_of(texts.begin(), texts.end(), [&](const RewriteText& text) {
    return std::any_of(text.sentences.begin(), text.sentences.end(), [&](const RewriteSentence& sentence) {
      for (const std::string_view sign : {"~", "~ ", "≈", "≈ "})
        if (sentence.text.find(std::string(sign) + number) != std::string::npos) return true;
      return false;
    });
  });
}

// "12 cores and 4 fans" as "4 cores and 12 fans": the sources count neither so, and each by another number.
void find_swapped(RewriteComparison& all, const Numbers& sources, const Numbers& result) {
  const auto has = [](const auto& map, const std::string& key, const std::string& value) {
    const auto found = map.find(key);
    return found != map.end() && found->second.contains(value);
  };
  for (const Counted& one : result.counted) {
    if (has(sources.things, one.number, one.thing)) continue;
    const auto things = sources.things.find(one.number);
    const auto numbers = sources.numbers_of_thing.find(one.thing);
    if (things == sources.things.end() || numbers == sources.numbers_of_thing.end()) continue;
    constexpr std::size_t kMost = 50;
    if (things->second.size() > kMost || numbers->second.size() > kMost) continue;
    const bool lost_thing = std::any_of(things->second.begin(), things->second.end(), [&](const auto& thing) {
      return thing[0] == one.thing[0] && !has(result.things, one.number, thing);
    });
    const bool lost_number = std::any_of(numbers->second.begin(), numbers->second.end(), [&](const auto& number) {
      return result.things.contains(number) && !has(result.numbers_of_thing, one.thing, number);
    });
    if (lost_thing && lost_number) all.about_result(RewriteFault::misplaced, "number", one.text, *one.sentence);
  }
}

// A number that two sentences of different words tell must stand with the words of each, where those are kept.
void find_told_once(RewriteComparison& all, const Numbers& sources, const Numbers& result) {
  constexpr std::size_t kMost = 20;  // each goes through the rewrite
  std::size_t looked = 0;
  for (const auto& [key, tellings] : sources.told_in) {
    const auto kept = result.told_in.find(key);
    if (tellings.size() < 2 || kept == result.told_in.end() || kept->second.size() == kMostTold) continue;
    for (const Telling& telling : tellings) {
      if (telling.keys.empty() || result.known.contains(telling.sentence->text)) continue;
      const bool twin = std::any_of(tellings.begin(), tellings.end(), [&](const auto& other) {
        return &other != &telling && share(other.keys, telling.keys);
      });
      const bool with_it = std::any_of(kept->second.begin(), kept->second.end(),
                                       [&](const auto& other) { return share(other.keys, telling.keys); });
      if (twin || with_it || ++looked > kMost) continue;
      const bool without =
          std::any_of(all.result.sentences.begin(), all.result.sentences.end(), [&](const auto& other) {
            const auto keys = keys_of(other.text);
            return other.heading == 0 &&
                   std::includes(keys.begin(), keys.end(), telling.keys.begin(), telling.keys.end());
          });
      if (without) all.missing(telling.at, "number", telling.text, *telling.sentence, false, true);
    }
  }
}

}  // namespace

void find_changed_numbers(RewriteComparison& all) {
  Numbers sources, result;
  for (std::size_t at = 0; at < all.texts.size(); ++at) sources.read(all.texts[at], at);
  result.read(all.result, 0);
  const auto told = [](const Numbers& side, const Bound& bound) {
    const auto found = side.tells.find(bound.key);
    return found == side.tells.end() || (found->second & bound.means) != 0;
  };
  for (const Bound& bound : sources.bounds)
    if (!result.known.contains(bound.sentence->text) && !told(result, bound))
      all.missing(bound.at, "word", bound.text, *bound.sentence, false);
  constexpr std::size_t kMostLooked = 50;  // each goes through the sources
  std::size_t looked = 0;
  for (const Bound& bound : result.bounds)
    if (!sources.known.contains(bound.sentence->text) && !told(sources, bound) &&
        (++looked >= kMostLooked || !is_about_sign(all.texts, bound)))
      all.about_result(RewriteFault::invented, "word", bound.text, *bound.sentence);
  find_swapped(all, sources, result);
  find_told_once(all, sources, result);
}

}  // namespace ai_memory
