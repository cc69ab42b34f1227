// Sentences that are nearly one of the sources, and differ in a word or in the order of two.
#include <algorithm>
#include <set>

#include "decay/content_words.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_clauses.hh"
#include "dream/rewrite_force.hh"
#include "dream/rewrite_sentences.hh"

namespace ai_memory {
namespace {

using Words = std::vector<SentenceWord>;

struct Gap {
  std::vector<const SentenceWord*> old, now;
};
struct Edit {
  std::size_t same = 0;
  std::vector<Gap> gaps;  // between the words that stayed, empty ones included
};

// By the longest common row of words.
Edit edit_of(const Words& old, const Words& now) {
  const auto n = old.size(), m = now.size();
  std::vector<std::uint8_t> best((n + 1) * (m + 1));
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint8_t& { return best[i * (m + 1) + j]; };
  for (auto i = n; i-- > 0;)
    for (auto j = m; j-- > 0;)
      at(i, j) = old[i].key == now[j].key ? static_cast<std::uint8_t>(at(i + 1, j + 1) + 1)
                                          : std::max(at(i + 1, j), at(i, j + 1));
  Edit edit{at(0, 0), {Gap()}};
  for (std::size_t i = 0, j = 0; i < n || j < m;) {
    if (i < n && j < m && old[i].key == now[j].key)
      edit.gaps.emplace_back(), ++i, ++j;
    else if (j == m || (i < n && at(i + 1, j) >= at(i, j + 1)))
      edit.gaps.back().old.push_back(&old[i++]);
    else
      edit.gaps.back().now.push_back(&now[j++]);
  }
  return edit;
}

std::set<std::string_view> keys_of(const Words& words) {
  std::set<std::string_view> keys;
  for (const SentenceWord& word : words) keys.insert(word.key);
  return keys;
}

bool has(const std::vector<const SentenceWord*>& words, const SentenceWord& word) {
  return std::any_of(words.begin(), words.end(), [&](const auto* one) { return one->key == word.key; });
}

// Whether one could stand for the other by mistake; moved denials are looked at as such.
bool is_pair(const SentenceWord& a, const SentenceWord& b) {
  return a.is_fact == b.is_fact && a.is_force == b.is_force && a.key != "not" && b.key != "not";
}

// Whether it stands behind the preposition that it has in `words`: "after the frost" moved as a whole.
bool keeps_lead(const SentenceWord& word, const Words& words) {
  return !word.lead.empty() && std::any_of(words.begin(), words.end(), [&](const SentenceWord& one) {
    return one.key == word.key && one.lead == word.lead;
  });
}

// Two words that took each other's place.
const SentenceWord* exchanged_in(const Edit& edit, const Words& old, const Words& now) {
  for (const Gap& gap : edit.gaps)
    for (const Gap& other : edit.gaps) {
      if (&gap == &other || gap.old.empty() || other.old.empty()) continue;
      if (gap.old.size() != gap.now.size() || other.old.size() != other.now.size()) continue;
      for (const auto* came : gap.now)
        if (has(other.old, *came))
          for (const auto* left : gap.old)
            if (has(other.now, *left) && is_pair(*came, *left) && !keeps_lead(*came, old) && !keeps_lead(*left, now))
              return came;
    }
  return nullptr;
}

// The same words in another order, which is not that of two parts that changed places as a whole.
const SentenceWord* turned_in(const Words& old, const Words& now) {
  constexpr std::size_t kMost = 24;
  if (old.size() != now.size()) return nullptr;
  std::size_t begin = 0, end = old.size();
  while (begin < end && old[begin].key == now[begin].key) ++begin;
  while (end > begin && old[end - 1].key == now[end - 1].key) --end;
  if (begin < end && (keeps_lead(now[begin], old) || keeps_lead(now[end - 1], old))) return nullptr;
  std::vector<std::string> a, b;
  for (auto i = begin; i < end; ++i) a.push_back(old[i].key), b.push_back(now[i].key);
  if (a.size() > kMost || !std::is_permutation(a.begin(), a.end(), b.begin())) return nullptr;
  // What stands between the two is where it was.
  std::size_t stayed = 0;
  for (std::size_t i = 0; i < a.size(); ++i) stayed += a[i] == b[i] ? 1 : 0;
  if (stayed == 0 || !is_pair(old[begin], now[begin]) || !is_pair(old[end - 1], now[end - 1])) return nullptr;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::rotate(a.begin(), a.begin() + 1, a.end());
    if (a == b) return nullptr;
  }
  return a.empty() ? nullptr : &now[begin];
}

// "each year" for "every year", "show them" for "show flags".
bool is_plain(std::string_view word) {
  if (word == "行" || word == "使" || word == "用") return true;  // テストはXで行う
  for (const std::string_view one :
       {"each", "every", "whoever", "Whoever", "whichever", "per",  "it",    "they", "them",
        "this", "that",  "these",   "those",   "he",        "she",  "him",   "her",  "one",
        "ones", "its",   "their",   "It",      "They",      "This", "These", "He",   "She"})
    if (word == one) return true;
  return false;
}

// "Can" and "could", which force_words() tells apart no more than it must.
bool means_same(const SentenceWord& old, const SentenceWord& now) {
  Force a = 0, b = 0;
  for (const ForceWord& word : force_words(old.text)) a |= word.means;
  for (const ForceWord& word : force_words(now.text)) b |= word.means;
  return (a & b) != 0;
}

// Whether another sentence of the sources has the word, which says all that this one does, or nothing else.
bool is_told_elsewhere(const SentenceWord& word, const Words& now,
                       const std::vector<const SentenceIndex::Entry*>& near) {
  const auto all = keys_of(now);
  return std::any_of(near.begin(), near.end(), [&](const auto* entry) {
    const auto keys = keys_of(entry->words);
    return keys.contains(word.key) && keys.size() > 1 && all.size() > 1 &&
           (std::includes(all.begin(), all.end(), keys.begin(), keys.end()) ||
            std::includes(keys.begin(), keys.end(), all.begin(), all.end()));
  });
}

bool is_denying(const SentenceWord& word) {
  if (word.key == "not") return true;
  for (const std::string_view sign : {"k未", "k不", "k非", "k無", "k否", "k禁"})
    if (word.key == sign) return true;
  return false;
}

// All that denies in a sentence: not, 〜ない, 開けるな, 未.
int denials_in(std::string_view sentence) {
  int count = kana_denials(sentence).count;
  if (sentence.starts_with("No, ")) sentence.remove_prefix(4);
  for (const TextWord& word : text_words(sentence)) {
    const auto one = ascii_lower(word.of(sentence));
    count += denials_of_word(one).strong;
    for (const std::string_view weak :
         {"unable", "impossible", "unpaid", "failed", "fails", "lacks", "refused", "refuses"})
      count += one == weak ? 1 : 0;
  }
  for (const std::string_view order : {"るな。", "くな。", "すな。", "うな。", "るな", "すな"})
    if (sentence.ends_with(order)) return count + 1;
  return count;
}

// A denial more or less, as far as signs within a word show too: 未完了 and 完了.
bool denies_else(const Edit& edit, std::string_view old, std::string_view now) {
  int signs = 0, gone = 0, made = 0;
  for (const Gap& gap : edit.gaps) {
    for (const auto* word : gap.old) is_denying(*word) ? ++signs : ++gone;
    for (const auto* word : gap.now) is_denying(*word) ? --signs : ++made;
  }
  if (gone != made || gone > 1) return false;
  for (const ForceWord& word : force_words(now))
    if ((word.means & force::kInstead) != 0 && word.asks) return false;  // ではなく for の代わりに
  return signs != 0 || denials_in(old) != denials_in(now);
}

// One known word for another in a sentence that is the same but for it.
const SentenceWord* single_in(const Edit& edit, const Words& old, const Words& now) {
  constexpr std::size_t kLeast = 3;
  if (old.size() != now.size() || now.size() < kLeast || edit.same + 1 != now.size()) return nullptr;
  for (const Gap& gap : edit.gaps)
    if (gap.old.size() == 1 && gap.now.size() == 1 && !gap.old[0]->is_force && !gap.now[0]->is_force &&
        !gap.old[0]->is_fact && !gap.now[0]->is_fact && !is_plain(gap.now[0]->text) &&
        !means_same(*gap.old[0], *gap.now[0]))
      return gap.now[0];
  return nullptr;
}

// A word in the place of another.
const SentenceWord* replaced_in(const Edit& edit, const Words& old, const Words& now, const SentenceIndex& index) {
  constexpr std::size_t kMost = 2;
  const auto before = keys_of(old), after = keys_of(now);
  for (const Gap& gap : edit.gaps) {
    if (gap.old.empty() || gap.now.empty() || gap.old.size() > kMost || gap.now.size() > kMost) continue;
    const bool gone =
        std::none_of(gap.old.begin(), gap.old.end(), [&](const auto* one) { return after.contains(one->key); });
    const bool made =
        std::none_of(gap.now.begin(), gap.now.end(), [&](const auto* one) { return before.contains(one->key); });
    const auto is_force = [](const auto* one) { return one->is_force; };
    if (!gone || !made || std::any_of(gap.old.begin(), gap.old.end(), is_force)) continue;
    const auto fresh = std::find_if(gap.now.begin(), gap.now.end(), [&](const auto* one) {
      const auto same = [&](const auto* old_one) { return means_same(*old_one, *one); };
      return !one->is_force && !one->is_fact && !index.knows(one->key) && !is_plain(one->text) &&
             std::none_of(gap.old.begin(), gap.old.end(), same);
    });
    if (fresh != gap.now.end()) return *fresh;
  }
  return nullptr;
}

// "not think … helps" as "think … not help": what follows the denial is another word.
bool moves_denial(const Words& old, const Words& now) {
  const auto denied = [](const Words& words) {
    std::set<std::string_view> found;
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
      if (words[i].key == "not" && words[i].text != "No" && words[i].text != "no") found.insert(words[i + 1].key);
    return found;
  };
  const auto a = denied(old), b = denied(now);
  const auto keys = keys_of(now);
  return a.size() == 1 && b.size() == 1 && *a.begin() != *b.begin() && keys.contains(*a.begin()) &&
         keys_of(old).contains(*b.begin());
}

}  // namespace

void find_edited(RewriteComparison& all) {
  constexpr std::size_t kLooked = 3, kLeast = 2;
  std::vector<const RewriteText*> texts;
  std::set<std::string_view> known;
  for (const RewriteText& text : all.texts) {
    texts.push_back(&text);
    for (const RewriteSentence& sentence : text.sentences) known.insert(sentence.text);
  }
  SentenceIndex index(texts);
  for (const RewriteSentence& sentence : all.result.sentences) {
    if (known.contains(sentence.text) || sentence.line == 0) continue;
    const auto now = sentence_words(sentence.text);
    const char* what = nullptr;
    bool denied_so = false;  // a sentence near it denies as often
    std::string word;
    const auto near = index.near(now, kLooked);
    for (const auto* entry : near) {
      const auto edit = edit_of(entry->words, now);
      const auto longer = std::max(entry->words.size(), now.size());
      denied_so =
          denied_so || (edit.same * 2 >= longer && denials_in(entry->sentence->text) == denials_in(sentence.text));
      if (sentence.heading == 0 && longer <= edit.same + 2 && longer > 1 &&
          denies_else(edit, entry->sentence->text, sentence.text)) {
        what = "negation", word.clear();
        continue;
      }
      if (edit.same == longer) {
        what = nullptr;
        break;
      }
      if (what != nullptr || now.size() < kLeast) continue;
      const auto* turned =
          edit.same * 2 >= longer && sentence.heading == 0 ? exchanged_in(edit, entry->words, now) : nullptr;
      if (!turned && sentence.heading == 0) turned = turned_in(entry->words, now);
      const bool prose = sentence.heading == 0 && sentence.text.find(" | ") == std::string::npos;
      const auto* replaced = prose && edit.same * 2 >= longer ? replaced_in(edit, entry->words, now, index) : nullptr;
      if (prose && !replaced) replaced = single_in(edit, entry->words, now);
      if (replaced && is_told_elsewhere(*replaced, now, near)) replaced = nullptr;
      if (turned)
        what = "order", word = turned->text;
      else if (replaced)
        what = "word", word = replaced->text;
      else if (edit.same * 4 >= longer * 3 && moves_denial(entry->words, now))
        what = "negation", word = sentence.text;
    }
    if (what != nullptr && *what == 'n' && denied_so && word == "") what = nullptr;
    if (what != nullptr)
      all.about_result(*what == 'w' ? RewriteFault::invented : RewriteFault::misplaced, what, word, sentence);
  }
}

}  // namespace ai_memory
