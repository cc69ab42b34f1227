// Text for a page from the command line: --body, --body-file, or standard input.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace ai_memory {

struct BodyOptions {
  std::string body, body_file;
  bool has_body = false;  // --body "" is a text
};
void add_body_options(CLI::App& app, BodyOptions& options);

// The text, byte for byte; that of --body gets a final newline if it has none. Throws `usage` if there is none or it is
// no UTF-8 text, `failed` if it cannot be read.
std::string read_body(const BodyOptions& options);

}  // namespace ai_memory
