#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <string>

#include "cli/command.hh"
#include "cli/context.hh"
#include "wiki/git_version.hh"

namespace ai_memory {

Runner setup_version(CLI::App&) {
  return [](Context& context) {
    const std::string git = libgit2_version();
    if (context.options().json) {
      auto document = json_document();
      document["version"] = AI_MEMORY_VERSION;
      document["libgit2"] = git;
      document["sqlite"] = sqlite3_libversion();
      context.out().json(document);
    } else {
      context.out().line("ai-memory " AI_MEMORY_VERSION " (libgit2 " + git + ", SQLite " + sqlite3_libversion() + ")");
    }
    return kExitOk;
  };
}

}  // namespace ai_memory
