#include "cli/page_evidence.hh"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "cli/page_json.hh"
#include "decay/merge_text.hh"
#include "decay/retention.hh"
#include "index/links.hh"
#include "wiki/front_matter_links.hh"
#include "wiki/link_target.hh"
#include "wiki/markdown.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

constexpr std::array<std::string_view, 3> kEvidenceKeys = {"evidence", "derived_from", "source"};

bool names_evidence(std::string_view kind) {
  constexpr std::string_view kOther = "related_to:";  // how a key that is no relation is kept
  if (kind.starts_with(kOther)) kind.remove_prefix(kOther.size());
  return std::find(kEvidenceKeys.begin(), kEvidenceKeys.end(), kind) != kEvidenceKeys.end();
}

class Gatherer {
 public:
  Gatherer(Context& context, const PagePath& path) : context_(context), path_(path) {}

  PageEvidence run() && {
    for (const auto& link : context_.index().links()) {
      if (link.from == path_ && names_evidence(link.kind))
        link.to ? add(*link.to) : add_source(link.target);
      else if (link.to == path_ && link.from != path_)
        from_elsewhere(link);
      if (link.kind == "contradicts" && link.from == path_ && link.to && *link.to != path_)
        found_.contradictions.insert(*link.to);
    }
    read_text();
    reckon();
    return std::move(found_);
  }

 private:
  void add(const PagePath& page) {
    const auto there = page == path_ ? std::nullopt : context_.index().page(page);
    if (!there) return;
    (there->tier == "episodic" ? found_.sessions : found_.further).insert(page);
    found_.newest = std::max(found_.newest.value_or(there->body_changed), there->body_changed);
  }

  void from_elsewhere(const PageLink& link) {
    if (link.kind == "superseded_by") found_.merged.insert(link.from);
    if (link.kind == "contradicts") {
      found_.contradictions.insert(link.from);
      return;
    }
    if (const auto page = context_.index().page(link.from); page && page->tier == "episodic") add(link.from);
  }

  void add_source(const std::string& source) {
    if (!source.empty()) found_.sources.insert(source);
  }

  void read_text() {
    const std::string text = context_.wiki().read(path_).value_or("");
    const Page page = parse_page(path_, text);
    for (const auto key : kEvidenceKeys)
      for (const auto& value : page.front_matter.list(key))
        if (!is_link_value(key, value)) add_source(value);
    if (!page.readable) return;
    const Outline shape = outline(page.body);
    for (const auto& item : shape.bracketed) {
      auto stated = parse_observation(item.text);
      if (!stated || stated->context.empty()) continue;
      stated->line = item.line + page.body_line - 1;
      found_.observations.push_back(std::move(*stated));
    }
    add_merged(merged_from(page.body, shape));
  }

  // Stubs may be gone by now: then it is the path that counts.
  void add_merged(const std::vector<Link>& links) {
    if (links.empty()) return;
    const LinkTargets targets(context_.index().named_pages());
    for (const Link& link : links) {
      if (const auto page = targets.find(link, path_)) {
        found_.merged.insert(*page);
        continue;
      }
      std::string path = link_path(link, path_);
      if (!path.ends_with(".md")) path += ".md";
      if (is_page_name(path)) found_.merged.insert(PagePath::existing(path));
    }
  }

  void reckon() {
    Support support{found_.sessions.size(), found_.further.size() + found_.sources.size(), 0,
                    found_.contradictions.size()};
    if (!found_.newest && !found_.sources.empty())
      if (const auto page = context_.index().page(path_)) found_.newest = page->created;
    if (found_.newest) support.newest_days = days_since(*found_.newest, context_.now());
    found_.terms = belief(support);
  }

  Context& context_;
  const PagePath& path_;
  PageEvidence found_;
};

}  // namespace

PageEvidence page_evidence(Context& context, const PagePath& path) { return Gatherer(context, path).run(); }

nlohmann::ordered_json json_paths(const std::set<PagePath>& pages) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& page : pages) list.push_back(page.str());
  return list;
}

nlohmann::ordered_json json_evidence(const PageEvidence& evidence) {
  return {{"sessions", json_paths(evidence.sessions)},
          {"pages", json_paths(evidence.further)},
          {"sources", evidence.sources},
          {"contradictions", json_paths(evidence.contradictions)},
          {"newest", json_time(evidence.newest)},
          {"support", evidence.terms.support},
          {"amount", evidence.terms.amount},
          {"fresh", evidence.terms.fresh}};
}

}  // namespace ai_memory
