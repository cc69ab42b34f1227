// Ranking: BM25 over the pages' fields, plus BM25 of the query's neighbouring words standing together.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "index/search_index_impl.hh"
#include "index/snippet.hh"

namespace ai_memory {
namespace {

// ?1..?9: project's workspace and name or NULL; lists as JSON: kinds, tiers, tags, paths, projects; since; now.
// ?10, ?11: keep what is expired, what is superseded.
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
  AND (p.valid_from IS NULL OR p.valid_from <= ?9) AND (p.valid_until IS NULL OR p.valid_until > ?9)
)sql";

// ?12: how many; ?13: what to match; ?14…?18: the weights of the columns.
constexpr std::string_view kColumns = R"sql(
SELECT p.id, p.path, p.kind, p.tier, p.pinned, p.superseded_by <> '',
       (SELECT group_concat(tag, char(31)) FROM tags WHERE page = p.id),
)sql";
constexpr std::string_view kMatching = R"sql(
       -bm25(pages_fts, ?14, ?15, ?16, ?17, ?18) AS score
FROM pages_fts JOIN pages p ON p.id = pages_fts.rowid
WHERE pages_fts MATCH ?13 AND
)sql";
constexpr std::string_view kBest = " ORDER BY score DESC, p.path LIMIT ?12";

constexpr std::string_view kAll = "0.0 FROM pages p WHERE";
constexpr std::string_view kNewest = " ORDER BY p.body_changed DESC, p.path LIMIT ?12";

// ?12: the page.
constexpr std::string_view kOne = "0.0 FROM pages p WHERE p.id = ?12 AND";

constexpr std::string_view kShown = "SELECT title, kind, tier, body_changed, readable FROM pages WHERE id = ?1";

// Words that stand together say more than the same words apart. Measured on LoCoMo (759 questions, sessions as units):
// MRR .801 with 0, .827 with 0.5, .820 with 1, .811 with 2.
constexpr double kPhraseWeight = 0.5;

std::string json_list(const std::vector<std::string>& one, const std::vector<std::string>& other = {}) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto* texts : {&one, &other}) {
    for (const std::string& text : *texts) list.push_back(text);
  }
  return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class Search {
 public:
  Search(const sqlite::Database& database, const SearchConfig& config, const Query& query, const SearchOptions& options,
         Timestamp now)
      : database_(database), config_(config), query_(query), options_(options), now_(now) {}

  void use(Embedder& embedder, const Embeddings& embeddings) {
    if (!embedder.knows_meaning()) return;
    embeddings_ = &embeddings;
    asked_ = embedder.embed_query(query_.question);
  }

  // The best `count`, best first; fewer when there are no more.
  std::vector<RankedPage> best(std::size_t count) const;

 private:
  template <class... More>
  std::vector<RankedPage> rows(std::string_view select, std::string_view order, std::size_t count,
                               const More&... more) const;
  std::vector<RankedPage> matching(const std::string& match, std::size_t count) const;

  void add_meaning(std::vector<RankedPage>& found, std::size_t count) const;

  const sqlite::Database& database_;
  const SearchConfig& config_;
  const Embeddings* embeddings_ = nullptr;  // null: words alone
  Vector asked_;
  const Query& query_;
  const SearchOptions& options_;
  Timestamp now_;
};

template <class... More>
std::vector<RankedPage> Search::rows(std::string_view select, std::string_view order, std::size_t count,
                                     const More&... more) const {
  auto statement = database_.prepare(std::string(kColumns).append(select).append(kVisible).append(order));
  // Projects named in the query stand in for the one the user is in.
  std::optional<std::string> workspace, project;
  if (options_.project && query_.filter.projects.empty()) {
    workspace = options_.project->workspace;
    project = options_.project->name;
  }
  statement.with(workspace, project, json_list(options_.kinds, query_.filter.kinds),
                 json_list(options_.tiers, query_.filter.tiers), json_list(options_.tags, query_.filter.tags),
                 json_list(query_.filter.paths), json_list(query_.filter.projects), options_.since, now_,
                 options_.include_expired, options_.include_superseded, count, more...);
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

std::vector<RankedPage> Search::matching(const std::string& match, std::size_t count) const {
  return rows(kMatching, kBest, count, match, config_.title_weight, config_.alias_weight, config_.heading_weight,
              config_.tag_weight, config_.body_weight);
}

std::vector<RankedPage> Search::best(std::size_t count) const {
  if (query_.match.empty()) {
    if (query_.filter.empty()) return {};
    return rows(kAll, kNewest, count);
  }
  std::vector<RankedPage> found = matching(query_.match, count);
  if (!query_.phrase.empty()) {
    std::map<std::int64_t, RankedPage*> by_id;
    for (RankedPage& candidate : found) by_id[candidate.id] = &candidate;
    for (const RankedPage& together : matching(query_.phrase, count)) {
      const auto known = by_id.find(together.id);
      if (known != by_id.end()) known->second->phrase = kPhraseWeight * together.words;
    }
  }
  add_meaning(found, count);
  rank(found, config_.rank);
  return found;
}

// What the words did not find joins by its cosine, and what they did find gets one too.
void Search::add_meaning(std::vector<RankedPage>& found, std::size_t count) const {
  if (!embeddings_ || asked_.empty()) return;
  std::map<std::int64_t, RankedPage> by_id;
  for (RankedPage& candidate : found) by_id.emplace(candidate.id, std::move(candidate));
  std::set<std::int64_t> by_words;
  for (const auto& [id, candidate] : by_id) by_words.insert(id);
  const auto wanted = [&](std::int64_t id) {
    if (by_id.contains(id)) return true;
    const auto page = rows(kOne, "", static_cast<std::size_t>(id));
    if (!page.empty()) by_id.emplace(id, page.front());
    return !page.empty();
  };
  for (const ChunkMatch& match : embeddings_->nearest(asked_, count, by_words, wanted)) {
    RankedPage& candidate = by_id.at(match.page);
    candidate.cosine = match.cosine;
    candidate.line = match.line;
  }
  found.clear();
  for (auto& [id, candidate] : by_id) found.push_back(std::move(candidate));
}

std::optional<Hit> make_hit(const sqlite::Database& database, const Wiki& wiki, const RankedPage& candidate,
                            const Query& query) {
  const PagePath path = PagePath::existing(candidate.path);
  std::optional<std::string> content;
  try {
    content = wiki.read(path);
    if (!content) return std::nullopt;  // went since the last scan
  } catch (const Error&) {
    // A file without permission to read is still a hit, one that shows nothing.
  }
  auto row = database.prepare(kShown);
  if (!row.with(candidate.id).step()) return std::nullopt;
  Hit hit{.path = path, .title = row.text(0), .kind = row.text(1), .tier = row.text(2), .changed = row.time(3)};
  hit.score = candidate.score;
  const auto term = [&hit](const char* name, double value) {
    if (value > 0) hit.terms.emplace_back(name, value);
  };
  term("bm25", candidate.words + candidate.phrase);
  term("cosine", candidate.cosine);
  term("words", candidate.by_words);
  term("phrase", candidate.by_phrase);
  term("meaning", candidate.by_meaning);
  if (!query.match.empty()) term("authority", candidate.authority);
  if (content && row.integer(4) != 0) hit.snippets = snippets(*content, query);
  return hit;
}

}  // namespace

std::vector<Hit> SearchIndex::search(const Wiki& wiki, const Query& query, const SearchOptions& options,
                                     Timestamp now) const {
  Search search(impl_->database(), impl_->config, query, options, now);
  if (!query.question.empty() && impl_->config.rank.vector_weight > 0 && impl_->meaning())
    search.use(*impl_->embedder, *impl_->embeddings);
  std::vector<Hit> hits;
  if (options.limit == 0) return hits;
  // Normally the first window is enough; it grows when pages in it are no longer on disk.
  for (std::size_t window = std::max<std::size_t>(20, 4 * options.limit);; window *= 4) {
    const std::vector<RankedPage> candidates = search.best(window);
    hits.clear();
    for (const RankedPage& candidate : candidates) {
      if (auto hit = make_hit(impl_->database(), wiki, candidate, query)) hits.push_back(std::move(*hit));
      if (hits.size() == options.limit) return hits;
    }
    if (candidates.size() < window) return hits;
  }
}

}  // namespace ai_memory
