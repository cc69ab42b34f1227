// English words that say nothing about a page. Contractions are written without their apostrophe, as tokens are.
#include "index/query.hh"

namespace ai_memory {

const std::vector<std::string>& english_stop_words() {
  static const std::vector<std::string> words{
      "a",        "about",  "after",   "again",   "all",    "also",    "am",    "an",      "and",    "any",
      "are",      "arent",  "as",      "at",      "be",     "because", "been",  "before",  "being",  "between",
      "both",     "but",    "by",      "can",     "cannot", "cant",    "could", "couldnt", "did",    "didnt",
      "do",       "does",   "doesnt",  "doing",   "dont",   "during",  "each",  "either",  "else",   "ever",
      "every",    "few",    "for",     "from",    "had",    "hadnt",   "has",   "hasnt",   "have",   "havent",
      "having",   "he",     "hed",     "her",     "here",   "hers",    "him",   "himself", "his",    "how",
      "i",        "id",     "if",      "ill",     "im",     "in",      "into",  "is",      "isnt",   "it",
      "its",      "itself", "ive",     "just",    "let",    "may",     "me",    "might",   "more",   "most",
      "much",     "must",   "my",      "myself",  "no",     "nor",     "not",   "of",      "on",     "once",
      "only",     "or",     "other",   "our",     "ours",   "out",     "over",  "own",     "please", "shall",
      "she",      "shed",   "should",  "so",      "some",   "such",    "than",  "that",    "the",    "their",
      "theirs",   "them",   "then",    "there",   "these",  "they",    "theyd", "theyll",  "theyre", "theyve",
      "this",     "those",  "though",  "through", "to",     "too",     "under", "until",   "up",     "us",
      "very",     "was",    "wasnt",   "we",      "were",   "werent",  "weve",  "what",    "when",   "where",
      "whether",  "which",  "while",   "who",     "whom",   "whose",   "why",   "will",    "with",   "without",
      "wont",     "would",  "wouldnt", "yet",     "you",    "youd",    "youll", "your",    "youre",  "yours",
      "yourself", "youve"};
  return words;
}

}  // namespace ai_memory
