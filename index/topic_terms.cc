#include "index/topic_terms.hh"

#include <set>
#include <vector>

#include "index/query.hh"
#include "index/stem.hh"
#include "index/unicode.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kLeastLetters = 3, kLeastUnspaced = 2, kMostHan = 6, kMostKatakana = 16;

bool is_word(CharKind kind) { return kind == CharKind::letter || kind == CharKind::digit; }

// Characters that go on with the run that `first` began. What lies between (Hiragana, say) ends a term.
bool goes_on(const FoldedChar& first, const FoldedChar& c) {
  return c.continues || (is_word(first.kind) ? is_word(c.kind) : c.kind == first.kind);
}

const std::set<std::string>& common_words() {
  static const std::set<std::string> words(english_stop_words().begin(), english_stop_words().end());
  return words;
}

std::string text_of(const std::vector<FoldedChar>& folded, std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t i = from; i < to; ++i) append_utf8(text, folded[i].code);
  return text;
}

}  // namespace

void for_each_term(std::string_view text,
                   const std::function<void(const std::string& key, const std::string& term)>& each) {
  std::vector<FoldedChar> folded;
  fold(text, folded);
  for (std::size_t at = 0; at < folded.size();) {
    const CharKind kind = folded[at].kind;
    std::size_t end = at + 1;
    bool letters = kind == CharKind::letter;
    for (; end < folded.size() && kind != CharKind::other && goes_on(folded[at], folded[end]); ++end)
      letters = letters || folded[end].kind == CharKind::letter;
    const std::size_t length = end - at;
    if (is_word(kind) && letters && length >= kLeastLetters) {
      // "don't" is said "dont" among the common words; its parts are too short to matter.
      const std::string word = text_of(folded, at, end);
      if (!common_words().contains(word)) each(porter_stem(word), word);
    } else if (kind == CharKind::hangul && length >= kLeastUnspaced) {
      const std::string word = text_of(folded, at, end);
      each(word, word);
    } else if ((kind == CharKind::han || kind == CharKind::katakana) && length >= kLeastUnspaced) {
      const std::size_t most = kind == CharKind::han ? kMostHan : kMostKatakana;
      const std::size_t piece = length <= most ? length : kLeastUnspaced;
      for (std::size_t from = at; from + piece <= end; ++from) {
        const std::string run = text_of(folded, from, from + piece);
        each(run, run);
      }
    }
    at = end;
  }
}

}  // namespace ai_memory
