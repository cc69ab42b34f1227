#include "cli/hand_edits.hh"

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

}  // namespace ai_memory
