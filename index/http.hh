// One request over HTTP to a maker of vectors or a language model, and what came back. What goes wrong is a value:
// the implementation is a module (parts.hh) that no exception leaves.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ai_memory {

struct HttpRequest {
  std::string url;                  // http or https, without user and password
  std::optional<std::string> json;  // sent by POST; without, GET
  // Beside Content-Type. Values (keys, mostly) are never part of an error.
  std::vector<std::pair<std::string, std::string>> headers;
  std::chrono::milliseconds timeout{30'000};  // for all of it
  std::chrono::milliseconds connect_timeout{10'000};
  std::size_t most_bytes = 64U << 20U;  // of the answer's body
  std::string ca_file;                  // certificates to trust; empty: the system's
  std::function<bool()> go_on;          // asked at least every 200 ms, in the caller's thread; empty: to the end
};

enum class HttpFault {
  none,       // there is an answer, of whatever status
  request,    // refused before anything was sent
  connect,    // no such host, nobody listens, no route
  tls,        // the other side is not who it should be
  timed_out,  // within `timeout`
  cut,        // the connection ended, or what came is no HTTP
  too_big,    // more than `most_bytes`
  stopped,    // go_on() said no
};

struct HttpAnswer {
  HttpFault fault = HttpFault::none;
  std::string why;  // of a fault, in words: names the host, never a header
  int status = 0;
  std::string body;
  std::optional<std::chrono::seconds> retry_after;
};

class Http {
 public:
  virtual ~Http() = default;
  // Redirects are not followed. Certificates are checked. Proxies as the environment says, never for this machine.
  virtual HttpAnswer send(const HttpRequest& request) = 0;
};

// The module's; throws as load_part() does.
std::unique_ptr<Http> make_http();

struct UrlParts {
  std::string scheme, host, port;  // lower case; without brackets; empty if not said
  bool loopback = false;           // 127.0.0.0/8, ::1, localhost
  std::string shown() const;       // "https://host:8080", for messages
};

// What is wrong with sending `request` there, in words that follow "URL: "; empty: nothing. A header that holds a key
// (any header) goes over plain http to this machine only.
std::string fault_of_request(const HttpRequest& request);
std::optional<UrlParts> parse_url(const std::string& url);

}  // namespace ai_memory
