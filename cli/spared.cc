#include "cli/spared.hh"

#include <algorithm>
#include <exception>

#include "wiki/unreadable.hh"

namespace ai_memory {

bool spared(const PagePath& page, std::vector<SkippedChange>& skipped, const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const std::exception& error) {
    add_skipped(skipped, {page, cause_at(page, error)});
    return false;
  }
}

void add_skipped(std::vector<SkippedChange>& skipped, SkippedChange one) {
  const bool known = std::any_of(skipped.begin(), skipped.end(), [&](const SkippedChange& other) {
    return other.path == one.path && other.why == one.why;
  });
  if (!known) skipped.push_back(std::move(one));
}

}  // namespace ai_memory
