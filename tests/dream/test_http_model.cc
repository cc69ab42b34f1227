#include <atomic>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "dream/http_model.hh"
#include "tests/support/http_server.hh"

using namespace ai_memory;
using namespace ai_memory::test;
using namespace std::chrono_literals;
using nlohmann::json;

extern "C" Http* ai_memory_make_http();

namespace {

const std::string kKey = "sk-the-secret-key-of-the-test-0123456789";
const ModelRequest kQuestion{"be brief", "two and two?", "sum", R"({"type":"object"})", 77};

std::string answer_text(const std::string& text, const std::string& reason = "stop") {
  return json{{"choices", {{{"message", {{"content", text}}}, {"finish_reason", reason}}}},
              {"usage", {{"prompt_tokens", 30}, {"completion_tokens", 12}}}}
      .dump();
}

ServedAnswer good(const ServedRequest&) { return {http_answer(200, answer_text(R"({"n":4})"))}; }

// A model behind a server of the test's own; time does not pass, but is counted.
struct Served {
  HttpServer server;
  ModelConfig config;
  std::chrono::milliseconds slept{0};
  std::chrono::steady_clock::time_point time{};
  std::unique_ptr<LanguageModel> model;
  std::map<std::string, std::string> memory;  // what is kept from run to run

  explicit Served(HttpServer::Handler handler) : server(std::move(handler)) {
    config.endpoint.base_url = server.url() + "/v1";
    config.endpoint.model = "m1";
    config.endpoint.key = kKey;
    config.timeout = 5s;
    config.connect_timeout = 2s;
    config.retry.retries = 3;
    config.retry.longest_wait = 60s;
    config.retry.total = 1000s;
  }
  LanguageModel& made() {
    if (!model) {
      RetryClock clock{[this] { return time; },
                       [this](std::chrono::milliseconds wait) {
                         slept += wait;
                         time += wait;
                       }};
      model =
          make_http_model(config, {[] { return std::unique_ptr<Http>(ai_memory_make_http()); }, std::move(clock),
                                   [this](const std::string& name) { return memory[name]; },
                                   [this](const std::string& name, const std::string& said) { memory[name] = said; }});
    }
    return *model;
  }
  ModelReply ask(const std::function<bool()>& go_on = {}) {
    ModelReply reply = made().ask(kQuestion, go_on);
    CHECK(reply.why.find(kKey) == std::string::npos);
    CHECK(reply.hint.find(kKey) == std::string::npos);
    return reply;
  }
};

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a model answers, and what it took is counted") {
  Served s(good);
  const ModelReply reply = s.ask();
  CHECK(reply.fault == ModelFault::none);
  CHECK(reply.text == R"({"n":4})");
  CHECK(reply.model == "openai m1");
  CHECK(s.made().use().calls == 1);
  CHECK(s.made().use().input_tokens == 30);
  CHECK(s.made().use().output_tokens == 12);
  CHECK(holds(s.server.requests()[0].line, "POST /v1/chat/completions"));
  CHECK(holds(s.server.requests()[0].head, "Authorization: Bearer " + kKey));
  CHECK(!holds(s.server.requests()[0].body, kKey));
}

TEST_CASE("A43: a busy server is asked again, as late as it says, and each request counts") {
  std::atomic<int> count = 0;
  Served s([&](const ServedRequest& request) {
    ++count;
    if (count == 1) return ServedAnswer{http_answer(429, "{}", "Retry-After: 2\r\n")};
    if (count == 2) return ServedAnswer{http_answer(503, "")};
    return good(request);
  });
  CHECK(s.ask().fault == ModelFault::none);
  CHECK(s.made().use().calls == 3);
  CHECK(s.slept == 3000ms);  // 2 s as told, then the second wait of 0.5, 1, 2 …
}

TEST_CASE("A43: a storm of 503 ends after the retries, and is passing") {
  Served s([](const ServedRequest&) { return ServedAnswer{http_answer(503, "")}; });
  const ModelReply reply = s.ask();
  CHECK(reply.fault == ModelFault::passing);
  CHECK(holds(reply.why, "503"));
  CHECK(s.server.requests().size() == 4);
}

TEST_CASE("A43: what a person must mend is told at once, with where to look") {
  struct Row {
    int status;
    const char *why, *hint;
  };
  for (const Row& row :
       {Row{401, "refuses the key (401)", "llm.api_key_env"}, Row{403, "refuses the key (403)", "llm.api_key_env"},
        Row{404, "knows no model m1", "llm.model"}, Row{302, "sends elsewhere", "llm.base_url"}}) {
    CAPTURE(row.status);
    Served s([&](const ServedRequest&) { return ServedAnswer{http_answer(row.status, "<html>" + kKey)}; });
    const ModelReply reply = s.ask();
    CHECK(reply.fault == ModelFault::setup);
    CHECK(holds(reply.why, row.why));
    CHECK(holds(reply.hint, row.hint));
    CHECK(s.server.requests().size() == 1);
  }
}

TEST_CASE("a key that a server repeats is not told on") {
  Served s([](const ServedRequest&) { return ServedAnswer{http_answer(500, json{{"error", "bad " + kKey}}.dump())}; });
  CHECK(s.ask().fault == ModelFault::passing);  // ask() looks for the key
}

TEST_CASE("an answer with the key in it is none, whatever the key looks like") {
  Served s(
      [](const ServedRequest&) { return ServedAnswer{http_answer(200, answer_text("{\"n\":\"correcthorse\"}"))}; });
  s.config.endpoint.key = "correcthorse";
  const ModelReply reply = s.made().ask(kQuestion, {});
  CHECK(reply.fault == ModelFault::reply);
  CHECK(reply.text.empty());
  CHECK(!holds(reply.why, "correcthorse"));
}

TEST_CASE("a server without strict schemas is asked for any object once, and so from then on") {
  Served s([](const ServedRequest& request) {
    if (holds(request.body, "json_schema"))
      return ServedAnswer{http_answer(400, R"({"error":{"message":"response_format: unknown"}})")};
    return good(request);
  });
  CHECK(s.ask().fault == ModelFault::none);
  CHECK(s.server.requests().size() == 2);
  CHECK(s.ask().fault == ModelFault::none);
  CHECK(s.server.requests().size() == 3);
  CHECK(holds(s.server.requests()[2].body, "json_object"));
}

TEST_CASE("a request that is refused in every way is refused for good, with the server's words") {
  Served s([](const ServedRequest&) {
    return ServedAnswer{http_answer(400, R"({"error":{"message":"context length exceeded"}})")};
  });
  const ModelReply reply = s.ask();
  CHECK(reply.fault == ModelFault::setup);
  CHECK(holds(reply.why, "context length exceeded"));
  CHECK(s.server.requests().size() == 3);
}

TEST_CASE("A43: no run sends more requests than its budget, repeated ones included") {
  Served s([](const ServedRequest&) { return ServedAnswer{http_answer(503, "")}; });
  s.config.budget.calls = 6;
  CHECK(s.ask().fault == ModelFault::passing);
  CHECK(s.ask().fault == ModelFault::budget);
  CHECK(s.ask().fault == ModelFault::budget);
  CHECK(s.server.requests().size() == 6);
}

TEST_CASE("A43: what would go beyond the tokens of a run is not sent") {
  Served s(good);
  s.config.budget.tokens = 90;  // a question of 5, an answer of at most 77
  CHECK(s.ask().fault == ModelFault::none);
  CHECK(s.ask().fault == ModelFault::budget);
  CHECK(s.server.requests().size() == 1);
}

TEST_CASE("A42: an answer that is none of the protocol, cut, or too large is not taken") {
  struct Row {
    const char* name;
    ServedAnswer answer;
    ModelFault fault;
  };
  const std::string flood = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + std::string(1U << 20U, 'x');
  for (const Row& row : {
           Row{"html", {http_answer(200, "<html>sign in</html>")}, ModelFault::reply},
           Row{"half JSON", {http_answer(200, answer_text("x").substr(0, 40))}, ModelFault::reply},
           Row{"finish_reason length", {http_answer(200, answer_text("{\"n\":", "length"))}, ModelFault::reply},
           Row{"lone surrogate",
               {http_answer(200, R"({"choices":[{"message":{"content":"\ud800"}}]})")},
               ModelFault::reply},
           Row{"50 MB", {flood, ServedAnswer::Then::repeat}, ModelFault::reply},
           Row{"reset", {"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"}, ModelFault::passing},
       }) {
    CAPTURE(row.name);
    Served s([&](const ServedRequest&) { return row.answer; });
    const ModelReply reply = s.ask();
    CHECK(reply.fault == row.fault);
    CHECK(reply.text.empty());
    CHECK(!reply.why.empty());
  }
}

TEST_CASE("a hanging server is left within 200 ms when somebody comes back") {
  Served s([](const ServedRequest&) { return ServedAnswer{"", ServedAnswer::Then::hang}; });
  int asked = 0;
  const ModelReply reply = s.ask([&asked] { return ++asked < 3; });
  CHECK(reply.fault == ModelFault::stopped);
  CHECK(s.made().use().calls == 1);
}

TEST_CASE("a server that hangs or drips is left when its time is over") {
  for (const char* begin : {"", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"}) {
    Served s([&](const ServedRequest&) { return ServedAnswer{begin, ServedAnswer::Then::hang}; });
    s.config.timeout = 200ms;
    s.config.retry.retries = 0;
    const ModelReply reply = s.ask();
    CHECK(reply.fault == ModelFault::passing);
    CHECK(holds(reply.why, "in time"));
  }
}

TEST_CASE("what a server takes is known in the next run, until it refuses that too") {
  std::string refused = "json_schema";
  Served s([&refused](const ServedRequest& request) {
    return holds(request.body, refused) ? ServedAnswer{http_answer(400, "response_format: unknown")} : good(request);
  });
  CHECK(s.ask().fault == ModelFault::none);
  CHECK(s.server.requests().size() == 2);
  REQUIRE(s.memory.size() == 1);
  CHECK(s.memory.begin()->first == "openai m1 " + s.server.url());
  CHECK(s.memory.begin()->second == "object");
  s.model.reset();
  CHECK(s.ask().fault == ModelFault::none);
  CHECK(s.server.requests().size() == 3);
  refused = "m1\"";  // whatever is asked
  s.model.reset();
  CHECK(s.ask().fault == ModelFault::setup);
  CHECK(s.memory.begin()->second == "schema");
}

TEST_CASE("other models are asked in turn, only where those before fail for now") {
  HttpServer second(good);
  const auto with_second = [&](Served& s) {
    s.config.fallbacks = {s.config.endpoint, s.config.endpoint};
    s.config.fallbacks[0].base_url = "http://127.0.0.1:1/v1";  // nobody listens there
    s.config.fallbacks[1].base_url = second.url() + "/v1";
    s.config.fallbacks[1].model = "m3";
    s.config.retry.retries = 0;
  };
  Served busy([](const ServedRequest&) { return ServedAnswer{http_answer(503, "")}; });
  with_second(busy);
  const ModelReply reply = busy.ask();
  CHECK(reply.fault == ModelFault::none);
  CHECK(reply.model == "openai m3");
  Served locked([](const ServedRequest&) { return ServedAnswer{http_answer(401, "")}; });
  with_second(locked);
  CHECK(locked.ask().fault == ModelFault::setup);
  CHECK(second.requests().size() == 1);
}

TEST_CASE("nobody listens: that is passing, and names the host and the setting") {
  Served s(good);
  s.config.endpoint.base_url = "http://127.0.0.1:1/v1";
  s.config.retry.retries = 0;
  const ModelReply reply = s.ask();
  CHECK(reply.fault == ModelFault::passing);
  CHECK(holds(reply.why, "http://127.0.0.1:1"));
  CHECK(holds(reply.hint, "llm.base_url"));
}

TEST_CASE("a key goes over plain http to this machine only") {
  Served s(good);
  s.config.endpoint.base_url = "http://models.example/v1";
  const ModelReply reply = s.ask();
  CHECK(reply.fault == ModelFault::setup);
  CHECK(holds(reply.hint, "https"));
}
