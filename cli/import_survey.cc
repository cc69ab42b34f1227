#include "cli/import_survey.hh"

#include "wiki/inline_tags.hh"
#include "wiki/link_target.hh"
#include "wiki/markdown.hh"
#include "wiki/observations.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

std::string as_written(const Link& link) {
  const std::string target = link.target + (link.fragment.empty() ? "" : "#" + link.fragment);
  return link.wiki ? "[[" + target + "]]" : "(" + target + ")";
}

void survey_page(const Page& page, const LinkTargets& targets, std::vector<std::string>& tags, ImportSurvey& found) {
  const Outline shape = outline(page.body);
  for (const Link& link : shape.links) {
    if (!link.relation.empty()) ++found.relations;
    if (link_path(link, page.path).empty()) continue;
    ++found.links;
    if (!targets.find(link, page.path))
      found.nowhere.push_back(
          {page.path.display(), as_written(link) + ", line " + std::to_string(link.line + page.body_line - 1)});
  }
  for (const auto& item : shape.bracketed) found.observations += parse_observation(item.text).has_value() ? 1 : 0;
  tags.insert(tags.end(), shape.tags.begin(), shape.tags.end());
  tags.insert(tags.end(), page.tags.begin(), page.tags.end());
}

}  // namespace

ImportSurvey survey(const std::vector<ImportedPage>& pages) {
  std::vector<Page> parsed;
  std::vector<NamedPage> names;
  for (const ImportedPage& page : pages) {
    parsed.push_back(parse_page(page.path, page.content));
    const Page& last = parsed.back();
    names.push_back({last.path, last.title, last.aliases, last.front_matter.text("permalink").value_or("")});
  }
  const LinkTargets targets(std::move(names));
  ImportSurvey found;
  std::vector<std::string> tags;
  for (const Page& page : parsed)
    if (page.readable) survey_page(page, targets, tags, found);
  keep_first_tags(tags);
  found.tags = tags.size();
  return found;
}

}  // namespace ai_memory
