// The order of search results: what each stream says of a page, joined into one score (03-search §3). Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ai_memory {

struct RankConfig {
  double vector_weight = 1.0;   // of the cosine, beside the words' share of the best
  bool by_rank = false;         // reciprocal rank fusion instead of scores
  double meaning_floor = 0.25;  // a page that has none of the words is found only from this cosine on
};

struct RankedPage {
  std::int64_t id = 0;
  std::string path;
  std::string kind, tier;
  std::vector<std::string> tags;
  bool pinned = false, superseded = false;

  double words = 0, phrase = 0;  // BM25 of the words, and of neighbouring words standing together
  double cosine = 0;             // of the best chunk; 0: none
  std::size_t line = 0;          // where that chunk begins

  // Set by rank(): score = (by_words + by_phrase + by_meaning) · authority.
  double by_words = 0, by_phrase = 0, by_meaning = 0, authority = 1, score = 0;
};

// How far a page may be relied on, by what it is: kind, tier, pinned, tags; 0.55 to 1.5.
double authority(const RankedPage& page);

// Scores all and sorts, best first, ties by path. Pages with neither word nor enough meaning go.
void rank(std::vector<RankedPage>& pages, const RankConfig& config);

}  // namespace ai_memory
