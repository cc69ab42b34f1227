#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "dream/model_wire.hh"

using namespace ai_memory;
using nlohmann::json;

namespace {

const ModelRequest kQuestion{"be brief", "two and two?", "sum", R"({"type":"object","required":["n"]})", 77};

ModelEndpoint endpoint(Protocol protocol, const std::string& base = "") {
  ModelEndpoint made;
  made.protocol = protocol;
  made.base_url = base;
  made.model = "m1";
  made.key = "the-key";
  made.context_tokens = 9000;
  return made;
}

json body_of(const HttpRequest& request) { return json::parse(*request.json); }

std::string header(const HttpRequest& request, const std::string& name) {
  for (const auto& [key, value] : request.headers)
    if (key == name) return value;
  return "";
}

}  // namespace

TEST_CASE("a base address leads to the same place with and without its usual end") {
  const auto url = [](Protocol protocol, const std::string& base) {
    return wire_request(endpoint(protocol, base), kQuestion, {}).url;
  };
  CHECK(url(Protocol::openai, "") == "https://api.openai.com/v1/chat/completions");
  CHECK(url(Protocol::openai, "http://h:1/v1/") == "http://h:1/v1/chat/completions");
  CHECK(url(Protocol::openai, "http://h/v1/chat/completions") == "http://h/v1/chat/completions");
  CHECK(url(Protocol::openai, "https://h/openai/x?api-version=1") ==
        "https://h/openai/x/chat/completions?api-version=1");
  CHECK(url(Protocol::anthropic, "") == "https://api.anthropic.com/v1/messages");
  CHECK(url(Protocol::anthropic, "https://h/v1") == "https://h/v1/messages");
  CHECK(url(Protocol::ollama, "") == "http://127.0.0.1:11434/api/chat");
}

TEST_CASE("an OpenAI-compatible server is asked for the schema, then for any object, then in words") {
  const HttpRequest strict = wire_request(endpoint(Protocol::openai), kQuestion, {});
  CHECK(header(strict, "Authorization") == "Bearer the-key");
  const json body = body_of(strict);
  CHECK(body["model"] == "m1");
  CHECK(body["max_tokens"] == 77);
  CHECK(body["temperature"] == 0.1);
  CHECK(body["messages"] == json::parse(R"([{"role":"system","content":"be brief"},
                                            {"role":"user","content":"two and two?"}])"));
  CHECK(body["response_format"]["type"] == "json_schema");
  CHECK(body["response_format"]["json_schema"]["strict"] == true);
  CHECK(body["response_format"]["json_schema"]["name"] == "sum");
  CHECK(body["response_format"]["json_schema"]["schema"]["required"][0] == "n");

  const json any = body_of(wire_request(endpoint(Protocol::openai), kQuestion, {JsonMode::object, true, false}));
  CHECK(any["response_format"] == json{{"type", "json_object"}});
  CHECK(any["messages"][0]["content"].get<std::string>().find(R"("required":["n"])") != std::string::npos);
  const json words = body_of(wire_request(endpoint(Protocol::openai), kQuestion, {JsonMode::text, false, true}));
  CHECK(!words.contains("response_format"));
  CHECK(!words.contains("temperature"));
  CHECK(!words.contains("max_tokens"));
  CHECK(words["max_completion_tokens"] == 77);
}

TEST_CASE("Anthropic is asked by a tool that it must use, with its own headers") {
  const HttpRequest request = wire_request(endpoint(Protocol::anthropic), kQuestion, {});
  CHECK(header(request, "x-api-key") == "the-key");
  CHECK(header(request, "Authorization").empty());
  CHECK(header(request, "anthropic-version") == "2023-06-01");
  const json body = body_of(request);
  CHECK(body["system"] == "be brief");
  CHECK(body["max_tokens"] == 77);
  CHECK(body["tools"][0]["name"] == "sum");
  CHECK(body["tools"][0]["input_schema"]["type"] == "object");
  CHECK(body["tool_choice"] == json{{"type", "tool"}, {"name", "sum"}});
}

TEST_CASE("Ollama is told how much it must read, for it cuts what is longer") {
  const json body = body_of(wire_request(endpoint(Protocol::ollama), kQuestion, {}));
  CHECK(body["options"]["num_ctx"] == 9000);
  CHECK(body["options"]["num_predict"] == 77);
  CHECK(body["stream"] == false);
  CHECK(body["format"]["required"][0] == "n");
}

TEST_CASE("a key is in no body, and none is sent where there is none") {
  for (const Protocol protocol : {Protocol::openai, Protocol::anthropic, Protocol::ollama}) {
    ModelEndpoint with = endpoint(protocol);
    CHECK(wire_request(with, kQuestion, {}).json->find("the-key") == std::string::npos);
    with.key.clear();
    const HttpRequest request = wire_request(with, kQuestion, {});
    CHECK(header(request, "Authorization").empty());
    CHECK(header(request, "x-api-key").empty());
  }
}

TEST_CASE("what servers answer is read, with the tokens they count") {
  const WireReply openai = read_wire_reply(Protocol::openai, R"({"choices":[{"finish_reason":"stop",
    "message":{"content":"four"}}],"usage":{"prompt_tokens":5,"completion_tokens":1}})");
  CHECK(openai.text == "four");
  CHECK(openai.fault.empty());
  CHECK(openai.input_tokens == 5);
  CHECK(openai.output_tokens == 1);
  const WireReply pieces = read_wire_reply(
      Protocol::openai, R"({"choices":[{"message":{"content":[{"type":"text","text":"fo"},{"text":"ur"}]}}]})");
  CHECK(pieces.text == "four");
  CHECK(!pieces.input_tokens);

  const WireReply anthropic = read_wire_reply(Protocol::anthropic, R"({"stop_reason":"tool_use","content":[
    {"type":"text","text":"hm"},{"type":"tool_use","name":"sum","input":{"n":4}}],
    "usage":{"input_tokens":7,"output_tokens":2}})");
  CHECK(anthropic.text == R"({"n":4})");
  CHECK(anthropic.output_tokens == 2);

  const WireReply ollama = read_wire_reply(
      Protocol::ollama,
      R"({"message":{"content":"4"},"done":true,"done_reason":"stop","prompt_eval_count":3,"eval_count":1})");
  CHECK(ollama.text == "4");
  CHECK(ollama.input_tokens == 3);
}

TEST_CASE("A42: an answer that was cut off, filtered or refused is none") {
  struct Row {
    Protocol protocol;
    const char *body, *fault;
  };
  for (const Row& row : {
           Row{Protocol::openai, R"({"choices":[{"finish_reason":"length","message":{"content":"{\"n\":"}}]})",
               "cut off"},
           Row{Protocol::openai, R"({"choices":[{"finish_reason":"content_filter","message":{"content":"x"}}]})",
               "refused"},
           Row{Protocol::openai, R"({"choices":[{"message":{"content":null,"refusal":"no"}}]})", "refused"},
           Row{Protocol::openai, R"({"choices":[{"message":{"content":" \n"}}]})", "empty"},
           Row{Protocol::anthropic, R"({"stop_reason":"max_tokens","content":[{"type":"tool_use","input":{"n":4}}]})",
               "cut off"},
           Row{Protocol::anthropic, R"({"stop_reason":"refusal","content":[]})", "refused"},
           Row{Protocol::ollama, R"({"message":{"content":"4"},"done":true,"done_reason":"length"})", "cut off"},
           Row{Protocol::ollama, R"({"message":{"content":"4"},"done":false})", "not whole"},
       }) {
    CAPTURE(row.body);
    const WireReply reply = read_wire_reply(row.protocol, row.body);
    CHECK(reply.text.empty());
    CHECK(reply.fault.find(row.fault) != std::string::npos);
    CHECK(reply.ours);
  }
}

TEST_CASE("A42: what is no answer of the protocol at all is told as that") {
  for (const Protocol protocol : {Protocol::openai, Protocol::anthropic, Protocol::ollama})
    for (const char* body : {"", "<html>sign in</html>", "[]", "{}", "3", "null",
                             R"({"choices":3,"content":3,"message":3})", R"({"choices":[3]})", R"({"choices":[]})",
                             "{\"message\":{\"content\":\"\xff\"}}", R"({"message":{"content":"\ud800"}})"}) {
      CAPTURE(body);
      const WireReply reply = read_wire_reply(protocol, body);
      CHECK(reply.text.empty());
      CHECK(!reply.fault.empty());
    }
  CHECK(!read_wire_reply(Protocol::openai, "<html>").ours);
}

TEST_CASE("what a server takes survives being written down; what cannot be read is the best") {
  for (const JsonMode mode : {JsonMode::schema, JsonMode::object, JsonMode::text})
    for (const bool temperature : {true, false})
      for (const bool tokens : {true, false}) {
        const Dialect dialect{mode, temperature, tokens};
        CHECK(parse_dialect(dialect_text(dialect)) == dialect);
      }
  CHECK(parse_dialect("") == Dialect());
  CHECK(parse_dialect("what?") == Dialect());
}

TEST_CASE("a server that refuses a request is asked in another way, each way once") {
  const auto next = [](const Dialect& dialect, const char* body) {
    return other_dialect(Protocol::openai, dialect, body);
  };
  CHECK(next({}, "unsupported: response_format")->json == JsonMode::object);
  CHECK(next({JsonMode::object, true, false}, "x")->json == JsonMode::text);
  CHECK(!next({JsonMode::text, true, false}, "x"));
  const auto cool = next({}, "Unsupported value: 'temperature'");
  REQUIRE(cool);
  CHECK(!cool->temperature);
  CHECK(cool->json == JsonMode::schema);
  const auto longer = next({}, "use 'max_completion_tokens' instead");
  REQUIRE(longer);
  CHECK(longer->completion_tokens);
  CHECK(!other_dialect(Protocol::anthropic, {}, "no such model"));
  CHECK(!other_dialect(Protocol::ollama, {}, "temperature"));
}
