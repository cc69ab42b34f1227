#include "index/embeddings.hh"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "index/chunks.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kBatch = 16;  // pages written together

// ?1: the embedder.
constexpr std::string_view kWaitingFor = R"sql(
FROM pages p LEFT JOIN embedded e ON e.page = p.id AND e.embedder = ?1 AND e.blob = p.blob
WHERE e.page IS NULL AND p.readable
)sql";
constexpr std::string_view kEmbeddedBy = R"sql(
SELECT count(*) FROM pages p JOIN embedded e ON e.page = p.id AND e.blob = p.blob WHERE e.embedder = ?1
)sql";
constexpr std::string_view kNewest = " ORDER BY p.body_changed DESC, p.path LIMIT ?2";

constexpr std::string_view kKnown = "SELECT row FROM vectors WHERE embedder = ?1 AND hash = ?2";
constexpr std::string_view kNextRow = "SELECT coalesce(max(row) + 1, 0) FROM vectors WHERE embedder = ?1";
constexpr std::string_view kPutVector = "INSERT OR REPLACE INTO vectors VALUES (?1, ?2, ?3)";
constexpr std::string_view kDropChunks = "DELETE FROM chunks WHERE page = ?1";
constexpr std::string_view kPutChunk = "INSERT INTO chunks VALUES (?1, ?2, ?3, ?4)";
constexpr std::string_view kPutEmbedded = R"sql(
INSERT OR REPLACE INTO embedded SELECT id, ?2, ?3 FROM pages WHERE id = ?1 AND blob = ?3
)sql";

// The parts of pages, as they are now, that row ?2 of embedder ?1 stands for.
constexpr std::string_view kStandsFor = R"sql(
SELECT c.page, c.line FROM vectors v
JOIN chunks c ON c.hash = v.hash
JOIN embedded e ON e.page = c.page AND e.embedder = v.embedder
JOIN pages p ON p.id = c.page AND p.blob = e.blob
WHERE v.embedder = ?1 AND v.row = ?2 ORDER BY p.path, c.n
)sql";

constexpr std::string_view kRowsOfPage = R"sql(
SELECT v.row, v.hash, c.line FROM embedded e
JOIN pages p ON p.id = e.page AND p.blob = e.blob
JOIN chunks c ON c.page = e.page
JOIN vectors v ON v.embedder = e.embedder AND v.hash = c.hash
WHERE e.page = ?2 AND e.embedder = ?1 ORDER BY c.n
)sql";

// Lies beside the row, so that a file that was lost or swapped is noticed.
std::uint32_t tag_of(std::int64_t hash) { return static_cast<std::uint32_t>(hash) | 1U; }

bool is_good(const Vector& vector, int dimension) {
  if (vector.size() != static_cast<std::size_t>(dimension)) return false;
  double squares = 0;
  for (const float value : vector) squares += static_cast<double>(value) * value;
  return std::isfinite(squares) && squares > 0.5;
}

}  // namespace

Embeddings::Embeddings(sqlite::Database& database, const std::filesystem::path& state_dir, Embedder& embedder,
                       bool writable)
    : database_(database),
      embedder_(embedder),
      file_(state_dir / ("vectors-" + embedder.id()), embedder.dimension(), writable) {}

std::size_t Embeddings::waiting() const {
  auto count = database_.prepare(std::string("SELECT count(*) ").append(kWaitingFor));
  count.with(embedder_.id()).step();
  return static_cast<std::size_t>(count.integer(0));
}

std::size_t Embeddings::embedded() const {
  auto count = database_.prepare(kEmbeddedBy);
  count.with(embedder_.id()).step();
  return static_cast<std::size_t>(count.integer(0));
}

void Embeddings::forget() {
  sqlite::Transaction transaction(database_);
  database_.prepare("DELETE FROM embedded WHERE embedder = ?1").with(embedder_.id()).run();
  database_.prepare("DELETE FROM vectors WHERE embedder = ?1").with(embedder_.id()).run();
  transaction.commit();
}

std::vector<Embeddings::Waiting> Embeddings::next_pages(std::size_t count, const std::set<std::int64_t>& done) const {
  auto rows = database_.prepare(std::string("SELECT p.id, p.path, p.blob ").append(kWaitingFor).append(kNewest));
  rows.with(embedder_.id(), count + done.size());
  std::vector<Waiting> pages;
  while (rows.step() && pages.size() < count)
    if (!done.contains(rows.integer(0))) pages.push_back({rows.integer(0), rows.text(1), rows.text(2)});
  return pages;
}

bool Embeddings::has_vector(std::int64_t hash) const {
  auto row = database_.prepare(kKnown);
  return row.with(embedder_.id(), hash).step() && file_.tag(static_cast<std::size_t>(row.integer(0))) == tag_of(hash);
}

// Nothing if the file is no longer what was indexed: the next sync sees to it.
std::optional<Embeddings::Embedded> Embeddings::embed(const Wiki& wiki, const Waiting& waiting, EmbedReport& report) {
  const PagePath path = PagePath::existing(waiting.path);
  const auto content = wiki.read(path);
  if (!content || blob_id(*content) != waiting.blob) return std::nullopt;
  Embedded page{waiting, chunks_of(parse_page(path, *content), embedder_), {}};
  std::vector<std::string> texts;
  std::vector<std::int64_t> hashes;
  for (const Chunk& chunk : page.chunks) {
    const std::int64_t hash = chunk.hash();
    if (has_vector(hash) || std::count(hashes.begin(), hashes.end(), hash)) continue;
    texts.push_back(chunk.text);
    hashes.push_back(hash);
  }
  std::vector<Vector> vectors = embedder_.embed_documents(texts);
  vectors.resize(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (is_good(vectors[i], embedder_.dimension()))
      page.vectors.emplace(hashes[i], std::move(vectors[i]));
    else
      ++report.failed;
  }
  report.chunks += page.chunks.size();
  report.embedded += page.vectors.size();
  return page;
}

void Embeddings::write(const std::vector<Embedded>& pages) {
  sqlite::Transaction transaction(database_);
  auto next = database_.prepare(kNextRow);
  next.with(embedder_.id()).step();
  auto row = static_cast<std::size_t>(next.integer(0));
  next.reset();
  auto put_vector = database_.prepare(kPutVector), drop = database_.prepare(kDropChunks),
       put_chunk = database_.prepare(kPutChunk), put_embedded = database_.prepare(kPutEmbedded);
  for (const Embedded& page : pages) {
    for (const auto& [hash, vector] : page.vectors) {
      if (has_vector(hash)) continue;  // another page of this batch, or another process
      file_.put(row, vector, tag_of(hash));
      put_vector.with(embedder_.id(), hash, row++).run();
    }
    drop.with(page.waiting.id).run();
    put_embedded.with(page.waiting.id, embedder_.id(), page.waiting.blob).run();
    if (database_.changes() == 0) continue;  // changed or gone meanwhile
    for (std::size_t n = 0; n < page.chunks.size(); ++n)
      put_chunk.with(page.waiting.id, n, page.chunks[n].hash(), page.chunks[n].line).run();
  }
  file_.flush();  // before the rows say that it is there
  transaction.commit();
}

EmbedReport Embeddings::catch_up(const Wiki& wiki, const std::function<bool()>& go_on) {
  EmbedReport report;
  std::set<std::int64_t> done;
  bool more = true;
  while (more) {
    std::vector<Embedded> batch;
    const auto pages = next_pages(kBatch, done);
    more = pages.size() == kBatch;
    for (const Waiting& page : pages) {
      done.insert(page.id);
      if (auto embedded = embed(wiki, page, report)) batch.push_back(std::move(*embedded));
      ++report.pages;
      if (!go_on()) {
        more = false;
        break;
      }
    }
    if (!batch.empty()) write(batch);
  }
  report.waiting = waiting();
  return report;
}

std::vector<ChunkMatch> Embeddings::nearest(const Vector& query, std::size_t count,
                                            const std::set<std::int64_t>& always,
                                            const std::function<bool(std::int64_t)>& wanted) const {
  const std::vector<float> products = file_.products(query);
  std::vector<std::size_t> order(products.size());
  std::iota(order.begin(), order.end(), 0);
  const auto better = [&](std::size_t a, std::size_t b) {
    return products[a] != products[b] ? products[a] > products[b] : a < b;
  };
  std::vector<ChunkMatch> found;
  std::set<std::int64_t> seen;
  auto stands_for = database_.prepare(kStandsFor);
  // The best are sorted a stretch at a time; rows of old texts, and of pages nobody asked for, are passed over.
  constexpr std::size_t kStretch = 256;
  for (std::size_t from = 0; from < order.size() && found.size() < count; from += kStretch) {
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(from + kStretch, order.size()));
    std::partial_sort(begin, end, order.end(), better);
    for (auto row = begin; row != end && found.size() < count && products[*row] > 0; ++row) {
      stands_for.with(embedder_.id(), *row);
      while (stands_for.step()) {
        const std::int64_t page = stands_for.integer(0);
        if (!seen.insert(page).second || !(always.contains(page) || wanted(page))) continue;
        found.push_back({page, products[*row], static_cast<std::size_t>(stands_for.integer(1))});
      }
    }
  }
  for (const std::int64_t page : always)
    if (!seen.contains(page))
      if (const auto match = best_of(page, products)) found.push_back(*match);
  return found;
}

std::optional<ChunkMatch> Embeddings::best_of(std::int64_t page, const std::vector<float>& products) const {
  auto rows = database_.prepare(kRowsOfPage);
  rows.with(embedder_.id(), page);
  std::optional<ChunkMatch> best;
  while (rows.step()) {
    const auto row = static_cast<std::size_t>(rows.integer(0));
    if (row >= products.size() || file_.tag(row) != tag_of(rows.integer(1))) continue;
    if (!best || products[row] > best->cosine)
      best = ChunkMatch{page, products[row], static_cast<std::size_t>(rows.integer(2))};
  }
  return best;
}

Vector Embeddings::page_vector(std::int64_t page) const {
  auto rows = database_.prepare(kRowsOfPage);
  rows.with(embedder_.id(), page);
  Vector mean;
  while (rows.step()) {
    const auto row = static_cast<std::size_t>(rows.integer(0));
    if (file_.tag(row) != tag_of(rows.integer(1))) continue;
    const Vector vector = file_.row(row);
    mean.resize(vector.size());
    for (std::size_t i = 0; i < vector.size(); ++i) mean[i] += vector[i];
  }
  double squares = 0;
  for (const float value : mean) squares += static_cast<double>(value) * value;
  if (squares <= 0) return {};
  for (float& value : mean) value = static_cast<float>(value / std::sqrt(squares));
  return mean;
}

}  // namespace ai_memory
