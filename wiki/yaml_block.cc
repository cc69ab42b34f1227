#include "wiki/yaml_block.hh"

#include <array>
#include <cstdio>
#include <stdexcept>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/yaml.h>

#include "wiki/lines.hh"
#include "wiki/page_path.hh"

namespace ai_memory {
namespace {

constexpr int kMaxDepth = 100;
constexpr std::size_t kMaxJsonBytes = 1u << 20;

struct TooMuch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char byte : text) {
    if (byte == '"' || byte == '\\') out += '\\';
    if (static_cast<unsigned char>(byte) < 0x20) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(byte));
      out += escape.data();
    } else {
      out += byte;
    }
  }
  out += '"';
}

// Aliases share nodes, and one may lie within itself: the bounds are on what is written, not on what was parsed.
void append_json(std::string& out, const YAML::Node& node, int depth) {
  if (depth > kMaxDepth) throw TooMuch("nested deeper than 100 levels");
  if (out.size() > kMaxJsonBytes) throw TooMuch("aliases expand to more than 1 MB");
  if (node.IsScalar()) {
    append_json_string(out, node.Scalar());
  } else if (node.IsSequence()) {
    const char* separator = "[";
    for (const auto& item : node) {
      out += separator;
      append_json(out, item, depth + 1);
      separator = ",";
    }
    out += *separator == '[' ? "[]" : "]";
  } else if (node.IsMap()) {
    const char* separator = "{";
    for (const auto& item : node) {
      out += separator;
      append_json_string(out, item.first.IsScalar() ? item.first.Scalar() : std::string());
      out += ':';
      append_json(out, item.second, depth + 1);
      separator = ",";
    }
    out += *separator == '{' ? "{}" : "}";
  } else {
    out += "null";
  }
}

// Bounded by append_json, which has walked the same node before.
void append_items(std::vector<std::string>& items, const YAML::Node& node) {
  for (const auto& item : node) {
    if (item.IsScalar() && !item.Scalar().empty()) items.push_back(item.Scalar());
    if (item.IsSequence()) append_items(items, item);
  }
}

YamlEntry read_entry(const YAML::Node& key, const YAML::Node& value) {
  YamlEntry entry;
  entry.key = key.Scalar();
  entry.line = static_cast<std::size_t>(key.Mark().line);
  entry.column = static_cast<std::size_t>(key.Mark().column);
  append_json_string(entry.json, entry.key);
  entry.json += ':';
  append_json(entry.json, value, 1);
  if (value.IsScalar() && !value.Scalar().empty()) entry.scalar = value.Scalar();
  entry.is_list = value.IsSequence();
  if (entry.is_list) append_items(entry.items, value);
  return entry;
}

YamlBlock broken(std::size_t line, std::string why) {
  YamlBlock block;
  block.kind = YamlBlock::Kind::broken;
  block.error_line = line;
  block.error = std::move(why);
  return block;
}

bool is_document_marker(std::string_view line) {
  if (!line.starts_with("---") && !line.starts_with("...")) return false;
  return line.size() == 3 || line[3] == ' ' || line[3] == '\t';
}

// What yaml-cpp must not see (it takes ^D for the end of the text), or would pass over in silence.
std::optional<YamlBlock> refuse_early(std::string_view block) {
  std::size_t number = 0;
  for (std::size_t at = 0; at < block.size(); ++number) {
    const auto line = line_at(block, at);
    const auto text = line.of(block);
    for (const char byte : text)
      if (static_cast<unsigned char>(byte) < 0x20 && byte != '\t') return broken(number, "a control character");
    if (!is_utf8(text)) return broken(number, "not UTF-8");
    if (is_document_marker(text)) return broken(number, "more than one YAML document");
    at = line.next;
  }
  return std::nullopt;
}

// Every line keeps its number.
std::string with_lf(std::string_view block) {
  std::string out;
  out.reserve(block.size());
  for (std::size_t at = 0; at < block.size();) {
    const auto line = line_at(block, at);
    out += line.of(block);
    if (line.next > line.end) out += '\n';
    at = line.next;
  }
  return out;
}

}  // namespace

YamlBlock read_yaml_block(std::string_view block) {
  if (auto refused = refuse_early(block)) return *refused;
  YamlBlock result;
  std::size_t line = 0;
  try {
    const auto root = YAML::Load(with_lf(block));
    if (root.IsNull()) return result;
    result.kind = root.IsMap() ? YamlBlock::Kind::mapping : YamlBlock::Kind::other;
    if (!root.IsMap()) return result;
    result.flow = root.Style() == YAML::EmitterStyle::Flow;
    std::size_t bytes = 0;
    for (const auto& item : root) {
      line = static_cast<std::size_t>(item.first.Mark().line);
      result.key_lines.push_back(line);
      if (!item.first.IsScalar()) continue;
      result.entries.push_back(read_entry(item.first, item.second));
      bytes += result.entries.back().json.size();
      if (bytes > kMaxJsonBytes) throw TooMuch("aliases expand to more than 1 MB");
    }
    return result;
  } catch (const YAML::DeepRecursion&) {
    return broken(0, "nested deeper than 100 levels");
  } catch (const YAML::Exception& error) {
    return broken(error.mark.is_null() ? 0 : static_cast<std::size_t>(error.mark.line), error.msg);
  } catch (const TooMuch& error) {
    return broken(line, error.what());
  }
}

}  // namespace ai_memory
