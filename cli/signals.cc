#include "cli/signals.hh"

#include <cerrno>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "wiki/error.hh"

namespace ai_memory {
namespace {

sigset_t ours() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGCHLD}) sigaddset(&set, signal);
  return set;
}

Wake meaning(std::uint32_t signal) {
  if (signal == SIGTERM) return Wake::terminate;
  if (signal == SIGINT) return Wake::interrupt;
  return signal == SIGHUP ? Wake::settings : Wake::time;
}

}  // namespace

Signals::Signals() {
  const sigset_t set = ours();
  file_ = FileDescriptor(::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
  if (!file_.open()) throw_errno("signals");
  sigprocmask(SIG_BLOCK, &set, &before_);
  pipe_before_ = std::signal(SIGPIPE, SIG_IGN);
}

Signals::~Signals() {
  std::signal(SIGPIPE, pipe_before_);
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

Wake Signals::take() {
  Wake wake = Wake::time;
  signalfd_siginfo info;
  while (::read(file_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
    const Wake came = meaning(info.ssi_signo);
    if (wake == Wake::time || (wake == Wake::settings && came != Wake::time)) wake = came;
  }
  return wake;
}

Wake Signals::wait(std::chrono::seconds most) {
  pollfd file{file_.get(), POLLIN, 0};
  const auto until = std::chrono::steady_clock::now() + most;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (left.count() <= 0) return Wake::time;
    if (::poll(&file, 1, static_cast<int>(left.count())) < 0 && errno != EINTR) throw_errno("waiting for signals");
    if (const Wake wake = take(); wake != Wake::time) return wake;
  }
}

void Signals::give_back() noexcept {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) std::signal(signal, SIG_DFL);
  const sigset_t set = ours();
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace ai_memory
