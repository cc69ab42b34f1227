#include "dream/rewrite_row_words.hh"

#include <set>

#include "dream/rewrite_text.hh"

namespace ai_memory {

bool is_hiragana(std::string_view sign) { return sign.size() == 3 && sign >= "\u3041" && sign <= "\u309f"; }

bool is_free(const std::string& word) {
  static const std::set<std::string> kFree = [] {
    std::set<std::string> keys;
    for (const char* one : {"a",    "an",    "the",   "and",   "so",  "also", "too",  "it",   "its", "there", "this",
                            "that", "these", "those", "which", "who", "they", "them", "he",   "she", "one",   "ones",
                            "we",   "our",   "of",    "to",    "in",  "for",  "then", "just", "now"})
      keys.insert(content_key(one));
    return keys;
  }();
  return is_hiragana(word) || kFree.contains(word);
}

bool is_weighty(const std::string& word) {
  static const std::set<std::string> kWeighty = [] {
    std::set<std::string> keys;
    for (const char* one : {"if", "unless", "when", "until", "because", "while", "probably", "maybe", "perhaps",
                            "rarely", "hardly", "seldom", "optional", "rejected"})
      keys.insert(content_key(one));
    for (const char* one : {"未", "不", "非", "無", "場"}) keys.insert(one);
    return keys;
  }();
  return kWeighty.contains(word);
}

}  // namespace ai_memory
