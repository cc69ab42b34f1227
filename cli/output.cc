#include "cli/output.hh"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utf8proc.h>

#include "wiki/error.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kEllipsis = "…";

// One code point off the front of `text`: its bytes and its columns. A byte that is no UTF-8 is one column.
std::pair<std::size_t, std::size_t> next_letter(std::string_view text) {
  utf8proc_int32_t point = -1;
  const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                      static_cast<utf8proc_ssize_t>(text.size()), &point);
  if (bytes <= 0) return {1, 1};
  if (point < 0x20 || point == 0x7f) return {1, 1};
  const int width = utf8proc_charwidth(point);
  return {static_cast<std::size_t>(bytes), static_cast<std::size_t>(width < 0 ? 0 : width)};
}

// Whether a code point could steer a terminal or turn the direction of what follows.
bool is_control(utf8proc_int32_t point) {
  return point < 0x20 || (point >= 0x7f && point < 0xa0) || (point >= 0x202a && point <= 0x202e) ||
         (point >= 0x2066 && point <= 0x2069) || point == 0x200e || point == 0x200f || point == 0x2028 ||
         point == 0x2029;
}

// `text` with `replace(code point, text from there)` for controls; the code point is -1 for a byte that is no UTF-8.
template <class Replace>
std::string cleaned(std::string_view text, Replace replace) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    utf8proc_int32_t point = -1;
    const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                        static_cast<utf8proc_ssize_t>(text.size()), &point);
    const std::size_t taken = bytes > 0 ? static_cast<std::size_t>(bytes) : 1;
    if (bytes <= 0)
      clean += replace(-1, text);
    else if (is_control(point))
      clean += replace(point, text);
    else
      clean += text.substr(0, taken);
    text.remove_prefix(taken);
  }
  return clean;
}

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool want_colour(bool no_color, bool terminal) {
  if (no_color || is_set("NO_COLOR")) return false;
  if (is_set("CLICOLOR_FORCE") && std::strcmp(std::getenv("CLICOLOR_FORCE"), "0") != 0) return true;
  const char* term = std::getenv("TERM");
  return terminal && term != nullptr && std::strcmp(term, "dumb") != 0;
}

std::size_t terminal_columns() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  if (is_set("COLUMNS")) {
    if (const int columns = std::atoi(std::getenv("COLUMNS")); columns > 0) return static_cast<std::size_t>(columns);
  }
  return 80;
}

const char* code(Style style) {
  switch (style) {
    case Style::plain:
      return "";
    case Style::bold:
      return "\033[1m";
    case Style::faint:
      return "\033[2m";
    case Style::red:
      return "\033[31m";
    case Style::green:
      return "\033[32m";
    case Style::yellow:
      return "\033[33m";
    case Style::cyan:
      return "\033[36m";
    case Style::match:
      return "\033[1;31m";
  }
  return "";
}

Style diff_style(std::string_view line) {
  if (line.starts_with("+++ ") || line.starts_with("--- ") || line.starts_with("diff ")) return Style::bold;
  if (line.starts_with("@@")) return Style::cyan;
  if (line.starts_with("+")) return Style::green;
  if (line.starts_with("-")) return Style::red;
  return Style::plain;
}

// Without the codes of paint().
std::string plain(std::string_view painted) {
  std::string text;
  for (std::size_t at = 0; at < painted.size(); ++at) {
    if (painted[at] != '\033')
      text += painted[at];
    else
      at = std::min(painted.find('m', at), painted.size());
  }
  return text;
}

[[noreturn]] void run_pager(int input, const std::string& command) {
  dup2(input, STDIN_FILENO);
  close(input);
  setenv("LESS", "FRX", 0);
  execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  _exit(127);
}

}  // namespace

std::size_t text_width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const auto [bytes, width] = next_letter(text);
    columns += width;
    text.remove_prefix(bytes);
  }
  return columns;
}

std::string cut_to_width(std::string_view text, std::size_t columns) {
  if (text_width(text) <= columns) return std::string(text);
  if (columns == 0) return {};
  std::size_t used = 0, taken = 0;
  while (taken < text.size()) {
    const auto [bytes, width] = next_letter(text.substr(taken));
    if (used + width > columns - 1) break;
    used += width;
    taken += bytes;
  }
  return std::string(text.substr(0, taken)) + std::string(kEllipsis);
}

std::string cut_start_to_width(std::string_view text, std::size_t columns) {
  std::size_t width = text_width(text);
  if (width <= columns) return std::string(text);
  if (columns == 0) return {};
  while (width > columns - 1) {
    const auto [bytes, letter] = next_letter(text);
    width -= letter;
    text.remove_prefix(bytes);
    // What only changes the letter before it must not stand alone.
    while (!text.empty() && next_letter(text).second == 0) text.remove_prefix(next_letter(text).first);
  }
  return std::string(kEllipsis) + std::string(text);
}

std::string fit(std::string_view text, std::size_t columns) {
  std::string cut = cut_to_width(text, columns);
  const std::size_t width = text_width(cut);
  return width < columns ? cut + std::string(columns - width, ' ') : cut;
}

std::vector<std::string> wrap_words(std::string_view text, std::size_t first, std::size_t columns) {
  std::vector<std::string> lines = {""};
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    const std::size_t width = text_width(word), room = lines.size() == 1 ? first : columns;
    const bool begins = lines.back().empty() && (lines.size() > 1 || used == 0);
    if (used + (begins ? 0 : 1) + width > room && (!begins || (lines.size() == 1 && first < columns))) {
      lines.emplace_back(word);
      used = width;
    } else {
      lines.back() += (begins ? "" : " ") + std::string(word);
      used += (begins ? 0 : 1) + width;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string one_line(std::string_view text) {
  return cleaned(
      text, [](utf8proc_int32_t point, std::string_view) { return std::string(point < 0 ? "\xEF\xBF\xBD" : " "); });
}

std::string visible(std::string_view text) {
  return cleaned(text, [](utf8proc_int32_t point, std::string_view rest) {
    if (point == '\n' || point == '\t' || rest.starts_with("\r\n")) return std::string(1, rest.front());
    char escape[16];
    const unsigned code = point < 0 ? static_cast<unsigned char>(rest.front()) : static_cast<unsigned>(point);
    std::snprintf(escape, sizeof escape, point < 0x80 ? "\\x%02x" : "\\u%04x", code);
    return std::string(escape);
  });
}

Output::Output(bool no_color, bool quiet)
    : terminal_(isatty(STDOUT_FILENO) == 1),
      colour_(want_colour(no_color, terminal_)),
      quiet_(quiet),
      columns_(terminal_columns()) {}

Output::~Output() {
  try {
    finish();
  } catch (const Error&) {
    // Already on the way out with another error; main has flushed on the normal path.
  }
}

std::string Output::paint(Style style, std::string_view text) const {
  if (!colour_ || style == Style::plain || text.empty()) return std::string(text);
  return code(style) + std::string(text) + "\033[0m";
}

void Output::print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void Output::line(std::string_view text) {
  print(text);
  print("\n");
}

void Output::wrapped(std::string_view head, std::string_view text, std::size_t indent, Style style) {
  if (!terminal_) return line(std::string(head) + paint(style, text));
  const std::size_t taken = text_width(plain(head));
  const std::size_t first = columns_ > taken ? columns_ - taken : 0;
  const auto lines = wrap_words(text, first, columns_ > indent ? columns_ - indent : 1);
  for (std::size_t i = 0; i < lines.size(); ++i)
    line((i == 0 ? std::string(head) : std::string(indent, ' ')) + paint(style, lines[i]));
}

void Output::say(std::string_view text) {
  if (!quiet_) line(text);
}

void Output::tell(std::string_view text) {
  if (quiet_) return;
  std::fflush(stdout);
  std::fprintf(stderr, "%s\n", typed(text).c_str());
}

void Output::warn(std::string_view text) {
  if (!warned_.insert(std::string(text)).second) return;
  std::fflush(stdout);
  std::fprintf(stderr, "ai-memory: warning: %s\n", redact(one_line(typed(text))).c_str());
}

void Output::page_text(std::string_view text) { print(terminal_ ? visible(text) : std::string(text)); }

void Output::diff(std::string_view text_of_diff) {
  if (!colour_) return page_text(text_of_diff);
  const std::string whole = terminal_ ? visible(text_of_diff) : std::string(text_of_diff);
  std::string_view unified = whole;
  while (!unified.empty()) {
    const std::size_t end = unified.find('\n');
    const std::string_view text = unified.substr(0, end);
    line(paint(diff_style(text), text));
    if (end == std::string_view::npos) break;
    unified.remove_prefix(end + 1);
  }
}

void Output::json(const nlohmann::ordered_json& document) {
  line(document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void Output::page() {
  if (!terminal_ || pager_ != 0) return;
  std::string command = is_set("AI_MEMORY_PAGER") ? std::getenv("AI_MEMORY_PAGER")
                        : is_set("PAGER")         ? std::getenv("PAGER")
                                                  : "less";
  if (command == "cat") return;
  int ends[2];
  if (pipe(ends) != 0) return;
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return;
  }
  if (child == 0) {
    close(ends[1]);
    run_pager(ends[0], command + " || cat");
  }
  pager_ = child;
  dup2(ends[1], STDOUT_FILENO);
  close(ends[0]);
  close(ends[1]);
}

void Output::finish() {
  const bool lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  const int cause = errno;
  if (pager_ != 0) {
    std::fclose(stdout);  // tells the pager that this is all
    waitpid(std::exchange(pager_, 0), nullptr, 0);
    return;  // a reader that quit early has seen what it wanted
  }
  if (lost) {
    std::clearerr(stdout);
    throw Error(ErrorKind::failed, std::string("standard output: ") + std::strerror(cause));
  }
}

nlohmann::ordered_json json_document() { return {{"schema", 1}}; }

std::string mark_words(const Output& out, std::string_view text,
                       const std::vector<std::pair<std::size_t, std::size_t>>& marks) {
  std::string marked;
  std::size_t at = 0;
  for (const auto& [begin, end] : marks) {
    if (begin < at || end < begin || end > text.size()) continue;
    marked += text.substr(at, begin - at);
    marked += out.paint(Style::match, text.substr(begin, end - begin));
    at = end;
  }
  return marked + std::string(text.substr(at));
}

}  // namespace ai_memory
