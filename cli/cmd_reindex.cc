#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/context.hh"

namespace ai_memory {

Runner setup_reindex(CLI::App&) {
  return [](Context& context) {
    SearchIndex& index = context.index_unsynced();
    const SyncReport report = index.reindex(context.wiki(), context.now());
    index.attach_vectors(context.wiki());
    for (const auto& warning : report.warnings) context.out().warn(warning);
    if (context.options().json) {
      auto document = json_document();
      document["pages"] = report.added;
      document["commits"] = report.commits;
      document["warnings"] = report.warnings;
      context.out().json(document);
    } else {
      context.out().say(std::to_string(report.added) + (report.added == 1 ? " page, " : " pages, ") +
                        std::to_string(report.commits) + (report.commits == 1 ? " commit" : " commits"));
    }
    return report.warnings.empty() ? kExitOk : kExitWithWarnings;
  };
}

}  // namespace ai_memory
