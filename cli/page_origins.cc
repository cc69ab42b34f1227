#include "cli/page_origins.hh"

#include "decay/merge_text.hh"
#include "index/links.hh"
#include "wiki/link_target.hh"
#include "wiki/markdown.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

// Stubs may be gone by now: then it is the path that counts.
void add_taken_in(Context& context, const PagePath& path, const std::vector<Link>& links, std::set<PagePath>& merged) {
  if (links.empty()) return;
  const LinkTargets targets(context.index().named_pages());
  for (const Link& link : links) {
    if (const auto page = targets.find(link, path)) {
      merged.insert(*page);
      continue;
    }
    std::string name = link_path(link, path);
    if (!name.ends_with(".md")) name += ".md";
    if (is_page_name(name)) merged.insert(PagePath::existing(name));
  }
}

std::vector<Observation> stated_origins(const Page& page, const Outline& shape) {
  std::vector<Observation> found;
  for (const auto& item : shape.bracketed) {
    auto stated = parse_observation(item.text);
    if (!stated || stated->context.empty()) continue;
    stated->line = item.line + page.body_line - 1;
    found.push_back(std::move(*stated));
  }
  return found;
}

}  // namespace

PageOrigins page_origins(Context& context, const PagePath& path) {
  PageOrigins origins;
  for (const PageLink& link : context.index().links())
    if (link.kind == "superseded_by" && link.to == path && link.from != path) origins.merged.insert(link.from);
  const std::string text = context.wiki().read(path).value_or("");
  const Page page = parse_page(path, text);
  if (!page.readable) return origins;
  const Outline shape = outline(page.body);
  origins.observations = stated_origins(page, shape);
  add_taken_in(context, path, merged_from(page.body, shape), origins.merged);
  return origins;
}

}  // namespace ai_memory
