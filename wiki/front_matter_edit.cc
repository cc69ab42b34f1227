#include "wiki/error.hh"
#include "wiki/front_matter.hh"
#include "wiki/lines.hh"
#include "wiki/yaml_span.hh"

namespace ai_memory {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorKind::failed, "front matter: " + why, "mend the page's front matter by hand; nothing was written");
}

[[noreturn]] void refuse_key(const std::string& key) {
  refuse("'" + key + "' cannot be changed without touching other lines");
}

std::optional<std::size_t> index_of(const YamlBlock& yaml, const std::string& key) {
  for (std::size_t i = 0; i < yaml.entries.size(); ++i)
    if (yaml.entries[i].key == key) return i;
  return std::nullopt;
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const auto part : parts) out += part;
  return out;
}

std::string with_value(std::string_view block, const YamlSpan& span, const std::string& value) {
  const bool had_value = span.value_end > span.value;
  const auto begin = had_value ? span.value : span.colon;
  const auto end = had_value ? span.value_end : span.colon;
  const bool gap = begin == span.colon && !value.empty();
  return joined(
      {block.substr(0, begin), gap ? " " : "", value, block.substr(end, span.tail - end), block.substr(span.tail_end)});
}

std::string without_entry(std::string_view block, const YamlSpan& span) {
  auto shorter = joined({block.substr(0, span.line), block.substr(span.end)});
  const bool comments_alone = read_yaml_block(shorter).kind == YamlBlock::Kind::blank && !trim(shorter).empty();
  return comments_alone ? with_value(block, span, "") : shorter;
}

// In a list an item that holds one of these is quoted, whatever it would be alone.
std::string list_item(const std::string& item) {
  if (item.find_first_of(",[]{}") == std::string::npos) return yaml_scalar(item);
  std::string quoted = "'";
  for (const char c : item) quoted += c == '\'' ? "''" : std::string(1, c);
  return quoted + "'";
}

std::string written_value(const FrontMatterEdit& edit) {
  if (edit.value) return yaml_scalar(*edit.value);
  std::string list;
  for (const auto& item : edit.items) list += (list.empty() ? "[" : ", ") + list_item(item);
  return list + "]";
}

std::string with_new_entry(std::string_view block, const YamlBlock& yaml, const FrontMatterEdit& edit,
                           std::string_view line_end) {
  const std::string indent(yaml.entries.empty() ? 0 : yaml.entries[0].column, ' ');
  return joined({block, indent, yaml_scalar(edit.key), ": ", written_value(edit), line_end});
}

YamlSpan locate(std::string_view block, const YamlBlock& yaml, std::size_t index) {
  const auto span = locate_entry(block, yaml, index);
  if (!span) refuse_key(yaml.entries[index].key);
  return *span;
}

std::string edit_block(std::string block, const FrontMatterEdit& edit, std::string_view line_end) {
  auto yaml = read_yaml_block(block);
  if (yaml.flow) refuse("it is one {…} and cannot be edited by line");
  auto index = index_of(yaml, edit.key);
  if (!edit.removes()) {
    if (!index) return with_new_entry(block, yaml, edit, line_end);
    const auto& entry = yaml.entries[*index];
    if (edit.value ? entry.scalar == edit.value : entry.is_list && entry.items == edit.items) return block;
    return with_value(block, locate(block, yaml, *index), written_value(edit));
  }
  while (index) {  // a key given twice goes twice, or the second would take effect
    auto shorter = without_entry(block, locate(block, yaml, *index));
    if (shorter.size() >= block.size()) return shorter;
    block = std::move(shorter);
    yaml = read_yaml_block(block);
    index = index_of(yaml, edit.key);
  }
  return block;
}

// An empty block at the top, for a page that has none.
std::string with_empty_block(std::string_view text) {
  const std::size_t start = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  const auto first = line_at(text, start);
  const std::string line_end =
      first.next > first.end ? std::string(text.substr(first.end, first.next - first.end)) : "\n";
  return joined({text.substr(0, start), "---", line_end, "---", line_end, text.substr(start)});
}

std::vector<std::string> untouched_entries(std::string_view text, const std::vector<FrontMatterEdit>& edits) {
  std::vector<std::string> entries;
  for (const auto& entry : read_yaml_block(split_front_matter(text).block).entries) {
    bool touched = false;
    for (const auto& edit : edits) touched = touched || edit.key == entry.key;
    if (!touched) entries.push_back(entry.json);
  }
  return entries;
}

void verify(std::string_view before, std::string_view after, const std::vector<FrontMatterEdit>& edits) {
  const auto matter = FrontMatter::parse(after);
  if (matter.problem()) refuse("the edit would break it: " + matter.problem()->message);
  if (split_front_matter(before).body != split_front_matter(after).body) refuse("the edit would change the body");
  if (untouched_entries(before, edits) != untouched_entries(after, edits)) refuse("the edit would change other keys");
  for (std::size_t i = 0; i < edits.size(); ++i) {
    bool last = true;
    for (std::size_t later = i + 1; later < edits.size(); ++later) last = last && edits[later].key != edits[i].key;
    if (!last) continue;
    const auto& key = edits[i].key;
    if (!edits[i].items.empty()) {
      if (matter.list(key) != edits[i].items) refuse_key(key);
      continue;
    }
    if (matter.text(key).value_or("") != edits[i].value.value_or("") ||
        (!matter.text(key) && !matter.list(key).empty()))
      refuse_key(key);
  }
}

}  // namespace

std::string edit_front_matter(std::string_view page_text, const std::vector<FrontMatterEdit>& edits) {
  const auto matter = FrontMatter::parse(page_text);
  if (matter.problem()) refuse(matter.problem()->message + " (line " + std::to_string(matter.problem()->line) + ")");
  bool sets = false;
  for (const auto& edit : edits) sets = sets || !edit.removes();
  if (!matter.present() && !sets) return std::string(page_text);
  const auto text = matter.present() ? std::string(page_text) : with_empty_block(page_text);
  const auto split = split_front_matter(text);
  const auto begin = static_cast<std::size_t>(split.block.data() - text.data());
  const auto opening = line_at(text, text.starts_with("\xef\xbb\xbf") ? 3 : 0);
  const auto line_end = std::string_view(text).substr(opening.end, opening.next - opening.end);
  std::string block(split.block);
  for (const auto& edit : edits) block = edit_block(std::move(block), edit, line_end);
  auto edited = joined(
      {std::string_view(text).substr(0, begin), block, std::string_view(text).substr(begin + split.block.size())});
  verify(page_text, edited, edits);
  return edited;
}

}  // namespace ai_memory
