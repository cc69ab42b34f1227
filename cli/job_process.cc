#include "cli/job_process.hh"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/activity.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

using std::chrono::steady_clock;

constexpr const char* kProgram = "/proc/self/exe";
constexpr std::chrono::milliseconds kGrace{1000}, kLastGrace{500};  // after SIGTERM, after SIGKILL
constexpr std::size_t kLongestLine = 4096;
constexpr int kCannotRun = 127;

// The end of a pipe that we read, as lines; what is longer than kLongestLine comes in parts.
class Lines {
 public:
  explicit Lines(FileDescriptor file) : file_(std::move(file)) {}
  int descriptor() const { return file_.get(); }

  template <class Each>
  void read(const Each& each) {
    std::array<char, kLongestLine> bytes;
    while (file_.open()) {
      const ssize_t got = ::read(file_.get(), bytes.data(), bytes.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) break;
      text_.append(bytes.data(), static_cast<std::size_t>(got));
      for (auto end = text_.find('\n'); end != std::string::npos || text_.size() >= kLongestLine;
           end = text_.find('\n')) {
        each(std::string_view(text_).substr(0, end));
        text_.erase(0, end == std::string::npos ? end : end + 1);
      }
    }
    file_ = FileDescriptor();
    if (!text_.empty()) each(std::string_view(text_));
    text_.clear();
  }

 private:
  FileDescriptor file_;
  std::string text_;
};

struct Pipe {
  FileDescriptor read, write;
};

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw_errno("a pipe for a job");
  Pipe made{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  ::fcntl(made.read.get(), F_SETFL, O_NONBLOCK);
  return made;
}

[[noreturn]] void become(char* const* arguments, const Pipe& out, const Pipe& err, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // no job is left behind by a killed daemon
  if (::getppid() != parent) ::_exit(kCannotRun);
  Signals::give_back();
  mark_upkeep();
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(out.write.get(), STDOUT_FILENO);
  ::dup2(err.write.get(), STDERR_FILENO);
  if (::chdir("/") == 0) ::execv(kProgram, arguments);
  ::_exit(kCannotRun);
}

int shell_status(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

class Job {
 public:
  explicit Job(const std::vector<std::string>& arguments) : Job(arguments, make_pipe(), make_pipe()) {}
  ~Job() {
    if (pid_ > 0) ::kill(-pid_, SIGKILL);
  }

  JobRun run(Signals& signals, const std::function<void(std::string_view)>& told) {
    JobRun result;
    std::optional<int> status;
    while (!(status = reaped())) {
      if (!end_in_time()) break;
      wait_for_news(signals);
      read(result, told);
      note(result, signals.take());
    }
    read(result, told);
    if (!ending_) result.status = status;
    return result;
  }

 private:
  Job(const std::vector<std::string>& arguments, Pipe out, Pipe err) {
    std::vector<char*> words;
    for (const auto& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ < 0) throw_errno("a process for a job");
    if (pid_ == 0) become(words.data(), out, err, parent);
    ::setpgid(pid_, pid_);
    out_ = Lines(std::move(out.read));
    err_ = Lines(std::move(err.read));
  }

  std::optional<int> reaped() {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
    pid_ = 0;
    return shell_status(status);
  }

  // False: it was killed, and is still not gone.
  bool end_in_time() {
    if (!ending_ || steady_clock::now() < next_step_) return true;
    if (killed_) return false;
    ::kill(-pid_, SIGKILL);
    killed_ = true;
    next_step_ = steady_clock::now() + kLastGrace;
    return true;
  }

  void wait_for_news(const Signals& signals) {
    std::array<pollfd, 3> files{pollfd{signals.descriptor(), POLLIN, 0}, pollfd{out_.descriptor(), POLLIN, 0},
                                pollfd{err_.descriptor(), POLLIN, 0}};
    int most = -1;
    if (ending_) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(next_step_ - steady_clock::now());
      most = left.count() > 0 ? static_cast<int>(left.count()) : 0;
    }
    if (::poll(files.data(), files.size(), most) < 0 && errno != EINTR) throw_errno("waiting for a job");
  }

  void read(JobRun& result, const std::function<void(std::string_view)>& told) {
    err_.read(told);
    out_.read([&](std::string_view line) {
      if (!line.empty()) result.last_line = line;
    });
  }

  void note(JobRun& result, Wake wake) {
    if (wake == Wake::time || ending_) return;
    result.wake = wake;
    if (wake == Wake::settings) return;
    ::kill(-pid_, SIGTERM);
    ending_ = true;
    next_step_ = steady_clock::now() + kGrace;
  }

  pid_t pid_ = 0;
  Lines out_{FileDescriptor()}, err_{FileDescriptor()};
  bool ending_ = false, killed_ = false;
  steady_clock::time_point next_step_;
};

}  // namespace

JobRun run_job(const std::vector<std::string>& arguments, Signals& signals,
               const std::function<void(std::string_view)>& told) {
  return Job(arguments).run(signals, told);
}

}  // namespace ai_memory
