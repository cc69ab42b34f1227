// An HTTP server on 127.0.0.1 that behaves as badly as it is told to.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace ai_memory::test {

struct ServedRequest {
  std::string line;  // "POST /v1/embeddings HTTP/1.1"
  std::string head;  // the header lines
  std::string body;
};

struct ServedAnswer {
  enum class Then { close, hang, repeat };
  std::string bytes;        // as they go out, status line first
  Then then = Then::close;  // hang: says no more; repeat: says it again and again, till the other side is gone
};

// A whole answer. `headers`: lines, each with its end.
std::string http_answer(int status, const std::string& body, const std::string& headers = {});

class HttpServer {
 public:
  using Handler = std::function<ServedAnswer(const ServedRequest&)>;
  // `port` 0: any that is free.
  explicit HttpServer(Handler handler, int port = 0);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  std::vector<ServedRequest> requests() const;

 private:
  void serve();
  void talk(int connection);
  bool wait(int connection) const;  // false: told to end
  bool read(int connection, ServedRequest& request) const;

  Handler handler_;
  int listener_ = -1, port_ = 0, stop_[2] = {-1, -1};
  mutable std::mutex mutex_;
  std::vector<ServedRequest> requests_;
  std::thread thread_;
};

}  // namespace ai_memory::test
