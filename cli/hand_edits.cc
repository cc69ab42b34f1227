#include "cli/hand_edits.hh"

#include "wiki/unreadable.hh"

namespace ai_memory {

std::string_view state_text(HandEdit::State state) {
  switch (state) {
    case HandEdit::State::modified:
      return "modified";
    case HandEdit::State::untracked:
      return "new";
    case HandEdit::State::removed:
      return "removed";
    case HandEdit::State::staged:
      return "staged";
    case HandEdit::State::ignored:
      return "ignored";
  }
  return "";
}

bool can_commit(const HandEdit& edit) {
  return edit.state != HandEdit::State::staged && edit.state != HandEdit::State::ignored;
}

std::size_t warn_of_unreadable(Context& context, const std::optional<Project>& project) {
  std::size_t count = 0;
  for (const PagePath& path : unreadable_pages(context.wiki())) {
    if (project && path.project() != *project) continue;
    context.out().warn(one_line(path.str()) + ": Permission denied");  // the index says it so too: told once
    ++count;
  }
  return count;
}

}  // namespace ai_memory
