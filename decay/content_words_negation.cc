// Which words deny or forbid, in English and Japanese. Where the form alone does not tell, it denies: what is kept
// besides costs little, what is lost is turned round.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "decay/content_words.hh"
#include "decay/token_scan.hh"

namespace ai_memory {
namespace {

bool is_hiragana(char32_t code) { return code >= 0x3041 && code <= 0x309f; }

bool is_one_of(char32_t code, std::u32string_view codes) { return code != 0 && codes.find(code) != codes.npos; }

// 0 at either end of the text.
char32_t code_before(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  std::size_t begin = at - 1;
  while (begin > 0 && at - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80) --begin;
  return code_point_at(text.substr(begin, at - begin)).code;
}
char32_t code_at(std::string_view text, std::size_t at) {
  return at < text.size() ? code_point_at(text.substr(at)).code : 0;
}

// Whether one of `words` has the byte at `at`.
template <std::size_t N>
bool lies_in(std::string_view text, std::size_t at, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    const auto found = text.substr(0, at + word.size()).find(word, at + 1 - std::min(at + 1, word.size()));
    return found != std::string_view::npos && found <= at;
  });
}

template <std::size_t N>
bool starts_one(std::string_view rest, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](auto word) { return rest.starts_with(word); });
}

// 〜ない, 〜ません, 〜なく, and what is written alike but denies nothing.
bool is_nai(std::string_view text, std::size_t at) {
  constexpr auto kForms = std::to_array<std::string_view>(
      {"ない", "ません", "なかった", "なかろう", "なければ", "無い", "無かった", "無く", "まい。"});
  constexpr auto kOthers = std::to_array<std::string_view>(
      {"少ない", "すくない", "危ない", "あぶない", "少なくと", "かもしれない", "かも知れない", "かもしれません",
       "かも知れません", "すみません", "まもなく", "間もなく", "なんとなく", "うまい。"});
  const auto rest = text.substr(at);
  const bool naku = rest.starts_with("なく") && is_hiragana(code_before(text, at));  // 使わなく, not 泣く
  return (naku || starts_one(rest, kForms)) && !lies_in(text, at, kOthers);
}

// 使わず, せずに: behind the stem of a verb and where a clause may end. Not まず, 必ず, いずれ, わずか, 〜ずつ.
bool is_zu(std::string_view text, std::size_t at) {
  constexpr std::u32string_view kStems = U"さかならわせけげねてべめれえ", kStemsOfHan = U"まいきみたじりにばがち";
  const auto stem = code_before(text, at), after = code_at(text, at + 3);
  if (is_hiragana(after) && !is_one_of(after, U"にともは")) return false;
  if (is_one_of(stem, kStems)) return true;
  return is_one_of(stem, kStemsOfHan) && (is_han(code_before(text, at - 3)) || text.substr(0, at).ends_with("でき"));
}

// 触るな。, 消すな！, 入れるなと: it ends the sentence or is what was said. 〜そうな, 〜ような, 〜だろうな are none.
bool is_prohibition(std::string_view text, std::size_t at) {
  const auto before = text.substr(0, at);
  for (const std::string_view end : {"そう", "よう", "ろう", "どう"})
    if (before.ends_with(end)) return false;
  return is_one_of(code_before(text, at), U"るすうくむぶつぐぬ") &&
         (at + 3 >= text.size() || is_one_of(code_at(text, at + 3), U"。！!」』）).、 と"));
}

// 未対応, 不要, 変更なし, だめ; not 未来, 不思議, 話なし.
bool is_negative_word(std::string_view text, std::size_t at) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"不可", "不要",   "不能",   "不許可", "不採用", "不一致", "不成立", "不明", "無効", "無視", "無断",
       "無し", "非対応", "非公開", "非推奨", "禁止",   "禁物",   "厳禁",   "だめ", "ダメ", "駄目"});
  constexpr auto kNotYet =
      std::to_array<std::string_view>({"未来", "未満", "未亡人", "未明", "未曾有", "未練", "未知数"});
  const auto rest = text.substr(at);
  if (starts_one(rest, kWords)) return true;
  const auto before = code_before(text, at);
  if (rest.starts_with("なし")) return is_han(before) || is_katakana(before) || before == U'は';
  return rest.starts_with("未") && is_han(code_at(text, at + 3)) && !is_han(before) && !starts_one(rest, kNotYet);
}

bool denies_in_japanese(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead < 0xe3 || lead > 0xe9) continue;
    const auto rest = text.substr(at);
    if (is_nai(text, at) || is_negative_word(text, at)) return true;
    if (rest.starts_with("ず") && is_zu(text, at)) return true;
    if (rest.starts_with("な") && is_prohibition(text, at)) return true;
    at += 2;
  }
  return false;
}

}  // namespace

bool has_negation(std::string_view text) {
  static const std::unordered_set<std::string_view> words{
      "not",     "never",   "no",       "none",   "nobody",    "nothing",    "nowhere",    "without", "cannot",
      "neither", "nor",     "dont",     "doesnt", "didnt",     "isnt",       "wasnt",      "arent",   "cant",
      "wouldnt", "couldnt", "shouldnt", "havent", "forbidden", "prohibited", "disallowed", "unable",  "impossible"};
  if (denies_in_japanese(text)) return true;
  for (const TextWord& word : text_words(text)) {
    const auto lower = ascii_lower(word.of(text));
    if (words.contains(lower) || lower.ends_with("n't") || lower.ends_with("n’t")) return true;
  }
  return false;
}

}  // namespace ai_memory
