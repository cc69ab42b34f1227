// A language model, as the rest of the program sees one: a question in, words out. What goes wrong is a value, for a
// model that fails must never lose, empty or block anything.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace ai_memory {

struct ModelRequest {
  std::string system;       // what is to be done
  std::string user;         // with what
  std::string schema_name;  // letters and _
  std::string schema;       // JSON Schema (an object) of the reply
  int max_tokens = 2000;    // of the reply
};

enum class ModelFault {
  none,
  setup,    // key, model or address: a person must change something, and trying again is no use
  passing,  // busy, down or slow now; all attempts are used up
  reply,    // it answered, but not what was asked for
  budget,   // calls or tokens of this run are used up; nothing was sent
  stopped,  // told to
};
std::string_view model_fault_name(ModelFault fault);

struct ModelReply {
  ModelFault fault = ModelFault::none;
  std::string text;       // of the model, as it came
  std::string why, hint;  // of a fault, in words, without any key
  std::string model;      // who answered
};

// What was asked of models so far. Tokens are those that servers tell of; where one does not, bytes / 4.
struct ModelUse {
  std::size_t calls = 0;  // requests that were sent, repeated ones included
  std::size_t input_tokens = 0, output_tokens = 0;
};

class LanguageModel {
 public:
  virtual ~LanguageModel() = default;
  // `go_on` is asked at least every 200 ms; false ends the request.
  virtual ModelReply ask(const ModelRequest& request, const std::function<bool()>& go_on) = 0;
  virtual std::string name() const = 0;            // "openai gpt-4o-mini"
  virtual std::size_t context_tokens() const = 0;  // of question and answer together
  virtual ModelUse use() const = 0;
};

}  // namespace ai_memory
