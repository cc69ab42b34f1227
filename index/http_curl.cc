// The module ai-memory-http: requests by libcurl.
#include <algorithm>
#include <curl/curl.h>
#include <memory>
#include <stdexcept>

#include "index/http.hh"
#include "index/parts.hh"

namespace ai_memory {
namespace {

constexpr int kLookMs = 100;  // between two questions whether to go on
constexpr curl_off_t kYear = 366 * 86'400;

template <auto free>
struct Free {
  template <class T>
  void operator()(T* handle) const {
    free(handle);
  }
};
using Easy = std::unique_ptr<CURL, Free<curl_easy_cleanup>>;
using Multi = std::unique_ptr<CURLM, Free<curl_multi_cleanup>>;
using Headers = std::unique_ptr<curl_slist, Free<curl_slist_free_all>>;

struct Received {
  std::string body;
  std::size_t most = 0;
  bool too_big = false;
};

std::size_t receive(char* bytes, std::size_t size, std::size_t count, void* into) {
  auto& received = *static_cast<Received*>(into);
  if (received.body.size() + size * count > received.most) {
    received.too_big = true;
    return 0;
  }
  received.body.append(bytes, size * count);
  return size * count;
}

HttpFault fault_of(CURLcode code) {
  switch (code) {
    case CURLE_OK:
      return HttpFault::none;
    case CURLE_OPERATION_TIMEDOUT:
      return HttpFault::timed_out;
    case CURLE_COULDNT_CONNECT:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_PROXY:
      return HttpFault::connect;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
      return HttpFault::tls;
    case CURLE_URL_MALFORMAT:
      return HttpFault::request;
    default:
      return HttpFault::cut;
  }
}

HttpAnswer fault(HttpFault kind, const std::string& why) {
  HttpAnswer answer;
  answer.fault = kind;
  answer.why = why;
  return answer;
}

class CurlHttp : public Http {
 public:
  CurlHttp() { ready_ = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }
  ~CurlHttp() override {
    multi_.reset();
    if (ready_) curl_global_cleanup();
  }
  CurlHttp(const CurlHttp&) = delete;
  CurlHttp& operator=(const CurlHttp&) = delete;

  HttpAnswer send(const HttpRequest& request) override;

 private:
  bool prepare(CURL* easy, const HttpRequest& request, Headers& headers, Received& received) const;
  CURLcode run(CURL* easy, const HttpRequest& request, bool& stopped);

  bool ready_ = false;
  Multi multi_;  // keeps connections between requests
};

bool CurlHttp::prepare(CURL* easy, const HttpRequest& request, Headers& headers, Received& received) const {
  const auto add = [&headers](const std::string& line) {
    curl_slist* const longer = curl_slist_append(headers.get(), line.c_str());
    if (!longer) return false;
    static_cast<void>(headers.release());
    headers.reset(longer);
    return true;
  };
  bool good =
      add("Expect:") && add("Accept: application/json") && (!request.json || add("Content-Type: application/json"));
  for (const auto& [name, value] : request.headers) good = good && add(name + ": " + value);
  const auto set = [easy, &good](CURLoption option, auto value) {
    good = good && curl_easy_setopt(easy, option, value) == CURLE_OK;
  };
  set(CURLOPT_URL, request.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  if (!request.ca_file.empty()) set(CURLOPT_CAINFO, request.ca_file.c_str());
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_QUICK_EXIT, 1L);  // a name that is still looked up does not hold us
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(request.timeout.count(), 1)));
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(request.connect_timeout.count(), 1)));
  if (const auto url = parse_url(request.url); !url || url->loopback) set(CURLOPT_PROXY, "");
  set(CURLOPT_USERAGENT, "ai-memory/" AI_MEMORY_VERSION);
  set(CURLOPT_HTTPHEADER, headers.get());
  if (request.json) {
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.json->size()));
    set(CURLOPT_POSTFIELDS, request.json->c_str());
  }
  set(CURLOPT_WRITEFUNCTION, &receive);
  set(CURLOPT_WRITEDATA, static_cast<void*>(&received));
  return good;
}

// By the multi interface: the callbacks of a single transfer come a second apart.
CURLcode CurlHttp::run(CURL* easy, const HttpRequest& request, bool& stopped) {
  if (!multi_) multi_.reset(curl_multi_init());
  if (!multi_ || curl_multi_add_handle(multi_.get(), easy) != CURLM_OK) return CURLE_FAILED_INIT;
  CURLcode result = CURLE_FAILED_INIT;
  for (int running = 1; running > 0;) {
    if (curl_multi_perform(multi_.get(), &running) != CURLM_OK) break;
    int left = 0;
    while (const CURLMsg* const message = curl_multi_info_read(multi_.get(), &left))
      if (message->msg == CURLMSG_DONE) result = message->data.result;
    if (running == 0) break;
    stopped = request.go_on && !request.go_on();
    if (stopped || curl_multi_poll(multi_.get(), nullptr, 0, kLookMs, nullptr) != CURLM_OK) break;
  }
  curl_multi_remove_handle(multi_.get(), easy);
  return result;
}

HttpAnswer CurlHttp::send(const HttpRequest& request) try {
  if (const std::string why = fault_of_request(request); !why.empty()) return fault(HttpFault::request, why);
  const Easy easy(ready_ ? curl_easy_init() : nullptr);
  Headers headers;
  Received received{{}, request.most_bytes};
  char words[CURL_ERROR_SIZE] = "";
  if (!easy || !prepare(easy.get(), request, headers, received) ||
      curl_easy_setopt(easy.get(), CURLOPT_ERRORBUFFER, words) != CURLE_OK)
    return fault(HttpFault::request, "libcurl cannot be set up");
  bool stopped = false;
  const CURLcode code = run(easy.get(), request, stopped);
  if (stopped) return fault(HttpFault::stopped, "stopped");
  if (received.too_big)
    return fault(HttpFault::too_big, "answered more than " + std::to_string(request.most_bytes >> 20U) + " MiB");
  if (code != CURLE_OK) return fault(fault_of(code), *words ? words : curl_easy_strerror(code));
  HttpAnswer answer;
  long status = 0;
  curl_off_t seconds = 0;
  curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(easy.get(), CURLINFO_RETRY_AFTER, &seconds);
  answer.status = static_cast<int>(status);
  answer.body = std::move(received.body);
  if (seconds > 0) answer.retry_after = std::chrono::seconds(std::min(seconds, kYear));
  return answer;
} catch (const std::exception& problem) {
  return fault(HttpFault::request, problem.what());
}

}  // namespace
}  // namespace ai_memory

AI_MEMORY_PART(ai_memory::Http*, ai_memory_make_http)() { return new ai_memory::CurlHttp; }
