// Page files on disk, reached component by component without following symlinks. Each replacement is verified after
// the fact: what came out must be what the plan was made from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "wiki/changeset.hh"

namespace ai_memory {

struct PageFile;

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  ~FileDescriptor();
  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  int release();

 private:
  int fd_;
};

// Reads to the end; throws `failed` naming `what`.
std::string read_all(int fd, const std::string& what);
void write_all(int fd, std::string_view bytes, const std::string& what);
// Throws `failed` naming the copy, which must not be there yet.
void copy_bytes(const std::filesystem::path& from, const std::filesystem::path& to);

class WorkTree {
 public:
  explicit WorkTree(std::filesystem::path root) : root_(std::move(root)) {}
  const std::filesystem::path& root() const { return root_; }

  // Bytes of a regular file; absent when there is none (a symlink or folder counts as none).
  std::optional<std::string> read(const std::string& path) const;
  std::optional<PageFile> stat(const PagePath& path) const;
  std::vector<PageFile> scan() const;

  // Why no page can be put there: a link, folder or special file stands in the way, or the path lies in another git
  // repository. Absent if one can.
  std::optional<std::string> obstacle(const std::string& path) const;

  // A file taken out of its place, kept under a temporary name until discard() or give_back().
  struct Placed {
    std::string path;
    BlobId base, now;   // raw content ids before and after; empty: absent
    std::string aside;  // temporary beside it holding the old file; empty: there was none
    std::int64_t aside_mtime_ns = 0;
    std::uint64_t aside_size = 0;
  };
  // For many files: writes the temporary that a later put() of the same content uses, without waiting for the disk.
  // Call flush() between the two, and again after the last put.
  enum class Durable { each, by_flush };
  void stage(const std::string& path, const std::string& content) const;
  void unstage(const std::string& path) const;
  void flush() const;
  // Puts `content` (absent: removes the file). Absent result: the file on disk is not `base`; it was left as it was.
  std::optional<Placed> put(const std::string& path, const std::optional<std::string>& content, const BlobId& base,
                            Durable durable = Durable::each) const;
  // Takes a put back; a file that has changed since is left alone.
  void give_back(const Placed& placed) const;
  // Drops the old file. If somebody wrote into it after it was taken out (an editor had it open), it becomes a page
  // of its own beside the new one, whose path is returned.
  std::optional<std::string> discard(const Placed& placed) const;
  // After a crash: settles the temporary of `path`, if any. Bytes in `known` blobs (or a beginning of `next`) are
  // dropped; any others are the user's and go back to their place, or beside it.
  std::optional<std::string> salvage(const std::string& path, const std::vector<BlobId>& known,
                                     const std::optional<std::string>& next) const;

 private:
  std::optional<Placed> try_put(const std::string& path, const std::optional<std::string>& content, const BlobId& base,
                                Durable durable) const;
  FileDescriptor open_folder(const std::string& path, bool create) const;
  void remove_empty_folders(const std::string& path) const;
  std::string rescue(int folder, const std::string& temporary, const std::string& path) const;

  std::filesystem::path root_;
};

// The temporary that stands beside `path` while it is being replaced; a dot file, so never a page.
std::string temporary_name(const std::string& path);

}  // namespace ai_memory
