#include "dream/model_wire.hh"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ai_memory {
namespace {

using Json = nlohmann::json;

constexpr const char* kAnthropicVersion = "2023-06-01";

std::string url_of(const ModelEndpoint& endpoint, std::string_view path) {
  std::string base = endpoint.base_url.empty() ? std::string(usual_base_url(endpoint.protocol)) : endpoint.base_url;
  const auto query = std::min(base.find('?'), base.size());
  std::string url = base.substr(0, query);
  while (url.ends_with('/')) url.pop_back();
  if (url.ends_with("/v1") && path.starts_with("/v1/")) path.remove_prefix(3);
  if (!url.ends_with(path)) url += path;
  return url + base.substr(query);
}

// In plain words, for servers that know no schema.
std::string with_schema(const ModelRequest& request) {
  return request.system + "\n\nAnswer with one JSON object and nothing else. Its JSON Schema:\n" + request.schema;
}

Json messages(const std::string& system, const std::string& user) {
  return Json::array({{{"role", "system"}, {"content", system}}, {{"role", "user"}, {"content", user}}});
}

Json openai_body(const ModelEndpoint& endpoint, const ModelRequest& request, const Dialect& dialect) {
  const bool by_schema = dialect.json == JsonMode::schema;
  Json body{{"model", endpoint.model},
            {"messages", messages(by_schema ? request.system : with_schema(request), request.user)},
            {"stream", false}};
  if (dialect.temperature) body["temperature"] = endpoint.temperature;
  body[dialect.completion_tokens ? "max_completion_tokens" : "max_tokens"] = request.max_tokens;
  if (by_schema)
    body["response_format"] = {
        {"type", "json_schema"},
        {"json_schema", {{"name", request.schema_name}, {"strict", true}, {"schema", Json::parse(request.schema)}}}};
  else if (dialect.json == JsonMode::object)
    body["response_format"] = {{"type", "json_object"}};
  return body;
}

Json anthropic_body(const ModelEndpoint& endpoint, const ModelRequest& request, const Dialect& dialect) {
  Json body{{"model", endpoint.model},
            {"max_tokens", request.max_tokens},
            {"system", request.system},
            {"messages", Json::array({{{"role", "user"}, {"content", request.user}}})},
            {"tools", Json::array({{{"name", request.schema_name},
                                    {"description", "Takes the answer."},
                                    {"input_schema", Json::parse(request.schema)}}})},
            {"tool_choice", {{"type", "tool"}, {"name", request.schema_name}}}};
  if (dialect.temperature) body["temperature"] = endpoint.temperature;
  return body;
}

// Without num_ctx Ollama cuts the question to 4096 tokens without a word.
Json ollama_body(const ModelEndpoint& endpoint, const ModelRequest& request) {
  return {{"model", endpoint.model},
          {"messages", messages(with_schema(request), request.user)},
          {"stream", false},
          {"format", Json::parse(request.schema)},
          {"options",
           {{"temperature", endpoint.temperature},
            {"num_predict", request.max_tokens},
            {"num_ctx", endpoint.context_tokens}}}};
}

const Json* find(const Json& json, std::initializer_list<const char*> keys) {
  const Json* at = &json;
  for (const char* const key : keys) {
    if (!at->is_object()) return nullptr;
    const auto found = at->find(key);
    if (found == at->end()) return nullptr;
    at = &*found;
  }
  return at;
}

std::string text_at(const Json& json, std::initializer_list<const char*> keys) {
  const Json* const found = find(json, keys);
  return found && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::size_t> count_at(const Json& json, std::initializer_list<const char*> keys) {
  const Json* const found = find(json, keys);
  return found && found->is_number_unsigned() ? std::optional(found->get<std::size_t>()) : std::nullopt;
}

// A text, or a list of pieces {"type": "text", "text"}.
std::string content_text(const Json* content) {
  if (!content) return {};
  if (content->is_string()) return content->get<std::string>();
  std::string text;
  if (content->is_array())
    for (const Json& piece : *content) text += text_at(piece, {"text"});
  return text;
}

WireReply refused(std::string fault, bool ours = true) { return {{}, std::move(fault), ours, {}, {}}; }

WireReply with_text(std::string text, const std::string& reason) {
  if (reason == "length" || reason == "max_tokens" || reason == "model_context_window_exceeded")
    return refused("was cut off at its limit of tokens");
  if (reason == "content_filter" || reason == "refusal") return refused("was refused by the model (" + reason + ")");
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return refused("is empty");
  return {std::move(text), {}, true, {}, {}};
}

WireReply openai_reply(const Json& document) {
  const Json* const choices = find(document, {"choices"});
  if (!choices || !choices->is_array() || choices->empty()) return refused("holds no choices", false);
  const Json& choice = choices->front();
  const Json* const message = find(choice, {"message"});
  if (!message) return refused("holds no message", false);
  if (!text_at(*message, {"refusal"}).empty()) return refused("was refused by the model");
  return with_text(content_text(find(*message, {"content"})), text_at(choice, {"finish_reason"}));
}

WireReply anthropic_reply(const Json& document) {
  const Json* const content = find(document, {"content"});
  if (!content || !content->is_array()) return refused("holds no content", false);
  const std::string reason = text_at(document, {"stop_reason"});
  for (const Json& block : *content)
    if (text_at(block, {"type"}) == "tool_use")
      if (const Json* const input = find(block, {"input"}); input && input->is_object())
        return with_text(input->dump(-1, ' ', false, Json::error_handler_t::replace), reason);
  return with_text(content_text(content), reason);
}

WireReply ollama_reply(const Json& document) {
  const Json* const message = find(document, {"message"});
  if (!message) return refused("holds no message", false);
  if (const Json* const done = find(document, {"done"}); done && *done == Json(false)) return refused("is not whole");
  return with_text(text_at(*message, {"content"}), text_at(document, {"done_reason"}));
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

}  // namespace

std::string_view model_fault_name(ModelFault fault) {
  switch (fault) {
    case ModelFault::none:
      return "none";
    case ModelFault::setup:
      return "setup";
    case ModelFault::passing:
      return "passing";
    case ModelFault::reply:
      return "reply";
    case ModelFault::budget:
      return "budget";
    case ModelFault::stopped:
      return "stopped";
  }
  return "none";
}

std::string dialect_text(const Dialect& dialect) {
  std::string text = dialect.json == JsonMode::schema ? "schema" : dialect.json == JsonMode::object ? "object" : "text";
  if (!dialect.temperature) text += " no_temperature";
  if (dialect.completion_tokens) text += " completion_tokens";
  return text;
}

Dialect parse_dialect(std::string_view text) {
  const auto has = [text](std::string_view word) { return text.find(word) != std::string_view::npos; };
  Dialect dialect;
  dialect.json = text.starts_with("object") ? JsonMode::object
                 : text.starts_with("text") ? JsonMode::text
                                            : JsonMode::schema;
  dialect.temperature = !has("no_temperature");
  dialect.completion_tokens = has("completion_tokens");
  return dialect;
}

std::string_view usual_base_url(Protocol protocol) {
  switch (protocol) {
    case Protocol::openai:
      return "https://api.openai.com/v1";
    case Protocol::anthropic:
      return "https://api.anthropic.com";
    case Protocol::ollama:
      return "http://127.0.0.1:11434";
  }
  return {};
}

HttpRequest wire_request(const ModelEndpoint& endpoint, const ModelRequest& request, const Dialect& dialect) {
  HttpRequest http;
  Json body;
  const std::string bearer = endpoint.key.empty() ? std::string() : "Bearer " + endpoint.key;
  switch (endpoint.protocol) {
    case Protocol::openai:
      http.url = url_of(endpoint, "/chat/completions");
      body = openai_body(endpoint, request, dialect);
      break;
    case Protocol::anthropic:
      http.url = url_of(endpoint, "/v1/messages");
      body = anthropic_body(endpoint, request, dialect);
      http.headers.emplace_back("anthropic-version", kAnthropicVersion);
      break;
    case Protocol::ollama:
      http.url = url_of(endpoint, "/api/chat");
      body = ollama_body(endpoint, request);
      break;
  }
  if (endpoint.protocol == Protocol::anthropic && !endpoint.key.empty())
    http.headers.emplace_back("x-api-key", endpoint.key);
  else if (!bearer.empty())
    http.headers.emplace_back("Authorization", bearer);
  http.json = body.dump(-1, ' ', false, Json::error_handler_t::replace);
  return http;
}

WireReply read_wire_reply(Protocol protocol, std::string_view body) {
  const Json document = Json::parse(body, nullptr, false);
  if (document.is_discarded()) return refused("is no JSON", false);
  if (!document.is_object()) return refused("is no JSON object", false);
  switch (protocol) {
    case Protocol::openai: {
      WireReply reply = openai_reply(document);
      reply.input_tokens = count_at(document, {"usage", "prompt_tokens"});
      reply.output_tokens = count_at(document, {"usage", "completion_tokens"});
      return reply;
    }
    case Protocol::anthropic: {
      WireReply reply = anthropic_reply(document);
      reply.input_tokens = count_at(document, {"usage", "input_tokens"});
      reply.output_tokens = count_at(document, {"usage", "output_tokens"});
      return reply;
    }
    case Protocol::ollama: {
      WireReply reply = ollama_reply(document);
      reply.input_tokens = count_at(document, {"prompt_eval_count"});
      reply.output_tokens = count_at(document, {"eval_count"});
      return reply;
    }
  }
  return refused("is of an unknown protocol", false);
}

std::optional<Dialect> other_dialect(Protocol protocol, const Dialect& dialect, std::string_view body) {
  const std::string said = lower(body);
  const auto names = [&said](const char* word) { return said.find(word) != std::string::npos; };
  Dialect other = dialect;
  if (dialect.temperature && protocol != Protocol::ollama && names("temperature")) {
    other.temperature = false;
    return other;
  }
  if (protocol != Protocol::openai) return std::nullopt;
  if (!dialect.completion_tokens && names("max_completion_tokens")) {
    other.completion_tokens = true;
    return other;
  }
  if (dialect.json == JsonMode::text) return std::nullopt;
  other.json = dialect.json == JsonMode::schema ? JsonMode::object : JsonMode::text;
  return other;
}

}  // namespace ai_memory
