#include "dream/reply_json.hh"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "dream/schema_check.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostBytes = 8U << 20U;
constexpr std::size_t kMostDepth = 64;
constexpr std::array<std::string_view, 4> kThinking = {"think", "thinking", "thought", "reasoning"};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const auto begin = std::min(text.find_first_not_of(blank), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(blank) + 1);
}

std::string_view without_thinking(std::string_view reply) {
  for (bool again = true; again;) {
    again = false;
    reply = trimmed(reply);
    for (const std::string_view name : kThinking) {
      const std::string open = "<" + std::string(name) + ">", close = "</" + std::string(name) + ">";
      // Some models leave the opening mark out.
      const bool opens = reply.starts_with(open), is_object = reply.starts_with('{');
      if (const auto end = reply.find(close); end != reply.npos && (opens || !is_object)) {
        reply.remove_prefix(end + close.size());
        again = true;
      }
    }
  }
  return reply;
}

// What stands between the first line that starts with ``` and the next such line; absent if there are more blocks.
std::optional<std::string_view> only_block(std::string_view text) {
  std::vector<std::size_t> fences;
  for (std::size_t at = 0; at < text.size() && fences.size() < 3;) {
    if (trimmed(text.substr(at, text.find('\n', at) - at)).starts_with("```")) fences.push_back(at);
    const auto end = text.find('\n', at);
    at = end == text.npos ? text.size() : end + 1;
  }
  if (fences.size() != 2) return std::nullopt;
  const auto begin = text.find('\n', fences[0]);
  return text.substr(begin + 1, fences[1] - begin - 1);
}

// nlohmann's parser takes any depth; what comes after it would not.
bool too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_text) {
      if (c == '\\') ++i;
      in_text = c != '"';
      continue;
    }
    if (c == '"') in_text = true;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') depth -= depth > 0 ? 1 : 0;
    if (depth > kMostDepth) return true;
  }
  return false;
}

std::optional<Json> object_of(std::string_view text) {
  if (too_deep(text)) return std::nullopt;
  Json json = Json::parse(text, nullptr, false);
  return json.is_object() ? std::optional(std::move(json)) : std::nullopt;
}

std::optional<Json> find_object(std::string_view reply) {
  if (reply.starts_with("\xef\xbb\xbf")) reply.remove_prefix(3);
  reply = without_thinking(reply);
  if (auto whole = object_of(reply)) return whole;
  // A fence of the text within the object is none of the reply's.
  if (!reply.starts_with('{'))
    if (const auto block = only_block(reply))
      if (auto object = object_of(*block)) return object;
  const auto begin = reply.find('{'), end = reply.rfind('}');
  if (begin == reply.npos || end == reply.npos || end < begin) return std::nullopt;
  return object_of(reply.substr(begin, end - begin + 1));
}

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::provider, why); }

}  // namespace

Json reply_object(std::string_view reply, const std::string& schema) {
  if (reply.size() > kMostBytes) refuse("is larger than 8 MiB");
  auto object = find_object(reply);
  if (!object) refuse("is no JSON object");
  if (const std::string fault = schema_fault(*object, Json::parse(schema)); !fault.empty()) refuse(fault);
  return std::move(*object);
}

bool has_thinking(std::string_view text) {
  return std::any_of(kThinking.begin(), kThinking.end(), [text](std::string_view name) {
    return text.find("<" + std::string(name) + ">") != text.npos ||
           text.find("</" + std::string(name) + ">") != text.npos;
  });
}

}  // namespace ai_memory
