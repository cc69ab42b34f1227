// Text for a page from the command line: --body, --body-file, standard input, or an editor.
#pragma once

#include <memory>
#include <string>

#include "cli/context.hh"
#include "cli/editor.hh"

namespace CLI {
class App;
}

namespace ai_memory {

struct BodyOptions {
  std::string body, body_file;
  bool has_body = false;  // --body "" is a text
};
void add_body_options(CLI::App& app, BodyOptions& options);

struct GivenText {
  std::string text;
  Timestamp time{};              // when it was there: typing takes its time
  std::unique_ptr<Draft> draft;  // absent unless it was typed in an editor

  // What `use` returns. If it throws, a text that was typed is kept in a file, as Draft has it.
  template <class Use>
  auto keeping(Use use) {
    return draft ? draft->keeping(use) : use();
  }
};
// The text, byte for byte; that of --body gets a final newline if it has none. With no option and nobody but a person
// at standard input, what is typed in an editor; `path` names its file. Throws `usage` if there is none or it is no
// UTF-8 text, `failed` if it cannot be read or nothing was typed.
GivenText read_text(Context& context, const BodyOptions& options, const PagePath& path);

// Throws `usage` for what can be no page: not UTF-8, or over 20 MB.
void check_text(std::string_view text);

}  // namespace ai_memory
