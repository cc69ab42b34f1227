#include "wiki/work_tree.hh"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "wiki/error.hh"
#include "wiki/wiki.hh"

namespace ai_memory {
namespace {

constexpr unsigned kNoReplace = RENAME_NOREPLACE, kExchange = RENAME_EXCHANGE;

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

PageFile page_file(const PagePath& path, const struct stat& info) {
  return {path, nanoseconds(info.st_mtim), nanoseconds(info.st_ctim), static_cast<std::uint64_t>(info.st_size),
          info.st_ino};
}

std::optional<struct stat> regular_file(int folder, const std::string& name) {
  struct stat info {};
  if (::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) {
    // What may not be looked at is not gone; taking it for gone would commit its removal.
    if (errno == EACCES) throw_errno(name);
    return std::nullopt;
  }
  if (!S_ISREG(info.st_mode)) return std::nullopt;
  return info;
}

std::optional<std::string> read_at(int folder, const std::string& name, const std::string& what) {
  if (!regular_file(folder, name)) return std::nullopt;  // never open a FIFO
  const FileDescriptor file(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) {
    if (errno == ENOENT || errno == ELOOP) return std::nullopt;
    throw_errno(what);
  }
  return read_all(file.get(), what);
}

BlobId id_at(int folder, const std::string& name, const std::string& what) {
  const auto bytes = read_at(folder, name, what);
  return bytes ? blob_id(*bytes) : BlobId();
}

// rename that refuses to replace; emulated where the file system has no flags.
bool rename_new(int folder, const std::string& from, const std::string& to) {
  if (::renameat2(folder, from.c_str(), folder, to.c_str(), kNoReplace) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  if (::linkat(folder, from.c_str(), folder, to.c_str(), 0) == 0) return ::unlinkat(folder, from.c_str(), 0) == 0;
  if (errno == EEXIST) return false;
  if (regular_file(folder, to)) {
    errno = EEXIST;
    return false;
  }
  return ::renameat(folder, from.c_str(), folder, to.c_str()) == 0;
}

// After a failed rename: what the system forbids is no sign of another writer.
void refuse_if_forbidden(const std::string& path) {
  for (const int code : {ENOSPC, EDQUOT, EROFS, EACCES, EPERM, EIO})
    if (errno == code) throw_errno(path);
}

void write_temporary(int folder, const std::string& path, const std::string& content, WorkTree::Durable durable) {
  const std::string temporary = temporary_name(path);
  const auto old = regular_file(folder, file_name(path));
  const mode_t mode = old ? old->st_mode & 07777 : 0666;
  const FileDescriptor file(
      ::openat(folder, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!file.open()) throw_errno(path);
  try {
    write_all(file.get(), content, path);
    if (old) (void)!::fchmod(file.get(), mode);
    if (durable == WorkTree::Durable::each && ::fsync(file.get()) != 0) throw_errno(path);
  } catch (...) {
    ::unlinkat(folder, temporary.c_str(), 0);
    throw;
  }
}

// Renames the temporary to the page's name, the old file (if one is expected) taking the temporary's. False, with the
// temporary gone, if that cannot be because the page is not there any more, or there already.
bool move_in(int folder, const std::string& path, const BlobId& base) {
  const std::string name = file_name(path), temporary = temporary_name(path);
  bool moved;
  if (base.empty()) {
    moved = rename_new(folder, temporary, name);
  } else {
    moved = ::renameat2(folder, temporary.c_str(), folder, name.c_str(), kExchange) == 0;
    // No exchange on this file system: the check comes right before the rename and a small window remains.
    if (!moved && (errno == EINVAL || errno == ENOSYS))
      moved = id_at(folder, name, path) == base && ::renameat(folder, temporary.c_str(), folder, name.c_str()) == 0;
  }
  if (moved) return true;
  const int code = errno;
  ::unlinkat(folder, temporary.c_str(), 0);
  errno = code;
  refuse_if_forbidden(path);
  return false;
}

void sync_folder(int folder, const std::string& what) {
  if (::fsync(folder) != 0 && errno != EINVAL) throw_errno(what);
}

// A folder with a repository of its own is somebody else's, submodules included.
bool is_repository(int folder) { return ::faccessat(folder, ".git", F_OK, AT_SYMLINK_NOFOLLOW) == 0; }

void scan_folder(FileDescriptor folder, const std::string& prefix, std::vector<PageFile>& found) {
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::fdopendir(folder.get()), ::closedir);
  if (!entries) throw_errno(prefix);
  const int fd = folder.release();
  while (const dirent* entry = ::readdir(entries.get())) {
    const std::string name = entry->d_name;
    if (name.front() == '.') continue;
    const std::string path = prefix + name;
    const bool maybe_page = name.size() > 3 && name.ends_with(".md");
    if (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN) {
      FileDescriptor inner(::openat(fd, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      if (inner.open()) {
        if (!is_repository(inner.get())) scan_folder(std::move(inner), path + "/", found);
        continue;
      }
      if (errno == EACCES) throw_errno(path);
    }
    if (!maybe_page || !is_page_name(path)) continue;
    if (const auto info = regular_file(fd, name)) found.push_back(page_file(PagePath::existing(path), *info));
  }
}

}  // namespace

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = other.release();
  }
  return *this;
}

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) ::close(fd_);
}

int FileDescriptor::release() { return std::exchange(fd_, -1); }

std::string read_all(int fd, const std::string& what) {
  std::string bytes;
  struct stat info {};
  if (::fstat(fd, &info) == 0 && info.st_size > 0) bytes.reserve(static_cast<std::size_t>(info.st_size) + 1);
  std::array<char, 65536> chunk;
  for (;;) {
    const ssize_t got = ::read(fd, chunk.data(), chunk.size());
    if (got == 0) return bytes;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_errno(what);
    bytes.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

void write_all(int fd, std::string_view bytes, const std::string& what) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) throw_errno(what);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

void copy_bytes(const std::filesystem::path& from, const std::filesystem::path& to) {
  const FileDescriptor in(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in.open()) throw_errno(from.string());
  const FileDescriptor out(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!out.open()) throw_errno(to.string());
  write_all(out.get(), read_all(in.get(), from.string()), to.string());
}

std::string temporary_name(const std::string& path) { return ".ai-memory-" + blob_id(path).substr(0, 16) + ".tmp"; }

// The folder that holds `path`; closed when it does not exist or a component is no real folder.
FileDescriptor WorkTree::open_folder(const std::string& path, bool create) const {
  FileDescriptor folder(::open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open()) throw_errno(root_.string());
  for (std::size_t begin = 0, end; (end = path.find('/', begin)) != std::string::npos; begin = end + 1) {
    const std::string name = path.substr(begin, end - begin);
    if (create && ::mkdirat(folder.get(), name.c_str(), 0777) == 0)
      sync_folder(folder.get(), path);
    else if (create && errno != EEXIST)
      throw_errno(path);
    FileDescriptor inner(::openat(folder.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!inner.open()) {
      if (create && (errno == ELOOP || errno == ENOTDIR))
        throw Error(ErrorKind::failed, path + ": " + name + " is a link or a file, not a folder",
                    "choose another path; links are never written through");
      if (errno == ENOENT || errno == ELOOP || errno == ENOTDIR) return FileDescriptor();
      throw_errno(path);
    }
    if (is_repository(inner.get())) {
      if (create) throw Error(ErrorKind::usage, path + ": lies in another git repository", "choose another folder");
      return FileDescriptor();
    }
    folder = std::move(inner);
  }
  return folder;
}

std::optional<std::string> WorkTree::obstacle(const std::string& path) const {
  FileDescriptor folder(::open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open()) throw_errno(root_.string());
  struct stat info {};
  std::size_t begin = 0;
  for (std::size_t end; (end = path.find('/', begin)) != std::string::npos; begin = end + 1) {
    const std::string name = path.substr(begin, end - begin), above = path.substr(0, end);
    if (::fstatat(folder.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
    if (!S_ISDIR(info.st_mode)) return above + " is a link or a file, not a folder";
    folder = FileDescriptor(::openat(folder.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder.open()) throw_errno(above);
    if (is_repository(folder.get())) return above + " is another git repository";
  }
  const bool there = ::fstatat(folder.get(), path.substr(begin).c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
  if (there && !S_ISREG(info.st_mode)) return "a link, a folder or a special file of that name stands there";
  return std::nullopt;
}

std::optional<std::string> WorkTree::read(const std::string& path) const {
  const FileDescriptor folder = open_folder(path, false);
  if (!folder.open()) return std::nullopt;
  return read_at(folder.get(), file_name(path), path);
}

std::optional<PageFile> WorkTree::stat(const PagePath& path) const {
  const FileDescriptor folder = open_folder(path.str(), false);
  if (!folder.open()) return std::nullopt;
  const auto info = regular_file(folder.get(), file_name(path.str()));
  if (!info) return std::nullopt;
  return page_file(path, *info);
}

std::vector<PageFile> WorkTree::scan() const {
  FileDescriptor folder(::open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open()) throw_errno(root_.string());
  std::vector<PageFile> found;
  scan_folder(std::move(folder), "", found);
  std::sort(found.begin(), found.end(), [](const PageFile& a, const PageFile& b) { return a.path < b.path; });
  return found;
}

void WorkTree::stage(const std::string& path, const std::string& content) const {
  const FileDescriptor folder = open_folder(path, true);
  if (regular_file(folder.get(), temporary_name(path))) salvage(path, {}, content);
  write_temporary(folder.get(), path, content, Durable::by_flush);
}

void WorkTree::unstage(const std::string& path) const {
  const FileDescriptor folder = open_folder(path, false);
  if (folder.open()) ::unlinkat(folder.get(), temporary_name(path).c_str(), 0);
  remove_empty_folders(path);
}

void WorkTree::flush() const {
  const FileDescriptor folder(::open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open() || ::syncfs(folder.get()) != 0) throw_errno(root_.string());
}

// A folder that was made for nothing would, for one, be taken for the place that a folder is to be moved into.
std::optional<WorkTree::Placed> WorkTree::put(const std::string& path, const std::optional<std::string>& content,
                                              const BlobId& base, Durable durable) const {
  std::optional<Placed> placed;
  try {
    placed = try_put(path, content, base, durable);
  } catch (...) {
    remove_empty_folders(path);
    throw;
  }
  if (!placed) remove_empty_folders(path);
  return placed;
}

std::optional<WorkTree::Placed> WorkTree::try_put(const std::string& path, const std::optional<std::string>& content,
                                                  const BlobId& base, Durable durable) const {
  const FileDescriptor folder = open_folder(path, content.has_value());
  if (!folder.open()) return std::nullopt;
  const int fd = folder.get();
  const std::string name = file_name(path), temporary = temporary_name(path);
  if (durable == Durable::each) {
    if (regular_file(fd, temporary)) salvage(path, {base}, content);
    if (content) write_temporary(fd, path, *content, durable);
  }
  if (!content) {
    if (!regular_file(fd, name)) return std::nullopt;
    if (!rename_new(fd, name, temporary)) {
      refuse_if_forbidden(path);
      return std::nullopt;
    }
  } else if (!move_in(fd, path, base)) {
    return std::nullopt;
  }
  Placed placed{path, base, content ? blob_id(*content) : BlobId(), {}, 0, 0};
  try {
    // After a plain rename (no exchange here) there is nothing aside.
    if (const auto aside = base.empty() ? std::nullopt : regular_file(fd, temporary)) {
      placed.aside = temporary;
      placed.aside_mtime_ns = nanoseconds(aside->st_mtim);
      placed.aside_size = static_cast<std::uint64_t>(aside->st_size);
      if (id_at(fd, temporary, path) != base) {
        give_back(placed);
        return std::nullopt;
      }
    }
    if (durable == Durable::each) sync_folder(fd, path);
    return placed;
  } catch (...) {
    give_back(placed);
    throw;
  }
}

void WorkTree::give_back(const Placed& placed) const {
  const FileDescriptor folder = open_folder(placed.path, false);
  if (!folder.open()) return;
  const int fd = folder.get();
  const std::string name = file_name(placed.path), temporary = temporary_name(placed.path);
  if (placed.aside.empty()) {
    // A new file of ours: take it out, unless it is no longer ours.
    if (!rename_new(fd, name, temporary)) return;
    if (id_at(fd, temporary, placed.path) != placed.now)
      rename_new(fd, temporary, name);
    else
      ::unlinkat(fd, temporary.c_str(), 0);
    remove_empty_folders(placed.path);
  } else if (placed.now.empty()) {
    if (!rename_new(fd, temporary, name)) rescue(fd, temporary, placed.path);
  } else if (::renameat2(fd, temporary.c_str(), fd, name.c_str(), kExchange) == 0) {
    if (id_at(fd, temporary, placed.path) == placed.now)
      ::unlinkat(fd, temporary.c_str(), 0);
    else if (::renameat2(fd, temporary.c_str(), fd, name.c_str(), kExchange) == 0)
      rescue(fd, temporary, placed.path);  // saved over ours meanwhile: the newer text stays, the older goes beside it
  } else if (!rename_new(fd, temporary, name)) {
    rescue(fd, temporary, placed.path);
  }
  (void)::fsync(fd);
}

std::optional<std::string> WorkTree::discard(const Placed& placed) const {
  std::optional<std::string> rescued;
  if (!placed.aside.empty()) {
    const FileDescriptor folder = open_folder(placed.path, false);
    if (!folder.open()) return rescued;
    const auto info = regular_file(folder.get(), placed.aside);
    if (info &&
        (nanoseconds(info->st_mtim) != placed.aside_mtime_ns ||
         static_cast<std::uint64_t>(info->st_size) != placed.aside_size) &&
        id_at(folder.get(), placed.aside, placed.path) != placed.base)
      rescued = rescue(folder.get(), placed.aside, placed.path);
    else if (::unlinkat(folder.get(), placed.aside.c_str(), 0) != 0 && errno != ENOENT)
      throw_errno(placed.path.substr(0, placed.path.rfind('/') + 1) + placed.aside);
  }
  if (placed.now.empty()) remove_empty_folders(placed.path);
  return rescued;
}

std::optional<std::string> WorkTree::salvage(const std::string& path, const std::vector<BlobId>& known,
                                             const std::optional<std::string>& next) const {
  const FileDescriptor folder = open_folder(path, false);
  if (!folder.open()) return std::nullopt;
  const int fd = folder.get();
  const std::string name = file_name(path), temporary = temporary_name(path);
  const auto bytes = read_at(fd, temporary, path);
  if (!bytes) return std::nullopt;
  const bool ours =
      std::find(known.begin(), known.end(), blob_id(*bytes)) != known.end() || (next && next->starts_with(*bytes));
  if (ours) {
    ::unlinkat(fd, temporary.c_str(), 0);
    return std::nullopt;
  }
  if (rename_new(fd, temporary, name)) return path;
  const BlobId there = id_at(fd, name, path);
  if (next && there == blob_id(*next) && ::renameat2(fd, temporary.c_str(), fd, name.c_str(), kExchange) == 0) {
    ::unlinkat(fd, temporary.c_str(), 0);
    return path;
  }
  return rescue(fd, temporary, path);
}

// Gives bytes nobody else has a name of their own: "plan.recovered-1a2b3c4d.md".
std::string WorkTree::rescue(int folder, const std::string& temporary, const std::string& path) const {
  const auto bytes = read_at(folder, temporary, path);
  const std::string stem = path.substr(0, path.size() - 3);
  const std::string saved = stem + ".recovered-" + blob_id(bytes.value_or("")).substr(0, 8) + ".md";
  if (!rename_new(folder, temporary, file_name(saved)) && errno == EEXIST) ::unlinkat(folder, temporary.c_str(), 0);
  return saved;
}

void WorkTree::remove_empty_folders(const std::string& path) const {
  for (std::size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0;
       slash = path.rfind('/', slash - 1)) {
    const std::string folder = path.substr(0, slash);
    const FileDescriptor parent = open_folder(folder, false);
    if (!parent.open() || ::unlinkat(parent.get(), file_name(folder).c_str(), AT_REMOVEDIR) != 0) return;
  }
}

}  // namespace ai_memory
