// Search results: the best candidates, with what a person wants to see of each.
#include <algorithm>

#include "index/candidates.hh"
#include "index/search_index_impl.hh"
#include "index/snippet.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kShown = R"sql(
SELECT title, kind, tier, body_changed, readable, valid_from, valid_until, expires_at, superseded_by, confidence
FROM pages WHERE id = ?1
)sql";

// ?1…?4: as for the pages that are there; ?5: what to match; ?6: how many.
constexpr std::string_view kRemoved = R"sql(
SELECT r.path, r.title, h.removed_in, h.run, h.removed_at
FROM removed_fts JOIN removed r ON r.id = removed_fts.rowid JOIN history h ON h.path = r.path
WHERE removed_fts MATCH ?5
  AND (?1 IS NULL OR substr(r.path, 1, length(?1)) = ?1 OR substr(r.path, 1, length(?2)) = ?2)
  AND (?3 = '[]' OR EXISTS (SELECT 1 FROM json_each(?3) w WHERE instr(lower(r.path), lower(w.value)) > 0))
  AND (?4 IS NULL OR h.body_changed >= ?4)
ORDER BY bm25(removed_fts, 4, 3, 2, 3, 1), r.path LIMIT ?6
)sql";

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
  hit.near_miss = candidate.near_miss;
  hit.valid_from = row.maybe_time(5);
  hit.valid_until = row.maybe_time(6);
  hit.expires_at = row.maybe_time(7);
  hit.superseded_by = row.text(8);
  hit.confidence = row.text(9);
  const auto term = [&hit](const char* name, double value) {
    if (value > 0) hit.terms.emplace_back(name, value);
  };
  term("bm25", candidate.words + candidate.phrase);
  term("cosine", candidate.cosine);
  if (candidate.belief) hit.terms.emplace_back("belief", *candidate.belief);
  term("doubt", candidate.doubt);
  term("words", candidate.by_words);
  term("phrase", candidate.by_phrase);
  term("meaning", candidate.by_meaning);
  term("entities", candidate.by_entities);
  term("links", candidate.by_links);
  if (!query.match.empty()) term("authority", candidate.authority);
  if (candidate.importance != 1) term("importance", candidate.importance);
  if (candidate.belief) hit.terms.emplace_back("believed", candidate.believed);
  if (content && row.integer(4) != 0) hit.snippets = snippets(*content, query, candidate.line);
  return hit;
}

MeaningFloors floors_of(const Thresholds& thresholds) { return {thresholds.recall_floor, thresholds.near_min}; }

}  // namespace

std::vector<Hit> SearchIndex::search(const Wiki& wiki, const Query& query, const SearchOptions& options,
                                     Timestamp now) const {
  CandidateSearch search(impl_->database(), impl_->config, query, options, now);
  if (!query.question.empty() && impl_->config.rank.vector_weight > 0 && impl_->meaning() && impl_->embeddings->any())
    search.use(*impl_->embedder, *impl_->embeddings, floors_of(thresholds(script_of(query.question)).values));
  std::vector<Hit> hits;
  if (options.limit == 0) return hits;
  // Normally the first window is enough; it grows when pages in it are no longer on disk.
  for (std::size_t window = std::max<std::size_t>(20, 4 * options.limit);; window *= 4) {
    const std::vector<RankedPage> candidates = search.best(window);
    hits.clear();
    std::size_t good = 0, near = 0, gone = 0;
    for (const RankedPage& candidate : candidates) {
      if (candidate.near_miss ? !options.near_misses || near == SearchOptions::kMostNear : good == options.limit)
        continue;
      auto hit = make_hit(impl_->database(), wiki, candidate, query);
      ++(!hit ? gone : candidate.near_miss ? near : good);
      if (hit) hits.push_back(std::move(*hit));
    }
    if (good == options.limit || gone == 0 || candidates.size() < window) return hits;
  }
}

std::vector<RemovedPage> SearchIndex::removed(const Query& query, const SearchOptions& options, bool any,
                                              std::size_t count) const {
  const std::string& match = any ? query.match : query.every;
  std::vector<RemovedPage> found;
  if (match.empty()) return found;
  std::optional<std::string> project, everybody;
  if (options.project && query.filter.projects.empty()) {
    project = options.project->str() + "/";
    everybody = options.project->workspace + "/_global/";
  }
  auto row = impl_->database().prepare(kRemoved);
  row.with(project, everybody, json_list(query.filter.paths), options.since, match, count);
  while (row.step())
    found.push_back({PagePath::existing(row.text(0)), row.text(1), row.text(2), row.text(3), row.time(4)});
  return found;
}

}  // namespace ai_memory
