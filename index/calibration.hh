// Thresholds measured on a wiki's own pages.
//
// What is alike is made from what is there: pieces that follow each other in one page, halves of a page, pages that
// link to each other, and a piece beside a copy of itself in which a few words differ. What is not alike: two pieces,
// or two pages, drawn at random. A threshold is the cosine that parts the two best.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/thresholds.hh"

namespace ai_memory {

inline constexpr std::size_t kLeastChunks = 50;  // of a script, to measure on

using Cosines = std::vector<double>;

struct Measured {
  std::string_view what;
  std::size_t count = 0;
  double low = 0, median = 0, high = 0;  // the 5th, 50th and 95th of 100
};

struct ScriptCalibration {
  Script script{};
  std::size_t pages = 0, chunks = 0;
  std::vector<Measured> samples;
  ThresholdSettings values;  // near_duplicate, same_topic, related; the others no page tells of
  std::string refused;       // why nothing is kept, and `values` empty: what was measured contradicts itself; or empty
};

struct Calibration {
  std::string embedder;
  std::vector<ScriptCalibration> scripts;  // those with kLeastChunks or more
};

// The cosines that were measured, of one script.
struct CalibrationSamples {
  Cosines unlike_chunks, next_chunks, changed_copies;
  Cosines unlike_pages, like_pages;  // like: halves of one page, and linked pages
};
// `samples` may be empty where a wiki has nothing of the kind; what cannot be told stays unset.
ThresholdSettings thresholds_from(const CalibrationSamples& samples);
// What is out of order: texts that are the same are on one topic, and related. Empty: nothing. A number that is never
// reached is in order.
std::string disorder(const Thresholds& values);
std::vector<Measured> summary(const CalibrationSamples& samples);

// The middle of the cosines that part `unlike` from `like` with the fewest mistakes, a share of each counting the same.
double best_cut(Cosines unlike, Cosines like);
// The value below which a `share` of them lies; 0 if there are none.
double quantile(Cosines values, double share);

// A copy in which about every twelfth word and each number's last digit differ: the same for the same text.
std::string lightly_changed(std::string_view text);

}  // namespace ai_memory
