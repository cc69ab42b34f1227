#include <chrono>
#include <cstdlib>
#include <doctest/doctest.h>
#include <limits>

#include "index/http_retry.hh"
#include "tests/support/http_server.hh"

using namespace ai_memory;
using namespace std::chrono_literals;
using test::http_answer;
using test::HttpServer;
using test::ServedAnswer;
using Then = test::ServedAnswer::Then;

extern "C" Http* ai_memory_make_http();

namespace {

std::unique_ptr<Http> client() { return std::unique_ptr<Http>(ai_memory_make_http()); }

HttpRequest request(const std::string& url) {
  HttpRequest made;
  made.url = url;
  made.json = R"({"a":1})";
  return made;
}

HttpAnswer answer_to(ServedAnswer served, HttpRequest made = {}) {
  const HttpServer server([&](const auto&) { return served; });
  made.url = server.url();
  return client()->send(made);
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Gives the answers of a list, one a call, and the last from then on.
struct ScriptedHttp : Http {
  std::vector<HttpAnswer> answers;
  std::size_t calls = 0;
  std::vector<std::chrono::milliseconds> timeouts;
  HttpAnswer send(const HttpRequest& asked) override {
    timeouts.push_back(asked.timeout);
    return answers[std::min(calls++, answers.size() - 1)];
  }
};

HttpAnswer status(int number, std::optional<std::chrono::seconds> retry_after = {}) {
  HttpAnswer answer;
  answer.status = number;
  answer.retry_after = retry_after;
  return answer;
}

HttpAnswer fault(HttpFault kind) {
  HttpAnswer answer;
  answer.fault = kind;
  return answer;
}

struct FakeTime {
  std::chrono::steady_clock::time_point now{};
  std::chrono::milliseconds slept{0};
  RetryClock clock() {
    return {[this] { return now; },
            [this](std::chrono::milliseconds time) {
              CHECK(time <= 100ms);
              slept += time;
              now += time;
            }};
  }
};

}  // namespace

TEST_CASE("a request goes out whole and its answer comes back") {
  HttpServer server([](const auto&) { return ServedAnswer{http_answer(201, "hello", "Retry-After: 7\r\n")}; });
  HttpRequest made = request(server.url() + "/v1/embeddings");
  made.headers = {{"Authorization", "Bearer key-1"}};
  const HttpAnswer answer = client()->send(made);
  CHECK(answer.fault == HttpFault::none);
  CHECK(answer.status == 201);
  CHECK(answer.body == "hello");
  CHECK(answer.retry_after == 7s);
  const auto seen = server.requests().at(0);
  CHECK(seen.line == "POST /v1/embeddings HTTP/1.1");
  CHECK(seen.body == R"({"a":1})");
  CHECK(holds(seen.head, "Authorization: Bearer key-1\r\n"));
  CHECK(holds(seen.head, "Content-Type: application/json\r\n"));
  CHECK(!holds(seen.head, "Expect"));
  made.json.reset();
  client()->send(made);
  CHECK(server.requests().at(1).line == "GET /v1/embeddings HTTP/1.1");
}

TEST_CASE("one client serves many requests, also after one that failed") {
  int count = 0;
  HttpServer server([&](const auto&) { return ServedAnswer{++count == 2 ? "" : http_answer(200, "x")}; });
  const auto http = client();
  CHECK(http->send(request(server.url())).status == 200);
  CHECK(http->send(request(server.url())).fault == HttpFault::cut);
  CHECK(http->send(request(server.url())).status == 200);
}

TEST_CASE("a redirect is an answer; nothing is sent to where it leads") {
  HttpServer other([](const auto&) { return ServedAnswer{http_answer(200, "")}; });
  const HttpAnswer answer = answer_to({http_answer(302, "", "Location: " + other.url() + "\r\n")});
  CHECK(answer.status == 302);
  CHECK(other.requests().empty());
}

TEST_CASE("what goes wrong on the way is a fault with its kind") {
  CHECK(answer_to({"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"}).fault == HttpFault::cut);
  CHECK(answer_to({""}).fault == HttpFault::cut);
  CHECK(answer_to({"nonsense\r\n\r\n"}).fault == HttpFault::cut);
  CHECK(client()->send(request("http://127.0.0.1:1")).fault == HttpFault::connect);
  HttpRequest made;
  made.timeout = 150ms;
  CHECK(answer_to({"", Then::hang}, made).fault == HttpFault::timed_out);
  CHECK(answer_to({"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", Then::hang}, made).fault ==
        HttpFault::timed_out);
}

TEST_CASE("a body without end is cut off at the bound") {
  HttpRequest made;
  made.most_bytes = 1U << 20U;
  const HttpAnswer announced = answer_to({"HTTP/1.1 200 OK\r\n\r\n" + std::string(70'000, 'x'), Then::repeat}, made);
  CHECK(announced.fault == HttpFault::too_big);
  CHECK(announced.body.empty());
  CHECK(holds(announced.why, "more than 1 MiB"));
}

TEST_CASE("a caller that wants no more is asked soon, also before there is an answer") {
  HttpRequest made;
  made.timeout = 20s;
  const auto begin = std::chrono::steady_clock::now();
  made.go_on = [&] { return std::chrono::steady_clock::now() - begin < 300ms; };
  CHECK(answer_to({"", Then::hang}, made).fault == HttpFault::stopped);
  CHECK(std::chrono::steady_clock::now() - begin < 8s);
}

TEST_CASE("this machine is never asked through a proxy") {
  HttpServer proxy([](const auto&) { return ServedAnswer{http_answer(200, "proxy")}; });
  HttpServer server([](const auto&) { return ServedAnswer{http_answer(200, "server")}; });
  ::setenv("http_proxy", proxy.url().c_str(), 1);
  const HttpAnswer near = client()->send(request(server.url())),
                   far = client()->send(request("http://example.invalid/x"));
  ::unsetenv("http_proxy");
  CHECK(near.body == "server");
  CHECK(far.body == "proxy");
  CHECK(holds(proxy.requests().at(0).line, "http://example.invalid/x"));
}

TEST_CASE("addresses are taken apart, and odd ones refused") {
  struct Row {
    const char *url, *shown;  // "": refused
    bool loopback;
  };
  for (const Row& row : std::initializer_list<Row>{{"http://127.0.0.1:11434/v1", "http://127.0.0.1:11434", true},
                                                   {"HTTPS://Api.Example.com", "https://api.example.com", false},
                                                   {"http://[::1]:80/x", "http://[::1]:80", true},
                                                   {"http://localhost?x", "http://localhost", true},
                                                   {"http://127.9.9.9/", "http://127.9.9.9", true},
                                                   {"http://127.0.0.1.evil.com", "http://127.0.0.1.evil.com", false},
                                                   {"http://127.0.0", "http://127.0.0", false},
                                                   {"http://localhost.evil.com", "http://localhost.evil.com", false},
                                                   {"http://user:pass@localhost", "", false},
                                                   {"http://127.0.0.1:80@evil.com", "", false},
                                                   {"http://evil.com\\@127.0.0.1", "", false},
                                                   {"http://host:port", "", false},
                                                   {"http://[::1", "", false},
                                                   {"http://", "", false},
                                                   {"host:80/v1", "", false},
                                                   {"http://ho st", "", false},
                                                   {"http://host\r\nX: y", "", false},
                                                   {"", "", false}}) {
    CAPTURE(row.url);
    const auto url = parse_url(row.url);
    CHECK(url.has_value() == (*row.shown != '\0'));
    if (!url) continue;
    CHECK(url->shown() == row.shown);
    CHECK(url->loopback == row.loopback);
  }
}

TEST_CASE("a key never goes unencrypted to another machine, nor with a line end in it") {
  const auto fault = [](const std::string& url, const std::string& key) {
    HttpRequest made = request(url);
    if (!key.empty()) made.headers = {{"Authorization", "Bearer " + key}};
    const std::string why = fault_of_request(made);
    if (!why.empty()) {
      const HttpAnswer answer = client()->send(made);
      CHECK(answer.fault == HttpFault::request);
      CHECK(answer.why == why);
    }
    CHECK((key.empty() || !holds(why, key)));
    return why;
  };
  CHECK(fault("http://10.0.0.1/v1", "").empty());
  CHECK(fault("https://10.0.0.1/v1", "k-1").empty());
  CHECK(fault("http://127.0.0.1:1/v1", "k-1").empty());
  CHECK(fault("http://10.0.0.1/v1", "k-1") == "would send the key unencrypted to 10.0.0.1");
  CHECK(fault("http://127.0.0.1.evil.com/v1", "k-1") == "would send the key unencrypted to 127.0.0.1.evil.com");
  CHECK(fault("https://host/v1", "k-1\r\nHost: evil") == "goes with a header that holds a line end");
  CHECK(fault("ftp://host/v1", "") == "must begin with http:// or https://");
  CHECK(fault("file:///etc/passwd", "") == "is no address like https://host/v1");
  CHECK(fault("http://me:secret@host/", "") == "must not hold a user or password");
}

TEST_CASE("what may pass is tried again after growing waits, the rest is not") {
  FakeTime time;
  ScriptedHttp http;
  RetryConfig config;
  config.retries = 3;
  http.answers = {status(500), fault(HttpFault::cut), fault(HttpFault::timed_out), status(200)};
  CHECK(send_with_retries(http, {}, config, time.clock()).status == 200);
  CHECK(time.slept == 3500ms);  // 0.5 + 1 + 2
  http.answers = {status(503)};
  http.calls = 0;
  CHECK(send_with_retries(http, {}, config, time.clock()).status == 503);
  CHECK(http.calls == 4);
  for (const HttpAnswer& answer :
       {status(200), status(302), status(400), status(401), status(404), fault(HttpFault::tls),
        fault(HttpFault::request), fault(HttpFault::stopped), fault(HttpFault::too_big)}) {
    http.answers = {answer};
    http.calls = 0;
    send_with_retries(http, {}, config, time.clock());
    CHECK(http.calls == 1);
  }
  http.answers = {fault(HttpFault::connect)};
  http.calls = 0;
  config.reconnect = false;
  send_with_retries(http, {}, config, time.clock());
  CHECK(http.calls == 1);
}

TEST_CASE("Retry-After is kept to, unless it asks for more than is borne") {
  FakeTime time;
  ScriptedHttp http;
  http.answers = {status(429, 3s), status(200)};
  CHECK(send_with_retries(http, {}, {}, time.clock()).status == 200);
  CHECK(time.slept == 3s);
  http.answers = {status(429, 3600s), status(200)};
  http.calls = 0;
  CHECK(send_with_retries(http, {}, {}, time.clock()).status == 429);
  CHECK(http.calls == 1);
  CHECK(time.slept == 3s);
}

TEST_CASE("all attempts together keep to the total; a caller ends the wait between two") {
  FakeTime time;
  ScriptedHttp http;
  RetryConfig config;
  config.total = 2s;
  config.retries = 100;
  http.answers = {status(500)};
  HttpRequest made;
  made.timeout = 1500ms;
  CHECK(send_with_retries(http, made, config, time.clock()).status == 500);
  CHECK(time.slept < 2s);
  CHECK(http.timeouts == std::vector<std::chrono::milliseconds>{1500ms, 1500ms, 500ms});
  made.go_on = [&] { return time.slept < 1700ms; };
  config.total = 0ms;
  CHECK(send_with_retries(http, made, config, time.clock()).fault == HttpFault::stopped);
  CHECK(time.slept == 1700ms);
}
