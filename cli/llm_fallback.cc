#include "cli/llm_fallback.hh"

#include <algorithm>

#include "cli/nearest.hh"
#include "cli/output.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMost = 8;

[[noreturn]] void refuse(const std::string& place, const std::string& what) {
  throw Error(ErrorKind::usage, place + ": llm.fallback: " + what);
}

std::string* field(LlmFallback& fallback, std::string_view key) {
  if (key == "provider") return &fallback.provider;
  if (key == "base_url") return &fallback.base_url;
  if (key == "model") return &fallback.model;
  return key == "api_key_env" ? &fallback.api_key_env : nullptr;
}

LlmFallback read_one(const toml::table& table, const std::function<std::string(const toml::node&)>& place,
                     const std::function<void(const toml::node&, const std::string&)>& warn) {
  LlmFallback fallback;
  for (const auto& [name, node] : table) {
    const std::string key(name.str());
    std::string* const value = field(fallback, key);
    if (value == nullptr) {
      const std::string hint = did_you_mean(key, {"provider", "base_url", "model", "api_key_env"});
      warn(node, "unknown key `" + key + "` in [[llm.fallback]]" + (hint.empty() ? "" : "; " + hint));
      continue;
    }
    if (!node.is_string()) refuse(place(node), key + " needs a text");
    *value = node.as_string()->get();
  }
  const std::string& provider = fallback.provider;
  if (provider != "openai" && provider != "anthropic" && provider != "ollama")
    refuse(place(table), "provider needs openai, anthropic or ollama" +
                             (provider.empty() ? std::string() : ", not " + cut_to_width(one_line(provider), 40)));
  return fallback;
}

}  // namespace

std::vector<LlmFallback> read_fallbacks(const toml::node& node,
                                        const std::function<std::string(const toml::node&)>& place,
                                        const std::function<void(const toml::node&, const std::string&)>& warn) {
  const toml::array* const list = node.as_array();
  const bool tables =
      list != nullptr && std::all_of(list->begin(), list->end(), [](const toml::node& one) { return one.is_table(); });
  if (!tables) refuse(place(node), "needs sections [[llm.fallback]], one for each model");
  if (list->size() > kMost) refuse(place(node), "takes " + std::to_string(kMost) + " models at most");
  std::vector<LlmFallback> fallbacks;
  for (const toml::node& one : *list) fallbacks.push_back(read_one(*one.as_table(), place, warn));
  return fallbacks;
}

std::string in_place_of_old(std::string_view key) {
  constexpr std::string_view kOld = "fallback_";
  LlmFallback none;
  if (!key.starts_with(kOld) || field(none, key.substr(kOld.size())) == nullptr) return {};
  return "it is renamed to `" + std::string(key.substr(kOld.size())) + "` in a section [[llm.fallback]] of config.toml";
}

}  // namespace ai_memory
