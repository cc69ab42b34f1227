#include "wiki/source_times.hh"

#include <algorithm>
#include <optional>

#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kCreated = ": created ", kChanged = ", changed ";

// Takes "<word>2024-03-01T10:00:00Z" off the end of `line`.
std::optional<Timestamp> take_time(std::string_view& line, std::string_view word) {
  const auto at = line.rfind(word);
  if (at == std::string_view::npos) return std::nullopt;
  const auto time = parse_time(line.substr(at + word.size()));
  line = line.substr(0, at);
  return time;
}

}  // namespace

std::string source_times_reason(const SourceTimes& times) {
  return std::string(kCreated.substr(2)) + format_time(times.created) + std::string(kChanged) +
         format_time(times.changed);
}

std::map<std::string, SourceTimes> source_times(const CommitInfo& commit) {
  std::map<std::string, SourceTimes> found;
  if (commit.source != "import") return found;
  for (std::size_t at = 0; at < commit.body.size();) {
    const auto next = line_at(commit.body, at);
    at = next.next;
    auto line = next.of(commit.body);
    if (!line.starts_with("- ")) continue;
    line.remove_prefix(2);
    const auto changed = take_time(line, kChanged), created = take_time(line, kCreated);
    if (!changed || !created) continue;
    found[std::string(line)] = {std::min(*created, commit.commit_time), std::min(*changed, commit.commit_time)};
  }
  return found;
}

}  // namespace ai_memory
