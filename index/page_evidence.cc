#include "index/page_evidence.hh"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "decay/retention.hh"
#include "index/links.hh"
#include "index/search_index_impl.hh"
#include "wiki/front_matter_links.hh"
#include "wiki/lines.hh"
#include "wiki/link_aim.hh"
#include "wiki/link_target.hh"
#include "wiki/markdown.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

// ?1: the pages, as JSON. Links from them, and from what may speak for or against them. A target with a folder that is
// a page's path means that page and no other (see LinkTargets); what the others mean is looked for by all names.
constexpr std::string_view kLinks = R"sql(
SELECT l.target, l.kind, p.id, p.path, p.tier, p.body_changed, t.id, t.path, t.tier, t.body_changed
FROM links l JOIN pages p ON p.id = l.page LEFT JOIN pages t ON t.path = l.target AND instr(l.target, '/') > 0
WHERE p.id IN (SELECT value FROM json_each(?1))
   OR ((p.tier = 'episodic' OR l.kind = 'contradicts')
       AND (t.id IS NULL OR t.id IN (SELECT value FROM json_each(?1))))
)sql";

constexpr std::string_view kSurvivors = R"sql(
SELECT p.id, p.path, l.target FROM links l JOIN pages p ON p.id = l.page
WHERE l.kind = 'superseded_by' AND p.id IN (SELECT value FROM json_each(?1))
)sql";

constexpr std::string_view kPage = "SELECT id, tier, body_changed FROM pages WHERE path = ?1";

constexpr std::string_view kStated = R"sql(
SELECT id, front_matter, created, path FROM pages WHERE id IN (SELECT value FROM json_each(?1))
)sql";

constexpr std::array<std::string_view, 3> kEvidenceKeys = {"evidence", "derived_from", "source"};

bool names_evidence(std::string_view kind) {
  constexpr std::string_view kOther = "related_to:";  // how a key that is no relation is kept
  if (kind.starts_with(kOther)) kind.remove_prefix(kOther.size());
  return std::find(kEvidenceKeys.begin(), kEvidenceKeys.end(), kind) != kEvidenceKeys.end();
}

// As FrontMatter::list has them.
std::vector<std::string> items_of(const nlohmann::json& value) {
  if (value.is_string()) return {value.get<std::string>()};
  std::vector<std::string> items;
  if (!value.is_array()) return items;
  for (const auto& one : value)
    for (std::string& item : items_of(one)) items.push_back(std::move(item));
  return items;
}

// Such an item is among the links, or is the page itself ("[[#part]]"). A URL, a file and running text are not.
bool may_name_page(std::string_view key, const std::string& item, const PagePath& from) {
  if (!is_link_value(key, item)) return false;
  const Link link = link_of_value(item);
  return !link_path(link, from).empty() || (link.target.empty() && trim(item).starts_with("[["));
}

// A page at one end of a link.
struct End {
  std::int64_t id;
  PagePath path;
  bool episodic;
  Timestamp changed;
};

bool is_episodic(std::string_view tier) { return tier == tier_name(Tier::episodic); }

// From four columns on; absent where they are null.
std::optional<End> read_end(const sqlite::Statement& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return End{row.integer(column), PagePath::existing(row.text(column + 1)), is_episodic(row.text(column + 2)),
             row.time(column + 3)};
}

class Gatherer {
 public:
  Gatherer(const sqlite::Database& database, const std::vector<std::int64_t>& pages)
      : database_(database), find_(database.prepare(kPage)), ids_(json_ids(pages)) {
    for (const std::int64_t page : pages) found_[page];
  }

  std::map<std::int64_t, PageEvidence> run(Timestamp now) && {
    read_survivors();
    read_links();
    auto row = database_.prepare(kStated);
    row.with(ids_);
    while (row.step()) {
      PageEvidence& page = found_.at(row.integer(0));
      add_sources(page, row.text(1), PagePath::existing(row.text(3)));
      if (!page.newest && !page.sources.empty()) page.newest = row.time(2);
    }
    for (auto& [id, page] : found_) reckon(page, now);
    return std::move(found_);
  }

 private:
  // What was merged is evidence for the page that took it in, not the other way round.
  void read_survivors() {
    auto row = database_.prepare(kSurvivors);
    row.with(ids_);
    while (row.step())
      if (const auto survivor = look_up(row.text(2), PagePath::existing(row.text(1))))
        survivors_[row.integer(0)].insert(survivor->id);
  }

  bool took_in(std::int64_t evidence, std::int64_t page) const {
    const auto survivors = survivors_.find(page);
    return survivors != survivors_.end() && survivors->second.contains(evidence);
  }

  void read_links() {
    auto row = database_.prepare(kLinks);
    row.with(ids_);
    std::optional<End> from;  // read once for the links of a page, which follow each other
    while (row.step()) {
      const std::string target = row.text(0), kind = row.text(1);
      if (!from || from->id != row.integer(2)) from = read_end(row, 2);
      if (!from->episodic && kind != "contradicts" && !names_evidence(kind)) continue;
      auto to = read_end(row, 6);
      if (!to) to = look_up(target, from->path);
      add_link(*from, to, target, kind);
    }
  }

  void add_link(const End& from, const std::optional<End>& to, const std::string& target, const std::string& kind) {
    const bool asked = found_.contains(from.id);
    if (asked && names_evidence(kind) && !to) add_source(found_.at(from.id), target);
    if (!to || to->id == from.id) return;
    const bool against = kind == "contradicts";
    if (asked && (against || !took_in(to->id, from.id))) from_it(found_.at(from.id), kind, *to);
    if (found_.contains(to->id) && (against || !took_in(from.id, to->id)))
      from_elsewhere(found_.at(to->id), kind, from);
  }

  static void from_it(PageEvidence& page, const std::string& kind, const End& to) {
    if (names_evidence(kind)) add(page, to);
    if (kind == "contradicts") page.contradictions.insert(to.path);
  }

  static void from_elsewhere(PageEvidence& page, const std::string& kind, const End& from) {
    if (kind == "contradicts")
      page.contradictions.insert(from.path);
    else if (from.episodic)
      add(page, from);
  }

  static void add(PageEvidence& page, const End& evidence) {
    (evidence.episodic ? page.sessions : page.further).insert(evidence.path);
    page.newest = std::max(page.newest.value_or(evidence.changed), evidence.changed);
  }

  static void add_source(PageEvidence& page, const std::string& source) {
    if (!source.empty()) page.sources.insert(source);
  }

  static void add_sources(PageEvidence& page, const std::string& front_matter, const PagePath& path) {
    const auto stated = nlohmann::json::parse(front_matter, nullptr, false);
    if (!stated.is_object()) return;
    for (const auto key : kEvidenceKeys)
      if (const auto value = stated.find(key); value != stated.end())
        for (const std::string& item : items_of(*value))
          if (!may_name_page(key, item, path)) add_source(page, item);
  }

  static void reckon(PageEvidence& page, Timestamp now) {
    Support support{page.sessions.size(), page.further.size() + page.sources.size(), 0, page.contradictions.size()};
    if (page.newest) support.newest_days = days_since(*page.newest, now);
    page.terms = belief(support);
  }

  // Names are read when the first link needs them.
  std::optional<End> look_up(const std::string& target, const PagePath& from) {
    if (!targets_) targets_.emplace(named_pages(database_));
    const auto path = targets_->find(target, from);
    if (!path || !find_.with(path->str()).step()) return std::nullopt;
    return End{find_.integer(0), *path, is_episodic(find_.text(1)), find_.time(2)};
  }

  const sqlite::Database& database_;
  sqlite::Statement find_;
  std::string ids_;
  std::optional<LinkTargets> targets_;
  std::map<std::int64_t, PageEvidence> found_;
  std::map<std::int64_t, std::set<std::int64_t>> survivors_;  // pages by those that they are superseded by
};

}  // namespace

std::map<std::int64_t, PageEvidence> evidence_of(const sqlite::Database& database,
                                                 const std::vector<std::int64_t>& pages, Timestamp now) {
  return Gatherer(database, pages).run(now);
}

PageEvidence SearchIndex::evidence(const PagePath& page, Timestamp now) const {
  auto row = impl_->database().prepare(kPage);
  if (!row.with(page.str()).step()) return {};
  const std::int64_t id = row.integer(0);
  return evidence_of(impl_->database(), {id}, now).at(id);
}

}  // namespace ai_memory
