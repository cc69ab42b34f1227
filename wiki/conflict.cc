#include "wiki/conflict.hh"

#include <algorithm>

#include "wiki/lines.hh"

namespace ai_memory {
namespace {

bool starts_with_marker(std::string_view line, char mark) {
  constexpr std::size_t length = 7;
  if (line.size() < length || line.substr(0, length) != std::string(length, mark)) return false;
  return line.size() == length || line[length] == ' ' || line[length] == '\r';
}

// The fence that a line opens: its character and length.
std::string_view fence_of(std::string_view line) {
  const auto start = line.find_first_not_of(' ');
  if (start == std::string_view::npos || start > 3 || (line[start] != '`' && line[start] != '~')) return {};
  const auto end = std::min(line.find_first_not_of(line[start], start), line.size());
  return end - start >= 3 ? line.substr(start, end - start) : std::string_view();
}

bool is_date(std::string_view text) {
  return text.size() >= 8 && std::all_of(text.begin(), text.begin() + 8, [](char c) { return c >= '0' && c <= '9'; });
}

// What is left of a copy's stem; empty if it is none.
std::string_view original_stem(std::string_view stem) {
  constexpr std::string_view kSyncthing = ".sync-conflict-", kOwnCloud = "_conflict-";
  for (const auto lead : {kSyncthing, kOwnCloud})
    if (const auto at = stem.rfind(lead); at != std::string_view::npos && is_date(stem.substr(at + lead.size())))
      return stem.substr(0, at);
  const auto open = stem.rfind(" (");
  if (open == std::string_view::npos || !stem.ends_with(')')) return {};
  const auto note = stem.substr(open);
  const bool copy = note.find("conflicted copy") != std::string_view::npos || note.starts_with(" (SFConflict ") ||
                    note.starts_with(" (Case Conflict");
  return copy ? stem.substr(0, open) : std::string_view();
}

}  // namespace

std::optional<std::size_t> conflict_marker_line(std::string_view text) {
  if (text.find("<<<<<<<") == std::string_view::npos) return std::nullopt;
  std::string_view fence;
  std::size_t number = 0, ours = 0;
  bool theirs = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto place = line_at(text, at);
    const auto line = place.of(text);
    at = place.next;
    ++number;
    if (const auto mark = fence_of(line); !fence.empty() || !mark.empty()) {
      if (fence.empty())
        fence = mark;
      else if (!mark.empty() && mark[0] == fence[0] && mark.size() >= fence.size())
        fence = {};
      continue;
    }
    if (starts_with_marker(line, '<')) {
      ours = number;
      theirs = false;
    } else if (ours > 0 && starts_with_marker(line, '=')) {
      theirs = true;
    } else if (theirs && starts_with_marker(line, '>')) {
      return ours;
    }
  }
  return std::nullopt;
}

std::optional<PagePath> original_of_copy(const PagePath& path) {
  const std::string stem = path.stem();
  const auto original = original_stem(stem);
  if (original.empty()) return std::nullopt;
  const auto folder = path.str().substr(0, path.str().size() - stem.size() - 3);
  return PagePath::existing(folder + std::string(original) + ".md");
}

}  // namespace ai_memory
