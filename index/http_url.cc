#include <algorithm>
#include <array>
#include <cctype>

#include "index/http.hh"

namespace ai_memory {
namespace {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// 127.x.y.z in full: the short spellings that resolvers also take ("127.1") are no need of anyone's.
bool is_loopback(const std::string& host) {
  if (host == "localhost" || host.ends_with(".localhost") || host == "::1") return true;
  std::array<std::string, 4> numbers;
  std::size_t at = 0;
  for (const char c : host) {
    if (c == '.') {
      if (++at == numbers.size()) return false;
    } else {
      numbers[at] += c;
    }
  }
  return at == 3 && numbers[0] == "127" && std::all_of(numbers.begin(), numbers.end(), [](const std::string& n) {
           return all_digits(n) && n.size() <= 3;
         });
}

bool has_control(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

}  // namespace

std::string UrlParts::shown() const {
  const std::string name = host.find(':') != std::string::npos ? "[" + host + "]" : host;
  return scheme + "://" + name + (port.empty() ? "" : ":" + port);
}

std::optional<UrlParts> parse_url(const std::string& url) {
  const auto colon = url.find("://");
  if (colon == std::string::npos || has_control(url) || url.find_first_of(" \\") != std::string::npos)
    return std::nullopt;
  UrlParts parts;
  parts.scheme = lower(url.substr(0, colon));
  const auto begin = colon + 3;
  const std::string place = url.substr(begin, url.find_first_of("/?#", begin) - begin);
  if (place.find('@') != std::string::npos) return std::nullopt;
  std::size_t end = place.find(':');
  if (place.starts_with('[')) {
    const auto bracket = place.find(']');
    if (bracket == std::string::npos) return std::nullopt;
    parts.host = lower(place.substr(1, bracket - 1));
    end = bracket + 1;
    if (end < place.size() && place[end] != ':') return std::nullopt;
  } else {
    parts.host = lower(place.substr(0, end));
  }
  if (end < place.size()) {
    parts.port = place.substr(end + 1);
    if (!all_digits(parts.port) || parts.port.size() > 5) return std::nullopt;
  }
  if (parts.host.empty()) return std::nullopt;
  parts.loopback = is_loopback(parts.host);
  return parts;
}

std::string fault_of_request(const HttpRequest& request) {
  const auto url = parse_url(request.url);
  if (!url) {
    return request.url.find('@') != std::string::npos ? "must not hold a user or password"
                                                      : "is no address like https://host/v1";
  }
  if (url->scheme != "http" && url->scheme != "https") return "must begin with http:// or https://";
  if (url->scheme == "http" && !url->loopback && !request.headers.empty())
    return "would send the key unencrypted to " + url->host;
  for (const auto& [name, value] : request.headers) {
    if (name.empty() || has_control(name) || has_control(value)) return "goes with a header that holds a line end";
  }
  return {};
}

}  // namespace ai_memory
