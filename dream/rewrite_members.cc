// Members of a list that no source has: "auditors" as "auditors or customers", 監査人 as 監査人や弁護士.
#include <algorithm>
#include <array>
#include <set>

#include "decay/content_words.hh"
#include "decay/difference_words.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_sentences.hh"

namespace ai_memory {
namespace {

constexpr auto kJapaneseJoins =
    std::to_array<std::string_view>({"と", "や", "・", "および", "及び", "または", "又は", "とか", "、"});

bool is_ascii(std::string_view word) { return static_cast<unsigned char>(word[0]) < 0x80; }

class Sources {
 public:
  explicit Sources(const RewriteComparison& all) : all_(all) {
    for (const RewriteSource& source : all.sources) text_ += source.title + "\n" + source.body + "\n";
    for (const RewriteText& text : all.texts)
      for (const RewriteSentence& sentence : text.sentences) known_.insert(sentence.text);
  }
  bool has_sentence(const std::string& text) const { return known_.contains(text); }
  bool has(const std::string& text) const { return text_.find(text) != std::string::npos; }
  bool knows(std::string_view word) const {
    const auto key = content_key(word);
    return std::any_of(all_.texts.begin(), all_.texts.end(),
                       [&](const auto& text) { return text.words.contains(key); }) ||
           (!is_ascii(word) && text_.find(word) != std::string::npos);
  }

 private:
  const RewriteComparison& all_;
  std::string text_;
  std::set<std::string> known_;
};

// Words that stand behind "and" and are no member: verbs and adverbs by their form.
bool is_no_noun(const std::string& lower) {
  constexpr auto kOthers = std::to_array<std::string_view>(
      {"then",     "thus",   "hence",        "later", "now",    "therefore", "again",  "once",    "twice",
       "more",     "less",   "back",         "away",  "others", "similar",   "vice",   "instead", "afterwards",
       "likewise", "namely", "respectively", "went",  "took",   "made",      "got",    "gave",    "came",
       "saw",      "said",   "told",         "wrote", "found",  "left",      "began",  "became",  "brought",
       "chose",    "put",    "set",          "let",   "kept",   "held",      "ran",    "sent",    "paid",
       "sold",     "bought", "built",        "met",   "lost",   "won",       "without"});
  return word_weight(lower) < 2 || is_verb(lower) || is_linking(lower) || lower.ends_with("ed") ||
         lower.ends_with("ing") || lower.ends_with("ly") ||
         std::find(kOthers.begin(), kOthers.end(), lower) != kOthers.end();
}

bool is_article(std::string_view lower) {
  return lower == "the" || lower == "a" || lower == "an" || lower == "our" || lower == "its" || lower == "their";
}

// はしご of やはしごを, where `rest` begins; else empty.
std::string hiragana_member(std::string_view rest) {
  constexpr std::string_view kJoin = "や";
  constexpr std::size_t kLeast = 6, kMost = 24;
  if (!rest.starts_with(kJoin)) return {};
  std::size_t end = kJoin.size();
  while (end < rest.size() && rest.substr(end, 3) >= "\u3041" && rest.substr(end, 3) <= "\u309f") end += 3;
  auto run = rest.substr(kJoin.size(), end - kJoin.size());
  for (const std::string_view particle : {"を", "が", "は", "に", "で", "も"})
    if (run.ends_with(particle)) {
      run.remove_suffix(particle.size());
      return run.size() >= kLeast && run.size() <= kMost ? std::string(run) : std::string();
    }
  return {};
}

// The new words that are joined to a known one.
std::vector<std::string> joined_new(std::string_view text, const Sources& sources) {
  constexpr std::size_t kMost = 200;
  const auto words = text_words(text);
  const auto size = std::min(words.size(), kMost);
  const auto gap = [&](std::size_t at) { return text.substr(words[at].end, words[at + 1].begin - words[at].end); };
  const auto known = [&](std::size_t at) { return sources.knows(words[at].of(text)); };
  std::vector<std::string> found;
  const auto add = [&](std::size_t at) { found.emplace_back(words[at].of(text)); };
  // What follows is no verb: the end, a mark, or a preposition.
  const auto ends_there = [&](std::size_t at) {
    return at + 1 >= size || gap(at) != " " || is_linking(ascii_lower(words[at + 1].of(text)));
  };
  // "kitchen and the laundry come" where the sources have "kitchen come".
  const auto follows_known = [&](std::size_t join) {
    return join + 3 < size &&
           sources.has(std::string(words[join - 1].of(text)) + " " + std::string(words[join + 3].of(text)));
  };
  for (std::size_t i = 0; i < size; ++i)
    if (auto member = hiragana_member(text.substr(words[i].end)); !member.empty() && !sources.has(member) && known(i))
      found.push_back(std::move(member));
  for (std::size_t i = 0; i + 1 < size; ++i) {
    const auto one = words[i].of(text), next = words[i + 1].of(text);
    const auto lower = ascii_lower(one);
    if ((lower == "and" || lower == "or") && i > 0 && gap(i) == " ") {
      const auto before = ascii_lower(words[i - 1].of(text)), behind = ascii_lower(next);
      const bool close = gap(i - 1) == " " || gap(i - 1) == ", ";
      if (is_article(behind) && i + 2 < size && known(i - 1) && gap(i - 1) == " " &&
          (ends_there(i + 2) || follows_known(i)) && !known(i + 2) && !is_no_noun(ascii_lower(words[i + 2].of(text))))
        add(i + 2);
      if (!close || !is_ascii(next)) continue;
      if (!known(i + 1) && !is_no_noun(behind) && known(i - 1) && gap(i - 1) == " ") add(i + 1);
      if (!known(i - 1) && !is_no_noun(before) && known(i + 1)) add(i - 1);
    }
    if (is_ascii(one) && is_ascii(next) && gap(i) == ", " && i + 2 < size && !known(i + 1) && known(i) &&
        !is_no_noun(ascii_lower(next)) && (gap(i + 1) == ", " || ascii_lower(words[i + 2].of(text)) == "and"))
      add(i + 1);
    if (is_ascii(one) || is_ascii(next)) continue;
    const auto join = gap(i);
    const bool joins = std::find(kJapaneseJoins.begin(), kJapaneseJoins.end() - 1, join) != kJapaneseJoins.end() - 1;
    if (!joins) continue;
    if (!known(i + 1) && known(i)) add(i + 1);
    if (!known(i) && known(i + 1)) add(i);
  }
  return found;
}

// Words of a source's sentence that the rewrite has nowhere: a new word may stand for one of them.
std::size_t gone_from(const std::vector<SentenceWord>& source, const RewriteText& result) {
  std::set<std::string> gone;
  for (const SentenceWord& word : source)
    if (!word.is_fact && word.key != "not" && !result.words.contains(content_key(word.text))) gone.insert(word.text);
  return gone.size();
}

}  // namespace

void find_new_members(RewriteComparison& all) {
  std::vector<const RewriteText*> texts;
  for (const RewriteText& text : all.texts) texts.push_back(&text);
  const Sources sources(all);
  SentenceIndex index(texts);
  for (const RewriteSentence& sentence : all.result.sentences) {
    if (sentence.heading > 0 || sources.has_sentence(sentence.text)) continue;
    const auto members = joined_new(sentence.text, sources);
    if (members.empty()) continue;
    const auto near = index.near(sentence_words(sentence.text), 1);
    if (near.empty() || gone_from(near[0]->words, all.result) >= members.size()) continue;
    all.about_result(RewriteFault::invented, "word", members.front(), sentence);
  }
}

}  // namespace ai_memory
