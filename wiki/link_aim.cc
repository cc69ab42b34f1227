#include "wiki/link_aim.hh"

#include "wiki/lines.hh"
#include "wiki/link_style.hh"

namespace ai_memory {
namespace {

bool names_file(const Link& link, const PagePath& page) {
  if (is_path_like(link)) return false;
  const auto name = twin_key(link.target), stem = twin_key(page.stem());
  return name == stem || name == stem + ".md";
}

}  // namespace

std::optional<std::string> LinkAims::of(const Link& link) const {
  if (link.target.empty()) return std::nullopt;  // a part of the page itself
  if (const auto page = moves_.before.find(link, from_)) return of_page(link, *page);
  return from_ == to_ ? std::nullopt : of_nothing(link);
}

std::optional<std::string> LinkAims::of_page(const Link& link, const PagePath& page) const {
  const auto moved = moves_.moved.find(page);
  const auto& aim = moved == moves_.moved.end() ? page : moved->second;
  // A path that named the page in full goes on doing so, though the end of another path may be found by it.
  const bool in_full = is_path_like(link) && link_path(link, from_) == page.str();
  // And a name that was the file's is the file's, though the page is found by its title or alias too.
  if (names_file(link, page) && !names_file(link, aim)) return aim.str();
  const auto now = moves_.after.find(link, to_);
  if (now == aim && (!in_full || link_path(link, to_) == aim.str())) return std::nullopt;
  return aim.str();
}

// Also a link that leads nowhere says where it would lead.
std::optional<std::string> LinkAims::of_nothing(const Link& link) const {
  if (!is_path_like(link)) return std::nullopt;
  if (auto path = link_path(link, from_); !path.empty())
    return link_path(link, to_) == path ? std::nullopt : std::optional(std::move(path));
  if (link.wiki || !moves_.is_file) return std::nullopt;
  auto file = linked_file(link.target, from_);
  if (file.empty() || linked_file(link.target, to_) == file || !moves_.is_file(file)) return std::nullopt;
  return file;
}

std::optional<std::string> LinkAims::text(const Link& link, std::string_view raw, bool angle,
                                          const std::string& path) const {
  return restyled(link, raw, angle, to_, path, moves_.after);
}

Link link_of_value(std::string_view value) {
  value = trim(value);
  if (value.starts_with("[[") && value.ends_with("]]") && value.size() >= 4) value = value.substr(2, value.size() - 4);
  Link link;
  link.wiki = true;
  link.target = trim(value.substr(0, value.find_first_of("|#")));
  if (link.target.find_first_of("[]()") != std::string::npos) link.target.clear();  // running text, a markdown link
  return link;
}

}  // namespace ai_memory
