#include "index/scan.hh"

#include <algorithm>
#include <fcntl.h>
#include <limits>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace ai_memory {
namespace {

constexpr std::string_view kAll = "SELECT path, mtime, ctime, size, inode, racy, blob FROM files ORDER BY path";
constexpr std::string_view kOne = "SELECT path, mtime, ctime, size, inode, racy, blob FROM files WHERE path = ?1";

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

bool moved(const PageFile& file, const sqlite::Statement& known) {
  return known.integer(5) != 0 || known.integer(1) != file.mtime_ns || known.integer(2) != file.ctime_ns ||
         known.integer(3) != static_cast<std::int64_t>(file.size) ||
         known.integer(4) != static_cast<std::int64_t>(file.inode);
}

std::optional<PageFile> look_at(const Wiki& wiki, const PagePath& path) {
  struct stat status {};
  if (lstat((wiki.root() / path.str()).c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  PageFile file{path};
  file.mtime_ns = nanoseconds(status.st_mtim);
  file.ctime_ns = nanoseconds(status.st_ctim);
  file.size = static_cast<std::uint64_t>(status.st_size);
  file.inode = status.st_ino;
  return file;
}

}  // namespace

DiskChanges compare_all(const sqlite::Database& database, const std::vector<PageFile>& files) {
  DiskChanges changes;
  auto known = database.prepare(kAll);
  bool more = known.step();
  for (const PageFile& file : files) {
    while (more && known.text(0) < file.path.str()) {
      changes.gone.push_back(known.text(0));
      more = known.step();
    }
    const bool here = more && known.text(0) == file.path.str();
    if (!here) {
      changes.read.push_back({file, {}});
    } else if (moved(file, known)) {
      changes.read.push_back({file, known.text(6)});
    }
    if (here) more = known.step();
  }
  for (; more; more = known.step()) changes.gone.push_back(known.text(0));
  return changes;
}

DiskChanges compare_some(const sqlite::Database& database, const Wiki& wiki, const std::vector<std::string>& paths) {
  DiskChanges changes;
  auto known = database.prepare(kOne);
  for (const std::string& path : std::set<std::string>(paths.begin(), paths.end())) {
    const auto file = look_at(wiki, PagePath::existing(path));
    const bool here = known.with(path).step();
    if (file && !here) changes.read.push_back({*file, {}});
    if (file && here && moved(*file, known)) changes.read.push_back({*file, known.text(6)});
    if (!file && here) changes.gone.push_back(path);
  }
  return changes;
}

std::int64_t file_system_time_ns(const std::filesystem::path& folder) {
  struct stat status {};
  int file = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) {  // not every file system has nameless files
    std::string name = (folder / "clock.XXXXXX").string();
    file = mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0) unlink(name.c_str());
  }
  if (file < 0) return std::numeric_limits<std::int64_t>::min();
  const bool known = fstat(file, &status) == 0;
  close(file);
  return known ? nanoseconds(status.st_mtim) : std::numeric_limits<std::int64_t>::min();
}

bool is_racy(const PageFile& file, std::int64_t read_at_ns) {
  return read_at_ns < 0 || std::max(file.mtime_ns, file.ctime_ns) >= read_at_ns - 2'000'000'000;
}

}  // namespace ai_memory
