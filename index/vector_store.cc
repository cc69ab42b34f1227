#include "index/vector_store.hh"

#include <cctype>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include "wiki/wiki.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRow = "SELECT row FROM vectors WHERE embedder = ?1 AND hash = ?2";
constexpr std::string_view kRows = "SELECT hash, row FROM vectors WHERE embedder = ?1 ORDER BY row";
constexpr std::string_view kNextRow = "SELECT coalesce(max(row) + 1, 0) FROM vectors WHERE embedder = ?1";
constexpr std::string_view kCount = "SELECT count(*) FROM vectors WHERE embedder = ?1";
constexpr std::string_view kPut = "INSERT OR REPLACE INTO vectors VALUES (?1, ?2, ?3)";
constexpr std::string_view kMove = "UPDATE vectors SET row = ?3 WHERE embedder = ?1 AND hash = ?2";
constexpr std::string_view kDrop = "DELETE FROM vectors WHERE embedder = ?1 AND hash = ?2";
constexpr std::string_view kGeneration = "SELECT value FROM meta WHERE key = 'vector_file:' || ?1";
constexpr std::string_view kPutGeneration = "INSERT OR REPLACE INTO meta VALUES ('vector_file:' || ?1, ?2)";

// An id may hold what a server calls its model; a file's name must not.
std::string file_name(const std::string& embedder) {
  constexpr std::size_t kLongest = 150;
  constexpr const char* kHex = "0123456789ABCDEF";
  std::string name = "vectors-";
  for (const char c : embedder) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '-' || c == '_' || c == '.')
      name += c;
    else
      name.append({'%', kHex[byte >> 4U], kHex[byte & 15U]});
  }
  if (name.size() <= kLongest) return name;
  return name.substr(0, kLongest) + "-" + blob_id(embedder).substr(0, 16);
}

void sync_folder(const fs::path& folder) {
  const FileDescriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.open() || ::fsync(directory.get()) != 0) throw_errno(folder.string());
}

}  // namespace

VectorStore::VectorStore(sqlite::Database& database, fs::path state_dir, std::string embedder, int dimension,
                         bool writable)
    : database_(database),
      state_dir_(std::move(state_dir)),
      embedder_(std::move(embedder)),
      dimension_(dimension),
      writable_(writable),
      generation_(generation_now()),
      file_(open(generation_)) {}

fs::path VectorStore::path(std::int64_t generation) const {
  return state_dir_ / (file_name(embedder_) + (generation > 0 ? "~" + std::to_string(generation) : ""));
}

std::int64_t VectorStore::generation_now() const {
  auto row = database_.prepare(kGeneration);
  return row.with(embedder_).step() ? row.integer(0) : 0;
}

const VectorFile& VectorStore::refresh() const {
  if (const auto now = generation_now(); now != generation_) {
    file_ = open(now);
    generation_ = now;
  }
  return file_;
}

bool VectorStore::has(std::int64_t hash) const {
  auto row = database_.prepare(kRow);
  return row.with(embedder_, hash).step() && file_.tag(static_cast<std::size_t>(row.integer(0))) == tag_of(hash);
}

std::size_t VectorStore::size() const {
  auto count = database_.prepare(kCount);
  count.with(embedder_).step();
  return static_cast<std::size_t>(count.integer(0));
}

void VectorStore::put(std::int64_t hash, const Vector& vector) {
  if (has(hash)) return;
  auto next = database_.prepare(kNextRow);
  next.with(embedder_).step();
  const auto row = static_cast<std::size_t>(next.integer(0));
  file_.put(row, vector, tag_of(hash));
  database_.prepare(kPut).with(embedder_, hash, row).run();
}

std::size_t VectorStore::compact(const std::set<std::int64_t>& live) {
  refresh();
  const std::int64_t next = generation_ + 1;
  ::unlink(path(next).c_str());
  VectorFile fresh = open(next);
  std::vector<std::pair<std::int64_t, std::size_t>> rows;
  {
    auto all = database_.prepare(kRows);
    all.with(embedder_);
    while (all.step()) rows.emplace_back(all.integer(0), static_cast<std::size_t>(all.integer(1)));
  }
  auto drop = database_.prepare(kDrop), move = database_.prepare(kMove);
  // From the first on, so that each moves to a row that is free by then.
  std::size_t kept = 0;
  for (const auto& [hash, row] : rows) {
    if (!live.contains(hash) || file_.tag(row) != tag_of(hash)) {
      drop.with(embedder_, hash).run();
      continue;
    }
    fresh.copy(kept, file_, row);
    move.with(embedder_, hash, kept++).run();
  }
  fresh.flush();
  sync_folder(state_dir_);
  database_.prepare(kPutGeneration).with(embedder_, next).run();
  return rows.size() - kept;
}

void VectorStore::remove_old_files() const {
  const fs::path right = path(generation_now());
  const std::string first = path(0).filename().string();
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(state_dir_, none)) {
    const std::string name = entry.path().filename().string();
    if (entry.path() != right && (name == first || name.starts_with(first + "~"))) ::unlink(entry.path().c_str());
  }
}

}  // namespace ai_memory
