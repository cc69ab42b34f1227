#include "index/parts.hh"

#include <dlfcn.h>

#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPackage = "install ai-memory whole (`meson install`), its libexec folder included";

std::string reason() {
  const char* const text = ::dlerror();
  return text ? text : "unknown";
}

fs::path find_part(const std::string& file, const std::vector<fs::path>& folders) {
  std::string looked;
  for (const fs::path& folder : folders) {
    std::error_code none;
    if (fs::is_regular_file(folder / file, none)) return folder / file;
    looked += (looked.empty() ? "" : ", ") + folder.string();
  }
  throw Error(ErrorKind::failed, file + ": this part of the program is missing (looked in " + looked + ")", kPackage);
}

}  // namespace

std::vector<fs::path> part_folders() {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown).parent_path();
  std::vector<fs::path> folders;
  if (!program.empty()) folders = {program, program.parent_path() / "libexec/ai-memory"};
  const fs::path installed = AI_MEMORY_LIBEXECDIR;
  if (folders.empty() || folders.back() != installed) folders.push_back(installed);
  return folders;
}

void* part_function(const std::string& name, const std::string& function, const std::vector<fs::path>& folders) {
  const fs::path file = find_part("ai-memory-" + name + ".so", folders);
  void* const part = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  // dlerror() names the file, or the library that it needs and the system has not.
  if (!part) throw Error(ErrorKind::failed, file.string() + ": cannot be loaded: " + reason(), kPackage);
  const auto* const version = static_cast<const char*>(::dlsym(part, "ai_memory_part_version"));
  const std::string found = version ? version : "none";
  if (found != AI_MEMORY_VERSION)
    throw Error(ErrorKind::failed, file.string() + ": is of version " + found + ", the program of " + AI_MEMORY_VERSION,
                kPackage);
  void* const address = ::dlsym(part, function.c_str());
  if (!address) throw Error(ErrorKind::failed, file.string() + ": lacks " + function, kPackage);
  return address;
}

}  // namespace ai_memory
