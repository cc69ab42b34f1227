// Pages as one JSON document, from which each can be written again byte for byte.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "cli/export_okf.hh"
#include "index/search_index.hh"

namespace ai_memory {

// {"pages": [{"path", "name", "project", "title", "kind", "tier", "tags", "aliases", "created", "changed",
// "front_matter", "body", "links", "observations", "text"}]}: `text` is the whole file; for one that is no UTF-8 there
// is `base64` instead. With `usage` also "accesses" and "last_access". `known` holds what the index says of each page.
nlohmann::ordered_json export_json(const std::vector<ExportedPage>& pages, const std::vector<IndexedPage>& known,
                                   bool usage);

std::string base64(std::string_view bytes);

}  // namespace ai_memory
