// libgit2 handles that free themselves, and its error codes as exceptions. Included by .cc files only.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "wiki/error.hh"
#include "wiki/git_library.hh"

namespace ai_memory::git {

template <auto& Free>
struct Deleter {
  template <class T>
  void operator()(T* handle) const {
    Free(handle);
  }
};
template <class T, auto& Free>
using Handle = std::unique_ptr<T, Deleter<Free>>;

using Repository = Handle<git_repository, git_repository_free>;
using Commit = Handle<git_commit, git_commit_free>;
using Tree = Handle<git_tree, git_tree_free>;
using Blob = Handle<git_blob, git_blob_free>;
using Object = Handle<git_object, git_object_free>;
using Entry = Handle<git_tree_entry, git_tree_entry_free>;
using Reference = Handle<git_reference, git_reference_free>;
using References = Handle<git_reference_iterator, git_reference_iterator_free>;
using Index = Handle<git_index, git_index_free>;
using Odb = Handle<git_odb, git_odb_free>;
using Config = Handle<git_config, git_config_free>;
using Signature = Handle<git_signature, git_signature_free>;
using Walk = Handle<git_revwalk, git_revwalk_free>;
using Diff = Handle<git_diff, git_diff_free>;
using StatusList = Handle<git_status_list, git_status_list_free>;
using Filters = Handle<git_filter_list, git_filter_list_free>;
using PackBuilder = Handle<git_packbuilder, git_packbuilder_free>;
using Patch = Handle<git_patch, git_patch_free>;

// A buffer that libgit2 fills.
struct Buffer {
  git_buf value = GIT_BUF_INIT;
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { git_buf_dispose(&value); }
  std::string str() const { return value.ptr ? std::string(value.ptr, value.size) : std::string(); }
};

// Throws with libgit2's own message behind `what`; no space left and denied access keep their hints.
[[noreturn]] void fail(int code, const std::string& what);
inline void check(int code, const std::string& what) {
  if (code < 0) fail(code, what);
}

// Calls a libgit2 constructor whose first argument is the handle to fill.
template <class H, class Function, class... Args>
H make(const std::string& what, Function function, Args... args) {
  typename H::pointer raw = nullptr;
  const int code = function(&raw, args...);
  H handle(raw);
  check(code, what);
  return handle;
}

// The same, null when the thing is not there.
template <class H, class Function, class... Args>
H find(const std::string& what, Function function, Args... args) {
  typename H::pointer raw = nullptr;
  const int code = function(&raw, args...);
  H handle(raw);
  if (code == GIT_ENOTFOUND || code == GIT_EUNBORNBRANCH) return H();
  check(code, what);
  return handle;
}

// Calls what reads git's index, again where that fails: git replaces the file, and libgit2 may ask for the size of the
// old one and read the new one. Returns the last call's code.
template <class Call>
int read_settled_index(const Call& call) {
  constexpr int tries = 10;
  int code = call();
  for (int i = 1; i < tries && code < 0 && git_error_last() && git_error_last()->klass == GIT_ERROR_INDEX; ++i)
    code = call();
  return code;
}

std::string hex(const git_oid& id);
git_oid oid(std::string_view hex);

// git_libgit2_init for the life of the process.
void start();

}  // namespace ai_memory::git
