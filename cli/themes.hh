// What `topics` found a project to be about, kept in the sidecar for `status`, which is not to wait for it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/context.hh"
#include "index/topics.hh"

namespace ai_memory {

struct Themes {
  std::string time;                 // when they were found
  std::vector<std::string> labels;  // of the largest groups, kMostThemes at most
};
inline constexpr std::size_t kMostThemes = 8;

// Of the project in scope. What cannot be written down is told by nobody: `topics` has said it already.
void keep_themes(Context& context, const Topics& found);
// Absent: never found, or topics.enabled or topics.show_themes is false.
std::optional<Themes> kept_themes(Context& context);

}  // namespace ai_memory
