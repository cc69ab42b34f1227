// The links of a page as JSON, each with the page that it leads to.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "index/search_index.hh"
#include "wiki/link_target.hh"
#include "wiki/page.hh"

namespace ai_memory {

struct Outline;

// [{"target", "path" (null: no such page), "label", "fragment", "relation", "line"}]; none to the web and attachments.
nlohmann::ordered_json json_links(const Page& page, const Outline& shape, const LinkTargets& targets);

// [{"category", "text", "tags", "context", "line"}]
nlohmann::ordered_json json_observations(const Page& page, const Outline& shape);

}  // namespace ai_memory
