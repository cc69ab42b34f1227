#include "wiki/source_times.hh"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <functional>
#include <optional>

#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kCreated = ": created ", kChanged = ", changed ", kFrom = "from ", kEdited = ": edited ";

// Takes "<word>2024-03-01T10:00:00Z" off the end of `line`.
std::optional<Timestamp> take_time(std::string_view& line, std::string_view word) {
  const auto at = line.rfind(word);
  if (at == std::string_view::npos) return std::nullopt;
  const auto time = parse_time(line.substr(at + word.size()));
  line = line.substr(0, at);
  return time;
}

// Neither ',' nor ':' nor a control character is left, so that the reason can be taken off a line again.
std::string escaped(std::string_view place) {
  const bool text = is_utf8(place);
  std::string safe;
  for (const char byte : place) {
    const auto value = static_cast<unsigned char>(byte);
    char code[4];
    std::snprintf(code, sizeof code, "%%%02X", value);
    const bool keep = value >= 0x80 ? text : value >= 0x20 && value != 0x7f && !std::strchr("%,:", byte);
    safe += keep ? std::string(1, byte) : code;
  }
  return safe;
}

std::string unescaped(std::string_view safe) {
  std::string place;
  for (std::size_t i = 0; i < safe.size(); ++i) {
    unsigned value = 0;
    const bool code = safe[i] == '%' && i + 2 < safe.size() &&
                      std::from_chars(&safe[i + 1], &safe[i + 1] + 2, value, 16).ptr == &safe[i + 1] + 2;
    place += code ? static_cast<char>(value) : safe[i];
    if (code) i += 2;
  }
  return place;
}

// Takes ", from -dash.md" or ": from -dash.md" off the end of `line`; what is left after the latter ends in ": ".
std::optional<std::string> take_place(std::string_view& line) {
  const auto mark = line.find_last_of(",:");
  if (mark == std::string_view::npos || !line.substr(mark + 1).starts_with(" from ")) return std::nullopt;
  const auto place = unescaped(line.substr(mark + 2 + kFrom.size()));
  line = line.substr(0, line[mark] == ':' ? mark + 2 : mark);
  return place;
}

void each_reason(const CommitInfo& commit, const std::function<void(std::string_view)>& visit) {
  for (std::size_t at = 0; at < commit.body.size();) {
    const auto next = line_at(commit.body, at);
    at = next.next;
    const auto line = next.of(commit.body);
    if (line.starts_with("- ")) visit(line.substr(2));
  }
}

}  // namespace

std::string source_times_reason(const SourceTimes& times) {
  return std::string(kCreated.substr(2)) + format_time(times.created) + std::string(kChanged) +
         format_time(times.changed);
}

std::map<std::string, SourceTimes> source_times(const CommitInfo& commit) {
  std::map<std::string, SourceTimes> found;
  if (commit.source != "import") return found;
  each_reason(commit, [&](std::string_view line) {
    take_place(line);
    const auto changed = take_time(line, kChanged), created = take_time(line, kCreated);
    if (!changed || !created) return;
    found[std::string(line)] = {std::min(*created, commit.commit_time), std::min(*changed, commit.commit_time)};
  });
  return found;
}

std::string edit_time_reason(Timestamp edited) { return std::string(kEdited.substr(2)) + format_time(edited); }

std::map<std::string, Timestamp> edit_times(const CommitInfo& commit) {
  std::map<std::string, Timestamp> found;
  if (commit.pass != "hand-edits") return found;
  each_reason(commit, [&](std::string_view line) {
    if (const auto edited = take_time(line, kEdited)) found[std::string(line)] = std::min(*edited, commit.commit_time);
  });
  return found;
}

std::string source_place_reason(std::string_view place) { return std::string(kFrom) + escaped(place); }

std::map<std::string, std::string> source_places(const CommitInfo& commit) {
  std::map<std::string, std::string> found;
  if (commit.source != "import") return found;
  each_reason(commit, [&](std::string_view line) {
    const auto place = take_place(line);
    if (!place) return;
    const bool bare = line.ends_with(": ");
    if (!bare && (!take_time(line, kChanged) || !take_time(line, kCreated))) return;
    found[std::string(bare ? line.substr(0, line.size() - 2) : line)] = *place;
  });
  return found;
}

}  // namespace ai_memory
