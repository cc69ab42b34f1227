// The order of search results: what each stream says of a page, joined into one score (03-search §3). Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ai_memory {

struct RankConfig {
  double vector_weight = 1.0;    // of the cosine, beside the words' share of the best
  bool by_rank = false;          // reciprocal rank fusion instead of scores
  double entity_weight = 0.30;   // of the entities that query and page name, as a share of the best
  double link_weight = 0.15;     // of the links between a page and the best ones, likewise
  double importance_weight = 0;  // of importance · retention, as a factor 1 + weight · (both − 1/2); 0: not at all
  double belief_weight = 0;      // of belief less doubt, as a factor 1 + weight · (belief − doubt); 0: not at all
};

// Cosines: a page that has none of the words is found from `found` on, and named as a near miss from `named` on. Such a
// one is found too if links and the factors of the score, without RankConfig::vector_weight, carry it to `found`.
struct MeaningFloors {
  double found = 0.25, named = 0.15;
};

struct RankedPage {
  std::int64_t id = 0;
  std::string path;
  std::string kind, tier;
  std::vector<std::string> tags;
  bool pinned = false, superseded = false;

  double words = 0, phrase = 0;  // BM25 of the words, and of neighbouring words standing together
  double cosine = 0;             // of the best chunk; 0: none
  double entities = 0;           // how much the entities say that query and page both name
  double links = 0;              // what the best pages give to those they are linked with
  double kept_in_mind = 0.5;     // importance · retention, 0 to 1
  std::size_t line = 0;          // where that chunk begins
  // How far what supports it carries, 0 to 0.95 (decay/belief.hh), and what contradicts it takes, c/(1 + c) for c
  // pages. Without evidence and contradictions both are 0, which moves nothing. Absent where the weight is 0: not
  // asked.
  std::optional<double> belief;
  double doubt = 0;

  // Set by rank():
  //   score = (by_words + by_phrase + by_meaning + by_entities + by_links) · authority · importance · believed
  double by_words = 0, by_phrase = 0, by_meaning = 0, by_entities = 0, by_links = 0;
  double authority = 1, importance = 1, believed = 1, score = 0;
  bool near_miss = false;
};

// How far a page may be relied on, by what it is: kind, tier, pinned, tags; 0.55 to 1.5.
double authority(const RankedPage& page);

// `full`: the BM25 of a page that has all of the words. Where no page comes near it, the words say little, and meaning
// decides: they count as shares of it, else of the best page's.
// Scores all and sorts, best first, ties by path. Pages with neither word, entity nor enough meaning are near misses,
// which come last, or go. May be called again when `links` are known.
void rank(std::vector<RankedPage>& pages, const RankConfig& config, double full = 0, const MeaningFloors& floors = {});

}  // namespace ai_memory
