#include "wiki/git_lock.hh"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kMarker = "ai-memory ";
constexpr std::string_view kIndex = " index ";  // between the holder and its index.lock in a note

FileDescriptor open_lock_file(const std::filesystem::path& file) {
  FileDescriptor fd(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!fd.open()) throw_errno(file.string());
  return fd;
}

std::string identity(const struct stat& info) {
  return std::to_string(info.st_dev) + ":" + std::to_string(info.st_ino) + ":" + std::to_string(info.st_size) + ":" +
         std::to_string(info.st_mtim.tv_sec) + "." + std::to_string(info.st_mtim.tv_nsec);
}

}  // namespace

std::string file_identity(const std::filesystem::path& file) {
  struct stat info {};
  return ::lstat(file.c_str(), &info) == 0 ? identity(info) : std::string();
}

bool wait_for(int seconds, const std::function<bool()>& attempt) {
  using std::chrono::steady_clock;
  const auto until = steady_clock::now() + std::chrono::seconds(seconds);
  while (!attempt()) {
    if (steady_clock::now() >= until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

FileLock::FileLock(const std::filesystem::path& file, int wait_secs, const std::string& what)
    : file_(open_lock_file(file)) {
  if (!wait_for(wait_secs, [&] { return ::flock(file_.get(), LOCK_EX | LOCK_NB) == 0; }))
    throw Error(ErrorKind::conflict, what + ": held by " + holder() + " (" + file.string() + ")",
                "wait for it to end, or raise wiki.lock_wait_secs");
  const std::string before = noted();
  predecessor_died_ = !before.empty();
  const auto left = before.rfind(kIndex);
  note(left == std::string::npos ? std::string() : before.substr(left + kIndex.size()));
}

std::optional<FileLock> FileLock::try_lock(const std::filesystem::path& file) {
  FileLock lock(open_lock_file(file));
  if (::flock(lock.file_.get(), LOCK_EX | LOCK_NB) != 0) return std::nullopt;
  lock.predecessor_died_ = !lock.noted().empty();
  return lock;
}

FileLock::~FileLock() {
  if (!file_.open() || !noted_ || predecessor_died_ || noted().find(kIndex) != std::string::npos) return;
  (void)!::ftruncate(file_.get(), 0);
}

bool FileLock::has_note(const std::filesystem::path& file) {
  struct stat info {};
  return ::stat(file.c_str(), &info) == 0 && info.st_size > 0;
}

void FileLock::predecessor_settled() {
  predecessor_died_ = false;
  note();
}

void FileLock::note(const std::string& index) {
  noted_ = true;
  const std::string line =
      "process " + std::to_string(::getpid()) + (index.empty() ? index : std::string(kIndex) + index) + "\n";
  // Worth nothing to fail for: it only names us to others.
  if (::pwrite(file_.get(), line.data(), line.size(), 0) > 0)
    (void)!::ftruncate(file_.get(), static_cast<off_t>(line.size()));
}

std::string FileLock::noted() const {
  std::array<char, 256> text{};
  const ssize_t got = ::pread(file_.get(), text.data(), text.size(), 0);
  const std::string line(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  return line.substr(0, line.find('\n'));
}

std::string FileLock::holder() const {
  const std::string line = noted();
  return line.empty() ? "another program" : line.substr(0, line.find(kIndex));
}

bool IndexLock::is_stale(const std::filesystem::path& index, const FileLock& writer) {
  const std::string lock = index.string() + ".lock";
  const FileDescriptor file(::open(lock.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat info {};
  if (!file.open() || ::fstat(file.get(), &info) != 0) return false;
  std::array<char, kMarker.size()> head{};
  const ssize_t got = ::pread(file.get(), head.data(), head.size(), 0);
  if (got == static_cast<ssize_t>(kMarker.size()) && std::string_view(head.data(), head.size()) == kMarker) return true;
  return writer.noted().ends_with(std::string(kIndex) + identity(info));
}

IndexLock::IndexLock(const std::filesystem::path& index, FileLock& writer, int wait_secs)
    : index_(index), lock_(index.string() + ".lock"), writer_(writer) {
  // The marker must be in the file from its first instant: write it elsewhere and move it in without replacing.
  const std::string draft = index.string() + ".ai-memory";
  if (is_stale(index, writer)) ::unlink(lock_.c_str());
  ::unlink(draft.c_str());
  const FileDescriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.open()) throw_errno(draft);
  write_all(file.get(), std::string(kMarker) + std::to_string(::getpid()) + "\n", draft);
  held_ = wait_for(wait_secs, [&] {
    if (::renameat2(AT_FDCWD, draft.c_str(), AT_FDCWD, lock_.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno == EINVAL || errno == ENOSYS) return ::link(draft.c_str(), lock_.c_str()) == 0;
    if (errno != EEXIST) throw_errno(lock_.string());
    return false;
  });
  ::unlink(draft.c_str());
  if (held_) {
    writer_.note();  // index.lock is ours, so what a predecessor left there is gone
    return;
  }
  struct stat info {};
  const std::time_t age = ::stat(lock_.c_str(), &info) == 0 ? std::time(nullptr) - info.st_mtim.tv_sec : 0;
  throw Error(ErrorKind::conflict, "git's index is locked: " + lock_.string() + ", " + std::to_string(age) + " s old",
              "a git program may be at work; if none is, delete that file");
}

IndexLock::~IndexLock() {
  if (held_) ::unlink(lock_.c_str());
}

void IndexLock::stage(const std::filesystem::path& new_index) {
  struct stat info {};
  if (::stat(new_index.c_str(), &info) != 0) throw_errno(new_index.string());
  writer_.note(identity(info));
  if (::rename(new_index.c_str(), lock_.c_str()) != 0) throw_errno(lock_.string());
}

void IndexLock::publish() {
  if (::rename(lock_.c_str(), index_.c_str()) != 0) throw_errno(index_.string());
  held_ = false;
  writer_.note();
}

}  // namespace ai_memory
