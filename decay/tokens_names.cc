// Names that are no words: of files, identifiers, errors, commits, issues, people's handles.
#include <algorithm>
#include <array>

#include "decay/token_scan.hh"

namespace ai_memory {
namespace {

constexpr auto kNone = std::string_view::npos;

using CharClass = bool (*)(char);
bool all(std::string_view text, CharClass is) { return !text.empty() && std::all_of(text.begin(), text.end(), is); }
bool any(std::string_view text, CharClass is) { return std::any_of(text.begin(), text.end(), is); }

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_upper_alnum(char c) { return is_ascii_upper(c) || is_ascii_digit(c); }
bool is_hex(char c) { return is_ascii_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'f'); }
bool is_separator(char c) { return c == '/' || c == '\\'; }

}  // namespace

bool has_known_extension(std::string_view name) {
  constexpr auto kExtensions = std::to_array<std::string_view>(
      {"c",     "h",     "cc",      "hh",    "cpp",    "hpp",  "cxx",   "py",   "js",  "mjs",  "ts",      "tsx",
       "jsx",   "rs",    "go",      "java",  "kt",     "rb",   "php",   "pl",   "lua", "sh",   "bash",    "zsh",
       "fish",  "ps1",   "bat",     "sql",   "md",     "txt",  "rst",   "tex",  "pdf", "doc",  "docx",    "xls",
       "xlsx",  "ppt",   "pptx",    "csv",   "tsv",    "json", "jsonl", "yaml", "yml", "toml", "ini",     "cfg",
       "conf",  "env",   "xml",     "html",  "htm",    "css",  "scss",  "vue",  "png", "jpg",  "jpeg",    "gif",
       "svg",   "webp",  "mp3",     "mp4",   "wav",    "mov",  "zip",   "gz",   "tar", "tgz",  "xz",      "zst",
       "bz2",   "7z",    "log",     "db",    "sqlite", "bak",  "lock",  "pem",  "key", "crt",  "service", "so",
       "dll",   "exe",   "o",       "a",     "bin",    "img",  "iso",   "deb",  "rpm", "whl",  "am",      "in",
       "cmake", "build", "proto",   "swift", "m",      "cs",   "fs",    "ex",   "exs", "erl",  "hs",      "ml",
       "r",     "ipynb", "parquet", "tf"});
  const auto dot = name.rfind('.');
  if (dot == kNone || dot == 0 || dot + 1 == name.size()) return false;
  const auto stem = name.substr(0, dot);
  if ((stem == "a" || stem == "p") && name.ends_with("m")) return false;  // 2 p.m
  return is_one_of(ascii_lower(name.substr(dot + 1)), kExtensions);
}

namespace {

bool is_file(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"Makefile", "Dockerfile", "Gemfile", "Rakefile", "Vagrantfile", "Jenkinsfile", "Procfile", "CMakeLists.txt"});
  const bool hidden = name.size() > 3 && name[0] == '.' && all(name.substr(1, 3), is_ascii_lower);  // .gitignore
  return hidden || has_known_extension(name) || is_one_of(name, kNames);
}

// "and/or" and its like are words; other words with a stroke between may be folders.
bool is_word_pair(std::string_view run) {
  constexpr auto kPairs = std::to_array<std::string_view>(
      {"and/or", "he/she", "she/he", "his/her", "her/his", "him/her", "yes/no", "on/off", "either/or", "n/a", "w/o",
       "km/h", "i/o", "tcp/ip", "true/false", "a/b", "s/he", "they/them"});
  return is_one_of(ascii_lower(run), kPairs);
}

bool is_path(std::string_view run) {
  const auto first = run.find_first_of("/\\");
  if (first == kNone || run[0] == '#' || !any(run, is_ascii_alnum) || is_word_pair(run)) return false;
  if (run.starts_with("~") || run.starts_with(".") || run.starts_with("\\\\") || is_separator(run[0]))
    return any(run.substr(first), is_ascii_alnum);
  if (run.size() > 2 && run[1] == ':' && is_separator(run[2])) return is_ascii_letter(run[0]);
  return any(run.substr(0, first), is_ascii_letter) && first + 1 < run.size() &&
         any(run.substr(first), is_ascii_letter);
}

bool is_uuid(std::string_view word) {
  if (word.size() != 36) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (i == 8 || i == 13 || i == 18 || i == 23 ? word[i] != '-' : !is_hex(word[i])) return false;
  return true;
}

bool is_id(std::string_view word) {
  if (is_uuid(word)) return true;
  if (word.size() > 2 && word.starts_with("0x") && all(word.substr(2), is_hex)) return true;
  return word.size() >= 7 && all(word, is_hex) && any(word, is_ascii_digit) && any(word, is_ascii_letter);
}

bool is_exception(std::string_view word) {
  constexpr auto kEnds = std::to_array<std::string_view>({"Exception", "Error", "Warning", "Fault", "Panic"});
  if (word.starts_with("SIG") && word.size() > 5 && all(word, is_upper_alnum)) return true;
  return std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) {
    return word.size() > end.size() && word.ends_with(end) && all(word, is_ascii_alnum) && is_ascii_upper(word[0]);
  });
}

bool is_errno(std::string_view word) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"EACCES",    "EADDRINUSE", "EAGAIN",    "EBADF",        "EBUSY",       "ECONNREFUSED", "ECONNRESET", "EDQUOT",
       "EEXIST",    "EFAULT",     "EFBIG",     "EHOSTUNREACH", "EINTR",       "EINVAL",       "EIO",        "EISDIR",
       "ELOOP",     "EMFILE",     "EMLINK",    "ENAMETOOLONG", "ENETUNREACH", "ENFILE",       "ENODEV",     "ENOENT",
       "ENOEXEC",   "ENOLCK",     "ENOMEM",    "ENOSPC",       "ENOSYS",      "ENOTCONN",     "ENOTDIR",    "ENOTEMPTY",
       "ENOTSUP",   "ENXIO",      "EOF",       "EPERM",        "EPIPE",       "EPROTO",       "ERANGE",     "EROFS",
       "ESHUTDOWN", "ESRCH",      "ETIMEDOUT", "EWOULDBLOCK",  "EXDEV",       "ENOTFOUND",    "OOM"});
  return is_one_of(word, kNames);
}

// E0308, C2065, TS2345, ORA-00942, ERR_CONNECTION_RESET.
bool is_error(std::string_view word) {
  if (is_errno(word) || word.starts_with("ERR_")) return true;
  const auto letters =
      static_cast<std::size_t>(std::find_if_not(word.begin(), word.end(), is_ascii_upper) - word.begin());
  const auto dash = letters < word.size() && word[letters] == '-' ? 1u : 0u;
  const auto digits = word.substr(letters + dash);
  if (letters == 0 || letters > 5 || digits.size() < 3 || !all(digits, is_ascii_digit)) return false;
  return dash == 0 ? digits.size() >= 4 : digits[0] == '0' && digits.size() >= 4;
}

bool is_issue(std::string_view word) {
  if (word.starts_with('#')) return word.size() > 1 && all(word.substr(1), is_ascii_digit);
  const auto dash = word.find('-');
  return dash != kNone && dash >= 2 && all(word.substr(0, dash), is_upper_alnum) && is_ascii_upper(word[0]) &&
         all(word.substr(dash + 1), [](char c) { return is_ascii_digit(c) || c == '-'; }) &&
         is_ascii_digit(word[dash + 1]);
}

// Whether a capital follows a small letter, or a word opens with two humps: camelCase, HttpServer.
bool has_humps(std::string_view word) {
  for (std::size_t i = 1; i < word.size(); ++i)
    if (is_ascii_upper(word[i]) && is_ascii_lower(word[i - 1])) return all(word, is_ascii_alnum);
  return false;
}

bool is_dotted(std::string_view word) {
  std::size_t parts = 0, letters = 0;
  for (std::size_t at = 0; at <= word.size();) {
    const auto dot = std::min(word.find('.', at), word.size());
    const auto part = word.substr(at, dot - at);
    if (part.empty()) return false;
    letters += any(part, is_ascii_letter) && part.size() > 1;
    ++parts;
    at = dot + 1;
  }
  return parts >= 2 && letters >= 1 && is_ascii_alnum(word[0]);
}

bool is_identifier(std::string_view word) {
  if (word.starts_with("--")) return word.size() > 3 && is_ascii_letter(word[2]);
  if (!any(word, is_ascii_letter)) return false;
  if (word.find('_') != kNone) return any(word.substr(0, word.find('_')), is_ascii_alnum) || word.size() > 3;
  if (word.find("::") != kNone || has_humps(word)) return true;
  if (word.find('.') != kNone) return is_dotted(word);
  return any(word, is_ascii_digit);  // eu-west-1, utf8, x86
}

bool is_email(std::string_view run) {
  const auto sign = run.find('@');
  if (sign == kNone || sign == 0 || run.find('@', sign + 1) != kNone || run.find_first_of("/\\:#") != kNone)
    return false;
  const auto host = run.substr(sign + 1);
  const auto dot = host.rfind('.');
  return dot != kNone && dot > 0 && dot + 2 < host.size() && all(host.substr(dot + 1), is_ascii_letter);
}

bool is_mention(std::string_view run) {
  return run.size() > 2 && run[0] == '@' && is_ascii_alnum(run[1]) &&
         all(run.substr(1), [](char c) { return is_ascii_alnum(c) || std::string_view("_-./").find(c) != kNone; });
}

// main.cc:12, main.cc:12:5, main.cc:12-20 without line and column.
std::string_view without_line(std::string_view word) {
  for (int part = 0; part < 2; ++part) {
    const auto colon = word.rfind(':');
    const bool digits = colon != kNone && colon > 0 && colon + 1 < word.size() && is_ascii_digit(word[colon + 1]);
    if (!digits || !all(word.substr(colon + 1), [](char c) { return is_ascii_digit(c) || c == '-'; })) break;
    word = word.substr(0, colon);
  }
  return word;
}

TokenKind kind_of(std::string_view word, bool& found) {
  found = true;
  if (is_email(word)) return TokenKind::email;
  if (is_mention(word)) return TokenKind::mention;
  if (is_path(word)) return TokenKind::path;
  if (word.find_first_of("/\\@#~") == kNone && is_file(without_line(word))) return TokenKind::file;
  if (is_issue(word)) return is_error(word) ? TokenKind::error : TokenKind::issue;
  if (word.find_first_of("/\\@#~") != kNone) return found = false, TokenKind::identifier;
  const auto colon = word.find(':');
  const bool scoped = colon != kNone && word.find("::") == colon && word.find(':', colon + 2) == word.rfind("::");
  if (colon != kNone && !scoped && word.find("::") == kNone) return found = false, TokenKind::identifier;
  if (is_file(word)) return TokenKind::file;
  if (is_id(word)) return TokenKind::id;
  if (is_exception(word)) return TokenKind::exception;
  if (is_error(word)) return TokenKind::error;
  found = is_identifier(word);
  return TokenKind::identifier;
}

// Stops and dashes at the ends belong to the sentence.
std::string_view without_ends(std::string_view run) {
  while (!run.empty() && std::string_view(".:-~#@_").find(run.back()) != kNone && !run.ends_with("__"))
    run.remove_suffix(1);
  while (run.size() > 1 && (run[0] == ':' || run[0] == '_' || (run[0] == '-' && !run.starts_with("--")) ||
                            (run[0] == '.' && run[1] == '.' && run.substr(2, 1) != "/" && run.substr(2, 1) != "\\") ||
                            (run[0] == '.' && run[1] == '-')))
    run.remove_prefix(1);
  return run;
}

// A number within a run that is no name as a whole: rate=5/s, x:5432.
void read_part(std::string_view part, std::size_t begin, std::vector<FoundToken>& out) {
  const auto kept = without_ends(part);
  if (kept.empty()) return;
  begin += static_cast<std::size_t>(kept.data() - part.data());
  bool found = false;
  const auto kind = kind_of(kept, found);
  if (found) {
    out.push_back({kind, begin, begin + kept.size()});
    return;
  }
  if (!any(kept, is_ascii_digit)) return;
  if (date_size(kept) == kept.size()) return out.push_back({TokenKind::date, begin, begin + kept.size()});
  if (const auto number = number_at(kept); number.size == kept.size())
    return out.push_back({number.kind, begin, begin + kept.size()});
  for (std::size_t at = 0; at < kept.size();) {
    const auto next = std::min(kept.find_first_of("-./\\:#@~", at), kept.size());
    const auto word = kept.substr(at, next - at);
    if (all(word, is_ascii_digit))
      out.push_back({TokenKind::number, begin + at, begin + next});
    else if (any(word, is_ascii_digit))
      out.push_back({is_id(word) ? TokenKind::id : TokenKind::identifier, begin + at, begin + next});
    at = next + 1;
  }
}

}  // namespace

void read_names(std::string_view run, std::size_t begin, std::vector<FoundToken>& out) {
  const auto kept = without_ends(run);
  const auto skipped = kept.empty() ? 0 : static_cast<std::size_t>(kept.data() - run.data());
  bool found = false;
  const auto kind = kept.empty() ? TokenKind::number : kind_of(kept, found);
  if (found) {
    out.push_back({kind, begin + skipped, begin + skipped + kept.size()});
    return;
  }
  // key:value, a/b, user@: part by part.
  for (std::size_t at = 0; at < run.size();) {
    const auto next = std::min(run.find_first_of(":/\\@#~", at), run.size());
    read_part(run.substr(at, next - at), begin + at, out);
    at = next + 1;
  }
}

}  // namespace ai_memory
