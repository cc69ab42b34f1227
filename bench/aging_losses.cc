#include "bench/aging_losses.hh"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "decay/keep_tokens.hh"

namespace ai_memory {
namespace {

// Without marks of markdown, and every run of white space as one blank.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '*' || c == '`' || c == '\\' || c == '_') continue;
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank || (!out.empty() && out.back() != ' ')) out += blank ? ' ' : c;
  }
  return out;
}

std::string_view without_last_line(std::string_view text) {
  const auto line = text.rfind("\nFull text: ");
  return line == std::string_view::npos ? text : text.substr(0, line + 1);
}

std::set<std::string> matches(const std::string& text, const std::regex& form) {
  std::set<std::string> found;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), form); at != std::sregex_iterator(); ++at)
    found.insert(at->str());
  return found;
}

const std::regex kNumber("[0-9]+(?:[.,][0-9]+)*");
const std::regex kDate(
    "[0-9]{4}-[0-9]{2}-[0-9]{2}|"
    "[0-9]{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*,? [0-9]{4}|"
    "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* [0-9]{1,2}, [0-9]{4}");
const std::regex kNegation("\\b(?:not|never|no|none|nothing|nobody|cannot)\\b|n't\\b|n’t|ない|ません",
                           std::regex::icase);

Loss compare(const std::set<std::string>& before, const std::set<std::string>& after) {
  Loss loss{before.size(), 0};
  for (const std::string& each : before) loss.lost += after.contains(each) ? 0 : 1;
  return loss;
}

// What is said up to . ! ? or the end of the line, without the name of who says it.
std::set<std::string> negated_sentences(std::string_view text) {
  static const std::regex speaker("^[^:.]{1,40}: ");
  std::set<std::string> found;
  std::string sentence;
  const auto end = [&] {
    sentence = std::regex_replace(plain(sentence), speaker, "");
    while (!sentence.empty() && sentence.back() == ' ') sentence.pop_back();
    if (std::regex_search(sentence, kNegation)) found.insert(sentence);
    sentence.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    sentence += text[i];
    const bool stop = text[i] == '.' || text[i] == '!' || text[i] == '?';
    if (text[i] == '\n' || (stop && (i + 1 == text.size() || text[i + 1] == ' '))) end();
    if (sentence == " ") sentence.clear();
  }
  end();
  return found;
}

std::vector<std::string> words_of(const std::string& sentence) {
  std::vector<std::string> words;
  std::istringstream in(sentence);
  for (std::string word; in >> word;) words.push_back(std::move(word));
  return words;
}

bool ends_part(const std::string& word) {
  return std::string_view(",;:—-").find(word.back()) != std::string_view::npos;
}

bool opens_part(const std::string& word) {
  static const std::set<std::string> kJoints{"and", "but", "so", "because", "or", "yet"};
  return kJoints.contains(word);
}

// The negation with at most a word before and three behind, in the same part of the sentence; where these are none,
// with two words before.
std::string around(const std::vector<std::string>& words, std::size_t at) {
  std::size_t begin = at, end = at + 1;
  while (end < words.size() && end < at + 4 && !ends_part(words[end - 1]) && !opens_part(words[end])) ++end;
  const std::size_t most = end == at + 1 ? 2 : 1;
  while (begin > 0 && at - begin < most && !ends_part(words[begin - 1])) --begin;
  if (end - begin > 1 && opens_part(words[begin])) ++begin;
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += (i > begin ? " " : "") + words[i];
  while (!text.empty() && std::string_view(",;:—.!?").find(text.back()) != std::string_view::npos) text.pop_back();
  return text;
}

bool has_each_clause(const std::string& text, const std::string& sentence) {
  const auto words = words_of(sentence);
  for (std::size_t i = 0; i < words.size(); ++i)
    if (std::regex_search(words[i], kNegation) && text.find(around(words, i)) == std::string::npos) return false;
  return true;
}

void add_denials(std::string_view before, const std::string& text, Losses& losses) {
  for (const std::string& sentence : negated_sentences(before)) {
    ++losses.denials;
    if (text.find(sentence) != std::string::npos)
      ++losses.denials_whole;
    else if (has_each_clause(text, sentence))
      ++losses.denials_as_clause;
  }
}

void add(const Loss& loss, Loss& sum) {
  sum.had += loss.had;
  sum.lost += loss.lost;
}

}  // namespace

void add_losses(std::string_view before, std::string_view after, Losses& losses) {
  const std::string old_text = plain(before), text = plain(without_last_line(after));
  Loss kept;
  for (const KeptToken& token : keep_tokens(before)) {
    ++kept.had;
    kept.lost += text.find(plain(token.text)) == std::string::npos ? 1 : 0;
  }
  add_denials(before, text, losses);
  add(kept, losses.keep_tokens);
  add(compare(matches(old_text, kNumber), matches(text, kNumber)), losses.numbers);
  add(compare(matches(old_text, kDate), matches(text, kDate)), losses.dates);
}

}  // namespace ai_memory
