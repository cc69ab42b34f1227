#include "index/candidates.hh"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "decay/retention.hh"
#include "index/entities.hh"
#include "index/links.hh"
#include "index/page_evidence.hh"
#include "index/reviews.hh"

namespace ai_memory {
namespace {

// ?1..?9: project's workspace and name or NULL; lists as JSON: kinds, tiers, tags, paths, projects; since; now.
// ?10, ?11: keep what is expired, what is superseded. ?12: when it must be valid; NULL: at any time. ?13: what is left
// out, lists as above by their names in a JSON object; absent: nothing.
constexpr std::string_view kVisible = R"sql(
  (?1 IS NULL OR (p.workspace = ?1 AND p.project IN (?2, '_global')))
  AND (?3 = '[]' OR p.kind COLLATE NOCASE IN (SELECT value FROM json_each(?3)))
  AND (?4 = '[]' OR p.tier IN (SELECT value FROM json_each(?4)))
  AND (?5 = '[]' OR NOT EXISTS (
        SELECT 1 FROM json_each(?5) w WHERE NOT EXISTS (
          SELECT 1 FROM tags t WHERE t.page = p.id AND (
            t.tag = w.value  -- or one below it: area/sub for area
            OR substr(t.tag, 1, length(w.value) + 1) = (w.value || '/') COLLATE NOCASE))))
  AND (?6 = '[]' OR EXISTS (SELECT 1 FROM json_each(?6) w WHERE instr(lower(p.path), lower(w.value)) > 0))
  AND (?7 = '[]' OR EXISTS (SELECT 1 FROM json_each(?7) w WHERE w.value IN (p.project, p.workspace || '/' || p.project)))
  AND (?8 IS NULL OR p.body_changed >= ?8)
  AND (?10 OR p.expires_at IS NULL OR p.expires_at > ?9)
  AND (?11 OR p.superseded_by = '')
  AND (?12 IS NULL OR ((p.valid_from IS NULL OR p.valid_from <= ?12) AND (p.valid_until IS NULL OR p.valid_until > ?12)))
  AND (?13 IS NULL OR NOT (
        p.kind COLLATE NOCASE IN (SELECT value FROM json_each(?13, '$.kinds'))
        OR p.tier IN (SELECT value FROM json_each(?13, '$.tiers'))
        OR EXISTS (SELECT 1 FROM json_each(?13, '$.tags') w JOIN tags t ON t.page = p.id AND (
             t.tag = w.value OR substr(t.tag, 1, length(w.value) + 1) = (w.value || '/') COLLATE NOCASE))
        OR EXISTS (SELECT 1 FROM json_each(?13, '$.paths') w WHERE instr(lower(p.path), lower(w.value)) > 0)
        OR EXISTS (SELECT 1 FROM json_each(?13, '$.projects') w
                   WHERE w.value IN (p.project, p.workspace || '/' || p.project))))
)sql";

// ?14: how many; ?15: what to match; ?16…?20: the weights of the columns.
constexpr std::string_view kColumns = R"sql(
SELECT p.id, p.path, p.kind, p.tier, p.pinned, p.superseded_by <> '',
       (SELECT group_concat(tag, char(31)) FROM tags WHERE page = p.id),
)sql";
constexpr std::string_view kMatching = R"sql(
       -bm25(pages_fts, ?16, ?17, ?18, ?19, ?20) AS score
FROM pages_fts JOIN pages p ON p.id = pages_fts.rowid
WHERE pages_fts MATCH ?15 AND
)sql";
constexpr std::string_view kBest = " ORDER BY score DESC, p.path LIMIT ?14";

constexpr std::string_view kAll = "0.0 FROM pages p WHERE";
// ?15: what must not match.
constexpr std::string_view kAllWithout =
    "0.0 FROM pages p WHERE p.id NOT IN (SELECT rowid FROM pages_fts WHERE pages_fts MATCH ?15) AND";
constexpr std::string_view kNewest = " ORDER BY p.body_changed DESC, p.path LIMIT ?14";

// ?14: the page.
constexpr std::string_view kOne = "0.0 FROM pages p WHERE p.id = ?14 AND";

constexpr std::string_view kKept = R"sql(
SELECT p.importance, p.body_changed, p.salience, coalesce(sum(u.n), 0), max(u.last), count(u.path), p.arousal, p.created
FROM pages p LEFT JOIN usage u ON u.path = p.path WHERE p.id = ?1
)sql";

// Words that stand together say more than the same words apart. Measured on LoCoMo (759 questions, sessions as units):
// MRR .801 with 0, .827 with 0.5, .820 with 1, .811 with 2.
constexpr double kPhraseWeight = 0.5;
// How many times the sum of the words' inverse document frequencies a page scores that has them all. Chosen on the open
// half of bench/questions and LoCoMo's sessions of 1, 1.5, 2 and 3; more helps paraphrase and costs names a little.
constexpr double kFullMatch = 1.5;
constexpr std::size_t kMostLinking = 5;  // of the best pages, whose links count

constexpr std::string_view kNotesOnly = " AND p.tier IN ('semantic', 'procedural')";
constexpr std::string_view kPinnedOnly = " AND p.pinned";

std::optional<std::string> json_excluded(const Query::Filter& excluded) {
  if (excluded.empty()) return std::nullopt;
  const nlohmann::json lists = {{"kinds", excluded.kinds},
                                {"tiers", excluded.tiers},
                                {"tags", excluded.tags},
                                {"paths", excluded.paths},
                                {"projects", excluded.projects}};
  return lists.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool is_note(const RankedPage& page) { return page.tier == "semantic" || page.tier == "procedural"; }

}  // namespace

std::string json_list(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto* texts : {&one, &other}) {
    for (const std::string& text : *texts) list.push_back(text);
  }
  return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void CandidateSearch::use(Embedder& embedder, const Embeddings& embeddings, const MeaningFloors& floors) {
  if (!embedder.knows_meaning()) return;
  embeddings_ = &embeddings;
  floors_ = floors;
  asked_ = embedder.embed_query(query_.question);
}

template <class... More>
std::vector<RankedPage> CandidateSearch::rows(std::string_view select, std::string_view order, std::size_t count,
                                              const More&... more) const {
  auto statement = database_.prepare(std::string(kColumns).append(select).append(kVisible).append(order));
  // Projects named in the query stand in for the one the user is in.
  std::optional<std::string> workspace, project;
  if (options_.project && query_.filter.projects.empty()) {
    workspace = options_.project->workspace;
    project = options_.project->name;
  }
  std::optional<Timestamp> valid_at;
  if (!options_.any_time) valid_at = options_.valid_at.value_or(now_);
  statement.with(workspace, project, json_list(options_.kinds, query_.filter.kinds),
                 json_list(options_.tiers, query_.filter.tiers), json_list(options_.tags, query_.filter.tags),
                 json_list(query_.filter.paths), json_list(query_.filter.projects), options_.since, now_,
                 options_.include_expired, options_.include_superseded, valid_at, json_excluded(query_.excluded), count,
                 more...);
  std::vector<RankedPage> found;
  while (statement.step())
    found.push_back({.id = statement.integer(0),
                     .path = statement.text(1),
                     .kind = statement.text(2),
                     .tier = statement.text(3),
                     .tags = statement.texts(6),
                     .pinned = statement.integer(4) != 0,
                     .superseded = statement.integer(5) != 0,
                     .words = statement.real(7)});
  return found;
}

std::vector<RankedPage> CandidateSearch::matching(const std::string& match, std::string_view only,
                                                  std::size_t count) const {
  return rows(kMatching, std::string(only).append(kBest), count, match, config_.title_weight, config_.alias_weight,
              config_.heading_weight, config_.tag_weight, config_.body_weight);
}

std::vector<std::string_view> CandidateSearch::preferred() const {
  std::vector<std::string_view> only;
  if (options_.notes_first) only.push_back(kNotesOnly);
  if (options_.pinned_first) only.push_back(kPinnedOnly);
  return only;
}

// What is to come first may be far behind all the others: it is looked for by itself.
std::vector<RankedPage> CandidateSearch::best(std::size_t count) const {
  if (query_.match.empty()) return query_.filter.empty() ? std::vector<RankedPage>() : newest(count);
  const auto first = preferred();
  ById by_id;
  add_words(by_id, "", count);
  for (const auto only : first) add_words(by_id, only, count);
  add_entities(by_id);
  add_meaning(by_id, "", count);
  for (const auto only : first) add_meaning(by_id, only, count);
  std::vector<RankedPage> found;
  for (auto& [id, candidate] : by_id) found.push_back(std::move(candidate));
  add_importance(found);
  add_belief(found);
  const double full = embeddings_ ? full_match() : 0;
  rank(found, config_.rank, full, floors_);
  add_links(found, full);
  put_first(found);
  return found;
}

std::vector<RankedPage> CandidateSearch::newest(std::size_t count) const {
  const auto stretch = [&](std::string_view only) {
    const std::string order = std::string(only).append(kNewest);
    return query_.without.empty() ? rows(kAll, order, count) : rows(kAllWithout, order, count, query_.without);
  };
  auto found = stretch("");
  std::set<std::int64_t> seen;
  for (const RankedPage& page : found) seen.insert(page.id);
  for (const auto only : preferred())
    for (RankedPage& page : stretch(only))
      if (seen.insert(page.id).second) found.push_back(std::move(page));
  put_first(found);
  return found;
}

void CandidateSearch::add_words(ById& found, std::string_view only, std::size_t count) const {
  for (RankedPage& page : matching(query_.match, only, count)) found.emplace(page.id, std::move(page));
  if (query_.phrase.empty()) return;
  for (const RankedPage& together : matching(query_.phrase, only, count)) {
    const auto known = found.find(together.id);
    if (known != found.end()) known->second.phrase = kPhraseWeight * together.words;
  }
}

// A word that a page has once weighs its inverse document frequency, as in BM25.
double CandidateSearch::full_match() const {
  database_.prepare("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, pages_fts, row)").run();
  const auto pages = static_cast<double>(database_.integer("SELECT count(*) FROM pages"));
  auto row = database_.prepare("SELECT doc FROM temp.vocabulary WHERE term = ?1");
  double sum = 0;
  for (const std::string& word : query_.words) {
    const double with_word = row.with(word).step() ? row.real(0) : 0;
    sum += std::max(0.0, std::log((pages - with_word + .5) / (with_word + .5)));
  }
  return kFullMatch * sum;
}

bool CandidateSearch::join(ById& found, std::int64_t page, std::string_view only) const {
  if (found.contains(page)) return true;
  auto row = rows(kOne, only, static_cast<std::size_t>(page));
  if (row.empty()) return false;
  found.emplace(page, std::move(row.front()));
  return true;
}

void CandidateSearch::add_entities(ById& found) const {
  if (query_.question.empty() || config_.rank.entity_weight <= 0) return;
  for (const auto& [page, said] : entity_matches(database_, query_.question))
    if (join(found, page)) found.at(page).entities = said;
}

// What the words did not find joins by its cosine, and what they did find gets one too.
void CandidateSearch::add_meaning(ById& found, std::string_view only, std::size_t count) const {
  if (!embeddings_ || asked_.empty()) return;
  std::set<std::int64_t> known;
  for (const auto& [id, candidate] : found) known.insert(id);
  const auto wanted = [&](std::int64_t id) { return join(found, id, only); };
  for (const ChunkMatch& match : embeddings_->nearest(asked_, count, known, wanted)) {
    RankedPage& candidate = found.at(match.page);
    candidate.cosine = match.cosine;
    candidate.line = match.line;
  }
}

void CandidateSearch::add_importance(std::vector<RankedPage>& found) const {
  if (config_.rank.importance_weight <= 0) return;
  auto row = database_.prepare(kKept);
  for (RankedPage& page : found) {
    if (!row.with(page.id).step()) continue;
    PageUsage usage{.body_changed = row.time(1),
                    .salience = row.real(2),
                    .tier = tier_from_name(page.tier).value_or(Tier::unknown),
                    .accesses = row.integer(3),
                    .last_access = row.maybe_time(4),
                    .actors = row.integer(5),
                    .importance = row.maybe_real(0),
                    .arousal = row.real(6),
                    .created = row.time(7)};
    usage.reviews = reviews_of(database_, page.path);
    const double kept = retention(usage, now_, options_.decay).score;
    page.kept_in_mind = std::clamp(usage.importance.value_or(0.5), 0.0, 1.0) * std::clamp(kept, 0.0, 1.0);
  }
}

void CandidateSearch::add_belief(std::vector<RankedPage>& found) const {
  if (config_.rank.belief_weight <= 0) return;
  std::vector<std::int64_t> ids;
  for (const RankedPage& page : found) ids.push_back(page.id);
  const auto evidence = evidence_of(database_, ids, now_);
  for (RankedPage& page : found) {
    const PageEvidence& said = evidence.at(page.id);
    const auto against = static_cast<double>(said.contradictions.size());
    page.belief = said.terms.belief;
    page.doubt = against / (1 + against);
  }
}

// The best pages lift those that they link to, and those that link to them; a link alone finds no page.
void CandidateSearch::add_links(std::vector<RankedPage>& ranked, double full) const {
  if (config_.rank.link_weight <= 0 || ranked.size() < 2) return;
  std::map<std::string, RankedPage*> by_path;
  std::vector<std::int64_t> ids;
  for (RankedPage& page : ranked) {
    by_path[page.path] = &page;
    ids.push_back(page.id);
  }
  std::map<std::string, double> best;
  for (std::size_t i = 0; i < std::min(kMostLinking, ranked.size()); ++i) best[ranked[i].path] = ranked[i].score;
  std::set<std::pair<std::string, std::string>> seen;
  bool any = false;
  for (const PageLink& link : links_among(database_, ids)) {
    if (!link.to || *link.to == link.from) continue;
    const std::pair ends = std::minmax(link.from.str(), link.to->str());
    if (!seen.emplace(ends.first, ends.second).second) continue;
    for (const auto& [giving, taking] :
         {ends, std::pair<const std::string&, const std::string&>(ends.second, ends.first)}) {
      const auto source = best.find(giving);
      const auto target = by_path.find(taking);
      if (source == best.end() || target == by_path.end()) continue;
      target->second->links += source->second;
      any = true;
    }
  }
  if (any) rank(ranked, config_.rank, full, floors_);
}

void CandidateSearch::put_first(std::vector<RankedPage>& ranked) const {
  if (options_.notes_first) std::stable_partition(ranked.begin(), ranked.end(), is_note);
  if (!options_.pinned_first) return;
  std::size_t pinned = 0;
  std::stable_partition(ranked.begin(), ranked.end(), [&pinned](const RankedPage& page) {
    return page.pinned && !page.near_miss && pinned++ < SearchOptions::kMostPinned;
  });
}

}  // namespace ai_memory
