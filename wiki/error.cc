#include "wiki/error.hh"

#include <cerrno>
#include <system_error>

namespace ai_memory {

void throw_errno(const std::string& what) {
  const int code = errno;
  std::string hint;
  if (code == ENOSPC || code == EDQUOT) hint = "free some disk space and run the command again; nothing was lost";
  if (code == EACCES || code == EPERM || code == EROFS)
    hint = "check who owns the folder and whether it may be written";
  throw Error(ErrorKind::failed, what + ": " + std::generic_category().message(code), hint);
}

}  // namespace ai_memory
