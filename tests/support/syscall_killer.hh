// Runs a function in a child process and kills the child, as kill -9 would, right before its n-th system call.
#pragma once

#include <functional>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ai_memory::test {

enum class Outcome { killed, finished, failed, no_ptrace };

inline Outcome run_and_kill(const std::function<void()>& work, int at_call) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(99);
    ::raise(SIGSTOP);
    try {
      work();
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status)) return Outcome::no_ptrace;
  ::ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_EXITKILL);
  // Each call stops twice, on the way in and out; both are instants at which a process may die.
  for (int call = 0;; ++call) {
    if (call == at_call) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return Outcome::killed;
    }
    if (::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr) != 0) return Outcome::no_ptrace;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status)) return WEXITSTATUS(status) == 0 ? Outcome::finished : Outcome::failed;
    if (WIFSIGNALED(status)) return Outcome::failed;
  }
}

}  // namespace ai_memory::test
