#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/context.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

struct InitOptions {
  std::string dir;
};

int init(Context& context, const InitOptions& options) {
  if (!options.dir.empty() && !context.options().home.empty())
    throw Error(ErrorKind::usage, "init: a folder and --home were both given", "give one of them");
  const fs::path home = options.dir.empty() ? context.home() : fs::absolute(options.dir).lexically_normal();
  const bool was_there = fs::exists(home / "wiki" / ".git");
  const Wiki wiki = Wiki::init(home, context.now(), context.config().wiki);
  if (context.options().json) {
    auto document = json_document();
    document["home"] = home.string();
    document["wiki"] = wiki.root().string();
    document["created"] = !was_there;
    context.out().json(document);
    return kExitOk;
  }
  context.out().say(wiki.root().string());
  context.out().tell(was_there ? "The wiki was already there." : "A new wiki: pages are markdown files, kept by git.");
  const auto& scope = context.scope();
  context.out().tell("Pages written from this folder go to project " + scope.project.str() + " (by " +
                     scope.resolved_by + ").");
  if (!options.dir.empty()) context.out().tell("Use it with --home " + home.string() + " or AI_MEMORY_HOME.");
  return kExitOk;
}

}  // namespace

Runner setup_init(CLI::App& app) {
  auto options = std::make_shared<InitOptions>();
  app.add_option("DIR", options->dir, "The home to make, instead of --home or the default");
  return [options](Context& context) { return init(context, *options); };
}

}  // namespace ai_memory
