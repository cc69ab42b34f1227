// Runs a command and breaks one of its system calls: the fail points of every command, with no code for them in it.
//
//   faults [--log FILE] [--only TEXT] count -- COMMAND…
//   faults … kill N        kill -9 right before the Nth call
//   faults … kill-after N  and right after it
//   faults … fail ERRNO N  the Nth call is not done and says ERRNO, such as EIO; `N+`: so do all later ones
//   faults … short N       the Nth call, a write, does half of its bytes; `short N+`: and then the disk is full
//
// Counted are the calls by which files are made, changed, moved, removed and forced to the disk, in all threads of the
// command, and not in programs it starts; writes only to regular files beyond stdout and stderr. A full disk (ENOSPC,
// EDQUOT) with `N+` refuses only what needs room. --only counts calls whose line has this text. --log gets a line for
// each counted call: its number, its name, its path.
// Exit status: the command's (128 + n when signal n ended it); 90 killed as asked, 91 it ended before its Nth call,
// 92 this system does not let us trace, 2 usage.
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <map>
#include <set>
#include <string>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

enum Exit { kUsage = 2, kKilled = 90, kEndedBefore = 91, kNoPtrace = 92 };
enum class Mode { count, kill, kill_after, fail, short_write };

struct Options {
  Mode mode = Mode::count;
  long at = 0;  // 0: never
  bool and_later = false;
  int error = ENOSPC;
  std::string only, log;
  char** command = nullptr;
};

#if defined(__x86_64__)

// Where a call's path is: an argument that is text, perhaps relative to a folder's descriptor before it; or an open
// file's own.
enum class Names { text, text_at, descriptor };
struct Call {
  const char* name;
  Names names;
  int argument;
  bool needs_room;
};

const std::map<long, Call> kCalls = {
    {SYS_open, {"open", Names::text, 0, true}},
    {SYS_creat, {"creat", Names::text, 0, true}},
    {SYS_openat, {"openat", Names::text_at, 1, true}},
    {SYS_write, {"write", Names::descriptor, 0, true}},
    {SYS_pwrite64, {"pwrite64", Names::descriptor, 0, true}},
    {SYS_writev, {"writev", Names::descriptor, 0, true}},
    {SYS_pwritev, {"pwritev", Names::descriptor, 0, true}},
    {SYS_copy_file_range, {"copy_file_range", Names::descriptor, 2, true}},
    {SYS_sendfile, {"sendfile", Names::descriptor, 0, true}},
    {SYS_ftruncate, {"ftruncate", Names::descriptor, 0, false}},
    {SYS_truncate, {"truncate", Names::text, 0, false}},
    {SYS_fallocate, {"fallocate", Names::descriptor, 0, true}},
    {SYS_fsync, {"fsync", Names::descriptor, 0, false}},
    {SYS_fdatasync, {"fdatasync", Names::descriptor, 0, false}},
    {SYS_syncfs, {"syncfs", Names::descriptor, 0, false}},
    {SYS_mmap, {"mmap", Names::descriptor, 4, false}},
    {SYS_rename, {"rename", Names::text, 1, false}},
    {SYS_renameat, {"renameat", Names::text_at, 3, false}},
    {SYS_renameat2, {"renameat2", Names::text_at, 3, false}},
    {SYS_link, {"link", Names::text, 1, true}},
    {SYS_linkat, {"linkat", Names::text_at, 3, true}},
    {SYS_symlink, {"symlink", Names::text, 1, true}},
    {SYS_symlinkat, {"symlinkat", Names::text_at, 2, true}},
    {SYS_unlink, {"unlink", Names::text, 0, false}},
    {SYS_unlinkat, {"unlinkat", Names::text_at, 1, false}},
    {SYS_mkdir, {"mkdir", Names::text, 0, true}},
    {SYS_mkdirat, {"mkdirat", Names::text_at, 1, true}},
    {SYS_rmdir, {"rmdir", Names::text, 0, false}},
};

using Registers = user_regs_struct;

unsigned long long& argument(Registers& registers, int n) {
  unsigned long long* const all[] = {&registers.rdi, &registers.rsi, &registers.rdx,
                                     &registers.r10, &registers.r8,  &registers.r9};
  return *all[n];
}

bool is_write(long call) { return call == SYS_write || call == SYS_pwrite64; }

// The command stops at the calls above and at no other, which costs next to nothing.
int trace_me(char** command) {
  std::vector<sock_filter> filter = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (const auto& [number, call] : kCalls) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(number), 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE));
  }
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(kNoPtrace);
  // The leak check traces too, and only one may.
  const char* given = std::getenv("ASAN_OPTIONS");
  ::setenv("ASAN_OPTIONS", (std::string(given ? given : "") + ":detect_leaks=0").c_str(), 1);
  ::raise(SIGSTOP);  // until our parent has said what it wants to see
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    ::_exit(kNoPtrace);
  ::execvp(command[0], command);
  std::perror(command[0]);
  ::_exit(127);
}

std::string text_of(pid_t task, unsigned long long address) {
  std::string text(PATH_MAX, '\0');
  // Page by page: what follows the text's page may not be mapped.
  std::size_t got = 0;
  while (got < text.size() && text.find('\0') >= got) {
    const std::size_t piece = std::min<std::size_t>(4096 - (address + got) % 4096, text.size() - got);
    iovec here{text.data() + got, piece}, there{reinterpret_cast<void*>(address + got), piece};
    if (::process_vm_readv(task, &here, 1, &there, 1, 0) != static_cast<ssize_t>(piece)) break;
    got += piece;
  }
  return text.c_str();
}

std::string link_of(pid_t task, const std::string& name) {
  std::string target(PATH_MAX, '\0');
  const std::string link = "/proc/" + std::to_string(task) + "/" + name;
  const ssize_t size = ::readlink(link.c_str(), target.data(), target.size());
  return target.substr(0, size > 0 ? static_cast<std::size_t>(size) : 0);
}

std::string path_of(pid_t task, const Call& call, Registers& registers) {
  const int at = call.argument;
  if (call.names == Names::descriptor)
    return link_of(task, "fd/" + std::to_string(static_cast<int>(argument(registers, at))));
  const std::string path = text_of(task, argument(registers, at));
  if (path.starts_with("/")) return path;
  const int folder = call.names == Names::text ? AT_FDCWD : static_cast<int>(argument(registers, at - 1));
  return link_of(task, folder == AT_FDCWD ? "cwd" : "fd/" + std::to_string(folder)) + "/" + path;
}

// Leaves out what changes no file: reading, devices, pipes, and what is said to people.
bool counts(long number, const std::string& path, Registers& registers) {
  struct stat info {};
  if (number == SYS_open || number == SYS_openat) {
    const auto flags = argument(registers, number == SYS_open ? 1 : 2);
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) == 0) return false;
    return ::stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode);
  }
  if (number == SYS_mmap)
    return (argument(registers, 3) & (MAP_SHARED | MAP_ANONYMOUS)) == MAP_SHARED &&
           (argument(registers, 2) & PROT_WRITE);
  if (kCalls.at(number).names != Names::descriptor) return true;
  const int file = static_cast<int>(argument(registers, kCalls.at(number).argument));
  return file != STDOUT_FILENO && file != STDERR_FILENO && path.starts_with("/") &&
         path.find(" (deleted)") == path.npos && ::stat(path.c_str(), &info) == 0 &&
         (S_ISREG(info.st_mode) || S_ISDIR(info.st_mode));
}

class Tracer {
 public:
  Tracer(const Options& options, pid_t child) : options_(options), child_(child), ours_{child} {
    if (!options.log.empty()) log_ = std::fopen(options.log.c_str(), "we");
  }

  int run() {
    int status = 0;
    ::waitpid(child_, &status, 0);
    if (!WIFSTOPPED(status)) return kNoPtrace;
    constexpr long wanted = PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                            PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;
    if (::ptrace(PTRACE_SETOPTIONS, child_, nullptr, wanted) != 0) return kNoPtrace;
    ::ptrace(PTRACE_CONT, child_, nullptr, nullptr);
    for (;;) {
      const pid_t task = ::waitpid(-1, &status, __WALL);
      if (task < 0) return kNoPtrace;
      if (WIFSTOPPED(status)) {
        if (const int done = stopped(task, status)) return done;
      } else if (task == child_) {
        return ended(status);
      }
    }
  }

 private:
  int ended(int status) const {
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNoPtrace && seen_ == 0) return kNoPtrace;
    if (options_.at > seen_) return kEndedBefore;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  int kill_all() {
    ::kill(child_, SIGKILL);
    int status = 0;
    ::waitpid(child_, &status, __WALL);
    return kKilled;
  }

  // 0: goes on.
  int stopped(pid_t task, int status) {
    const int event = status >> 16, signal = WSTOPSIG(status);
    long deliver = 0;
    if (event == PTRACE_EVENT_SECCOMP) {
      if (ours_.count(task))
        if (const int done = called(task)) return done;
    } else if (event == PTRACE_EVENT_CLONE) {  // a thread; what is forked is another program's beginning
      unsigned long thread = 0;
      ::ptrace(PTRACE_GETEVENTMSG, task, nullptr, &thread);
      if (ours_.count(task)) ours_.insert(static_cast<pid_t>(thread));
    } else if (event == 0 && signal == (SIGTRAP | 0x80)) {
      return 0;
    } else if (event == 0 && signal == SIGSTOP && begun_.insert(task).second && task != child_) {
      // the first stop of a new task is no signal
    } else if (event == 0) {
      deliver = signal;
    }
    ::ptrace(PTRACE_CONT, task, nullptr, deliver);
    return 0;
  }

  int called(pid_t task) {
    Registers registers{};
    if (::ptrace(PTRACE_GETREGS, task, nullptr, &registers) != 0) return 0;
    const long number = static_cast<long>(registers.orig_rax);
    const auto found = kCalls.find(number);
    if (found == kCalls.end()) return 0;
    const std::string path = path_of(task, found->second, registers);
    const std::string said = found->second.name + (" " + path);
    if (said.find(options_.only) == said.npos || !counts(number, path, registers)) return 0;
    ++seen_;
    if (log_) {
      std::fprintf(log_, "%ld %s\n", seen_, said.c_str());
      std::fflush(log_);
    }
    if (options_.at == 0 || seen_ < options_.at) return 0;
    const bool first = seen_ == options_.at;
    switch (options_.mode) {
      case Mode::count:
        break;
      case Mode::kill:
        return kill_all();
      case Mode::kill_after:
        ::ptrace(PTRACE_SYSCALL, task, nullptr, nullptr);
        ::waitpid(task, nullptr, __WALL);
        return kill_all();
      case Mode::fail:
        if (options_.and_later ? fails_later(number, path) : first) fail(task, registers, options_.error);
        break;
      case Mode::short_write:
        if (first && is_write(number)) halve(task, registers);
        if (!first && options_.and_later && fails_later(number, path)) fail(task, registers, ENOSPC);
        break;
    }
    return 0;
  }

  // On a full disk all goes on that needs no room.
  bool fails_later(long number, const std::string& path) const {
    if (options_.error != ENOSPC && options_.error != EDQUOT) return true;
    const bool opens = number == SYS_open || number == SYS_openat;
    return kCalls.at(number).needs_room && !(opens && ::access(path.c_str(), F_OK) == 0);
  }

  static void fail(pid_t task, Registers& registers, int error) {
    registers.orig_rax = static_cast<unsigned long long>(-1);
    registers.rax = static_cast<unsigned long long>(-error);
    ::ptrace(PTRACE_SETREGS, task, nullptr, &registers);
  }

  static void halve(pid_t task, Registers& registers) {
    unsigned long long& size = argument(registers, 2);
    if (size > 1) size /= 2;
    ::ptrace(PTRACE_SETREGS, task, nullptr, &registers);
  }

  const Options& options_;
  pid_t child_;
  std::set<pid_t> ours_, begun_;
  std::FILE* log_ = nullptr;
  long seen_ = 0;
};

int run(const Options& options) {
  const pid_t child = ::fork();
  if (child == 0) return trace_me(options.command);
  if (child < 0) return kNoPtrace;
  return Tracer(options, child).run();
}

#else

int run(const Options&) { return kNoPtrace; }  // which register holds what is known for x86-64 only

#endif

int error_number(const std::string& name) {
  static const std::map<std::string, int> all = {{"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT},
                                                 {"EROFS", EROFS},   {"EACCES", EACCES}, {"EPERM", EPERM},
                                                 {"ENOSYS", ENOSYS}, {"EINVAL", EINVAL}, {"EFBIG", EFBIG},
                                                 {"EMFILE", EMFILE}, {"ENODEV", ENODEV}, {"ENOMEM", ENOMEM}};
  const auto found = all.find(name);
  return found == all.end() ? 0 : found->second;
}

bool parse(char** words, Options& options) {
  const auto next = [&words] { return std::string(*words ? *words++ : ""); };
  std::string word = next();
  for (; word == "--log" || word == "--only"; word = next()) (word == "--log" ? options.log : options.only) = next();
  static const std::map<std::string, Mode> modes = {{"count", Mode::count},
                                                    {"kill", Mode::kill},
                                                    {"kill-after", Mode::kill_after},
                                                    {"fail", Mode::fail},
                                                    {"short", Mode::short_write}};
  const auto mode = modes.find(word);
  if (mode == modes.end()) return false;
  options.mode = mode->second;
  if (options.mode == Mode::fail && (options.error = error_number(next())) == 0) return false;
  if (options.mode != Mode::count) {
    const std::string number = next();
    options.at = std::atol(number.c_str());
    options.and_later = number.ends_with("+");
    if (options.at <= 0) return false;
  }
  if (next() != "--" || !*words) return false;
  options.command = words;
  return true;
}

}  // namespace

int main(int, char** words) {
  Options options;
  if (parse(words + 1, options)) return run(options);
  std::fputs(
      "usage: faults [--log FILE] [--only TEXT] count | kill N | kill-after N | fail ERRNO N[+] | short N[+] "
      "-- COMMAND…\n",
      stderr);
  return kUsage;
}
