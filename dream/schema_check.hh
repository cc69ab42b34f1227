// JSON Schema, by valijson.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ai_memory {

// Where `value` is not as `schema` says, in words that follow "the answer"; empty: nowhere. Members that the schema
// does not name are let through whatever it says of them.
std::string schema_fault(const nlohmann::json& value, const nlohmann::json& schema);

}  // namespace ai_memory
