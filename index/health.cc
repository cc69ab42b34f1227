// For `doctor` and `maintain`: whether the sidecar is sound and says what the disk says, and how it is made small
// again.
#include <set>

#include "index/search_index_impl.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

using Level = Finding::Level;

constexpr const char* kReindex = "`ai-memory reindex` makes it anew from the wiki; usage counts are kept";

std::string plural(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

// Empty if SQLite finds nothing amiss.
std::string fault_of(sqlite::Database& database) {
  try {
    const std::string answer = database.text("PRAGMA quick_check(1)");
    if (answer != "ok") return answer;
    // Compares the full text index with the text that it is of.
    database.execute("INSERT INTO pages_fts(pages_fts, rank) VALUES ('integrity-check', 1)");
    return {};
  } catch (const sqlite::Failure& failure) {
    return failure.what();
  }
}

std::set<std::string> paths(const sqlite::Database& database, const char* sql) {
  std::set<std::string> found;
  auto rows = database.prepare(sql);
  while (rows.step()) found.insert(rows.text(0));
  return found;
}

// Paths of files on disk that are pages; ledgers have a row in `files` and none in `pages`.
std::set<std::string> pages_on_disk(const Wiki& wiki) {
  std::set<std::string> found;
  for (const PageFile& file : wiki.scan()) {
    const auto text = wiki.read(file.path);
    if (text && !is_ledger(file.path, *text)) found.insert(file.path.str());
  }
  return found;
}

std::size_t missing(const std::set<std::string>& from, const std::set<std::string>& in, std::string& example) {
  std::size_t count = 0;
  for (const auto& path : from) {
    if (in.contains(path)) continue;
    if (++count == 1) example = path;
  }
  return count;
}

}  // namespace

std::vector<Finding> SearchIndex::examine(const Wiki& wiki) const {
  std::vector<Finding> found;
  sqlite::Database& database = impl_->database();
  const std::string file = impl_->file.string();
  if (!impl_->sidecar.writable) {
    found.push_back(
        {Level::warning, file, "is read-only: reading pages is not counted as use", "check its permissions"});
    return found;
  }
  if (const std::string fault = fault_of(database); !fault.empty()) {
    found.push_back({Level::fault, file, fault, kReindex});
    return found;
  }
  std::string example;
  const auto known = paths(database, "SELECT path FROM pages"), present = pages_on_disk(wiki);
  if (const auto count = missing(present, known, example); count > 0)
    found.push_back({Level::fault, file, plural(count, "page") + " on disk cannot be found, as " + example, kReindex});
  if (const auto count = missing(known, present, example); count > 0)
    found.push_back(
        {Level::fault, file, plural(count, "page") + " no longer on disk still found, as " + example, kReindex});
  if (database.text("PRAGMA journal_mode") != "wal")
    found.push_back(
        {Level::note, file, "its file system takes no write-ahead log: readers and writers wait for each other"});
  if (found.empty())
    found.push_back(
        {Level::good, file, plural(known.size(), "page") + ", the same as on disk; usage is in no other place"});
  if (const Embeddings* const meaning = impl_->meaning())
    if (const std::size_t count = meaning->damaged(); count > 0)
      found.push_back({Level::warning, meaning->file().path().string(),
                       plural(count, "vector") + " damaged or lost: search by meaning misses what they are of",
                       "`ai-memory embed --all` makes all anew"});
  return found;
}

std::uint64_t SearchIndex::size() const {
  std::uint64_t bytes = 0;
  for (const char* part : {"", "-wal"}) {
    std::error_code none;
    const auto size = std::filesystem::file_size(impl_->file.string() + part, none);
    if (!none) bytes += size;
  }
  return bytes;
}

SearchIndex::Tidied SearchIndex::tidy() {
  Tidied tidied{size(), 0};
  if (impl_->sidecar.writable) {
    sqlite::Database& database = impl_->database();
    if (Embeddings* const meaning = impl_->meaning()) tidied.dropped_vectors = meaning->compact();
    database.execute("INSERT INTO pages_fts(pages_fts) VALUES ('optimize')");
    database.execute("PRAGMA optimize; VACUUM");
    checkpoint();
    // By then nothing on the disk needs the old file any more.
    if (Embeddings* const meaning = impl_->meaning()) meaning->remove_old_files();
  }
  tidied.bytes_after = size();
  return tidied;
}

}  // namespace ai_memory
