#include "dream/rewrite_sentences.hh"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "decay/content_words.hh"
#include "decay/difference_words.hh"
#include "decay/token_scan.hh"
#include "decay/tokens.hh"
#include "dream/rewrite_force.hh"
#include "dream/rewrite_synonyms.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostWords = 120;

struct Placed {
  std::size_t begin = 0;
  SentenceWord word;
};

// What is neither letter nor usual punctuation: arrows, signs of state, emoji, ½.
bool is_sign(char32_t code) {
  return code == 0xb0 || code == 0xb1 || code == 0xbd || code == 0xbc || code == 0xbe || code == 0xd7 ||
         (code >= 0x2100 && code < 0x3000) || code >= 0x1f000;
}

void add_tokens(std::string_view text, std::vector<Placed>& out, std::vector<TextRange>& held) {
  for (const FoundToken& token : find_tokens(text)) {
    if (token.kind == TokenKind::quoted) continue;
    const auto one = text.substr(token.begin, token.end - token.begin);
    for (const auto& fact : facts_of(token.kind, one))
      out.push_back({token.begin, {fact.key, std::string(one), true, false}});
    held.push_back({token.begin, token.end});
  }
}

// What tells the part that a Japanese word plays, with its さん left out.
std::string particle_at(std::string_view rest) {
  if (rest.starts_with("さん")) rest.remove_prefix(6);
  for (const std::string_view particle : {"から", "まで", "より", "に", "へ", "で", "を", "が"})
    if (rest.starts_with(particle)) return std::string(particle);
  return {};
}

void add_word(std::string_view sentence, const TextWord& word, std::vector<Placed>& out) {
  const auto one = word.of(sentence);
  const auto begin = word.begin;
  const auto lower = ascii_lower(one);
  // "No salt" is "without salt".
  if (is_negation(lower) || negated_stem(lower) || lower == "without")
    return out.push_back({begin, {"not", std::string(one), false, false}});
  if (const auto number = number_word_key(lower); !number.empty())
    return out.push_back({begin, {number, std::string(one), true, false}});
  if (static_cast<unsigned char>(one[0]) < 0xe3) {
    if (word_weight(one) > 0 && !is_linking(lower))
      out.push_back({begin, {content_key(one), std::string(one), false, false}});
    return;
  }
  if (is_katakana(code_point_at(one).code))
    return out.push_back({begin, {content_key(one), std::string(one), false, false}});
  const auto plain = plain_run(one);
  const auto particle = particle_at(sentence.substr(word.end));
  for (std::size_t at = 0; at < plain.size(); at += code_point_at(plain.substr(at)).size) {
    const auto kanji = plain.substr(at, code_point_at(plain.substr(at)).size);
    out.push_back(
        {begin + std::min(at, one.size() - 1), {"k" + std::string(kanji), std::string(one), false, false, particle}});
  }
}

// The last preposition in what stands before a word, from the word before on.
std::string lead_in(std::string_view gap) {
  constexpr auto kLeads = std::to_array<std::string_view>(
      {"after",   "before", "from", "to",      "into",  "in",    "on",     "at",     "with",
       "without", "for",    "by",   "because", "since", "until", "during", "under",  "over",
       "of",      "via",    "than", "as",      "if",    "when",  "while",  "unless", "about"});
  std::string lead;
  for (const TextWord& word : text_words(gap)) {
    const auto one = ascii_lower(word.of(gap));
    if (std::find(kLeads.begin(), kLeads.end(), one) != kLeads.end()) lead = one;
  }
  return lead;
}

}  // namespace

std::vector<SentenceWord> sentence_words(std::string_view sentence) {
  std::vector<Placed> found;
  std::vector<TextRange> held;
  add_tokens(sentence, found, held);
  std::sort(held.begin(), held.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  const auto is_held = [&](std::size_t at) {
    auto next = std::upper_bound(held.begin(), held.end(), at,
                                 [](std::size_t place, const auto& one) { return place < one.begin; });
    return next != held.begin() && at < (next - 1)->end;
  };
  for (const TextWord& word : text_words(sentence))
    if (!is_held(word.begin)) add_word(sentence, word, found);
  for (std::size_t at = 0; at < sentence.size();) {
    const auto point = code_point_at(sentence.substr(at));
    const auto one = std::string(sentence.substr(at, point.size));
    if (!is_held(at) && (is_sign(point.code) || one == "<" || (one == ">" && (at == 0 || sentence[at - 1] != '-'))))
      found.push_back({at, {"s" + one, one, false, false}});
    at += point.size;
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  for (const ForceWord& force : force_words(sentence))
    for (auto one = std::partition_point(found.begin(), found.end(),
                                         [&](const auto& word) { return word.begin < force.begin; });
         one != found.end() && one->begin < force.end; ++one)
      one->word.is_force = true;
  std::vector<SentenceWord> words;
  std::size_t end = 0;
  for (std::size_t i = 0; i < found.size() && i < kMostWords; ++i) {
    const auto begin = found[i].begin;
    if (begin > end && found[i].word.lead.empty()) found[i].word.lead = lead_in(sentence.substr(end, begin - end));
    end = std::max(end, begin + found[i].word.text.size());
    words.push_back(std::move(found[i].word));
  }
  return words;
}

SentenceIndex::SentenceIndex(const std::vector<const RewriteText*>& texts) {
  for (const RewriteText* text : texts)
    for (const RewriteSentence& sentence : text->sentences)
      entries_.push_back({text, &sentence, sentence_words(sentence.text)});
  shared_.resize(entries_.size());
  const std::size_t most = std::clamp<std::size_t>(100'000 / (entries_.size() + 1), 8, 200);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::set<std::string_view> seen;
    for (const SentenceWord& word : entries_[i].words) {
      if (!seen.insert(word.key).second) continue;
      counts_[word.key] += 1;
      if (auto& places = places_[word.key]; places.size() < most) places.push_back(static_cast<std::uint32_t>(i));
    }
  }
}

float SentenceIndex::rarity(const std::string& key) const {
  const auto found = counts_.find(key);
  return found == counts_.end() ? 1 : 1 / std::sqrt(found->second);
}

std::vector<const SentenceIndex::Entry*> SentenceIndex::near(const std::vector<SentenceWord>& words, std::size_t most) {
  std::vector<std::uint32_t> touched;
  std::set<std::string_view> seen;
  for (const SentenceWord& word : words) {
    const auto places = places_.find(word.key);
    if (places == places_.end() || !seen.insert(word.key).second) continue;
    for (const auto place : places->second) {
      if (shared_[place] == 0) touched.push_back(place);
      shared_[place] += rarity(word.key);
    }
  }
  const auto end = touched.begin() + static_cast<std::ptrdiff_t>(std::min(most, touched.size()));
  std::partial_sort(touched.begin(), end, touched.end(), [&](auto a, auto b) {
    // Of equal ones the shorter, which says it more closely.
    if (shared_[a] != shared_[b]) return shared_[a] > shared_[b];
    return entries_[a].words.size() != entries_[b].words.size() ? entries_[a].words.size() < entries_[b].words.size()
                                                                : a < b;
  });
  std::vector<const Entry*> found;
  for (auto place = touched.begin(); place != end; ++place) found.push_back(&entries_[*place]);
  for (const auto place : touched) shared_[place] = 0;
  return found;
}

}  // namespace ai_memory
