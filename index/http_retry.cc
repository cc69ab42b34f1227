#include "index/http_retry.hh"

#include <algorithm>
#include <cmath>
#include <thread>

namespace ai_memory {

using std::chrono::milliseconds;

namespace {

// False: told to stop.
bool wait(milliseconds time, const HttpRequest& request, const RetryClock& clock) {
  const auto until = clock.now() + time;
  while (true) {
    if (request.go_on && !request.go_on()) return false;
    const auto left = std::chrono::ceil<milliseconds>(until - clock.now());
    if (left <= milliseconds(0)) return true;
    clock.sleep(std::min(left, milliseconds(100)));
  }
}

}  // namespace

RetryClock RetryClock::real() {
  return {[] { return std::chrono::steady_clock::now(); },
          [](milliseconds time) { std::this_thread::sleep_for(time); }};
}

bool may_pass(const HttpAnswer& answer) {
  switch (answer.fault) {
    case HttpFault::none:
      return answer.status == 429 || (answer.status >= 500 && answer.status <= 599);
    case HttpFault::connect:
    case HttpFault::timed_out:
    case HttpFault::cut:
      return true;
    default:
      return false;
  }
}

HttpAnswer send_with_retries(Http& http, HttpRequest request, const RetryConfig& config, const RetryClock& clock) {
  const auto begin = clock.now();
  const auto left = [&] { return config.total - std::chrono::duration_cast<milliseconds>(clock.now() - begin); };
  const auto timeout = request.timeout;
  milliseconds pause = config.first_wait;
  for (int attempt = 0;; ++attempt) {
    if (config.total.count() > 0) request.timeout = std::clamp(left(), milliseconds(1), timeout);
    HttpAnswer answer = http.send(request);
    if (attempt >= config.retries || !may_pass(answer)) return answer;
    if (answer.fault == HttpFault::connect && !config.reconnect) return answer;
    milliseconds next = config.jitter ? pause / 2 + milliseconds(std::llround(static_cast<double>(pause.count()) / 2 *
                                                                              std::clamp(config.jitter(), 0.0, 1.0)))
                                      : pause;
    if (answer.retry_after) next = std::max<milliseconds>(*answer.retry_after, milliseconds(0));
    if (next > config.longest_wait || (config.total.count() > 0 && next >= left())) return answer;
    if (!wait(next, request, clock)) {
      answer.fault = HttpFault::stopped;
      answer.why = "stopped";
      return answer;
    }
    pause = std::min(2 * pause, config.longest_wait);
  }
}

}  // namespace ai_memory
