#include "cli/link_json.hh"

#include <nlohmann/json.hpp>

#include "wiki/markdown.hh"
#include "wiki/observations.hh"

namespace ai_memory {

using nlohmann::ordered_json;

ordered_json json_links(const Page& page, const Outline& shape, const LinkTargets& targets) {
  ordered_json list = ordered_json::array();
  for (const Link& link : shape.links) {
    if (link_path(link, page.path).empty()) continue;
    const auto found = targets.find(link, page.path);
    ordered_json one = {{"target", link.target}, {"path", found ? ordered_json(found->str()) : ordered_json(nullptr)}};
    if (!link.label.empty()) one["label"] = link.label;
    if (!link.fragment.empty()) one["fragment"] = link.fragment;
    if (!link.relation.empty()) one["relation"] = link.relation;
    one["line"] = link.line + page.body_line - 1;
    list.push_back(std::move(one));
  }
  return list;
}

ordered_json json_observations(const Page& page, const Outline& shape) {
  ordered_json list = ordered_json::array();
  for (const auto& item : shape.bracketed) {
    const auto found = parse_observation(item.text);
    if (!found) continue;
    ordered_json one = {{"category", found->category}, {"text", found->text}, {"tags", found->tags}};
    if (!found->context.empty()) one["context"] = found->context;
    one["line"] = item.line + page.body_line - 1;
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace ai_memory
