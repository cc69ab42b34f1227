// Sentences that stand under the heading of another section, where their own is there too.
#include <set>
#include <unordered_map>

#include "decay/token_scan.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_sentences.hh"

namespace ai_memory {
namespace {

// Equal for sentences of the same words in the same order.
std::string row_of(std::string_view sentence) {
  std::string row;
  for (const SentenceWord& word : sentence_words(sentence)) row += word.key + "\n";
  return row;
}

// Visits each sentence below a heading that is not the page's first.
template <typename Visit>
void each_in_section(const RewriteText& text, Visit visit) {
  std::string heading;
  for (const RewriteSentence& sentence : text.sentences) {
    if (sentence.heading > 0)
      heading = sentence.heading > 1 ? ascii_lower(sentence.text) : std::string();
    else if (!heading.empty())
      visit(sentence, heading);
  }
}

}  // namespace

void find_changed_sections(RewriteComparison& all) {
  std::unordered_map<std::string, std::set<std::string>> sections;  // of the sources, by sentence
  std::set<std::string> headings, kept;
  for (const RewriteText& text : all.texts)
    each_in_section(text, [&](const RewriteSentence& sentence, const std::string& heading) {
      sections[row_of(sentence.text)].insert(heading);
      headings.insert(heading);
    });
  if (headings.size() < 2) return;
  for (const RewriteSentence& sentence : all.result.sentences)
    if (sentence.heading > 1) kept.insert(ascii_lower(sentence.text));
  each_in_section(all.result, [&](const RewriteSentence& sentence, const std::string& heading) {
    const auto own = sections.find(row_of(sentence.text));
    if (own == sections.end() || own->second.contains(heading) || !headings.contains(heading)) return;
    for (const auto& one : own->second)
      if (!kept.contains(one)) return;
    all.about_result(RewriteFault::misplaced, "section", sentence.text, sentence);
  });
}

}  // namespace ai_memory
