// The one exception type. Its kinds are the exit statuses of the program (listed in ai-memory.1).
#pragma once

#include <stdexcept>
#include <string>

namespace ai_memory {

enum class ErrorKind {
  failed = 1,     // a library or the system said no
  usage = 2,      // the request itself is wrong
  conflict = 3,   // locked, changed underneath, a merge in progress
  not_found = 4,  // no such page, revision or wiki
  provider = 5,   // a model or embedder failed
};

// `message` names the thing, then the cause; `hint` says what to try and may be empty.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::string hint = {})
      : std::runtime_error(message), kind_(kind), hint_(std::move(hint)) {}
  ErrorKind kind() const { return kind_; }
  const std::string& hint() const { return hint_; }

 private:
  ErrorKind kind_;
  std::string hint_;
};

// Throws `failed` with "what: strerror(errno)".
[[noreturn]] void throw_errno(const std::string& what);

}  // namespace ai_memory
