#include "index/thresholds.hh"

#include <algorithm>
#include <string>

#include "index/ngrams.hh"
#include "index/search_index_impl.hh"
#include "index/thresholds_kept.hh"

namespace ai_memory {
namespace {

struct BuiltIn {
  std::string_view embedder;
  Script script;
  Thresholds values;
};

// near_duplicate and same_topic: where pairs of texts that people called the same, on one topic and neither part best.
// related: of LoCoMo's sessions, one pair in a hundred of different conversations reaches 0.70, and nine in ten
// of one conversation. Without spaces it lies between the other two, and was not measured.
// recall_floor and near_min: by the half of bench/questions that may be looked at; of n-grams they were not measured.
// With the dictionary, English is as without. Of the Japanese pages of bench/questions, one pair of different pages in
// a thousand reaches 0.44, and of pages and themselves without every fourth sentence 19 in 20 reach 0.80 (0.45 and 0.81
// without): the same values part them.
constexpr std::array kBuiltIn = {
    BuiltIn{"minilm-l6-v2-int8-2",
            Script::spaced,
            {.near_duplicate = 0.81, .same_topic = 0.45, .related = 0.70, .recall_floor = 0.25, .near_min = 0.15}},
    BuiltIn{"minilm-l6-v2-int8-2",
            Script::unspaced,
            {.near_duplicate = 0.60, .same_topic = 0.35, .related = 0.45, .recall_floor = 0.25, .near_min = 0.15}},
    BuiltIn{"minilm-l6-v2-int8-2+edict-1",
            Script::spaced,
            {.near_duplicate = 0.81, .same_topic = 0.45, .related = 0.70, .recall_floor = 0.25, .near_min = 0.15}},
    BuiltIn{"minilm-l6-v2-int8-2+edict-1",
            Script::unspaced,
            {.near_duplicate = 0.60, .same_topic = 0.35, .related = 0.45, .recall_floor = 0.25, .near_min = 0.15}},
    BuiltIn{"ngrams-1",
            Script::spaced,
            {.near_duplicate = 0.54, .same_topic = 0.25, .related = kNever, .recall_floor = 0.25, .near_min = 0.15}},
    BuiltIn{"ngrams-1",
            Script::unspaced,
            {.near_duplicate = 0.55, .same_topic = 0.25, .related = kNever, .recall_floor = 0.25, .near_min = 0.15}},
};

const MaybeThreshold& by_name(const ThresholdSettings& s, std::string_view name) {
  if (name == "near_duplicate") return s.near_duplicate;
  if (name == "same_topic") return s.same_topic;
  if (name == "related") return s.related;
  if (name == "interference") return s.interference;
  if (name == "flashback") return s.flashback;
  if (name == "recall_floor") return s.recall_floor;
  if (name == "near_min") return s.near_min;
  return s.recall_min;
}

constexpr std::string_view kKept = "SELECT name, value FROM thresholds WHERE embedder = ?1 AND script = ?2";
constexpr std::string_view kKeep = "INSERT OR REPLACE INTO thresholds VALUES (?1, ?2, ?3, ?4)";

}  // namespace

Script script_of(std::string_view text) {
  return share_without_spaces(text) > kMostWithoutSpaces ? Script::unspaced : Script::spaced;
}

std::string_view script_name(Script script) { return script == Script::spaced ? "spaced" : "unspaced"; }

std::string_view origin_name(Origin origin) {
  constexpr std::array<std::string_view, 3> names = {"built in", "calibrated", "setting"};
  return names[static_cast<std::size_t>(origin)];
}

const std::array<ThresholdName, 8>& threshold_names() {
  static constexpr std::array<ThresholdName, 8> names = {{{"near_duplicate", &Thresholds::near_duplicate},
                                                          {"same_topic", &Thresholds::same_topic},
                                                          {"related", &Thresholds::related},
                                                          {"interference", &Thresholds::interference},
                                                          {"flashback", &Thresholds::flashback},
                                                          {"recall_floor", &Thresholds::recall_floor},
                                                          {"near_min", &Thresholds::near_min},
                                                          {"recall_min", &Thresholds::recall_min}}};
  return names;
}

const MaybeThreshold& ThresholdSettings::of(std::string_view name) const { return by_name(*this, name); }
MaybeThreshold& ThresholdSettings::of(std::string_view name) {
  return const_cast<MaybeThreshold&>(by_name(*this, name));
}

Thresholds built_in_thresholds(std::string_view embedder, Script script) {
  for (const BuiltIn& known : kBuiltIn)
    if (known.embedder == embedder && known.script == script) return known.values;
  return {};
}

ThresholdTable join_thresholds(const Thresholds& built_in, const ThresholdSettings& calibrated,
                               const ThresholdSettings& settings) {
  ThresholdTable table{built_in, {}};
  for (std::size_t i = 0; i < table.origins.size(); ++i) {
    const auto& [name, value] = threshold_names()[i];
    for (const auto& [said, origin] :
         {std::pair(calibrated.of(name), Origin::calibrated), std::pair(settings.of(name), Origin::setting)}) {
      if (!said) continue;
      table.values.*value = *said;
      table.origins[i] = origin;
    }
  }
  return table;
}

ThresholdSettings kept_thresholds(const sqlite::Database& database, const std::string& embedder, Script script) {
  ThresholdSettings kept;
  auto rows = database.prepare(kKept);
  rows.with(embedder, script_name(script));
  while (rows.step())
    for (const auto& [name, value] : threshold_names())
      if (name == rows.text(0)) kept.of(name) = rows.real(1);
  return kept;
}

void keep_thresholds(sqlite::Database& database, const std::string& embedder, Script script,
                     const ThresholdSettings& values) {
  database.prepare("DELETE FROM thresholds WHERE embedder = ?1 AND script = ?2")
      .with(embedder, script_name(script))
      .run();
  auto keep = database.prepare(kKeep);
  for (const auto& [name, value] : threshold_names())
    if (const auto& measured = values.of(name)) keep.with(embedder, script_name(script), name, *measured).run();
}

ThresholdTable SearchIndex::thresholds(Script script) const {
  if (!impl_->meaning()) return join_thresholds({}, {}, impl_->config.thresholds);
  const std::string& id = impl_->embedder->id();
  return join_thresholds(built_in_thresholds(id, script), kept_thresholds(impl_->database(), id, script),
                         impl_->config.thresholds);
}

}  // namespace ai_memory
