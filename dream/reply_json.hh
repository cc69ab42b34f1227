// From what a model wrote to the JSON object that was asked for. Pure; a reply is hostile input.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace ai_memory {

// The object in a reply: the whole of it, or what stands in its one fenced block, or from its first { to its last },
// after any <think>…</think>. Throws Error of kind `provider` saying why there is none, in words that follow "the
// answer": larger than 8 MiB, no UTF-8, no JSON object, or not as `schema` (JSON Schema; more members than it names are
// let through, and must be ignored).
nlohmann::json reply_object(std::string_view reply, const std::string& schema);

// Whether text has marks of a model's thinking in it, which belong on no page.
bool has_thinking(std::string_view text);

}  // namespace ai_memory
