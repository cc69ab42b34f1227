// SIGTERM, SIGINT and SIGHUP as something to wait for, beside the end of a child.
#pragma once

#include <chrono>
#include <csignal>

#include "cli/daemon_loop.hh"
#include "wiki/work_tree.hh"

namespace ai_memory {

// While it lives, these signals and SIGCHLD do nothing but make descriptor() readable, and a reader of our output that
// went away kills nobody. One at a time.
class Signals {
 public:
  Signals();  // throws failed
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  int descriptor() const { return file_.get(); }
  // What came since the last call; an order to end beats SIGHUP. Does not wait.
  Wake take();
  // Until one of them comes (SIGCHLD apart) or the time is over.
  Wake wait(std::chrono::seconds most);

  // In a forked child, before it becomes another program.
  static void give_back() noexcept;

 private:
  sigset_t before_;
  void (*pipe_before_)(int);
  FileDescriptor file_;
};

}  // namespace ai_memory
