#include "cli/calibrate.hh"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/context.hh"
#include "index/calibration.hh"

namespace ai_memory {
namespace {

using Json = nlohmann::ordered_json;

std::string number(double cosine) {
  if (cosine > 1) return "never";
  char text[16];
  std::snprintf(text, sizeof text, "%.3f", cosine);
  return text;
}

// What holds from now on; with --dry-run, what would.
ThresholdTable table_of(Context& context, const Calibration& calibration, const ScriptCalibration& one) {
  return join_thresholds(built_in_thresholds(calibration.embedder, one.script), one.values,
                         context.config().search.thresholds);
}

Json to_json(Context& context, const Calibration& calibration, const ScriptCalibration& one) {
  Json json = {{"script", script_name(one.script)}, {"pages", one.pages}, {"chunks", one.chunks}};
  json["samples"] = Json::array();
  for (const Measured& sample : one.samples)
    json["samples"].push_back({{"what", sample.what},
                               {"pairs", sample.count},
                               {"low", sample.low},
                               {"median", sample.median},
                               {"high", sample.high}});
  const ThresholdTable table = table_of(context, calibration, one);
  json["thresholds"] = Json::object();
  for (std::size_t i = 0; i < table.origins.size(); ++i) {
    const auto& [name, value] = threshold_names()[i];
    const double cosine = table.values.*value;
    json["thresholds"][std::string(name)] = {{"value", cosine > 1 ? Json(nullptr) : Json(cosine)},
                                             {"from", origin_name(table.origins[i])}};
  }
  return json;
}

void print_samples(Output& out, const ScriptCalibration& one) {
  const char* const what = one.script == Script::spaced ? "words with spaces between them"
                                                        : "scripts without spaces (Han, kana, Hangul, Thai)";
  out.line(out.paint(Style::bold, what) + std::string(": ") + std::to_string(one.pages) + " pages, " +
           std::to_string(one.chunks) + " parts");
  out.line("  " + fit("measured", 31) + "  pairs    5 %  median   95 %");
  for (const Measured& sample : one.samples) {
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, "  %5zu  %.3f   %.3f  %.3f", sample.count, sample.low, sample.median,
                  sample.high);
    out.line("  " + fit(sample.what, 31) + (sample.count > 0 ? numbers : "      0"));
  }
}

void print_table(Output& out, const ThresholdTable& table) {
  out.line("  threshold");
  for (std::size_t i = 0; i < table.origins.size(); ++i) {
    const auto& [name, value] = threshold_names()[i];
    out.line("  " + fit(name, 15) + "  " + number(table.values.*value) + "  " +
             std::string(origin_name(table.origins[i])));
  }
}

}  // namespace

int calibrate(Context& context) {
  const bool dry_run = context.options().dry_run;
  const Calibration calibration = context.index().calibrate(context.wiki(), dry_run);
  auto& out = context.out();
  if (context.options().json) {
    auto document = json_document();
    document["embedder"] = calibration.embedder;
    document["kept"] = !dry_run;
    document["calibration"] = Json::array();
    for (const auto& one : calibration.scripts) document["calibration"].push_back(to_json(context, calibration, one));
    out.json(document);
    return kExitOk;
  }
  for (const auto& one : calibration.scripts) {
    print_samples(out, one);
    print_table(out, table_of(context, calibration, one));
  }
  out.tell(dry_run ? "nothing was kept (--dry-run)"
                   : "kept for " + calibration.embedder + "; a setting of [thresholds] beats it");
  return kExitOk;
}

}  // namespace ai_memory
