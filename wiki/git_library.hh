// libgit2, loaded when its first function is called: most reads never need it, and it takes longer to load with all
// that it brings (TLS, ssh, Kerberos) than they do. Inside namespace ai_memory the names below stand before libgit2's
// own, so the code calls it as ever; one that git_functions.def does not list fails to link. Included by git.hh.
#pragma once

#include <git2.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

namespace ai_memory {
namespace git {

// Points all the names at the library. Throws Error (failed) when the system lacks it.
void load();

// What a name points at until then.
template <class Function, Function& name>
struct FirstCall;
template <class R, class... A, R (*&name)(A...)>
struct FirstCall<R (*)(A...), name> {
  static R call(A... arguments) {
    load();
    return name(arguments...);
  }
};

}  // namespace git

#define X(name) inline decltype(&::name) name = &git::FirstCall<decltype(&::name), ai_memory::name>::call;
#include "wiki/git_functions.def"
#undef X
// Takes any arguments, so it cannot be passed on: git::start() comes first.
inline decltype(&::git_libgit2_opts) git_libgit2_opts = nullptr;

}  // namespace ai_memory
