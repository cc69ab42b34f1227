#include "wiki/wikilink.hh"

#include <algorithm>
#include <array>

#include "wiki/lines.hh"

namespace ai_memory {
namespace {

Link parse_inside(std::string_view inside) {
  Link link;
  link.wiki = true;
  const auto bar = std::min(inside.find('|'), inside.size());
  if (bar < inside.size()) link.label = trim(inside.substr(bar + 1));
  const auto path = inside.substr(0, bar);
  const auto hash = std::min(path.find('#'), path.size());
  link.target = trim(path.substr(0, hash));
  if (hash < path.size()) link.fragment = trim(path.substr(hash + 1));
  return link;
}

}  // namespace

std::optional<FoundWikilink> find_wikilink(std::string_view text, std::size_t from) {
  auto floor = from;
  for (auto close = text.find("]]", from); close != std::string_view::npos; close = text.find("]]", close + 2)) {
    const auto nearest = text.substr(floor, close - floor).rfind("[[");
    if (nearest != std::string_view::npos) {
      const auto open = floor + nearest;
      const auto inside = text.substr(open + 2, close - open - 2);
      const auto link = parse_inside(inside);
      const bool clean = inside.find_first_of("[]") == std::string_view::npos;
      if (clean && !(link.target.empty() && link.fragment.empty())) return FoundWikilink{open, close + 2, link};
    }
    floor = close;
  }
  return std::nullopt;
}

std::string relation_name(std::string_view words, bool alone) {
  words = trim(words, " \t:");
  std::string name;
  for (const char byte : words) {
    const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    if (letter)
      name += static_cast<char>(byte | 0x20);
    else if (byte == ' ' || byte == '_' || byte == '-')
      name += '_';
    else
      return {};
  }
  constexpr std::array<std::string_view, 8> kKinds = {"causes",     "fixes",   "supports", "contradicts",
                                                      "related_to", "part_of", "precedes", "supersedes"};
  if (std::find(kKinds.begin(), kKinds.end(), name) != kKinds.end()) return name;
  const auto gaps = std::count(words.begin(), words.end(), ' ');
  if (name.empty() || gaps > (alone ? 2 : 0)) return {};
  return "related_to:" + name;
}

}  // namespace ai_memory
