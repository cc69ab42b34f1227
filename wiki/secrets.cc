#include "wiki/secrets.hh"

#include <algorithm>
#include <array>
#include <optional>

#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr auto kNone = std::string_view::npos;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_alnum(char c) { return is_digit(c) || is_upper(c) || is_lower(c); }
bool is_word(char c) { return is_alnum(c) || c == '_' || c == '-'; }
bool is_upper_alnum(char c) { return is_digit(c) || is_upper(c); }
char lower(char c) { return is_upper(c) ? static_cast<char>(c | 0x20) : c; }

bool starts_with_folded(std::string_view text, std::string_view lower_word) {
  return text.size() >= lower_word.size() &&
         std::equal(lower_word.begin(), lower_word.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

using CharClass = bool (*)(char);

bool is_dotted(char c) { return is_word(c) || c == '.'; }
bool is_path(char c) { return is_word(c) || c == '/'; }

std::size_t run_length(std::string_view text, CharClass accepts) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), accepts) - text.begin());
}

// Tokens that tell what they are by how they begin.
struct Form {
  std::string_view kind, prefix;
  CharClass rest;
  std::size_t least, most;  // characters behind the prefix
  bool needs_digit;         // where words could look alike
};
constexpr std::size_t kAny = 4096;  // as much as is looked at to tell; what is hidden is all of it
constexpr std::array kForms = {
    Form{"github-token", "ghp_", is_alnum, 36, kAny, false},
    Form{"github-token", "gho_", is_alnum, 36, kAny, false},
    Form{"github-token", "ghu_", is_alnum, 36, kAny, false},
    Form{"github-token", "ghs_", is_alnum, 36, kAny, false},
    Form{"github-token", "ghr_", is_alnum, 36, kAny, false},
    Form{"github-token", "github_pat_", is_word, 22, kAny, false},
    Form{"gitlab-token", "glpat-", is_word, 20, kAny, false},
    Form{"aws-key", "AKIA", is_upper_alnum, 16, 16, false},
    Form{"aws-key", "ASIA", is_upper_alnum, 16, 16, false},
    Form{"google-key", "AIza", is_word, 35, kAny, false},
    Form{"slack-token", "xoxb-", is_word, 10, kAny, true},
    Form{"slack-token", "xoxp-", is_word, 10, kAny, true},
    Form{"slack-token", "xoxa-", is_word, 10, kAny, true},
    Form{"slack-token", "xoxs-", is_word, 10, kAny, true},
    Form{"slack-token", "xoxr-", is_word, 10, kAny, true},
    Form{"stripe-key", "sk_live_", is_alnum, 16, kAny, false},
    Form{"stripe-key", "rk_live_", is_alnum, 16, kAny, false},
    Form{"npm-token", "npm_", is_alnum, 36, kAny, false},
    Form{"api-key", "sk-", is_word, 20, kAny, true},
    Form{"api-key", "hf_", is_alnum, 30, kAny, false},
    Form{"sendgrid-key", "SG.", is_dotted, 40, kAny, true},
    Form{"webhook", "hooks.slack.com/services/", is_path, 20, kAny, false},
};

bool is_boundary(std::string_view text, std::size_t at) { return at == 0 || !is_word(text[at - 1]); }

bool has_digit(std::string_view text) { return std::any_of(text.begin(), text.end(), is_digit); }

std::vector<std::string>& own_secrets() {
  static std::vector<std::string> beginnings;
  return beginnings;
}

std::optional<Secret> own_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kLeast = 8;
  const auto here = text.substr(at);
  for (const std::string& beginning : own_secrets()) {
    if (!here.starts_with(beginning)) continue;
    const auto length = run_length(here.substr(beginning.size(), kAny + 1), is_word);
    if (length >= kLeast)
      return Secret{"own", at, at + beginning.size() + run_length(here.substr(beginning.size()), is_word)};
  }
  return std::nullopt;
}

std::optional<Secret> token_at(std::string_view text, std::size_t at) {
  const auto here = text.substr(at);
  for (const Form& form : kForms) {
    if (!here.starts_with(form.prefix)) continue;
    const auto rest = here.substr(form.prefix.size());
    const auto length = run_length(rest.substr(0, kAny + 1), form.rest);
    if (length < form.least || (length > form.most && form.most < kAny)) continue;
    if (form.needs_digit && !has_digit(rest.substr(0, length))) continue;
    return Secret{std::string(form.kind), at, at + form.prefix.size() + run_length(rest, form.rest)};
  }
  return std::nullopt;
}

// Three base64url parts, the first two of which are JSON objects ("eyJ" is `{"`).
std::optional<Secret> jwt_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  for (int part = 0; part < 3; ++part) {
    const auto here = text.substr(end);
    const auto length = run_length(here, is_word);
    if (length < 10 || (part < 2 && !here.starts_with("eyJ"))) return std::nullopt;
    end += length;
    if (part == 2) return Secret{"jwt", at, end};
    if (end >= text.size() || text[end] != '.') return std::nullopt;
    ++end;
  }
  return std::nullopt;
}

bool is_label(char c) { return is_upper_alnum(c) || c == ' '; }

// From its BEGIN line to its END line, or to the end of the text if that is cut off.
std::optional<Secret> private_key_at(std::string_view text, std::size_t at) {
  constexpr std::string_view kBegin = "-----BEGIN ", kKey = "PRIVATE KEY", kEnd = "-----END ";
  const auto here = text.substr(at);
  if (!here.starts_with(kBegin)) return std::nullopt;
  const auto label = here.substr(kBegin.size(), run_length(here.substr(kBegin.size(), 64), is_label));
  if (label.find(kKey) == kNone) return std::nullopt;
  const auto end = here.find(kEnd);
  if (end == kNone) return Secret{"private-key", at, text.size()};
  const auto close = here.find("-----", end + kEnd.size());
  return Secret{"private-key", at, close == kNone ? text.size() : at + close + 5};
}

// The password in scheme://user:password@host. `at` is that of "://".
std::optional<Secret> url_password_at(std::string_view text, std::size_t at) {
  const auto rest = text.substr(at + 3);  // ends at the next "://" at the latest
  const auto stop = std::min(rest.find_first_of(" \t\r\n/?#<>\"'`|)]"), rest.size());
  const auto sign = rest.substr(0, stop).rfind('@');
  const auto colon = rest.substr(0, stop).find(':');
  if (sign == kNone || colon == kNone || colon + 1 >= sign) return std::nullopt;
  return Secret{"password", at + 3 + colon + 1, at + 3 + sign};
}

bool is_space(char c) { return c == ' ' || c == '\t'; }

bool is_value(char c) {
  return !is_space(c) && c != '\r' && c != '\n' && c != '"' && c != '\'' && c != '`' && c != ',';
}

// Whether a value is a secret is told by the first kAny bytes of it, for linear time; what is hidden is all of it.
std::string_view value_start(std::string_view text, std::size_t start) {
  return text.substr(start, run_length(text.substr(start, kAny), is_value));
}
Secret whole_value(std::string kind, std::string_view text, std::size_t start) {
  return {std::move(kind), start, start + run_length(text.substr(start), is_value)};
}

// <token>, ${TOKEN}, $TOKEN, {{ token }}, ****, [REDACTED:…], xxxx, your-key-here: nothing to hide.
bool is_placeholder(std::string_view value) {
  if (value.find_first_of("<$*{[(") == 0 || value.starts_with("%(") || value.starts_with("...")) return true;
  if (value.find("[REDACTED:") != kNone) return true;  // what stood here is gone already
  if (starts_with_folded(value, "your") || starts_with_folded(value, "example")) return true;
  return std::all_of(value.begin(), value.end(), [&](char c) { return lower(c) == lower(value[0]); });
}

// The value behind "Authorization: Bearer", or "Bearer" alone. `at` is where the word begins.
std::optional<Secret> bearer_at(std::string_view text, std::size_t at) {
  auto here = text.substr(at);
  bool header = starts_with_folded(here, "authorization");
  std::size_t skip = 0;
  if (header) {
    skip = std::string_view("authorization").size();
    while (skip < here.size() && (is_space(here[skip]) || here[skip] == '"' || here[skip] == '\'')) ++skip;
    if (skip >= here.size() || (here[skip] != ':' && here[skip] != '=')) return std::nullopt;
    ++skip;
    while (skip < here.size() && (is_space(here[skip]) || here[skip] == '"' || here[skip] == '\'')) ++skip;
  }
  bool scheme = false;
  for (const std::string_view word : {"bearer", "basic", "token"}) {
    if (!starts_with_folded(here.substr(skip), word) || (!header && word != "bearer")) continue;
    const auto after = skip + word.size();
    if (after >= here.size() || !is_space(here[after])) continue;
    skip = after;
    scheme = true;
    while (skip < here.size() && is_space(here[skip])) ++skip;
    break;
  }
  if (!scheme && !header) return std::nullopt;
  const auto value = value_start(here, skip);
  const bool plausible = header ? value.size() >= 8 : value.size() >= 16 && has_digit(value);
  if (!plausible || is_placeholder(value)) return std::nullopt;
  return whole_value("authorization", text, at + skip);
}

// The last word of a name such as DB_PASSWORD, apiKey or "client-secret", if it names a secret.
std::string_view secret_name(std::string_view name) {
  constexpr std::array<std::string_view, 7> kWords = {"password", "passwd",     "passphrase", "secret",
                                                      "token",    "access_key", "apikey"};
  std::string folded;
  for (const char c : name) folded += c == '-' || c == '.' ? '_' : lower(c);
  for (const auto word : kWords)
    if (folded == word || folded.ends_with("_" + std::string(word)) ||
        (folded.ends_with(word) && is_upper(name[name.size() - word.size()])))
      return word == "apikey" || word == "access_key" ? "key" : word;
  // "key" alone says too little: API_KEY, private-key, apiKey.
  const bool key = folded.ends_with("_key") || (name.ends_with("Key") && name.size() > 3);
  const bool open = folded.ends_with("public_key") || name.ends_with("publicKey") || name.ends_with("PublicKey");
  return key && !open ? "key" : std::string_view();
}

bool has_symbol_or_digit(std::string_view value) {
  return std::any_of(value.begin(), value.end(), [](char c) { return !is_upper(c) && !is_lower(c); });
}

// Short for a password, and for much else: the value must look the part.
bool is_short_name(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames = {"pass", "pw", "pwd", "passwort", "kennwort"};
  std::string folded;
  for (const char c : name) folded += c == '-' || c == '.' ? '_' : lower(c);
  return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view known) {
    return folded == known || folded.ends_with("_" + std::string(known));
  });
}

// A password in a language that writes without blanks, or with letters that no name of code has.
bool is_foreign_name(std::string_view before) {
  constexpr std::array<std::string_view, 6> kNames = {"パスワード", "暗証番号", "密碼", "密码", "비밀번호", "пароль"};
  while (!before.empty() && is_space(before.back())) before.remove_suffix(1);
  return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view name) { return before.ends_with(name); });
}

// Letters and digits mixed, as words and paths are not.
bool looks_chosen(std::string_view value) {
  const bool letter = std::any_of(value.begin(), value.end(), [](char c) { return is_upper(c) || is_lower(c); });
  return value.size() >= 6 && letter && has_digit(value) && value.find('/') == kNone;
}

// `start`: behind the sign that assigns.
std::optional<Secret> foreign_at(std::string_view text, std::size_t at, std::size_t start) {
  constexpr std::size_t kLongest = 40;
  const auto from = at > kLongest ? at - kLongest : 0;
  if (!is_foreign_name(text.substr(from, at - from))) return std::nullopt;
  while (start < text.size() && is_space(text[start])) ++start;
  const auto value = value_start(text, start);
  if (!looks_chosen(value) || is_placeholder(value)) return std::nullopt;
  return whole_value("password", text, start);
}

// curl -u user:password. `at` is that of '-'.
std::optional<Secret> curl_user_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kLine = 400;
  const auto from = at > kLine ? at - kLine : 0;
  const auto line = text.substr(from, at - from);
  const auto begin = line.rfind('\n');
  if (line.substr(begin == kNone ? 0 : begin + 1).find("curl ") == kNone) return std::nullopt;
  std::size_t start = at + (text.substr(at).starts_with("--user") ? 6 : 2);
  while (start < text.size() &&
         (is_space(text[start]) || text[start] == '=' || text[start] == '"' || text[start] == '\''))
    ++start;
  const auto value = value_start(text, start);
  const auto colon = value.find(':');
  if (colon == kNone || colon + 1 >= value.size() || is_placeholder(value.substr(colon + 1))) return std::nullopt;
  return whole_value("password", text, start + colon + 1);
}

// The value of NAME=value, "name": "value" and name: value. `at` is that of '=' or ':'.
std::optional<Secret> assigned_at(std::string_view text, std::size_t at) {
  if (auto foreign = foreign_at(text, at, at + 1)) return foreign;
  std::size_t end = at;
  while (end > 0 && is_space(text[end - 1])) --end;
  if (end > 0 && (text[end - 1] == '"' || text[end - 1] == '\'')) --end;
  std::size_t begin = end;
  while (begin > 0 && end - begin < 64 && (is_word(text[begin - 1]) || text[begin - 1] == '.')) --begin;
  const auto name = text.substr(begin, end - begin);
  const bool is_short = is_short_name(name);
  const auto kind = is_short ? std::string_view("password") : secret_name(name);
  if (kind.empty()) return std::nullopt;
  std::size_t start = at + 1;
  while (start < text.size() && is_space(text[start])) ++start;
  const bool quoted = start < text.size() && (text[start] == '"' || text[start] == '\'');
  if (quoted) ++start;
  const auto value = value_start(text, start);
  const bool plausible =
      text[at] == '=' || quoted ? value.size() >= 6 : value.size() >= 8 && has_symbol_or_digit(value);
  if (!plausible || is_placeholder(value) || (is_short && !looks_chosen(value))) return std::nullopt;
  return whole_value(kind == "passwd" || kind == "passphrase" ? "password" : std::string(kind), text, start);
}

// `begin`: the end of the secret before, which counts as a boundary, for it is cut out.
std::optional<Secret> secret_at(std::string_view text, std::size_t at, std::size_t begin) {
  switch (text[at]) {
    case ':':
      if (text.substr(at).starts_with("://")) return url_password_at(text, at);
      [[fallthrough]];
    case '=':
      return assigned_at(text, at);
    case '-':
      if (text.substr(at).starts_with("-u ") || text.substr(at).starts_with("--user")) return curl_user_at(text, at);
      return private_key_at(text, at);
    case '\xef':  // the wide colon
      return text.substr(at).starts_with("：") ? foreign_at(text, at, at + 3) : std::nullopt;
    default:
      break;
  }
  if (!is_alnum(text[at]) || (at != begin && !is_boundary(text, at))) return std::nullopt;
  if (const auto found = token_at(text, at)) return found;
  if (const auto found = own_at(text, at)) return found;
  if (text[at] == 'e') return jwt_at(text, at);
  return lower(text[at]) == 'a' || lower(text[at]) == 'b' ? bearer_at(text, at) : std::nullopt;
}

bool is_ascii(char c) { return c >= 0x20 && c < 0x7f; }

// How many bytes at the start of `text` must not be passed on; 0: none.
std::size_t steering(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text[0]);
  if (byte == 0x1b) {
    if (text.size() < 2) return 1;
    std::size_t at = 2;
    if (text[1] == '[') {
      while (at < text.size() && text[at] >= 0x20 && text[at] < 0x40) ++at;
      return at < text.size() && is_ascii(text[at]) ? at + 1 : at;
    }
    if (text[1] != ']' && text[1] != 'P' && text[1] != '_' && text[1] != '^') return is_ascii(text[1]) ? 2 : 1;
    // Up to BEL or ESC \, within the line.
    while (at < text.size() && text[at] != '\a' && text[at] != '\x1b' && text[at] != '\n') ++at;
    if (at < text.size() && text[at] == '\a') return at + 1;
    return text.substr(at).starts_with("\x1b\\") ? at + 2 : at;
  }
  if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f) return 1;
  if (byte == 0xc2 && text.size() > 1 && (static_cast<unsigned char>(text[1]) & 0xe0) == 0x80) return 2;  // C1
  if (byte == 0xe2 && text.size() > 2) {
    const auto second = static_cast<unsigned char>(text[1]), third = static_cast<unsigned char>(text[2]);
    const bool embedding = second == 0x80 && third >= 0xaa && third <= 0xae;  // U+202A…U+202E
    const bool isolate = second == 0x81 && third >= 0xa6 && third <= 0xa9;    // U+2066…U+2069
    if (embedding || isolate) return 3;
  }
  return 0;
}

// Where half a character ends `text`, it goes: with what stands behind a part that was left out it could be a mark.
void drop_half_mark(std::string& text) {
  const auto is_half = [&] {
    return text.ends_with('\xc2') || text.ends_with('\xe2') || text.ends_with("\xe2\x80") || text.ends_with("\xe2\x81");
  };
  while (is_half()) text.pop_back();
}

std::string without_steering(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto skip = steering(text);
    if (skip == 0)
      out += text[0];
    else
      drop_half_mark(out);
    text.remove_prefix(std::max<std::size_t>(skip, 1));
  }
  return out;
}

void find_from(std::string_view text, std::size_t at, std::vector<Secret>& found) {
  while (at < text.size()) {
    auto secret = secret_at(text, at, found.empty() ? 0 : found.back().end);
    ++at;
    if (!secret) continue;
    find_from(text.substr(0, secret->begin), at, found);  // https://ghp_…:password@
    at = std::max(secret->end, at);
    found.push_back(std::move(*secret));
  }
}

std::string cut_out(std::string_view text, const std::vector<Secret>& secrets) {
  std::string out;
  std::size_t done = 0;
  for (const Secret& secret : secrets) {
    out.append(text, done, secret.begin - done).append("[REDACTED:" + secret.kind + "]");
    done = secret.end;
  }
  return out.append(text, done);
}

}  // namespace

void set_own_secrets(std::vector<std::string> beginnings) {
  for (const std::string& beginning : beginnings) {
    if (beginning.size() >= 3 && is_alnum(beginning[0])) continue;
    throw Error(ErrorKind::usage, "secrets.prefixes: '" + beginning + "' says too little",
                "each must have three characters or more and start with a letter or digit");
  }
  own_secrets() = std::move(beginnings);
}

std::vector<Secret> find_secrets(std::string_view text) {
  std::vector<Secret> found;
  find_from(text, 0, found);
  return found;
}

std::string redact(std::string_view text) {
  std::string safe = without_steering(text);  // first: an escape in the middle must not hide a token
  // Again, as what is left could come together to another; each time there is less to find.
  constexpr int kMostRounds = 8;
  for (int round = 0; round < kMostRounds; ++round) {
    const auto secrets = find_secrets(safe);
    if (secrets.empty()) break;
    safe = cut_out(safe, secrets);
  }
  return safe;
}

}  // namespace ai_memory
