#include "cli/unit_folder.hh"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/output.hh"
#include "wiki/error.hh"
#include "wiki/work_tree.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStartedBy = "timers.target.wants";  // where `systemctl enable` puts its link to a timer

// Absent if nothing is there. What is no regular file has no text.
std::optional<std::string> text_of(const fs::path& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) {
    if (errno != ENOENT) throw_errno(path.string());
    return std::nullopt;
  }
  if (!S_ISREG(info.st_mode)) return std::string();
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file.open()) throw_errno(path.string());
  return read_all(file.get(), path.string());
}

bool is_ours(const std::string& text) { return text.starts_with(std::string(kMadeByUs) + "\n"); }

}  // namespace

std::vector<UnitFile> UnitFolder::missing(const std::vector<UnitFile>& files) const {
  std::vector<UnitFile> list;
  for (const auto& file : files) {
    const fs::path path = folder_ / file.name;
    const auto text = text_of(path);
    if (text == file.text) continue;
    if (text && !is_ours(*text))
      throw Error(ErrorKind::conflict,
                  one_line(path.string()) + ": is there already, and was not made by install-timers",
                  "move it away, or keep it and take what `ai-memory install-timers --dry-run` shows");
    list.push_back(file);
  }
  return list;
}

void UnitFolder::put(const std::vector<UnitFile>& files) const {
  if (!files.empty()) fs::create_directories(folder_);
  for (const auto& unit : files) {
    const fs::path target = folder_ / unit.name, draft = folder_ / ("." + unit.name + ".new");
    const FileDescriptor file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!file.open()) throw_errno(draft.string());
    write_all(file.get(), unit.text, draft.string());
    if (std::rename(draft.c_str(), target.c_str()) != 0) throw_errno(target.string());
  }
}

std::vector<std::string> UnitFolder::ours(const std::vector<std::string>& names) const {
  std::vector<std::string> list;
  for (const auto& name : names)
    if (const auto text = text_of(folder_ / name); text && is_ours(*text)) list.push_back(name);
  return list;
}

void UnitFolder::remove(const std::vector<std::string>& names) const {
  for (const auto& name : names) {
    const fs::path file = folder_ / name, link = folder_ / kStartedBy / name;
    std::error_code none;
    const bool leads_here = fs::read_symlink(link, none) == file;
    if (leads_here) ::unlink(link.c_str());
    if (::unlink(file.c_str()) != 0 && errno != ENOENT) throw_errno(file.string());
  }
}

}  // namespace ai_memory
