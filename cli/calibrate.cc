#include "cli/calibrate.hh"

#include <algorithm>
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
  if (!one.refused.empty()) return context.index().thresholds(one.script);
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
  json["refused"] = one.refused.empty() ? Json(nullptr) : Json(one.refused);
  return json;
}

const char* words_of(Script script) {
  return script == Script::spaced ? "words with spaces between them"
                                  : "scripts without spaces (Han, kana, Hangul, Thai)";
}

void print_samples(Output& out, const ScriptCalibration& one) {
  out.line(out.paint(Style::bold, words_of(one.script)) + std::string(": ") + std::to_string(one.pages) + " pages, " +
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
  const auto& scripts = calibration.scripts;
  const auto refused =
      std::count_if(scripts.begin(), scripts.end(), [](const ScriptCalibration& one) { return !one.refused.empty(); });
  const bool any = static_cast<std::size_t>(refused) < scripts.size();
  for (const auto& one : scripts)
    if (!one.refused.empty())
      out.warn(std::string("thresholds of ") + words_of(one.script) + ": not kept, the old ones stay: " + one.refused +
               " (too few pages, or all alike)");
  const int status = refused > 0 ? kExitWithWarnings : kExitOk;
  if (context.options().json) {
    auto document = json_document();
    document["embedder"] = calibration.embedder;
    document["kept"] = !dry_run && any;
    document["calibration"] = Json::array();
    for (const auto& one : calibration.scripts) document["calibration"].push_back(to_json(context, calibration, one));
    out.json(document);
    return status;
  }
  for (const auto& one : calibration.scripts) {
    print_samples(out, one);
    print_table(out, table_of(context, calibration, one));
  }
  if (dry_run)
    out.tell("nothing was kept (--dry-run)");
  else if (any)
    out.tell("kept for " + calibration.embedder + "; a setting of [thresholds] beats it");
  return status;
}

}  // namespace ai_memory
