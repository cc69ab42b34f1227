#include "wiki/git.hh"

#include <array>
#include <cerrno>
#include <cstring>
#include <mutex>

namespace ai_memory::git {

void fail(int code, const std::string& what) {
  const int saved_errno = errno;
  const git_error* last = git_error_last();
  std::string cause = last && last->message ? last->message : "";
  // libgit2 sometimes says nothing where the system said enough.
  if (cause.empty() || cause.ends_with(": "))
    cause += saved_errno ? std::strerror(saved_errno) : "libgit2 error " + std::to_string(code);
  const auto says = [&cause](int number) { return cause.find(std::strerror(number)) != std::string::npos; };
  const bool full = saved_errno == ENOSPC || saved_errno == EDQUOT;
  if (full && !says(saved_errno)) cause = std::strerror(saved_errno);  // what libgit2 says is of an earlier call
  if (full || says(ENOSPC) || says(EDQUOT))
    throw Error(ErrorKind::failed, what + ": " + cause,
                "free some disk space and run the command again; nothing was lost");
  if (cause.find("Permission denied") != std::string::npos)
    throw Error(ErrorKind::failed, what + ": " + cause, "check who owns the files and whether they may be read");
  if (code == GIT_ELOCKED)
    throw Error(ErrorKind::conflict, what + ": " + cause, "another git program is at work; try again in a moment");
  if (code == GIT_ENOTFOUND && cause.find("no match for id") != std::string::npos)
    throw Error(
        ErrorKind::failed, what + ": is not in the repository",
        "in a partial clone, `git fetch --refetch --no-filter` brings all objects; else `ai-memory doctor` tells more");
  if (cause.find("mandatory extension") != std::string::npos)
    throw Error(
        ErrorKind::conflict, what + ": " + cause,
        "if git's index is a split or sparse one: git update-index --no-split-index; git sparse-checkout reapply "
        "--no-sparse-index");
  if (code == GIT_ENOTFOUND) throw Error(ErrorKind::not_found, what + ": " + cause);
  std::string hint;
  if (cause.find("corrupted loose reference") != std::string::npos)
    hint = "`ai-memory doctor --repair` sets it to the last good commit, which is the last line of .git/logs/HEAD";
  if (cause.find("packed references") != std::string::npos)
    hint = ".git/packed-refs is damaged; `ai-memory doctor --repair` keeps what can be read of it";
  for (const char* word : {"loose object", "failed to parse", "peeled", "cut short", "no git object"})
    if (cause.find(word) != std::string::npos)
      hint = "an object of the repository is damaged: `ai-memory doctor` names it, and says what brings it back";
  throw Error(ErrorKind::failed, what + ": " + cause, hint);
}

std::string hex(const git_oid& id) {
  std::array<char, GIT_OID_HEXSZ + 1> text{};
  git_oid_tostr(text.data(), text.size(), &id);
  return text.data();
}

git_oid oid(std::string_view hex) {
  git_oid id;
  check(git_oid_fromstrn(&id, hex.data(), hex.size()), "object id " + std::string(hex));
  return id;
}

void start() {
  static std::once_flag once;
  std::call_once(once, [] {
    check(git_libgit2_init(), "libgit2");
    // A commit that was reported must survive a power cut.
    git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
  });
}

}  // namespace ai_memory::git
