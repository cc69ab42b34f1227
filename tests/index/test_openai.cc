#include <cmath>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "index/openai_answer.hh"
#include "index/openai_embedder.hh"
#include "tests/support/http_server.hh"
#include "wiki/error.hh"

using namespace ai_memory;
using namespace std::chrono_literals;
using nlohmann::json;
using test::http_answer;
using test::HttpServer;
using test::ServedAnswer;
using test::ServedRequest;
using Then = test::ServedAnswer::Then;

extern "C" Http* ai_memory_make_http();

namespace {

constexpr const char* kKey = "key-1234567890";

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// One number for each text, its length, and then ones.
json vector_for(const std::string& text, int dimension = 3) {
  json vector = json::array({static_cast<double>(text.size())});
  while (vector.size() < static_cast<std::size_t>(dimension)) vector.push_back(1.0);
  return vector;
}

json answer_for(const ServedRequest& request, int dimension = 3) {
  json data = json::array();
  const json asked = json::parse(request.body);
  for (const json& text : asked["input"])
    data.push_back({{"index", data.size()}, {"embedding", vector_for(text.get<std::string>(), dimension)}});
  return {{"object", "list"}, {"data", data}};
}

ServedAnswer good(const ServedRequest& request) { return {http_answer(200, answer_for(request).dump())}; }

struct Served {
  explicit Served(HttpServer::Handler handler) : server(std::move(handler)) {
    config.base_url = server.url() + "/v1/";
    config.model = "m";
    config.dimension = 3;
    config.key = kKey;
    config.batch_size = 4;
  }
  Embedder& embedder() {
    if (!made) made = make_openai_embedder(config, means());
    return *made;
  }
  OpenAiMeans means() {
    return {[] { return std::unique_ptr<Http>(ai_memory_make_http()); },
            {[this] { return now; },
             [this](std::chrono::milliseconds time) {
               now += time;
               slept += time;
             }},
            [this](const std::string& warning) { warnings.push_back(warning); }};
  }
  std::string fault(const std::vector<std::string>& texts = {"a"}) {
    try {
      embedder().embed_documents(texts);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::provider);
      CHECK(!holds(error.what(), kKey));
      CHECK(!holds(error.hint(), kKey));
      hint = error.hint();
      return error.what();
    }
    return "none";
  }

  HttpServer server;
  OpenAiConfig config;
  std::unique_ptr<Embedder> made;
  std::chrono::steady_clock::time_point now{};
  std::chrono::milliseconds slept{0};
  std::vector<std::string> warnings;
  std::string hint;
};

double length(const Vector& vector) {
  double squares = 0;
  for (const float value : vector) squares += static_cast<double>(value) * value;
  return std::sqrt(squares);
}

std::vector<bool> there(const std::vector<Vector>& vectors) {
  std::vector<bool> any;
  for (const Vector& vector : vectors) any.push_back(!vector.empty());
  return any;
}

}  // namespace

TEST_CASE("texts go out in batches with the key in a header, and vectors come back in their order") {
  Served s([](const auto& request) {
    json answer = answer_for(request);
    std::reverse(answer["data"].begin(), answer["data"].end());
    return ServedAnswer{http_answer(200, answer.dump())};
  });
  s.config.document_prefix = "passage: ";
  s.config.query_prefix = "query: ";
  const std::vector<std::string> texts = {"a", "bbbb", "cc", "ddd", "eeeeeeee"};
  const auto vectors = s.embedder().embed_documents(texts);
  REQUIRE(vectors.size() == texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    CHECK(vectors[i].size() == 32);  // zeros up to a multiple of 32
    CHECK(vectors[i][3] == 0);
    CHECK(length(vectors[i]) == doctest::Approx(1));
    CHECK(vectors[i][0] / vectors[i][1] == doctest::Approx(static_cast<double>(texts[i].size()) + 9));
  }
  const Vector query = s.embedder().embed_query("why");
  CHECK(query[0] / query[1] == doctest::Approx(10));
  const auto seen = s.server.requests();
  REQUIRE(seen.size() == 3);
  CHECK(seen[0].line == "POST /v1/embeddings HTTP/1.1");
  CHECK(holds(seen[0].head, std::string("Authorization: Bearer ") + kKey));
  CHECK(json::parse(seen[0].body) == json{{"model", "m"},
                                          {"encoding_format", "float"},
                                          {"input", {"passage: a", "passage: bbbb", "passage: cc", "passage: ddd"}}});
  CHECK(json::parse(seen[2].body)["input"] == json{"query: why"});
}

TEST_CASE("another model, dimension or text in front of documents is another embedder; another host is not") {
  OpenAiConfig config;
  config.base_url = "http://a/v1";
  config.model = "m:latest";
  config.dimension = 3;
  const auto id = [](const OpenAiConfig& c) { return make_openai_embedder(c, {})->id(); };
  CHECK(id(config) == "openai:m:latest:3");
  OpenAiConfig other = config;
  other.base_url = "https://b/v1";
  other.query_prefix = "q";
  CHECK(id(other) == id(config));
  other.document_prefix = "d";
  CHECK(id(other) != id(config));
  other = config;
  other.model = "n";
  CHECK(id(other) != id(config));
  other = config;
  other.dimension = 4;
  CHECK(id(other) != id(config));
}

TEST_CASE("secrets in a text do not leave; a text of nothing is not asked about") {
  Served s(good);
  const auto vectors = s.embedder().embed_documents({"token ghp_0123456789abcdefghijABCDEFGHIJ456789 here", " \n"});
  CHECK(there(vectors) == std::vector<bool>{true, false});
  s.embedder().embed_query("ghp_0123456789abcdefghijABCDEFGHIJ456789");
  for (const auto& request : s.server.requests()) {
    CHECK(!holds(request.body, "ghp_0123"));
    CHECK(holds(request.body, "REDACTED"));
  }
  s.config.key.clear();
  s.made.reset();
  s.embedder().embed_query("x");
  CHECK(!holds(s.server.requests().back().head, "Authorization"));
}

TEST_CASE("what is no vector is left out, and only that") {
  const auto parse = [](const std::string& body) { return parse_embeddings(body, 2, 2); };
  const auto two = [&](const std::string& first, const std::string& second) {
    return there(
        parse(R"({"data":[{"index":0,"embedding":)" + first + R"(},{"index":1,"embedding":)" + second + "}]}").vectors);
  };
  const std::vector<bool> both{true, true}, second{false, true}, none{false, false};
  CHECK(two("[1,2]", "[3,4]") == both);
  for (const char* bad : {"[0,0]", "[null,1]", "[\"1\",1]", "[1e300,1]", "[1e20,0]", "[1]", "[1,2,3]", "[]", "\"AAAA\"",
                          "null", "[[1,2]]", "{}", "[1e-30,0]", "[true,1]"}) {
    CAPTURE(bad);
    CHECK(two(bad, "[3,4]") == second);
  }
  CHECK(parse(R"({"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]})").other_dimension == 1);
  // Fewer than asked for: each counts if it says of which text it is.
  CHECK(there(parse(R"({"data":[{"index":1,"embedding":[1,2]}]})").vectors) == second);
  CHECK(there(parse(R"({"data":[{"embedding":[1,2]}]})").vectors) == none);
  CHECK(there(parse(R"({"data":[{"embedding":[1,2]},{"embedding":[1,2]}]})").vectors) == both);
  // Two of one text, and of none.
  CHECK(there(parse(R"({"data":[{"index":0,"embedding":[1,2]},{"index":0,"embedding":[2,1]},
                                {"index":1,"embedding":[1,2]}]})")
                  .vectors) == second);
  CHECK(there(parse(R"({"data":[{"index":-1,"embedding":[1,2]},{"index":2,"embedding":[1,2]},
                                {"index":1.5,"embedding":[1,2]},{"index":"1","embedding":[1,2]},7]})")
                  .vectors) == none);
  for (const char* body :
       {"", "nonsense", "[]", "{}", R"({"data":{}})", "<html>", R"({"data":[)", "null", "\"data\""}) {
    CAPTURE(body);
    CHECK(!parse(body).fault.empty());
    CHECK(there(parse(body).vectors) == none);
  }
  CHECK(parse("[" + std::string(100'000, '[')).fault == "is no JSON");
}

TEST_CASE("a server's own words are one short line without secrets") {
  CHECK(server_message(R"({"error":{"message":"too\nlong"}})") == "too long");
  CHECK(server_message(R"({"error":"no such model"})") == "no such model");
  CHECK(server_message(R"({"message":"no"})") == "no");
  CHECK(!holds(server_message(R"({"error":"key ghp_0123456789abcdefghijABCDEFGHIJ456789"})"), "ghp_0123"));
  CHECK(server_message(json{{"error", std::string(5000, 'x')}}.dump()).size() <= 200);
  for (const char* none : {"", "<html>", "[]", "{}", R"({"error":{"message":3}})", R"({"error":null})"})
    CHECK(server_message(none).empty());
}

TEST_CASE("a busy server is asked again, as late as it says") {
  int count = 0;
  Served s([&](const auto& request) {
    ++count;
    if (count == 1) return ServedAnswer{http_answer(500, "")};
    if (count == 2) return ServedAnswer{http_answer(429, "", "Retry-After: 4\r\n")};
    return good(request);
  });
  CHECK(there(s.embedder().embed_documents({"a", "b"})) == std::vector<bool>{true, true});
  CHECK(s.slept == 4500ms);
  CHECK(s.server.requests().size() == 3);
}

TEST_CASE("what no other text would change is told at once, with what to do, and is not asked again") {
  struct Row {
    int status;
    const char *why, *hint;
  };
  for (const Row& row : std::initializer_list<Row>{{401, "refuses the key (401)", "api_key_env"},
                                                   {403, "refuses the key (403)", "api_key_env"},
                                                   {404, "knows no model m, or is no address", "embedding.model"},
                                                   {302, "sends elsewhere (302)", "embedding.base_url"},
                                                   {200, "what it answers is no JSON", "/v1"}}) {
    CAPTURE(row.status);
    Served s([&](const auto&) { return ServedAnswer{http_answer(row.status, "<html>" + std::string(kKey))}; });
    CHECK(holds(s.fault({"a", "b"}), row.why));
    CHECK(holds(s.hint, row.hint));
    CHECK(s.server.requests().size() == 1);
    CHECK(holds(s.fault({"a", "b"}), row.why));  // known by now
    CHECK(s.server.requests().size() == 1);
    CHECK(s.slept == 0ms);
  }
}

TEST_CASE("a key that a server repeats in its refusal is not told on") {
  Served s([](const auto&) {
    return ServedAnswer{http_answer(404, json{{"error", "no " + std::string(kKey)}}.dump())};
  });
  CHECK(holds(s.fault(), "knows no model"));  // fault() looks for the key
}

TEST_CASE("vectors of another dimension are refused, and the right one is named") {
  Served s([](const auto& request) { return ServedAnswer{http_answer(200, answer_for(request, 5).dump())}; });
  CHECK(s.fault() == "m gives vectors of 5 numbers, not 3");
  CHECK(s.hint == "set embedding.dimension = 5");
  CHECK(ask_dimension(s.config, s.means()) == 5);
  s.config.request_dimension = true;
  s.made.reset();
  s.fault();
  CHECK(json::parse(s.server.requests().back().body)["dimensions"] == 3);
}

TEST_CASE("one text that the server cannot do costs only that one its vector") {
  for (const int status : {400, 413, 500}) {
    CAPTURE(status);
    Served s([status](const auto& request) {
      return holds(request.body, "bad") ? ServedAnswer{http_answer(status, R"({"error":"too long"})")} : good(request);
    });
    CHECK(there(s.embedder().embed_documents({"a", "b", "bad", "c", "d"})) ==
          std::vector<bool>{true, true, false, true, true});
    CHECK(holds(s.embedder().why_none(), "says no (" + std::to_string(status) + "): too long"));
  }
}

TEST_CASE("a server that fails at every text is left alone soon") {
  for (const ServedAnswer& answer : {ServedAnswer{http_answer(500, R"({"error":"out of memory"})")}, ServedAnswer{""},
                                     ServedAnswer{http_answer(400, "")}}) {
    Served s([&](const auto&) { return answer; });
    s.config.retry.retries = 1;
    // It may be those texts, so they count as tried.
    CHECK(there(s.embedder().embed_documents({"a", "b", "c", "d"})) == std::vector<bool>{false, false, false, false});
    CHECK(s.server.requests().size() <= 2 + 3);
    CHECK(!s.embedder().why_none().empty());
    const auto before = s.server.requests().size();
    CHECK(s.fault({"e"}) != "none");
    CHECK(s.server.requests().size() == before);
    s.embedder().go_on_while({});  // a later run
    CHECK(there(s.embedder().embed_documents({"e"})) == std::vector<bool>{false});
    CHECK(s.server.requests().size() > before);
  }
}

TEST_CASE("a run that is over does not wait for the server") {
  Served s([](const auto&) { return ServedAnswer{"", Then::hang}; });
  int asked = 0;
  s.embedder().go_on_while([&] { return ++asked < 3; });
  CHECK(s.fault() != "none");
  CHECK(asked == 3);
}

TEST_CASE("a query without an answer warns once, waits no longer than it may, and is not tried again at once") {
  Served s([](const auto&) { return ServedAnswer{"", Then::hang}; });
  s.config.query_timeout = 200ms;
  CHECK(s.embedder().embed_query("a").empty());
  REQUIRE(s.warnings.size() == 1);
  CHECK(holds(s.warnings[0], "did not answer in time; words alone decide"));
  CHECK(s.embedder().embed_query("b").empty());
  CHECK(s.server.requests().size() == 1);
  s.now += 31s;
  s.embedder().embed_query("b");
  CHECK(s.server.requests().size() == 2);
  Served empty([](const auto&) { return ServedAnswer{http_answer(200, R"({"data":[]})")}; });
  CHECK(empty.embedder().embed_query("a").empty());
  CHECK(holds(empty.warnings.at(0), "gives no vector for this; words alone decide"));
}

TEST_CASE("a server that is not there, and a part of the program that is not there, are told") {
  Served s(good);
  s.config.base_url = "http://127.0.0.1:1/v1";
  CHECK(holds(s.fault(), "http://127.0.0.1:1: cannot be reached"));
  CHECK(s.embedder().embed_query("x").empty());
  CHECK(holds(s.warnings.at(0), "cannot be reached"));
  s.config.base_url = "http://10.1.2.3/v1";
  s.made.reset();
  CHECK(holds(s.fault(), "would send the key unencrypted to 10.1.2.3"));
  OpenAiMeans means = s.means();
  means.http = []() -> std::unique_ptr<Http> { throw Error(ErrorKind::failed, "the part is missing", "install it"); };
  s.made = make_openai_embedder(s.config, means);
  CHECK(s.fault() == "the part is missing");
  CHECK(s.hint == "install it");
}
