// Pages that say the same in the same words, found without embeddings. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "decay/cluster.hh"

namespace ai_memory {

// What two bodies must share to be true twins: NFC, full-width letters and half-width kana in their usual width, runs
// of blanks as one, and without trailing blanks, empty lines, line ends of another kind, rules, the marks of headings
// and bullets, and those of emphasis. Case, numbers, numbered lists, boxes of tasks, quotation marks and the order of
// lines stay, and between ticks and fences every character does. Lines end with LF, but for the last.
std::string normalised_text(std::string_view body);

// Full-width ASCII, the ideographic blank and half-width kana as their usual forms; nothing else is changed.
std::string usual_width(std::string_view text);

// The pairs of texts with a Jaccard index of their shingles (two words; three characters of a script without blanks) of
// at least 0.8; distance: 1 − that. Exact: what two such sets share must be among the rarest shingles of each, so only
// these are looked up. Empty texts pair with nothing.
//
// Equal texts are compared once: each pairs, at 0, with the first of them alone, and only that one with others;
// cluster() reads that as it is meant. A text is paired with at most 200 before it; more say that the pages are made
// from one form, and a group of some hundred of them is enough for one run.
std::vector<NearPair> twin_pairs(const std::vector<std::string>& normalised);

// The shingles of a text, or a quarter of them if there are many: some hundred bytes to compare it by. Deterministic.
struct TextSketch {
  std::vector<std::uint64_t> shingles;  // ascending
  bool sampled = false;
};
TextSketch sketch_of(std::string_view normalised);

// Whether at least 3 in 10 of the shorter text's shingles are in the longer one: pages that say the same have more in
// common even where they are worded otherwise, and pages on one topic have less.
bool share_words(const TextSketch& a, const TextSketch& b);

}  // namespace ai_memory
