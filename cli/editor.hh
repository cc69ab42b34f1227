// Text that a person types in an editor.
#pragma once

#include <exception>
#include <filesystem>
#include <string>
#include <string_view>

#include "wiki/error.hh"
#include "wiki/work_tree.hh"

namespace ai_memory {

// What $VISUAL (not on a dumb terminal) or $EDITOR says, as git takes it: a command line for the shell. Without them
// the system's editor, if `terminal` (standard input is one). Throws `usage` if there is none.
std::string editor_command(bool terminal);

inline constexpr const char* kDraftPage = ".page";

// A file of its own for one edit, which goes with this object, except when what was typed could not be put to use.
class Draft {
 public:
  // Makes <state_dir>/draft-XXXXXX/<name>, readable for its owner only, with this text. Beside it a file says for which
  // page it is, so that it can be told whose text it was should this process be killed. See left_drafts.hh.
  Draft(const std::filesystem::path& state_dir, const std::string& name, std::string_view text,
        const std::string& page = {});
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft();

  // Runs `editor` on the file and waits; returns what is in the file then. Throws `failed` if the editor does.
  std::string edit(const std::string& editor);

  // What `use` returns. If it throws and something was typed, the file stays and the error's hint names it.
  template <class Use>
  auto keeping(Use use) {
    put_to_use_ = false;
    try {
      auto result = use();
      put_to_use_ = true;
      return result;
    } catch (const Error& error) {
      throw Error(error.kind(), error.what(), hint_after(error.hint()));
    } catch (const std::exception& error) {
      throw Error(ErrorKind::failed, error.what(), hint_after({}));
    }
  }

 private:
  std::string hint_after(const std::string& hint) const;
  bool holds_typed_text() const;

  FileDescriptor lock_;  // on the folder, as long as the edit goes on
  std::filesystem::path folder_, file_;
  std::string before_;
  bool put_to_use_ = false;
};

}  // namespace ai_memory
