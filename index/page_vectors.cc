#include "index/page_vectors.hh"

#include <algorithm>
#include <cmath>
#include <utility>

#include "index/ngrams.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kBytesToTellScript = 20'000;  // of the body

// ?1: the embedder.
constexpr std::string_view kLive = R"sql(
FROM page_vectors v JOIN pages p ON p.id = v.page AND p.blob = v.blob AND p.path = v.path
JOIN embedded e ON e.page = v.page AND e.blob = v.blob AND e.embedder = v.embedder
WHERE v.embedder = ?1
)sql";

constexpr std::string_view kMissing = R"sql(
FROM embedded e JOIN pages p ON p.id = e.page AND p.blob = e.blob
LEFT JOIN page_vectors v ON v.page = e.page AND v.blob = e.blob AND v.path = p.path AND v.embedder = e.embedder
WHERE e.embedder = ?1 AND v.page IS NULL
)sql";

constexpr std::string_view kPut = R"sql(
INSERT OR REPLACE INTO page_vectors
SELECT p.id, ?2, p.blob, p.path, ?3, 0, CAST(?4 AS BLOB) FROM pages p WHERE p.id = ?1
)sql";

constexpr std::string_view kText = "SELECT title, substr(body, 1, ?2) FROM pages_fts WHERE rowid = ?1";

}  // namespace

void PackedVectors::add(std::int64_t id, std::string path, Script script, const std::string& bytes) {
  ids.push_back(id);
  paths.push_back(std::move(path));
  scripts.push_back(script);
  double square = 0;
  for (const char byte : bytes) {
    const auto value = static_cast<std::int8_t>(byte);
    values.push_back(value);
    square += static_cast<double>(value) * value;
  }
  squares.push_back(square);
}

std::string pack_vector(const Vector& vector) {
  float peak = 0;
  for (const float value : vector) peak = std::max(peak, std::fabs(value));
  std::string bytes;
  bytes.reserve(vector.size());
  for (const float value : vector)
    bytes += static_cast<char>(static_cast<std::int8_t>(peak > 0 ? std::lrint(value / peak * 127.0F) : 0));
  return bytes;
}

PageVectors::PageVectors(sqlite::Database& database, std::string embedder, int dimension)
    : database_(database), embedder_(std::move(embedder)), dimension_(dimension) {}

void PageVectors::drop_stale() {
  const std::string live = std::string("SELECT v.page ").append(kLive);
  database_.prepare("DELETE FROM page_vectors WHERE page NOT IN (" + live + ")").with(embedder_).run();
}

std::vector<std::int64_t> PageVectors::missing() const {
  std::vector<std::int64_t> pages;
  auto rows = database_.prepare(std::string("SELECT p.id ").append(kMissing).append(" ORDER BY p.path"));
  rows.with(embedder_);
  while (rows.step()) pages.push_back(rows.integer(0));
  return pages;
}

std::vector<std::int64_t> PageVectors::add_missing(const Embeddings& embeddings) {
  std::vector<std::int64_t> added;
  for (const std::int64_t page : missing()) {
    const Vector vector = embeddings.page_vector(page);
    put(page, vector);  // an empty one too: it is not asked for again
    if (!vector.empty()) added.push_back(page);
  }
  return added;
}

void PageVectors::put(std::int64_t page, const Vector& vector) {
  auto text = database_.prepare(kText);
  text.with(page, kBytesToTellScript).step();
  const bool unspaced = script_of(text.text(0) + "\n" + text.text(1)) == Script::unspaced;
  database_.prepare(kPut).with(page, embedder_, unspaced, pack_vector(vector)).run();
}

bool PageVectors::is_current() const {
  auto stale = database_.prepare(std::string("SELECT (SELECT count(*) FROM page_vectors) - count(*) ").append(kLive));
  stale.with(embedder_).step();
  if (stale.integer(0) != 0) return false;
  auto rows = database_.prepare(std::string("SELECT 1 ").append(kMissing).append(" LIMIT 1"));
  return !rows.with(embedder_).step();
}

PackedVectors PageVectors::all() const {
  constexpr int kWidth = 32;  // numbers that are multiplied at once
  PackedVectors all;
  all.dimension = (dimension_ + kWidth - 1) / kWidth * kWidth;
  auto rows = database_.prepare(
      std::string("SELECT v.page, v.path, v.unspaced, v.vector ").append(kLive).append(" ORDER BY v.path"));
  rows.with(embedder_);
  while (rows.step()) {
    std::string bytes = rows.text(3);
    if (bytes.size() != static_cast<std::size_t>(dimension_)) continue;
    bytes.resize(static_cast<std::size_t>(all.dimension));
    all.add(rows.integer(0), rows.text(1), rows.integer(2) != 0 ? Script::unspaced : Script::spaced, bytes);
  }
  return all;
}

}  // namespace ai_memory
