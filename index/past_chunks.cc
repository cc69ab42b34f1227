#include "index/past_chunks.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kKeep = R"sql(
INSERT OR REPLACE INTO past_chunks
SELECT e.blob, e.title, e.embedder, c.n, c.hash, c.line,
       EXISTS (SELECT 1 FROM vectors v WHERE v.embedder = e.embedder AND v.hash = c.hash)
FROM pages p JOIN embedded e ON e.page = p.id AND e.blob = p.blob JOIN chunks c ON c.page = p.id
WHERE p.path = ?1
)sql";

// The page and the embedder whose vectors of its text are all there; of several the one in use. Nothing for a page that
// has them.
constexpr std::string_view kFind = R"sql(
SELECT p.id, k.embedder FROM pages p JOIN past_chunks k ON k.blob = p.blob AND k.title = p.title
LEFT JOIN vectors v ON v.embedder = k.embedder AND v.hash = k.hash
WHERE p.path = ?1 AND NOT EXISTS (SELECT 1 FROM embedded e WHERE e.page = p.id AND e.blob = p.blob AND e.title = p.title)
GROUP BY k.embedder HAVING sum(k.has_vector AND v.row IS NULL) = 0
ORDER BY k.embedder = (SELECT value FROM meta WHERE key = 'embedded_by') DESC LIMIT 1
)sql";
constexpr std::string_view kDrop = "DELETE FROM chunks WHERE page = ?1";
constexpr std::string_view kEmbedded =
    "INSERT OR REPLACE INTO embedded SELECT id, ?2, blob, title FROM pages WHERE id = ?1";
constexpr std::string_view kGive = R"sql(
INSERT INTO chunks SELECT p.id, k.n, k.hash, k.line
FROM pages p JOIN past_chunks k ON k.blob = p.blob AND k.title = p.title AND k.embedder = ?2 WHERE p.id = ?1
)sql";

}  // namespace

PastChunks::PastChunks(sqlite::Database& database)
    : keep_(database.prepare(kKeep)),
      find_(database.prepare(kFind)),
      drop_(database.prepare(kDrop)),
      embedded_(database.prepare(kEmbedded)),
      give_(database.prepare(kGive)) {}

void PastChunks::keep(const std::string& path) { keep_.with(path).run(); }

void PastChunks::give_back(const std::string& path) {
  if (!find_.with(path).step()) return;
  const std::int64_t page = find_.integer(0);
  const std::string embedder = find_.text(1);
  find_.reset();
  drop_.with(page).run();
  embedded_.with(page, embedder).run();
  give_.with(page, embedder).run();
}

}  // namespace ai_memory
