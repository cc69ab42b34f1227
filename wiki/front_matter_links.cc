#include "wiki/front_matter_links.hh"

#include <algorithm>
#include <array>

#include "wiki/front_matter.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr std::array<std::string_view, 6> kLinkKeys = {"supersedes",  "superseded_by", "merged_from",
                                                       "summary_ref", "derived_from",  "evidence"};

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
      const auto& key = yaml_.entries[i].key;
      if (std::find(kLinkKeys.begin(), kLinkKeys.end(), key) == kLinkKeys.end()) continue;
      const auto count = values_of(yaml_.entries[i]).size();
      for (std::size_t value = 0; value < count; ++value) rewrite_value(i, value);
    }
    return std::move(text_);
  }

 private:
  void rewrite_value(std::size_t entry, std::size_t value) {
    auto values = values_of(yaml_.entries[entry]);
    const auto link = link_of_value(values[value]);
    const auto path = aims_.of(link);
    if (!path) return;
    const auto target = aims_.text(link, link.target, false, *path);
    if (!target) return leave(entry, link, "no [[link]] can name " + *path);
    const auto at = values[value].find(link.target);
    values[value] = with_part(values[value], at, link.target.size(), *target);
    if (replace(entry, values, link.target, *target)) {
      ++page_.changed;
    } else {
      leave(entry, link, "its place in the front matter is not certain");
    }
  }

  void leave(std::size_t entry, const Link& link, std::string why) {
    page_.left.push_back({yaml_.entries[entry].line + 2, link.target, std::move(why)});
  }

  bool replace(std::size_t entry, const std::vector<std::string>& values, const std::string& old,
               const std::string& target) {
    constexpr int kMostTries = 100;
    const auto line = yaml_.entries[entry].line;
    const auto next = std::upper_bound(yaml_.key_lines.begin(), yaml_.key_lines.end(), line);
    const auto end = next == yaml_.key_lines.end() ? text_.size() : line_start(text_, *next);
    const auto begin = line_start(text_, line) + (yaml_.flow ? 0 : yaml_.entries[entry].key.size());
    int tries = 0;
    for (auto at = text_.find(old, begin); at < end && ++tries <= kMostTries; at = text_.find(old, at + 1))
      for (const auto& written : {target, doubled_quotes(target)}) {
        auto text = with_part(text_, at, old.size(), written);
        auto yaml = read_yaml_block(text);
        if (!is_that_change(yaml_, yaml, entry, values)) continue;
        text_ = std::move(text);
        yaml_ = std::move(yaml);
        return true;
      }
    return false;
  }

  std::string text_;
  YamlBlock yaml_;
  RewrittenLinks& page_;
  const LinkAims& aims_;
};

}  // namespace

void rewrite_front_matter_links(RewrittenLinks& page, const LinkAims& aims) {
  const auto split = split_front_matter(page.text);
  const auto begin = static_cast<std::size_t>(split.block.data() - page.text.data());
  const auto size = split.block.size();
  auto block = Block(std::string(split.block), page, aims).rewrite();
  page.text = with_part(page.text, begin, size, block);
}

}  // namespace ai_memory
