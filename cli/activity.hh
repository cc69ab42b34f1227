// When somebody last used the wiki: what upkeep by a language model waits for, and gives way to.
#pragma once

#include <filesystem>
#include <optional>

#include "wiki/time.hh"

namespace ai_memory {

// Whether this process was started by a timer or the daemon: what it does is no sign that anybody uses the wiki.
bool is_upkeep();
void mark_upkeep() noexcept;  // it, and whatever it starts

// Never throws: a command does not fail for it.
void note_activity(const std::filesystem::path& state_dir, Timestamp now) noexcept;
// Absent: none is known of.
std::optional<Timestamp> last_activity(const std::filesystem::path& state_dir);

// Tells whether anybody has come since it was made, whatever the clock says.
class ActivityWatch {
 public:
  explicit ActivityWatch(const std::filesystem::path& state_dir);
  bool anybody() const;

 private:
  std::filesystem::path file_;
  std::int64_t seen_;
};

}  // namespace ai_memory
