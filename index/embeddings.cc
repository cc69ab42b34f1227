#include "index/embeddings.hh"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <unistd.h>

#include "index/chunks.hh"
#include "index/ngrams.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kBatch = 16;                // pages written together, at least
constexpr int kMostTries = 3, kAlways = 1 << 30;  // by calls that have little time; by others

// ?1: the embedder.
constexpr std::string_view kWaitingFor = R"sql(
FROM pages p LEFT JOIN embedded e ON e.page = p.id AND e.embedder = ?1 AND e.blob = p.blob
WHERE e.page IS NULL AND p.readable
)sql";
constexpr std::string_view kEmbeddedBy = R"sql(
FROM pages p JOIN embedded e ON e.page = p.id AND e.blob = p.blob
WHERE e.embedder = ?1 AND EXISTS (
  SELECT 1 FROM chunks c JOIN vectors v ON v.hash = c.hash AND v.embedder = e.embedder WHERE c.page = p.id)
)sql";
constexpr std::string_view kNewest = " ORDER BY p.body_changed DESC, p.path LIMIT ?2";

// Pages some of whose texts gave no vector; ?2: fewer times than this.
constexpr std::string_view kFailed = R"sql(
FROM no_vector f JOIN chunks c ON c.hash = f.hash
JOIN embedded e ON e.page = c.page AND e.embedder = f.embedder
JOIN pages p ON p.id = e.page AND p.blob = e.blob
WHERE f.embedder = ?1 AND f.tries < ?2
)sql";
constexpr std::string_view kFewestTries = " GROUP BY p.id ORDER BY min(f.tries), p.body_changed DESC, p.path";
constexpr std::string_view kPutFailed = R"sql(
INSERT INTO no_vector VALUES (?1, ?2, 1) ON CONFLICT (embedder, hash) DO UPDATE SET tries = tries + 1
)sql";
constexpr std::string_view kDropFailed = "DELETE FROM no_vector WHERE embedder = ?1 AND hash = ?2";
// Their means were made without it.
constexpr std::string_view kDropMeans =
    "DELETE FROM page_vectors WHERE page IN (SELECT page FROM chunks WHERE hash = ?1)";
constexpr std::string_view kMeta = "SELECT value FROM meta WHERE key = ?1";
constexpr std::string_view kPutMeta = "INSERT OR REPLACE INTO meta VALUES (?1, ?2)";
const std::string kFaultKey = "embedding_fault:";  // and the embedder

constexpr std::string_view kDropChunks = "DELETE FROM chunks WHERE page = ?1";
constexpr std::string_view kPutChunk = "INSERT INTO chunks VALUES (?1, ?2, ?3, ?4)";
constexpr std::string_view kPutEmbedded = R"sql(
INSERT OR REPLACE INTO embedded SELECT id, ?2, ?3, title FROM pages WHERE id = ?1 AND blob = ?3
)sql";

// The parts of pages, as they are now, that row ?2 of embedder ?1 stands for.
constexpr std::string_view kStandsFor = R"sql(
SELECT c.page, c.line, v.hash FROM vectors v
JOIN chunks c ON c.hash = v.hash
JOIN embedded e ON e.page = c.page AND e.embedder = v.embedder
JOIN pages p ON p.id = c.page AND p.blob = e.blob
WHERE v.embedder = ?1 AND v.row = ?2 ORDER BY p.path, c.n
)sql";

// Texts with a vector that some page has.
constexpr std::string_view kLive = R"sql(
SELECT DISTINCT v.hash FROM chunks c JOIN vectors v ON v.embedder = ?1 AND v.hash = c.hash
)sql";

constexpr std::string_view kRowsOfPage = R"sql(
SELECT v.row, v.hash, c.line FROM embedded e
JOIN pages p ON p.id = e.page AND p.blob = e.blob
JOIN chunks c ON c.page = e.page
JOIN vectors v ON v.embedder = e.embedder AND v.hash = c.hash
WHERE e.page = ?2 AND e.embedder = ?1 ORDER BY c.n
)sql";

// Texts that went, of which a vector went too: ?1 has no more use for how they were cut.
constexpr std::string_view kDropPast = R"sql(
DELETE FROM past_chunks WHERE embedder = ?1 AND (blob, title) IN (
  SELECT k.blob, k.title FROM past_chunks k WHERE k.embedder = ?1 AND k.has_vector AND NOT EXISTS (
    SELECT 1 FROM vectors v WHERE v.embedder = k.embedder AND v.hash = k.hash))
)sql";

// What the file has no rows for: somebody took it away, or cut it.
constexpr std::string_view kPagesBeyond = R"sql(
DELETE FROM embedded WHERE embedder = ?1
  AND page IN (SELECT c.page FROM chunks c JOIN vectors v ON v.embedder = ?1 AND v.hash = c.hash WHERE v.row >= ?2)
)sql";
constexpr std::string_view kBeyond = "DELETE FROM vectors WHERE embedder = ?1 AND row >= ?2";

void forget_lost(sqlite::Database& database, const VectorStore& store, const Embedder& embedder) {
  std::size_t rows = 0;
  // The file as it is now: another process may have made it since. One that cannot be read is not lost.
  const auto is_cut = [&] {
    const auto& path = store.refresh().path();
    if (::access(path.c_str(), R_OK) != 0 && errno != ENOENT) return false;
    rows = VectorFile(path, embedder.dimension(), false).rows();
    auto last = database.prepare("SELECT max(row) FROM vectors WHERE embedder = ?1");
    last.with(embedder.id());
    return last.step() && !last.is_null(0) && static_cast<std::size_t>(last.integer(0)) >= rows;
  };
  if (!is_cut()) return;
  sqlite::Transaction transaction(database);
  if (!is_cut()) return;  // another process was about to write
  for (const std::string_view sql : {kPagesBeyond, kBeyond}) database.prepare(sql).with(embedder.id(), rows).run();
  transaction.commit();
}

bool is_good(const Vector& vector, int dimension) {
  if (vector.size() != static_cast<std::size_t>(dimension)) return false;
  double squares = 0;
  for (const float value : vector) squares += static_cast<double>(value) * value;
  return std::isfinite(squares) && squares > 0.5;
}

}  // namespace

struct Embeddings::Run {
  const Wiki& wiki;
  const std::function<bool()>& go_on;
  EmbedReport report;
  std::set<std::int64_t> done;  // pages
  bool over = false;
  bool goes_on() const { return !go_on || go_on(); }
};

Embeddings::Embeddings(sqlite::Database& database, const std::filesystem::path& state_dir, Embedder& embedder,
                       bool writable)
    : database_(database),
      embedder_(embedder),
      store_(database, state_dir, embedder.id(), embedder.dimension(), writable) {}

std::size_t Embeddings::waiting() const {
  auto count = database_.prepare(std::string("SELECT count(*) ").append(kWaitingFor));
  count.with(embedder_.id()).step();
  return static_cast<std::size_t>(count.integer(0));
}

std::size_t Embeddings::embedded() const {
  auto count = database_.prepare(std::string("SELECT count(*) ").append(kEmbeddedBy));
  count.with(embedder_.id()).step();
  return static_cast<std::size_t>(count.integer(0));
}

bool Embeddings::any() const {
  auto one = database_.prepare(std::string("SELECT 1 ").append(kEmbeddedBy).append(" LIMIT 1"));
  return one.with(embedder_.id()).step();
}

std::size_t Embeddings::failed() const {
  auto count = database_.prepare(std::string("SELECT count(DISTINCT f.hash) ").append(kFailed));
  count.with(embedder_.id(), kAlways).step();
  return static_cast<std::size_t>(count.integer(0));
}

std::size_t Embeddings::damaged() const {
  constexpr float kLeast = 0.8F, kMost = 1.25F;  // of unit length, as far as 8 bits a number go
  const VectorFile::Products is = store_.refresh().squares();
  auto rows = database_.prepare("SELECT hash, row FROM vectors WHERE embedder = ?1");
  rows.with(embedder_.id());
  std::size_t count = 0;
  while (rows.step()) {
    const auto row = static_cast<std::size_t>(rows.integer(1));
    const bool sound = row < is.tags.size() && is.tags[row] == VectorStore::tag_of(rows.integer(0)) &&
                       is.values[row] >= kLeast && is.values[row] <= kMost;
    if (!sound) ++count;
  }
  return count;
}

std::string Embeddings::fault() const {
  auto row = database_.prepare(kMeta);
  return row.with(kFaultKey + embedder_.id()).step() ? row.text(0) : std::string();
}

void Embeddings::keep(std::string_view key, const std::string& value) {
  auto row = database_.prepare(kMeta);
  if (row.with(key).step() ? row.text(0) == value : value.empty()) return;
  row.reset();
  database_.prepare(kPutMeta).with(key, value).run();
}

void Embeddings::forget() {
  sqlite::Transaction transaction(database_);
  for (const char* table : {"embedded", "vectors", "no_vector", "past_chunks"})
    database_.prepare(std::string("DELETE FROM ") + table + " WHERE embedder = ?1").with(embedder_.id()).run();
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

std::vector<Embeddings::Waiting> Embeddings::failed_pages(bool all) const {
  auto rows = database_.prepare(std::string("SELECT p.id, p.path, p.blob ").append(kFailed).append(kFewestTries));
  rows.with(embedder_.id(), all ? kAlways : kMostTries);
  std::vector<Waiting> pages;
  while (rows.step()) pages.push_back({rows.integer(0), rows.text(1), rows.text(2)});
  return pages;
}

// Nothing if the file is no longer what was indexed: the next sync sees to it.
std::optional<Embeddings::Prepared> Embeddings::prepare(const Wiki& wiki, const Waiting& waiting) const {
  const PagePath path = PagePath::existing(waiting.path);
  const auto content = wiki.read(path);
  if (!content || blob_id(*content) != waiting.blob) return std::nullopt;
  return Prepared{waiting, chunks_of(parse_page(path, *content), embedder_)};
}

// Asks about `texts`, by hash, as many at once as the embedder likes, and takes them out. False: it ends here; time is
// looked at after each answer, for one long page may take longer than there is.
bool Embeddings::embed_texts(Run& run, std::map<std::int64_t, std::string>& texts, Made& made) {
  for (bool first = true; !texts.empty(); first = false) {
    if (!first && !run.goes_on()) return false;
    std::vector<std::int64_t> hashes;
    std::vector<std::string> batch;
    while (!texts.empty() && batch.size() < std::max<std::size_t>(embedder_.batch_size(), 1)) {
      auto text = texts.extract(texts.begin());
      hashes.push_back(text.key());
      batch.push_back(std::move(text.mapped()));
    }
    std::vector<Vector> vectors;
    try {
      vectors = embedder_.embed_documents(batch);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::provider) throw;
      if (run.goes_on()) {  // else it was told to stop
        run.report.fault = error.what();
        run.report.hint = error.hint();
      }
      return false;
    }
    vectors.resize(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (is_good(vectors[i], embedder_.dimension())) {
        made.vectors.emplace(hashes[i], std::move(vectors[i]));
      } else {
        made.failed.insert(hashes[i]);
        if (ngram_vector(batch[i]).empty()) continue;  // there is nothing in it to know
        ++run.report.failed;
        run.report.why_failed = embedder_.why_none();
      }
    }
  }
  return true;
}

// Page by page, but for an embedder that likes many texts at once.
void Embeddings::embed_pages(Run& run, const std::vector<Waiting>& pages) {
  std::vector<Prepared> prepared;
  std::map<std::int64_t, std::string> texts;
  Made made;
  store_.refresh();
  for (std::size_t i = 0; i < pages.size() && !run.over; ++i) {
    run.done.insert(pages[i].id);
    ++run.report.pages;
    if (auto page = prepare(run.wiki, pages[i])) {
      for (const Chunk& chunk : page->chunks) {
        const std::int64_t hash = chunk.hash();
        if (!made.vectors.contains(hash) && !made.failed.contains(hash) && !store_.has(hash))
          texts.emplace(hash, chunk.text);
      }
      run.report.chunks += page->chunks.size();
      prepared.push_back(std::move(*page));
    }
    if (texts.size() < embedder_.batch_size() && i + 1 < pages.size() && run.goes_on()) continue;
    if (!embed_texts(run, texts, made) || !run.goes_on()) run.over = true;
  }
  run.report.embedded += made.vectors.size();
  if (!prepared.empty()) write(prepared, made);
}

void Embeddings::write_page(const Prepared& page) {
  database_.prepare(kDropChunks).with(page.waiting.id).run();
  database_.prepare(kPutEmbedded).with(page.waiting.id, embedder_.id(), page.waiting.blob).run();
  if (database_.changes() == 0) return;  // changed or gone meanwhile
  auto put_chunk = database_.prepare(kPutChunk);
  for (std::size_t n = 0; n < page.chunks.size(); ++n)
    put_chunk.with(page.waiting.id, n, page.chunks[n].hash(), page.chunks[n].line).run();
}

void Embeddings::write(const std::vector<Prepared>& pages, const Made& made) {
  sqlite::Transaction transaction(database_);
  store_.refresh();
  auto put_failed = database_.prepare(kPutFailed), drop_failed = database_.prepare(kDropFailed),
       drop_means = database_.prepare(kDropMeans);
  for (const auto& [hash, vector] : made.vectors) {
    store_.put(hash, vector);
    drop_failed.with(embedder_.id(), hash).run();
    if (database_.changes() > 0) drop_means.with(hash).run();
  }
  for (const Prepared& page : pages) {
    const auto is_known = [&](const Chunk& chunk) {
      return made.failed.contains(chunk.hash()) || store_.has(chunk.hash());
    };
    if (!std::all_of(page.chunks.begin(), page.chunks.end(), is_known)) continue;  // it goes on waiting
    write_page(page);
    for (const Chunk& chunk : page.chunks)
      if (made.failed.contains(chunk.hash()) && !ngram_vector(chunk.text).empty())
        put_failed.with(embedder_.id(), chunk.hash()).run();
  }
  store_.flush();  // before the rows say that it is there
  transaction.commit();
}

EmbedReport Embeddings::catch_up(const Wiki& wiki, const std::function<bool()>& go_on) {
  forget_lost(database_, store_, embedder_);
  Run run{wiki, go_on, {}, {}, false};
  embedder_.go_on_while(go_on);
  const std::size_t group = std::max(kBatch, embedder_.batch_size());
  for (bool more = true; more && !run.over;) {
    const auto pages = next_pages(group, run.done);
    more = pages.size() == group;
    embed_pages(run, pages);
  }
  if (!run.over) {
    std::vector<Waiting> again = failed_pages(!go_on);
    std::erase_if(again, [&](const Waiting& page) { return run.done.contains(page.id); });
    for (std::size_t from = 0; from < again.size() && !run.over; from += group) {
      const auto begin = again.begin() + static_cast<std::ptrdiff_t>(from);
      const auto end = again.begin() + static_cast<std::ptrdiff_t>(std::min(from + group, again.size()));
      embed_pages(run, {begin, end});
    }
  }
  embedder_.go_on_while({});
  run.report.waiting = waiting();
  if (!run.over || !run.report.fault.empty()) keep(kFaultKey + embedder_.id(), run.report.fault);
  if (embedder_.knows_meaning() && run.report.waiting == 0 && run.report.pages > 0) {
    keep("embedded_by", embedder_.id());
    keep("embedded_dimension", std::to_string(embedder_.own_dimension()));
  }
  return run.report;
}

std::size_t Embeddings::attach(const Wiki& wiki) {
  if (store_.size() == 0) return 0;
  store_.refresh();
  const std::size_t before = waiting();
  std::set<std::int64_t> done;
  for (bool more = true; more;) {
    const auto pages = next_pages(kBatch, done);
    more = pages.size() == kBatch;
    std::vector<Prepared> prepared;
    for (const Waiting& page : pages) {
      done.insert(page.id);
      if (auto ready = prepare(wiki, page)) prepared.push_back(std::move(*ready));
    }
    if (!prepared.empty()) write(prepared, {});
  }
  return before - waiting();
}

std::size_t Embeddings::compact() {
  sqlite::Transaction transaction(database_);
  std::size_t dropped = 0;
  if (waiting() == 0) {  // or a text of a page that waits would be taken for one that nobody has
    std::set<std::int64_t> live;
    auto rows = database_.prepare(kLive);
    rows.with(embedder_.id());
    while (rows.step()) live.insert(rows.integer(0));
    rows.reset();
    const std::size_t all = store_.size(), gone = all - std::min(all, live.size());
    if (gone > 0 && 4 * gone >= all) {
      dropped = store_.compact(live);
      database_.prepare(kDropPast).with(embedder_.id()).run();
    }
  }
  transaction.commit();
  store_.refresh();
  return dropped;
}

void Embeddings::remove_old_files() {
  sqlite::Transaction transaction(database_);
  store_.remove_old_files();
  transaction.commit();
}

std::vector<ChunkMatch> Embeddings::nearest(const Vector& query, std::size_t count,
                                            const std::set<std::int64_t>& always,
                                            const std::function<bool(std::int64_t)>& wanted) const {
  const VectorFile::Products rows = store_.refresh().products(query);
  const std::vector<float>& products = rows.values;
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
        if (rows.tags[*row] != VectorStore::tag_of(stands_for.integer(2))) continue;
        if (!seen.insert(page).second || !(always.contains(page) || wanted(page))) continue;
        found.push_back({page, products[*row], static_cast<std::size_t>(stands_for.integer(1))});
      }
    }
  }
  for (const std::int64_t page : always)
    if (!seen.contains(page))
      if (const auto match = best_of(page, rows)) found.push_back(*match);
  return found;
}

std::optional<ChunkMatch> Embeddings::best_of(std::int64_t page, const VectorFile::Products& products) const {
  auto rows = database_.prepare(kRowsOfPage);
  rows.with(embedder_.id(), page);
  std::optional<ChunkMatch> best;
  while (rows.step()) {
    const auto row = static_cast<std::size_t>(rows.integer(0));
    if (row >= products.tags.size() || products.tags[row] != VectorStore::tag_of(rows.integer(1))) continue;
    const double cosine = products.values[row];
    if (!best || cosine > best->cosine) best = ChunkMatch{page, cosine, static_cast<std::size_t>(rows.integer(2))};
  }
  return best;
}

Vector Embeddings::page_vector(std::int64_t page) const {
  const VectorFile& file = store_.refresh();
  auto rows = database_.prepare(kRowsOfPage);
  rows.with(embedder_.id(), page);
  Vector mean;
  while (rows.step()) {
    const auto row = static_cast<std::size_t>(rows.integer(0));
    if (file.tag(row) != VectorStore::tag_of(rows.integer(1))) continue;
    const Vector vector = file.row(row);
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
