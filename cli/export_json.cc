#include "cli/export_json.hh"

#include <map>
#include <nlohmann/json.hpp>

#include "cli/link_json.hh"
#include "cli/output.hh"
#include "cli/page_json.hh"
#include "wiki/markdown.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

using nlohmann::ordered_json;

NamedPage named(const Page& page) {
  return {page.path, page.title, page.aliases, page.front_matter.text("permalink").value_or("")};
}

void add_content(ordered_json& one, const Page& page, const std::string& text, const LinkTargets& targets) {
  const Outline shape = page.readable ? outline(page.body) : Outline{};
  one["front_matter"] = ordered_json::parse(page.front_matter.json());
  one["links"] = json_links(page, shape, targets);
  one["observations"] = json_observations(page, shape);
  if (is_utf8(text)) {
    one["body"] = page.readable ? std::string(page.body) : text;
    one["text"] = text;
  } else {
    one["base64"] = base64(text);
  }
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const auto part = bytes.substr(at, 3);
    unsigned bits = 0;
    for (std::size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < part.size() ? static_cast<unsigned char>(part[i]) : 0u);
    for (std::size_t i = 0; i < 4; ++i) out += i > part.size() ? '=' : kDigits[bits >> (18 - 6 * i) & 63];
  }
  return out;
}

ordered_json export_json(const std::vector<ExportedPage>& pages, const std::vector<IndexedPage>& known, bool usage) {
  std::map<PagePath, const IndexedPage*> by_path;
  for (const IndexedPage& page : known) by_path[page.path] = &page;
  std::vector<NamedPage> names;
  for (const ExportedPage& page : pages) names.push_back(named(parse_page(page.path, page.text)));
  const LinkTargets targets(std::move(names));

  ordered_json document = json_document();
  document["pages"] = ordered_json::array();
  for (const auto& [path, name, text] : pages) {
    const Page page = parse_page(path, text);
    ordered_json one = {{"path", path.str()},      {"name", name},      {"project", path.project().str()},
                        {"title", page.title},     {"kind", page.kind}, {"tier", tier_name(page.tier)},
                        {"aliases", page.aliases}, {"tags", page.tags}};
    if (const auto at = by_path.find(path); at != by_path.end()) {
      const IndexedPage& seen = *at->second;
      one["tags"] = seen.tags;
      one["created"] = format_time(seen.created);
      one["changed"] = format_time(seen.body_changed);
      if (usage) one["accesses"] = seen.accesses;
      if (usage) one["last_access"] = json_time(seen.last_access);
    }
    add_content(one, page, text, targets);
    document["pages"].push_back(std::move(one));
  }
  return document;
}

}  // namespace ai_memory
