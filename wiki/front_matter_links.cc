#include "wiki/front_matter_links.hh"

#include <algorithm>
#include <array>

#include "wiki/front_matter.hh"
#include "wiki/lines.hh"
#include "wiki/wikilink.hh"

namespace ai_memory {
namespace {

constexpr std::array<std::string_view, 6> kLinkKeys = {"supersedes",  "superseded_by", "merged_from",
                                                       "summary_ref", "derived_from",  "evidence"};

constexpr std::array<std::string_view, 7> kTextKeys = {"title", "description", "tags",   "aliases",
                                                       "type",  "abstract",    "summary"};

bool contains(const auto& keys, std::string_view key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); }

// Two of the keys may hold prose as well, which is no page's name.
bool is_prose(std::string_view key, std::string_view value) {
  if (key != "derived_from" && key != "evidence") return false;
  return value.find(' ') != value.npos && value.find("[[") == value.npos && !value.ends_with(".md");
}

std::vector<std::string> values_of(const YamlEntry& entry) {
  return entry.scalar ? std::vector<std::string>{*entry.scalar} : entry.items;
}

std::size_t line_start(std::string_view block, std::size_t line) {
  std::size_t at = 0;
  while (line-- > 0 && at < block.size()) at = line_at(block, at).next;
  return at;
}

std::string with_part(std::string_view text, std::size_t at, std::size_t size, std::string_view part) {
  std::string out(text.substr(0, at));
  out += part;
  return out += text.substr(at + size);
}

// As it must stand between single quotes.
std::string doubled_quotes(std::string_view text) {
  std::string out;
  for (const char byte : text) out += byte == '\'' ? "''" : std::string(1, byte);
  return out;
}

// Whether only `entry` differs, and holds `values`.
bool is_that_change(const YamlBlock& before, const YamlBlock& after, std::size_t entry,
                    const std::vector<std::string>& values) {
  if (after.kind != YamlBlock::Kind::mapping || after.entries.size() != before.entries.size()) return false;
  for (std::size_t i = 0; i < after.entries.size(); ++i)
    if (i != entry && after.entries[i].json != before.entries[i].json) return false;
  const auto& changed = after.entries[entry];
  return changed.key == before.entries[entry].key && values_of(changed) == values;
}

class Block {
 public:
  Block(std::string text, RewrittenLinks& page, const LinkAims& aims)
      : text_(std::move(text)), yaml_(read_yaml_block(text_)), page_(page), aims_(aims) {}

  std::string rewrite() && {
    for (std::size_t i = 0; i < yaml_.entries.size(); ++i) {
      const auto changes = find_changes(i);
      if (changes.empty() || replace_all(i, changes)) continue;
      for (const auto& change : changes) replace_one(i, change);
    }
    return std::move(text_);
  }

 private:
  struct ValueChange {
    std::size_t value;  // index
    Link link;
    std::string target;
  };

  std::vector<ValueChange> find_changes(std::size_t entry) {
    std::vector<ValueChange> changes;
    const auto values = values_of(yaml_.entries[entry]);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!is_link_value(yaml_.entries[entry].key, values[i])) continue;
      auto link = link_of_value(values[i]);
      const auto path = aims_.of(link);
      if (!path) continue;
      auto target = aims_.text(link, link.target, false, *path);
      if (target)
        changes.push_back({i, std::move(link), std::move(*target)});
      else
        leave(entry, link, "no [[link]] can name " + *path);
    }
    return changes;
  }

  static void change_value(std::vector<std::string>& values, const ValueChange& change) {
    auto& value = values[change.value];
    value = with_part(value, value.find(change.link.target), change.link.target.size(), change.target);
  }

  // Where the entry's values stand.
  std::pair<std::size_t, std::size_t> part_of(std::size_t entry) const {
    const auto line = yaml_.entries[entry].line;
    const auto next = std::upper_bound(yaml_.key_lines.begin(), yaml_.key_lines.end(), line);
    const auto end = next == yaml_.key_lines.end() ? text_.size() : line_start(text_, *next);
    return {line_start(text_, line) + (yaml_.flow ? 0 : yaml_.entries[entry].key.size()), end};
  }

  // Takes each value for what follows the one before it, and is right as long as no comment says the same.
  bool replace_all(std::size_t entry, const std::vector<ValueChange>& changes) {
    auto values = values_of(yaml_.entries[entry]);
    const auto [begin, end] = part_of(entry);
    std::string text = text_.substr(0, begin);
    auto done = begin, next = std::size_t{0};
    for (std::size_t i = 0; i < values.size() && next < changes.size(); ++i) {
      const bool changed = changes[next].value == i;
      const auto part = changed ? changes[next].link.target : values[i];
      const auto at = text_.find(part, done);
      if (at >= end) return false;
      text += text_.substr(done, at - done) + (changed ? changes[next].target : part);
      done = at + part.size();
      if (changed) change_value(values, changes[next++]);
    }
    return accept(text + text_.substr(done), entry, values, changes.size());
  }

  void replace_one(std::size_t entry, const ValueChange& change) {
    constexpr int kMostTries = 500;
    auto values = values_of(yaml_.entries[entry]);
    change_value(values, change);
    const auto& old = change.link.target;
    const auto [begin, end] = part_of(entry);
    for (auto at = text_.find(old, begin); at < end && tries_ < kMostTries; at = text_.find(old, at + 1))
      for (const auto& written : {change.target, doubled_quotes(change.target)}) {
        ++tries_;
        if (accept(with_part(text_, at, old.size(), written), entry, values, 1)) return;
      }
    leave(entry, change.link, "its place in the front matter is not certain");
  }

  bool accept(std::string text, std::size_t entry, const std::vector<std::string>& values, std::size_t changed) {
    auto yaml = read_yaml_block(text);
    if (!is_that_change(yaml_, yaml, entry, values)) return false;
    text_ = std::move(text);
    yaml_ = std::move(yaml);
    page_.changed += changed;
    return true;
  }

  void leave(std::size_t entry, const Link& link, std::string why) {
    page_.left.push_back({yaml_.entries[entry].line + 2, link.target, std::move(why)});
  }

  std::string text_;
  YamlBlock yaml_;
  RewrittenLinks& page_;
  const LinkAims& aims_;
  int tries_ = 0;
};

}  // namespace

bool is_link_value(std::string_view key, std::string_view value) {
  if (contains(kLinkKeys, key)) return !is_prose(key, value);
  const auto text = trim(value);
  return !contains(kTextKeys, key) && text.starts_with("[[") && text.ends_with("]]");
}

std::vector<Link> front_matter_links(const FrontMatter& front_matter) {
  std::vector<Link> links;
  for (const std::string& key : front_matter.keys())
    for (const std::string& value : front_matter.list(key)) {
      if (!is_link_value(key, value)) continue;
      links.push_back(link_of_value(value));
      links.back().relation = contains(kLinkKeys, key) ? key : relation_name(key, true);
      links.back().line = front_matter.line(key);
    }
  std::stable_sort(links.begin(), links.end(), [](const Link& a, const Link& b) { return a.line < b.line; });
  return links;
}

void rewrite_front_matter_links(RewrittenLinks& page, const LinkAims& aims) {
  const auto split = split_front_matter(page.text);
  const auto begin = static_cast<std::size_t>(split.block.data() - page.text.data());
  const auto size = split.block.size();
  auto block = Block(std::string(split.block), page, aims).rewrite();
  page.text = with_part(page.text, begin, size, block);
}

}  // namespace ai_memory
