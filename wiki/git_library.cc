#include "wiki/git_library.hh"

#include <dlfcn.h>
#include <string>

#include "wiki/error.hh"
#include "wiki/git_version.hh"

namespace ai_memory::git {
namespace {

// The one whose headers this was compiled with; another is not binary compatible.
constexpr const char* kFile = "libgit2.so." LIBGIT2_SOVERSION;

[[noreturn]] void refuse() {
  const char* const reason = ::dlerror();
  throw Error(ErrorKind::failed, std::string(kFile) + ": cannot be loaded: " + (reason ? reason : "unknown"),
              "install the package of this library (Debian: libgit2-" LIBGIT2_SOVERSION "), or build ai-memory anew");
}

template <class Function>
void find(void* library, const char* name, Function& function) {
  void* const address = ::dlsym(library, name);
  if (!address) refuse();
  function = reinterpret_cast<Function>(address);
}

}  // namespace

void load() {
  static const bool loaded = [] {
    void* const library = ::dlopen(kFile, RTLD_LAZY | RTLD_LOCAL);
    if (!library) refuse();
#define X(name) find(library, #name, name);
#include "wiki/git_functions.def"
    X(git_libgit2_opts)
#undef X
    return true;
  }();
  static_cast<void>(loaded);
}

}  // namespace ai_memory::git

namespace ai_memory {

std::string libgit2_version() {
  int major = 0, minor = 0, revision = 0;
  git_libgit2_version(&major, &minor, &revision);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(revision);
}

}  // namespace ai_memory
