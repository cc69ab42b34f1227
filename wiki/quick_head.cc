#include "wiki/quick_head.hh"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "wiki/git_lock.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPending = "refs/ai-memory/pending";
constexpr std::string_view kBranches = "ref: refs/heads/";
constexpr std::size_t kIdSize = 40;

bool is_own_folder(const fs::path& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == ::geteuid();
}

bool is_there(const fs::path& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0;
}

std::optional<std::string> text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string_view first_line(std::string_view text) { return line_at(text, 0).of(text); }

bool is_id(std::string_view text) {
  return text.size() == kIdSize &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// Of `[core]` these, and any of sections that say nothing of where and how things are kept.
bool is_plain(std::string_view config) {
  constexpr std::array kCore = {"repositoryformatversion = 0", "filemode = true", "bare = false",
                                "logallrefupdates = true"};
  constexpr std::array kSections = {"[remote ", "[branch ", "[user]"};
  bool core = false, harmless = false;
  for (std::size_t at = 0; at < config.size();) {
    const auto line = line_at(config, at);
    const auto text = trim(line.of(config));
    at = line.next;
    if (text.empty()) continue;
    if (text.front() == '[') {
      core = text == "[core]";
      harmless =
          std::any_of(kSections.begin(), kSections.end(), [&](const char* one) { return text.starts_with(one); });
      if ((!core && !harmless) || !text.ends_with(']')) return false;
    } else if (!harmless && (!core || std::find(kCore.begin(), kCore.end(), text) == kCore.end())) {
      return false;
    }
  }
  return true;
}

// Of a file as `git pack-refs` writes it: "ID NAME" in each line.
std::optional<std::string> packed_ref(std::string_view packed, std::string_view name) {
  for (std::size_t at = 0; at < packed.size();) {
    const auto line = line_at(packed, at);
    const auto text = line.of(packed);
    at = line.next;
    if (text.size() == kIdSize + 1 + name.size() && text.ends_with(name) && text[kIdSize] == ' ')
      return std::string(text.substr(0, kIdSize));
  }
  return std::nullopt;
}

}  // namespace

std::optional<CommitId> quick_head(const fs::path& root) {
  const fs::path git = root / ".git";
  if (!is_own_folder(root) || !is_own_folder(git) || !is_own_folder(git / "objects") || !is_own_folder(git / "refs"))
    return std::nullopt;
  if (is_there(git / "index.lock") || is_there(git / kPending) || is_there(git / "commondir") ||
      FileLock::has_note(git / "ai-memory.lock"))
    return std::nullopt;
  const auto config = text_of(git / "config"), head = text_of(git / "HEAD");
  if (!config || !is_plain(*config) || !head || !first_line(*head).starts_with(kBranches)) return std::nullopt;
  const std::string branch(first_line(*head).substr(std::string_view("ref: ").size()));
  if (branch.find("..") != std::string::npos) return std::nullopt;
  const std::string packed = text_of(git / "packed-refs").value_or("");
  if (packed_ref(packed, kPending)) return std::nullopt;
  auto id = is_there(git / branch) ? text_of(git / branch) : packed_ref(packed, branch);
  if (!id || !is_id(first_line(*id))) return std::nullopt;
  return std::string(first_line(*id));
}

}  // namespace ai_memory
