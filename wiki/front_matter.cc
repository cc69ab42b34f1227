#include "wiki/front_matter.hh"

#include <unordered_set>

#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMaxBlockBytes = 64u * 1024;

struct Block {
  bool present = false;
  bool unclosed = false;  // opened and plainly meant, but no closing fence
  std::size_t begin = 0, end = 0;
  std::size_t body = 0, body_line = 1;
  YamlBlock yaml;
};

bool is_fence(std::string_view line) { return line.starts_with("---") && trim(line.substr(3), " \t").empty(); }

// "key:" or "key: value", the key without spaces.
bool looks_like_key(std::string_view line) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  if (colon + 1 < line.size() && line[colon + 1] != ' ' && line[colon + 1] != '\t') return false;
  return line.find_first_of(" \t#*[]{}()<>|!") >= colon;
}

bool meant_as_mapping(std::string_view block) {
  for (std::size_t at = 0; at < block.size();) {
    const auto line = line_at(block, at);
    const auto text = trim(line.of(block));
    if (!text.empty() && text.front() != '#') return looks_like_key(text);
    at = line.next;
  }
  return false;
}

bool counts(std::string_view block, const YamlBlock& yaml) {
  switch (yaml.kind) {
    case YamlBlock::Kind::mapping:
      return true;
    case YamlBlock::Kind::blank:  // comments alone are headings between two rules
      return trim(block).empty();
    case YamlBlock::Kind::broken:
      return meant_as_mapping(block);
    case YamlBlock::Kind::other:
      return false;
  }
  return false;
}

YamlBlock read_block(std::string_view block) {
  if (block.size() <= kMaxBlockBytes) return read_yaml_block(block);
  YamlBlock yaml;
  yaml.kind = YamlBlock::Kind::broken;
  yaml.error = "the front matter is over 64 KB";
  return yaml;
}

Block find_block(std::string_view text) {
  Block found;
  const std::size_t start = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  found.body = start;
  const auto opening = line_at(text, start);
  if (!is_fence(opening.of(text)) || opening.next == opening.end) return found;
  std::size_t number = 1;
  for (std::size_t at = opening.next; at < text.size();) {
    const auto line = line_at(text, at);
    ++number;
    if (is_fence(line.of(text))) {
      const auto block = text.substr(opening.next, line.begin - opening.next);
      found.yaml = read_block(block);
      if (!counts(block, found.yaml)) return found;
      found.present = true;
      found.begin = opening.next;
      found.end = line.begin;
      found.body = line.next;
      found.body_line = number + 1;
      return found;
    }
    at = line.next;
  }
  found.unclosed = meant_as_mapping(text.substr(opening.next));
  return found;
}

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    const auto part = trim(text.substr(0, comma));
    if (!part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

}  // namespace

SplitText split_front_matter(std::string_view text) {
  const auto block = find_block(text);
  return {text.substr(block.begin, block.end - block.begin), text.substr(block.body), block.present, block.body_line};
}

FrontMatter FrontMatter::parse(std::string_view page_text) {
  FrontMatter matter;
  auto block = find_block(page_text);
  matter.present_ = block.present;
  matter.body_offset_ = block.body;
  matter.body_line_ = block.body_line;
  if (block.unclosed) matter.problem_ = {1, "the front matter is not closed by a line of ---"};
  if (!block.present) return matter;
  if (block.yaml.kind == YamlBlock::Kind::broken)
    matter.problem_ = {block.yaml.error_line + 2, "front matter: " + block.yaml.error};
  std::unordered_set<std::string> seen;
  std::string json;
  for (auto& entry : block.yaml.entries) {
    if (!seen.insert(entry.key).second) continue;
    json += (json.empty() ? "{" : ",") + entry.json;
    matter.entries_.push_back(std::move(entry));
  }
  if (!json.empty()) matter.json_ = json + "}";
  return matter;
}

const YamlEntry* FrontMatter::find(std::string_view key) const {
  for (const auto& entry : entries_)
    if (entry.key == key) return &entry;
  return nullptr;
}

std::optional<std::string> FrontMatter::text(std::string_view key) const {
  const auto* entry = find(key);
  return entry ? entry->scalar : std::nullopt;
}

std::vector<std::string> FrontMatter::list(std::string_view key) const {
  const auto* entry = find(key);
  if (!entry) return {};
  if (!entry->scalar) return entry->items;
  if (key == "tags" || key == "tag" || key == "aliases" || key == "alias") return split_at_commas(*entry->scalar);
  return {*entry->scalar};
}

std::vector<std::string> FrontMatter::keys() const {
  std::vector<std::string> keys;
  for (const YamlEntry& entry : entries_) keys.push_back(entry.key);
  return keys;
}

bool FrontMatter::has(std::string_view key) const { return find(key) != nullptr; }

std::size_t FrontMatter::line(std::string_view key) const {
  const auto* entry = find(key);
  return entry ? entry->line + 2 : 0;
}

}  // namespace ai_memory
