#include "cli/themes.hh"

#include <nlohmann/json.hpp>

namespace ai_memory {
namespace {

std::string key(Context& context) { return kThemesKept + context.scope().project.str(); }

}  // namespace

void keep_themes(Context& context, const Topics& found) {
  nlohmann::json labels = nlohmann::json::array();
  for (const Topic& topic : found.topics)
    if (labels.size() < kMostThemes) labels.push_back(topic.label());
  const nlohmann::json kept = {{"time", format_time(context.now())}, {"labels", labels}};
  try {
    context.index().set_meta(key(context), kept.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  } catch (const Error&) {  // another command writes; the themes of the last time stay
  }
}

std::optional<Themes> kept_themes(Context& context) {
  const TopicsConfig& config = context.config().topics;
  if (!config.enabled || !config.show_themes) return std::nullopt;
  const auto kept = nlohmann::json::parse(context.index().meta(key(context)).value_or(""), nullptr, false);
  if (!kept.is_object() || !kept.contains("time") || !kept.contains("labels") || kept["labels"].empty())
    return std::nullopt;
  return Themes{kept["time"].get<std::string>(), kept["labels"].get<std::vector<std::string>>()};
}

}  // namespace ai_memory
