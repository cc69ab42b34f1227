#include "cli/try_model.hh"

#include <nlohmann/json.hpp>

#include "cli/open_model.hh"
#include "dream/reply_json.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr const char* kWhat = "language model";

ModelRequest small_request() {
  ModelRequest request;
  request.system = "You are asked whether you are there.";
  request.user = "Answer that you are ready.";
  request.schema_name = "ready";
  request.schema = R"({"type": "object", "additionalProperties": false, "required": ["ready"],
                       "properties": {"ready": {"type": "boolean"}}})";
  request.max_tokens = 200;
  return request;
}

}  // namespace

Finding try_model(const LlmConfig& settings) {
  if (settings.provider == "none")
    return {Finding::Level::note, kWhat,
            "none is set up (llm.provider), and nothing but `dream` and `ask` has a use for one", ""};
  try {
    ModelConfig config = model_config(settings);
    config.retry.retries = 0;
    const std::string server = config.endpoint.base_url;
    const auto model = make_http_model(std::move(config), {make_http, RetryClock::real()});
    const ModelRequest request = small_request();
    const ModelReply reply = model->ask(request, {});
    if (reply.fault != ModelFault::none) return {Finding::Level::fault, kWhat, reply.why, reply.hint};
    reply_object(reply.text, request.schema);
    return {Finding::Level::good, kWhat, reply.model + " at " + server + " answers as it is asked to", ""};
  } catch (const Error& error) {
    const bool answered = error.kind() == ErrorKind::provider;
    return {Finding::Level::fault, kWhat, (answered ? "its answer " : "") + std::string(error.what()),
            answered ? "a larger model may do better" : error.hint()};
  }
}

}  // namespace ai_memory
