#include "decay/decisions.hh"

#include <algorithm>
#include <array>
#include <string>

#include "decay/token_scan.hh"

namespace ai_memory {
namespace {

// In lower case, each behind a blank or at the start.
constexpr auto kPhrases = std::to_array<std::string_view>(
    {"decided",         "decision:",     "decision is", "the decision", "agreed",      "settled on", "settle on",
     "we will go with", "we'll go with", "going with",  "went with",    "we chose",    "opted for",  "concluded",
     "conclusion",      "action item",   "action:",     "action items", "to do:",      "next step",  "must not",
     "must never",      "remember:",     "never again", "resolved to",  "from now on", "todo"});

constexpr auto kJapanese = std::to_array<std::string_view>(
    {"決め", "決定", "決まっ", "採用", "ことになった", "ことになりました", "ことにした", "ことにしました", "結論",
     "合意", "やること", "次回:", "次回：", "宿題", "禁止", "使わない", "しないこと"});

bool has(std::string_view text, std::string_view phrase) {
  for (std::size_t at = text.find(phrase); at != std::string_view::npos; at = text.find(phrase, at + 1))
    if (at == 0 || !is_ascii_alnum(text[at - 1])) return true;
  return false;
}

}  // namespace

bool tells_decision(std::string_view sentence) {
  const std::string lower = ascii_lower(sentence);
  return std::any_of(kPhrases.begin(), kPhrases.end(), [&](auto phrase) { return has(lower, phrase); }) ||
         std::any_of(kJapanese.begin(), kJapanese.end(),
                     [&](auto phrase) { return sentence.find(phrase) != std::string_view::npos; });
}

bool announces_decisions(std::string_view line) {
  constexpr auto kTitles = std::to_array<std::string_view>(
      {"decisions", "decision", "agreements", "action items", "actions", "next steps", "todo", "todos", "to do"});
  std::string lower = ascii_lower(line);
  while (lower.ends_with(':') || lower.ends_with(' ')) lower.pop_back();
  if (std::find(kTitles.begin(), kTitles.end(), lower) != kTitles.end()) return true;
  const bool opens = line.ends_with(':') || line.ends_with("：");
  constexpr std::size_t kLabel = 60;  // bytes: no sentence of its own
  return (opens || line.size() <= kLabel / 2) && line.size() <= kLabel && tells_decision(line);
}

}  // namespace ai_memory
