#include "dream/rewrite_clauses.hh"

#include <algorithm>
#include <array>

#include "decay/difference_words.hh"
#include "decay/token_scan.hh"

namespace ai_memory {
namespace {

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Bytes of a mark that ends a clause; 0: none.
std::size_t break_size(std::string_view rest) {
  if (std::string_view(",;:()|").find(rest[0]) != std::string_view::npos) return 1;
  if (rest.starts_with(" - ")) return 3;
  for (const std::string_view mark : {"、", "。", "；", "：", "（", "）", "・", "—", "–", "→", "ので"})
    if (rest.starts_with(mark)) return mark.size();
  return 0;
}

// Blank and word that open the next clause.
std::size_t opener_size(std::string_view rest) {
  if (rest[0] != ' ') return 0;
  for (const std::string_view word : {" but ", " so ", " because ", " while ", " although ", " and ", " since "})
    if (rest.starts_with(word)) return word.size();
  return 0;
}

// なければならない, 少なくとも: what looks like a denial and is none.
std::size_t no_denial_size(std::string_view rest) {
  for (const std::string_view part : {"なければならない", "なければなりません", "なければいけない", "なくてはならない",
                                      "なくてはいけない", "ないといけない", "なくとも"})
    if (rest.starts_with(part)) return part.size();
  return 0;
}

// 9万円を超えない: a bound.
bool is_at_most(std::string_view text, std::string_view run, std::size_t begin) {
  const auto at = static_cast<std::size_t>(run.data() - text.data()) + begin;
  return text.substr(0, at).ends_with("超え");
}

// 使わず, 食べず; not まず, 必ず, はず, ずっと.
bool is_zu_denial(std::string_view text, std::size_t at) {
  const auto before = text.substr(0, at), rest = text.substr(at + 3);
  for (const std::string_view other : {"つ", "っ", "ら", "れ", "か", "い"})
    if (rest.starts_with(other)) return false;
  for (const std::string_view other : {"必", "は", "いま", "、ま", "。ま"})
    if (before.ends_with(other)) return false;
  return !before.empty() && before != "ま";
}

// "Nobody but Ann" is one clause.
bool is_nobody(std::string_view before) {
  for (const std::string_view one : {"obody", "o one", "None", " none", "othing", "verything", "veryone", "verybody"})
    if (before.ends_with(one)) return true;
  return before.ends_with(" all") || before.ends_with("All");
}

bool is_hiragana(char32_t code) { return code >= 0x3041 && code <= 0x309f; }

}  // namespace

std::vector<TextRange> clauses(std::string_view text, TextRange sentence, const std::vector<TextRange>& whole) {
  std::vector<TextRange> out;
  auto held = std::lower_bound(whole.begin(), whole.end(), sentence.begin,
                               [](const TextRange& range, std::size_t at) { return range.begin < at; });
  std::size_t begin = sentence.begin;
  for (std::size_t at = sentence.begin; at < sentence.end;) {
    for (; held != whole.end() && held->begin < at; ++held) {
    }
    if (held != whole.end() && held->begin == at && held->end > at) {
      at = held->end;
      continue;
    }
    const auto rest = text.substr(at, sentence.end - at);
    const bool excepts = rest.starts_with(" but ") && is_nobody(text.substr(0, at));
    const auto size = excepts ? 0 : std::max(break_size(rest), opener_size(rest));
    if (size > 0) {
      if (at > begin) out.push_back({begin, at});
      begin = at + size;
    }
    at += size > 0 ? size : code_point_at(rest).size;
  }
  if (begin < sentence.end) out.push_back({begin, sentence.end});
  return out;
}

Denials denials_of_word(std::string_view word) {
  constexpr auto kStrong =
      std::to_array<std::string_view>({"forbidden", "prohibited", "disallowed", "unsupported", "nowhere", "banned"});
  constexpr auto kWeak = std::to_array<std::string_view>(
      {"unable",  "unavailable", "impossible", "avoid",    "avoids",    "avoided", "lack",     "lacks",     "lacked",
       "lacking", "missing",     "absent",     "excluded", "excluding", "exclude", "excludes", "except",    "refuse",
       "refuses", "refused",     "fails",      "failed",   "unchanged", "stopped", "instead",  "unless",    "outside",
       "stays",   "stay",        "stayed",     "remains",  "remain",    "same",    "formerly", "previously"});
  constexpr auto kWithin = std::to_array<std::string_view>({"禁止", "不可", "不要", "非対応"});
  constexpr auto kWeakWithin =
      std::to_array<std::string_view>({"以外", "対象外", "無効", "無", "抜", "避", "除", "未", "非", "不"});
  std::string lower = ascii_lower(word);
  if (const auto mark = lower.find("’"); mark != std::string::npos) lower.replace(mark, 3, "'");
  if (is_negation(lower) || negated_stem(lower) || is_one_of(lower, kStrong)) return {1, 0};
  if (is_one_of(lower, kWeak)) return {0, 1};
  if (static_cast<unsigned char>(word[0]) < 0x80) return {};
  if (word == "代") return {0, 1};  // の代わりに
  const auto within = [&](std::string_view part) { return word.find(part) != std::string_view::npos; };
  if (std::any_of(kWithin.begin(), kWithin.end(), within)) return {1, 0};
  return {0, std::any_of(kWeakWithin.begin(), kWeakWithin.end(), within) ? 1 : 0};
}

KanaDenials kana_denials(std::string_view text) {
  KanaDenials found;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_hiragana(code_point_at(text.substr(end)).code)) end += 3;
    for (auto zu = text.find("ず", at); zu != std::string_view::npos && zu < end; zu = text.find("ず", zu + 3)) {
      const bool known = text.substr(zu).starts_with("ずに") || text.substr(0, zu).ends_with("せ");
      if (!known && is_zu_denial(text, zu)) ++found.count, found.last = zu;
    }
    for (auto run = text.substr(at, end - at); !run.empty();) {
      const auto part = first_negation(run);
      const auto none = no_denial_size(run.substr(part.begin));
      if (part.end > part.begin && none == 0 && !is_at_most(text, run, part.begin))
        ++found.count, found.last = static_cast<std::size_t>(run.data() - text.data()) + part.begin;
      run.remove_prefix(none > 0 ? part.begin + none : part.end);
    }
    at = end > at ? end : at + code_point_at(text.substr(at)).size;
  }
  return found;
}

}  // namespace ai_memory
