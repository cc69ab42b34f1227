#include "cli/editor.hh"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wiki/page.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

bool is_in_path(const std::string& program) {
  std::string path = variable("PATH");
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    if (access((path.substr(at, end - at) + "/" + program).c_str(), X_OK) == 0) return true;
    at = end + 1;
  }
  return false;
}

// Ctrl-C and Ctrl-\ are for the editor while it runs.
class WithoutInterrupts {
 public:
  WithoutInterrupts() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &interrupt_);
    sigaction(SIGQUIT, &ignore, &quit_);
  }
  ~WithoutInterrupts() { restore(); }
  void restore() const {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGQUIT, &quit_, nullptr);
  }

 private:
  struct sigaction interrupt_ {
  }, quit_{};
};

[[noreturn]] void become_editor(const std::string& editor, const std::string& file) {
  // What we print is data; what the editor prints is not.
  if (isatty(STDOUT_FILENO) == 0) dup2(STDERR_FILENO, STDOUT_FILENO);
  const std::string command = editor + " \"$@\"";
  execl("/bin/sh", "sh", "-c", command.c_str(), editor.c_str(), file.c_str(), static_cast<char*>(nullptr));
  _exit(127);
}

int run(const std::string& editor, const std::string& file) {
  std::fflush(nullptr);
  const WithoutInterrupts quiet;
  const pid_t child = fork();
  if (child < 0) throw_errno("editor");
  if (child == 0) {
    quiet.restore();
    become_editor(editor, file);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw_errno("editor");
  return status;
}

// Not much beyond what a page may have: more is refused anyway.
std::string read_file(const fs::path& file) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(file.c_str(), "rb"), std::fclose);
  if (!in) throw_errno(file.string());
  std::string text;
  std::array<char, 65536> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), in.get())) {
    text.append(buffer.data(), got);
    if (text.size() > kMaxPageBytes) break;
  }
  if (std::ferror(in.get()) != 0) throw_errno(file.string());
  return text;
}

void write_file(const fs::path& file, std::string_view text) {
  const int fd = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) throw_errno(file.string());
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(fdopen(fd, "wb"), std::fclose);
  if (std::fwrite(text.data(), 1, text.size(), out.get()) != text.size() || std::fflush(out.get()) != 0)
    throw_errno(file.string());
}

}  // namespace

std::string editor_command(bool terminal) {
  const std::string term = variable("TERM");
  const bool dumb = term.empty() || term == "dumb";
  if (const auto visual = variable("VISUAL"); !visual.empty() && !dumb) return visual;
  if (const auto editor = variable("EDITOR"); !editor.empty()) return editor;
  if (terminal && !dumb)
    for (const char* usual : {"editor", "vi", "nano"})
      if (is_in_path(usual)) return usual;
  throw Error(ErrorKind::usage, "no editor is known", "set EDITOR, as in EDITOR=vi");
}

Draft::Draft(const fs::path& state_dir, const std::string& name, std::string_view text, const std::string& page)
    : before_(text) {
  std::error_code problem;  // shows when the folder is made
  fs::create_directories(state_dir, problem);
  std::string folder = (state_dir / "draft-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw_errno(state_dir.string());
  folder_ = folder;
  file_ = folder_ / name;
  try {
    lock_ = FileDescriptor(open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (lock_.open()) flock(lock_.get(), LOCK_EX | LOCK_NB);
    if (!page.empty()) write_file(folder_ / kDraftPage, page);
    write_file(file_, text);
  } catch (const Error&) {
    fs::remove_all(folder_, problem);
    throw;
  }
}

Draft::~Draft() {
  std::error_code ignored;
  if (put_to_use_ || !holds_typed_text()) fs::remove_all(folder_, ignored);
}

std::string Draft::edit(const std::string& editor) {
  const int status = run(editor, file_.string());
  if (WIFSIGNALED(status))
    throw Error(ErrorKind::failed, "editor `" + editor + "`: ended by signal " + std::to_string(WTERMSIG(status)));
  const int code = WEXITSTATUS(status);
  if (code == 127) throw Error(ErrorKind::failed, "editor `" + editor + "`: not found", "set EDITOR, as in EDITOR=vi");
  if (code != 0) throw Error(ErrorKind::failed, "editor `" + editor + "`: exit status " + std::to_string(code));
  return read_file(file_);
}

bool Draft::holds_typed_text() const {
  try {
    const std::string text = read_file(file_);
    return text != before_ && text.find_first_not_of(" \t\r\n") != std::string::npos;
  } catch (const Error&) {
    return false;  // it was taken away
  }
}

std::string Draft::hint_after(const std::string& hint) const {
  if (!holds_typed_text()) return hint;
  return hint + (hint.empty() ? "" : "; ") + "what you typed is in " + file_.string();
}

}  // namespace ai_memory
