// Reads git's loose objects before libgit2 does: version 1.5 of it never comes back from one that is cut short.
#include "wiki/loose_objects.hh"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <git2/errors.h>
#include <git2/sys/odb_backend.h>
#include <memory>
#include <string>
#include <zlib.h>

#include "wiki/error.hh"
#include "wiki/work_tree.hh"

namespace ai_memory::git {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHeader = 64;  // "commit 12345" and a NUL
constexpr int kAfterPacks = 2;       // as packs, which were added before; libgit2's own for loose objects has 1

struct Backend {
  git_odb_backend parent;  // first: libgit2 knows this part
  fs::path folder;
};

int refuse(const fs::path& file, const char* why) {
  git_error_set_str(GIT_ERROR_ODB, (file.string() + ": " + why).c_str());
  return GIT_ERROR;
}

class Stream {
 public:
  explicit Stream(const std::string& packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    ready_ = ::inflateInit(&stream_) == Z_OK;
  }
  ~Stream() { ::inflateEnd(&stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Fills `size` bytes; fewer only at the end of the stream or where it breaks off.
  std::size_t read(char* to, std::size_t size) {
    if (!ready_) return 0;
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(size);
    while (stream_.avail_out > 0 && code_ == Z_OK) code_ = ::inflate(&stream_, Z_NO_FLUSH);
    return size - stream_.avail_out;
  }
  // All was read, the checksum behind it too.
  bool at_end() {
    char more = 0;
    if (code_ == Z_OK && read(&more, 1) > 0) return false;
    return code_ == Z_STREAM_END;
  }

 private:
  z_stream stream_{};
  bool ready_ = false;
  int code_ = Z_OK;
};

struct Opened {
  fs::path file;
  std::string packed;
};

// Not there: the others may have it.
int open(const git_odb_backend* backend, const git_oid* id, Opened& opened) {
  char name[GIT_OID_HEXSZ + 1];
  git_oid_tostr(name, sizeof name, id);
  const fs::path& folder = reinterpret_cast<const Backend*>(backend)->folder;
  opened.file = folder / std::string(name, 2) / (name + 2);
  const FileDescriptor file(::open(opened.file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return GIT_ENOTFOUND;
  try {
    opened.packed = read_all(file.get(), opened.file.string());
  } catch (const Error& error) {
    git_error_set_str(GIT_ERROR_ODB, error.what());
    return GIT_ERROR;
  }
  // An empty one is no object: a pack or another folder may have it yet.
  return opened.packed.empty() ? GIT_ENOTFOUND : GIT_OK;
}

// "blob 12\0" and as much of the content as is in `begin` already.
bool read_header(const char* begin, std::size_t size, git_object_t& type, std::size_t& length, std::size_t& header) {
  const auto* end = static_cast<const char*>(std::memchr(begin, '\0', size));
  const auto* space = static_cast<const char*>(std::memchr(begin, ' ', size));
  if (!end || !space || space > end) return false;
  type = git_object_string2type(std::string(begin, space).c_str());
  length = 0;
  for (const char* digit = space + 1; digit < end; ++digit) {
    if (*digit < '0' || *digit > '9') return false;
    length = length * 10 + static_cast<std::size_t>(*digit - '0');
  }
  header = static_cast<std::size_t>(end - begin) + 1;
  return git_object_typeisloose(type) != 0;
}

int read(void** data, std::size_t* size, git_object_t* type, git_odb_backend* backend, const git_oid* id) {
  Opened opened;
  if (const int code = open(backend, id, opened); code != GIT_OK) return code;
  Stream stream(opened.packed);
  char begin[kHeader];
  const std::size_t got = stream.read(begin, sizeof begin);
  std::size_t header = 0;
  if (!read_header(begin, got, *type, *size, header)) return refuse(opened.file, "is no git object, or a damaged one");
  // No more room than the file can hold: deflate packs a thousand to one at most.
  if (*size / 1100 > opened.packed.size()) return refuse(opened.file, "is damaged: it says that it is larger");
  auto* bytes = static_cast<char*>(git_odb_backend_data_alloc(backend, *size + 1));
  if (!bytes) return GIT_ERROR;
  const std::size_t there = std::min(got - header, *size);
  std::memcpy(bytes, begin + header, there);
  bytes[*size] = '\0';
  const bool whole = got - header <= *size && there + stream.read(bytes + there, *size - there) == *size;
  if (!whole || !stream.at_end()) {
    git_odb_backend_data_free(backend, bytes);
    return refuse(opened.file, "is cut short or damaged");
  }
  *data = bytes;
  return GIT_OK;
}

int read_header_only(std::size_t* size, git_object_t* type, git_odb_backend* backend, const git_oid* id) {
  Opened opened;
  if (const int code = open(backend, id, opened); code != GIT_OK) return code;
  Stream stream(opened.packed);
  char begin[kHeader];
  std::size_t header = 0;
  if (!read_header(begin, stream.read(begin, sizeof begin), *type, *size, header))
    return refuse(opened.file, "is no git object, or a damaged one");
  return GIT_OK;
}

// libgit2's own lists them.
int list_none(git_odb_backend*, git_odb_foreach_cb, void*) { return GIT_OK; }

void release(git_odb_backend* backend) { delete reinterpret_cast<Backend*>(backend); }

}  // namespace

void guard_loose_objects(git_odb* odb, const fs::path& folder) {
  auto backend = std::make_unique<Backend>();
  backend->folder = folder;
  check(git_odb_init_backend(&backend->parent, GIT_ODB_BACKEND_VERSION), "object database");
  backend->parent.read = read;
  backend->parent.read_header = read_header_only;
  backend->parent.foreach = list_none;
  backend->parent.free = release;
  check(git_odb_add_backend(odb, &backend->parent, kAfterPacks), "object database");
  backend.release();  // the object database's own now
}

}  // namespace ai_memory::git
