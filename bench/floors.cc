#include "bench/floors.hh"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "index/tokenizer.hh"
#include "wiki/git.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

void check_call(int result, const fs::path& what) {
  if (result < 0) throw_errno(what.string());
}

}  // namespace

void write_file_safely(const fs::path& file, const std::string& text) {
  const std::string beside = file.string() + ".tmp";
  const int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  check_call(fd, beside);
  check_call(static_cast<int>(::write(fd, text.data(), text.size())), beside);
  check_call(::fsync(fd), beside);
  ::close(fd);
  check_call(::rename(beside.c_str(), file.c_str()), file);
  const int folder = ::open(file.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  check_call(folder, file.parent_path());
  check_call(::fsync(folder), file.parent_path());
  ::close(folder);
}

void commit_without_index(const fs::path& repository, const std::string& path, const std::string& text) {
  using namespace git;
  const auto repo = make<Repository>("open", git_repository_open, repository.c_str());
  git_oid head_id, blob, tree_id, commit_id;
  check(git_reference_name_to_id(&head_id, repo.get(), "HEAD"), "HEAD");
  const auto parent = make<Commit>("HEAD", git_commit_lookup, repo.get(), static_cast<const git_oid*>(&head_id));
  const auto base = make<Tree>("tree", git_commit_tree, static_cast<const git_commit*>(parent.get()));
  check(git_blob_create_from_buffer(&blob, repo.get(), text.data(), text.size()), "blob");
  const git_tree_update update{GIT_TREE_UPDATE_UPSERT, blob, GIT_FILEMODE_BLOB, path.c_str()};
  check(git_tree_create_updated(&tree_id, repo.get(), base.get(), 1, &update), "tree");
  const auto tree = make<Tree>("tree", git_tree_lookup, repo.get(), static_cast<const git_oid*>(&tree_id));
  const auto author = make<Signature>("author", git_signature_new, "bench", "bench@localhost", git_time_t{0}, 0);
  const git_commit* parents[] = {parent.get()};
  check(git_commit_create(&commit_id, repo.get(), "HEAD", author.get(), author.get(), nullptr, "bench", tree.get(), 1,
                          parents),
        "commit");
}

std::size_t stat_walk(const fs::path& folder) {
  std::size_t files = 0;
  for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::recursive_directory_iterator(); ++entry) {
    if (entry->path().filename() == ".git") {
      entry.disable_recursion_pending();
      continue;
    }
    struct stat info {};
    if (::lstat(entry->path().c_str(), &info) == 0 && S_ISREG(info.st_mode)) ++files;
  }
  return files;
}

SidecarFloor::SidecarFloor(const fs::path& sidecar) : database_(sidecar.string(), sqlite::Database::Access::read) {
  register_tokenizer(database_.connection());
}

std::size_t SidecarFloor::scan_rows() const {
  auto rows = database_.prepare(
      "SELECT path, blob, kind, tier, pinned, salience, body_changed, expires_at, restored_at, session_ended FROM "
      "pages");
  std::size_t count = 0, bytes = 0;
  while (rows.step()) {
    ++count;
    for (const int column : {0, 1, 2, 3}) bytes += rows.text(column).size();
    for (const int column : {4, 6, 7, 8, 9}) bytes += static_cast<std::size_t>(rows.integer(column));
    bytes += static_cast<std::size_t>(rows.real(5));
  }
  return bytes == 0 ? 0 : count;
}

std::size_t SidecarFloor::match_rows(const std::string& word) const {
  auto rows = database_.prepare("SELECT rowid, title FROM pages_fts WHERE pages_fts MATCH '\"" + word +
                                "\"' ORDER BY bm25(pages_fts, 4, 3, 2, 3, 1) LIMIT 10");
  std::size_t count = 0;
  while (rows.step()) ++count;
  return count;
}

}  // namespace ai_memory
