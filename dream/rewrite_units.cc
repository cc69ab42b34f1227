#include "dream/rewrite_units.hh"

#include <array>
#include <set>

#include "decay/content_words.hh"
#include "decay/difference_words.hh"
#include "decay/token_scan.hh"
#include "decay/tokens.hh"
#include "dream/rewrite_clauses.hh"
#include "dream/rewrite_synonyms.hh"

namespace ai_memory {
namespace {

bool is_aside(const SentenceWord& word) {
  static const std::set<std::string_view> words{
      "however",   "therefore", "furthermore", "moreover",  "additionally", "respectively", "namely",
      "meanwhile", "whether",   "open",        "unclear",   "question",     "far",          "likewise",
      "thus",      "hence",     "please",      "apart",     "further",      "together",     "overall",
      "following", "follow",    "different",   "several",   "various",      "both",         "total",
      "need",      "needed",    "needs",       "necessary", "own",          "order",        "case",
      "place",     "一方",      "以下",        "次",        "他",           "者",           "事",
      "方",        "中",        "際",          "等",        "点",           "上",           "旨",
      "形",        "所",        "受",          "取"};
  return words.contains(word.text) || word.key == "whappen" || word.key == "wstay" ||
         is_linking(word.key[0] == 'w' ? std::string_view(word.key).substr(1) : plain_run(word.text));
}

// Of any talk, or that somebody says it.
bool is_weak(const SentenceWord& word) {
  return word.key == "wsay" || word.key == "k言" || word_weight(word.text) == 1;
}

}  // namespace

float weight_of(const WordUnits& units) {
  float sum = 0;
  for (const WordUnit& unit : units) sum += unit.weight;
  return sum;
}

WordUnits units_of(const std::vector<SentenceWord>& words) {
  WordUnits units;
  const SentenceWord* last = nullptr;
  for (const SentenceWord& word : words) {
    if (word.is_fact || word.is_force || word.key == "not" || word.key[0] == 's' || is_aside(word)) {
      last = nullptr;
      continue;
    }
    const bool goes_on = last && word.key[0] == 'k' && last->key[0] == 'k' && last->text == word.text;
    if (goes_on)
      units.back().keys.push_back(word.key);
    else
      units.push_back({{word.key}, word.text, is_weak(word) ? 0.5F : 1});
    last = &word;
  }
  return units;
}

std::vector<ClausePart> parts_of(const std::string& sentence) {
  std::vector<TextRange> whole;
  for (const FoundToken& token : find_tokens(sentence))
    if (token.kind != TokenKind::quoted) whole.push_back({token.begin, token.end});
  std::stable_sort(whole.begin(), whole.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  std::vector<ClausePart> parts;
  for (const TextRange& range : clauses(sentence, {0, sentence.size()}, whole)) {
    ClausePart part;
    const auto text = std::string_view(sentence).substr(range.begin, range.end - range.begin);
    part.text = text.substr(std::min(text.find_first_not_of(' '), text.size()));
    part.words = sentence_words(part.text);
    part.units = units_of(part.words);
    const auto rest = std::string_view(sentence).substr(range.end);
    part.is_label = rest.starts_with(":") || rest.starts_with("：");
    part.has_fact = std::any_of(part.words.begin(), part.words.end(), [](const auto& word) { return word.is_fact; });
    parts.push_back(std::move(part));
  }
  return parts;
}

bool refers_back(std::string_view sentence) {
  constexpr auto kPronouns =
      std::to_array<std::string_view>({"he",   "she",  "it",    "they",  "him", "her", "them", "his",   "its",  "their",
                                       "this", "that", "these", "those", "we",  "us",  "who",  "which", "both", "one"});
  bool english = false;
  for (const TextWord& word : text_words(sentence)) {
    const auto lower = ascii_lower(word.of(sentence));
    english = english || is_ascii_letter(lower[0]);
    if (std::find(kPronouns.begin(), kPronouns.end(), lower) != kPronouns.end()) return true;
  }
  // 岡本商事だけは月末。 has no verb of its own.
  const auto last = sentence.ends_with("。") ? sentence.substr(0, sentence.size() - 3) : sentence;
  const bool noun = last.size() >= 3 && code_point_at(last.substr(last.size() - 3)).code >= 0x4e00 && !english;
  if (noun) return true;
  return !english && sentence.find("は") == std::string_view::npos && sentence.find("が") == std::string_view::npos;
}

}  // namespace ai_memory
