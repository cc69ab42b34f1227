#include "cli/activity.hh"

#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ai_memory {
namespace {

constexpr const char* kFile = "activity";  // empty: its times say all

std::optional<struct stat> look_at(const std::filesystem::path& file) {
  struct stat found {};
  return ::stat(file.c_str(), &found) == 0 ? std::optional(found) : std::nullopt;
}

// The system's own time of the last change, which nobody can set.
std::int64_t changed(const std::filesystem::path& file) {
  const auto found = look_at(file);
  return found ? std::int64_t{found->st_ctim.tv_sec} * 1'000'000'000 + found->st_ctim.tv_nsec : 0;
}

}  // namespace

void mark_upkeep() noexcept { static_cast<void>(::setenv("AI_MEMORY_UPKEEP", "1", 1)); }

bool is_upkeep() {
  const char* const set = std::getenv("AI_MEMORY_UPKEEP");
  return set != nullptr && *set != '\0';
}

void note_activity(const std::filesystem::path& state_dir, Timestamp now) noexcept {
  const std::string file = (state_dir / kFile).string();
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return;
  const timespec time{static_cast<time_t>(now.time_since_epoch().count()), 0};
  const timespec times[2] = {time, time};
  static_cast<void>(::futimens(descriptor, times));
  ::close(descriptor);
}

std::optional<Timestamp> last_activity(const std::filesystem::path& state_dir) {
  const auto found = look_at(state_dir / kFile);
  if (!found) return std::nullopt;
  return Timestamp(std::chrono::seconds(found->st_mtim.tv_sec));
}

ActivityWatch::ActivityWatch(const std::filesystem::path& state_dir)
    : file_(state_dir / kFile), seen_(changed(file_)) {}

bool ActivityWatch::anybody() const { return changed(file_) != seen_; }

}  // namespace ai_memory
