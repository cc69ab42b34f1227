// What goes over the wire to the three kinds of servers, and what their answers say. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "dream/language_model.hh"
#include "index/http.hh"

namespace ai_memory {

enum class Protocol {
  openai,     // POST {base}/chat/completions, which most servers know
  anthropic,  // POST {base}/v1/messages, the answer as the use of a tool
  ollama,     // POST {base}/api/chat
};

// How a server of the first kind is asked for JSON, best first.
enum class JsonMode { schema, object, text };

// What a server has been found to take; the best until it says no.
struct Dialect {
  JsonMode json = JsonMode::schema;
  bool temperature = true;
  bool completion_tokens = false;  // max_completion_tokens instead of max_tokens

  friend bool operator==(const Dialect&, const Dialect&) = default;
};
// "object no_temperature completion_tokens", and back; what cannot be made out is the best.
std::string dialect_text(const Dialect& dialect);
Dialect parse_dialect(std::string_view text);

struct ModelEndpoint {
  Protocol protocol = Protocol::openai;
  std::string base_url;  // empty: the usual one of the protocol
  std::string model;
  std::string key;               // empty: none is sent
  std::string setting = "llm.";  // what its settings' names begin with, for messages
  double temperature = 0.1;
  std::size_t context_tokens = 16'000;
};

// "https://api.openai.com/v1", "https://api.anthropic.com", "http://127.0.0.1:11434".
std::string_view usual_base_url(Protocol protocol);

// URL, JSON and headers; no timeouts.
HttpRequest wire_request(const ModelEndpoint& endpoint, const ModelRequest& request, const Dialect& dialect);

struct WireReply {
  std::string text;
  std::string fault;  // why there is none, as "was cut off at its limit of tokens"; empty: there is
  bool ours = true;   // false: not even an answer of this protocol
  std::optional<std::size_t> input_tokens, output_tokens;
};
WireReply read_wire_reply(Protocol protocol, std::string_view body);

// What to try after a server has refused a request (status 400 or 422) with this body; absent: nothing is left.
std::optional<Dialect> other_dialect(Protocol protocol, const Dialect& dialect, std::string_view body);

}  // namespace ai_memory
