// Trying again what may go well the next time.
#pragma once

#include <chrono>
#include <functional>

#include "index/http.hh"

namespace ai_memory {

// Time as a value, so that tests do not wait.
struct RetryClock {
  std::function<std::chrono::steady_clock::time_point()> now;
  std::function<void(std::chrono::milliseconds)> sleep;
  static RetryClock real();
};

struct RetryConfig {
  int retries = 2;                                 // after the first attempt
  bool reconnect = true;                           // also where nobody answered
  std::chrono::milliseconds first_wait{500};       // doubles each time
  std::chrono::milliseconds longest_wait{20'000};  // also of what Retry-After asks for: a longer one ends it
  std::function<double()> jitter;      // 0 to 1: how much of the second half of a wait is waited; may be empty
  std::chrono::milliseconds total{0};  // of all attempts and waits; 0: as long as it takes
};

// 429, 500 to 599, and what may be the network's fault. What the caller must change is not tried again.
bool may_pass(const HttpAnswer& answer);

// The last answer. request.go_on also ends the waits, of which each is slept in steps of 100 ms.
HttpAnswer send_with_retries(Http& http, HttpRequest request, const RetryConfig& config, const RetryClock& clock);

}  // namespace ai_memory
