// From which cosine on two texts are taken for related, or for the same. A cosine means something for one embedder
// only, so the numbers belong to its id; and less for scripts without spaces, of which the sentence encoder knows
// little.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace ai_memory {

// Of what texts are mostly made: of words with spaces between them, or of Han, Kana, Hangul, Thai.
enum class Script { spaced, unspaced };
Script script_of(std::string_view text);
std::string_view script_name(Script script);  // "spaced", "unspaced"

// Cosines from 0 to 1. A number above 1 is never reached: this embedder cannot tell.
struct Thresholds {
  double near_duplicate = 0.94;  // the same text but for details; details decide, see the difference guard
  double same_topic = 0.50;      // worth a look by whoever joins pages
  double related = 0.82;         // an automatic edge, of whole pages
  double interference = 0.90;    // a new page may contradict an old one
  double flashback = 0.75;       // an old page comes to mind by itself
  double recall_floor = 0.45;    // a page with none of a question's words is found
  double near_min = 0.45;        // and named as a near miss
  double recall_min = 0.45;      // a page goes into a context
};
inline constexpr double kNever = 2.0;

struct ThresholdName {
  std::string_view name;
  double Thresholds::*value;
};
const std::array<ThresholdName, 8>& threshold_names();

// What a person, or a measurement, says; the rest is built in.
using MaybeThreshold = std::optional<double>;
struct ThresholdSettings {
  MaybeThreshold near_duplicate, same_topic, related, interference, flashback, recall_floor, near_min, recall_min;
  const MaybeThreshold& of(std::string_view name) const;
  MaybeThreshold& of(std::string_view name);
};

// For an embedder nobody has measured: the defaults of Thresholds.
Thresholds built_in_thresholds(std::string_view embedder, Script script);

// Where a number comes from; the later beats the earlier.
enum class Origin { built_in, calibrated, setting };
std::string_view origin_name(Origin origin);  // "built in", "calibrated", "setting"

// One embedder's numbers, and where each of them is from, in the order of threshold_names().
struct ThresholdTable {
  Thresholds values;
  std::array<Origin, 8> origins{};
};
ThresholdTable join_thresholds(const Thresholds& built_in, const ThresholdSettings& calibrated,
                               const ThresholdSettings& settings);

}  // namespace ai_memory
