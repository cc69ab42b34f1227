// Any settings: taken, with values in their range that `config show` prints so that they read back, or refused with
// messages of one line each. The input is a file, and behind its first NUL the variables of an environment.
#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/config.hh"
#include "tests/fuzz/fuzz.hh"
#include "wiki/error.hh"

using namespace ai_memory;

namespace {

// A file that is in memory only.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view text) : file_(::memfd_create("config", MFD_CLOEXEC)) {
    require(::write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(file_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

bool is_printable(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char byte) { return byte < 0x20 && byte != '\n'; });
}

template <class Action>
void refuse_well(Action action) {
  try {
    action();
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::usage && is_printable(error.what()));
  }
}

void read_back(const Config& config) {
  std::string text;
  for (const auto& key : config_keys())
    if (const auto value = key.value(config); !value.empty())
      text += "[" + std::string(key.section()) + "]\n" + std::string(key.key()) + " = " + value + "\n";
  std::string sorted, section;  // a section stands once
  for (const auto& key : config_keys()) {
    const auto value = key.value(config);
    if (value.empty()) continue;
    if (section != key.section()) sorted += "[" + (section = std::string(key.section())) + "]\n";
    sorted += std::string(key.key()) + " = " + value + "\n";
  }
  Config again;
  read_config_file(again, MemoryFile(sorted).path());
  for (const auto& key : config_keys()) require(key.value(again) == key.value(config));
}

}  // namespace

void check(std::string_view bytes) {
  const auto parts = parts_of(bytes);
  const MemoryFile file(parts[0]);
  Config config;
  refuse_well([&] { read_config_file(config, file.path()); });
  refuse_well([&] { read_project_settings(config, file.path()); });
  refuse_well([&] { read_project_file(file.path()); });
  refuse_well([&] { read_environment(config, {parts.begin() + 1, parts.end()}); });
  for (const auto& warning : config.warnings) require(is_printable(warning));
  read_back(config);
}
