#include "wiki/pack.hh"

#include <algorithm>
#include <fcntl.h>
#include <git2/odb_backend.h>
#include <git2/sys/odb_backend.h>
#include <unistd.h>

#include "wiki/git_lock.hh"
#include "wiki/repository.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

struct LooseObject {
  git_oid id;
  fs::path file;
};

bool is_hex(const std::string& text) { return text.find_first_not_of("0123456789abcdef") == std::string::npos; }

std::vector<LooseObject> find_loose(const fs::path& objects) {
  std::vector<LooseObject> found;
  for (const auto& folder : fs::directory_iterator(objects)) {
    const std::string start = folder.path().filename().string();
    if (start.size() != 2 || !is_hex(start)) continue;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder.path(), none)) {
      const std::string name = start + entry.path().filename().string();
      if (name.size() == GIT_OID_HEXSZ && is_hex(name)) found.push_back({git::oid(name), entry.path()});
    }
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return git_oid_cmp(&a.id, &b.id) < 0; });
  return found;
}

std::size_t count_packs(const fs::path& folder) {
  std::error_code none;
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder, none)) count += entry.path().extension() == ".pack";
  return count;
}

// Reading checks the content against the name.
bool readable(git_odb* odb, const git_oid& id) {
  git_odb_object* raw = nullptr;
  const bool good = git_odb_read(&raw, odb, &id) == 0;
  git_odb_object_free(raw);
  return good;
}

void sync_file_system(const fs::path& folder) {
  const FileDescriptor handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!handle.open() || ::syncfs(handle.get()) != 0) throw_errno(folder.string());
}

// The pack alone, so that what is found there is in it and nowhere else.
git::Odb open_pack(const fs::path& index) {
  git::Odb odb = git::make<git::Odb>("object database", git_odb_new);
  git_odb_backend* backend = nullptr;
  git::check(git_odb_backend_one_pack(&backend, index.c_str()), index.string());
  git::check(git_odb_add_backend(odb.get(), backend, 1), index.string());
  return odb;
}

// Another program that uses libgit2 may be writing a young one just now.
bool is_old(const fs::path& file) {
  std::error_code gone;
  const auto written = fs::last_write_time(file, gone);
  return !gone && fs::file_time_type::clock::now() - written > std::chrono::hours(1);
}

class Packing {
 public:
  explicit Packing(const fs::path& root)
      : repo_(git::open_repository(root)), folder_(fs::path(git_repository_commondir(repo_.get())) / "objects") {}

  PackReport run(bool dry_run) {
    auto lock = FileLock::try_lock(fs::path(git_repository_commondir(repo_.get())) / kMaintainLock);
    if (!lock)
      throw Error(ErrorKind::conflict, "git objects: another ai-memory is packing them", "try again in a moment");
    remove_leftovers(dry_run);
    choose();
    if (!dry_run && !objects_.empty()) {
      const fs::path pack = write();
      remove_files(pack);
    }
    report_.packs = count_packs(folder_ / "pack");
    return report_;
  }

 private:
  void remove_leftovers(bool dry_run) {
    const auto writer = FileLock::try_lock(git::lock_file(repo_.get()));
    if (!writer) return;  // next time
    for (const fs::path& file : left_temporaries(folder_)) {
      if (!is_old(file)) continue;
      std::error_code failed;
      report_.leftovers += dry_run || (fs::remove(file, failed) && !failed);
    }
  }

  void choose() {
    const git::Odb odb = git::make<git::Odb>("object database", git_repository_odb, repo_.get());
    for (LooseObject& object : find_loose(folder_)) {
      if (!readable(odb.get(), object.id)) {
        if (fs::exists(object.file)) report_.damaged.push_back(object.file.string());
        continue;
      }
      std::error_code gone;
      const auto size = fs::file_size(object.file, gone);
      report_.bytes += gone ? 0 : size;
      ++report_.objects;
      objects_.push_back(std::move(object));
    }
  }

  fs::path write() {
    const auto builder = git::make<git::PackBuilder>("pack", git_packbuilder_new, repo_.get());
    for (const LooseObject& object : objects_)
      git::check(git_packbuilder_insert(builder.get(), &object.id, nullptr), "pack " + git::hex(object.id));
    git::check(git_packbuilder_write(builder.get(), nullptr, 0, nullptr, nullptr), "write pack");
    sync_file_system(folder_);
    const fs::path pack = folder_ / "pack" / ("pack-" + std::string(git_packbuilder_name(builder.get())) + ".pack");
    report_.pack_bytes = fs::file_size(pack);
    return pack;
  }

  void remove_files(fs::path pack) {
    const git::Odb packed = open_pack(pack.replace_extension(".idx"));
    for (const LooseObject& object : objects_) {
      std::error_code ignored;  // gone already, or not ours to remove: it is only there twice
      if (readable(packed.get(), object.id)) fs::remove(object.file, ignored);
    }
  }

  git::Repository repo_;
  fs::path folder_;
  std::vector<LooseObject> objects_;
  PackReport report_;
};

}  // namespace

std::vector<fs::path> left_temporaries(const fs::path& objects) {
  std::vector<fs::path> found;
  std::error_code none;
  for (fs::recursive_directory_iterator at(objects, none), end; !none && at != end; at.increment(none))
    if (at->path().filename().string().find("_git2_") != std::string::npos) found.push_back(at->path());
  return found;
}

PackReport pack_loose_objects(const fs::path& root, bool dry_run) { return Packing(root).run(dry_run); }

}  // namespace ai_memory
