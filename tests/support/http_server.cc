#include "tests/support/http_server.hh"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

namespace ai_memory::test {

std::string http_answer(int status, const std::string& body, const std::string& headers) {
  return "HTTP/1.1 " + std::to_string(status) + " Word\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\nConnection: close\r\n" + headers + "\r\n" + body;
}

HttpServer::HttpServer(Handler handler, int port)
    : handler_(std::move(handler)), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const int on = 1;
  ::setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener_, 16) != 0 ||
      ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0 || ::pipe(stop_) != 0)
    throw std::runtime_error("no server on 127.0.0.1");
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

HttpServer::~HttpServer() {
  ::close(stop_[1]);
  thread_.join();
  ::close(stop_[0]);
  ::close(listener_);
}

std::vector<ServedRequest> HttpServer::requests() const {
  const std::scoped_lock lock(mutex_);
  return requests_;
}

bool HttpServer::wait(int connection) const {
  pollfd both[2] = {{connection, POLLIN, 0}, {stop_[0], POLLIN, 0}};
  return ::poll(both, 2, -1) > 0 && both[1].revents == 0;
}

bool HttpServer::read(int connection, ServedRequest& request) const {
  std::string all;
  char bytes[65536];
  while (wait(connection)) {
    const ssize_t got = ::recv(connection, bytes, sizeof bytes, 0);
    if (got <= 0) return false;
    all.append(bytes, static_cast<std::size_t>(got));
    const auto end = all.find("\r\n\r\n");
    if (end == std::string::npos) continue;
    std::size_t length = 0;
    if (const auto at = all.find("Content-Length: "); at < end) length = std::stoul(all.substr(at + 16));
    if (all.size() < end + 4 + length) continue;
    const auto line = all.find("\r\n");
    request = {all.substr(0, line), all.substr(line + 2, end - line), all.substr(end + 4, length)};
    return true;
  }
  return false;
}

void HttpServer::talk(int connection) {
  ServedRequest request;
  if (!read(connection, request)) return;
  {
    const std::scoped_lock lock(mutex_);
    requests_.push_back(request);
  }
  const ServedAnswer answer = handler_(request);
  do {
    for (std::size_t sent = 0; sent < answer.bytes.size();) {
      pollfd both[2] = {{connection, POLLOUT, 0}, {stop_[0], POLLIN, 0}};
      if (::poll(both, 2, -1) <= 0 || both[1].revents != 0) return;
      const ssize_t done =
          ::send(connection, answer.bytes.data() + sent, answer.bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (done < 0) return;
      sent += static_cast<std::size_t>(done);
    }
  } while (answer.then == ServedAnswer::Then::repeat);
  if (answer.then == ServedAnswer::Then::hang) wait(connection);
}

void HttpServer::serve() {
  while (wait(listener_)) {
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    talk(connection);
    ::close(connection);
  }
}

}  // namespace ai_memory::test
