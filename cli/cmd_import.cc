#include <CLI/CLI.hpp>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/apply.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/import_folder.hh"
#include "cli/import_locomo.hh"
#include "cli/progress.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t kNotesShown = 20;

struct ImportOptions {
  std::vector<std::string> sources;
  std::string format = "auto";
  bool overwrite = false;
};

std::string pages_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " page" : " pages"); }

std::string format_of(const fs::path& source, const std::string& asked) {
  if (asked != "auto") return asked;
  if (fs::is_directory(source)) return "markdown";
  const std::string extension = source.extension().string();
  if (extension == ".json") return "locomo";
  if (extension == ".md" || extension == ".markdown" || !fs::exists(source)) return "markdown";
  throw Error(ErrorKind::usage, source.string() + ": not a folder, markdown or JSON file",
              "name its format with --format");
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in.is_open())
    throw Error(fs::exists(file) ? ErrorKind::failed : ErrorKind::not_found, file.string() + ": cannot be read");
  std::ostringstream bytes;
  if (in.peek() != std::ifstream::traits_type::eof()) bytes << in.rdbuf();
  if (in.bad()) throw Error(ErrorKind::failed, file.string() + ": cannot be read");
  return std::move(bytes).str();
}

void refuse_own_pages(const fs::path& source, const fs::path& wiki) {
  const fs::path relative = fs::weakly_canonical(source).lexically_relative(fs::weakly_canonical(wiki));
  if (!relative.empty() && *relative.begin() != "..") {
    throw Error(ErrorKind::usage, source.string() + ": is in the wiki already", "pages there need no import");
  }
}

ImportRead read_source(Context& context, const fs::path& source, const std::string& asked, Progress& progress) {
  refuse_own_pages(source, context.wiki().root());
  const Project& project = context.scope().project;
  if (format_of(source, asked) == "markdown") {
    progress.stage("Looking for markdown in " + source.filename().string());
    return read_folder(source, project, [&](std::size_t done, std::size_t total) {
      if (done == 0) progress.stage("Reading", total);
      progress.at(done);
    });
  }
  if (fs::is_directory(source)) {
    throw Error(ErrorKind::usage, source.string() + ": is a folder; --format locomo reads one JSON file");
  }
  progress.stage("Reading " + source.filename().string());
  try {
    return read_locomo(read_file(source), project.workspace, source.filename().string());
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::not_found) throw;
    throw Error(error.kind(), source.string() + ": " + error.what(), error.hint());
  }
}

ImportTarget target_of(const Wiki& wiki) {
  ImportTarget target;
  target.read = [&wiki](const PagePath& path) { return wiki.read(path); };
  for (const PageFile& file : wiki.scan()) target.live.push_back(file.path);
  return target;
}

std::string run_id(const Wiki& wiki, const Changeset& changes) {
  std::string seed = wiki.head();
  for (const Change& change : changes.changes) seed += "\n" + change.path.str() + " " + blob_id(*change.content);
  return make_run_id(changes.now, seed);
}

void complete(Changeset& changes, Context& context, const ImportOptions& options) {
  if (changes.changes.empty()) return;
  std::string from;
  for (const std::string& source : options.sources) {
    const fs::path path = fs::path(source).lexically_normal();
    from += (from.empty() ? "" : ", ") + (path.has_filename() ? path : path.parent_path()).filename().string();
  }
  changes.subject = "import: " + pages_text(changes.changes.size()) + " from " + one_line(from);
  changes.source = "import";
  changes.now = context.now();
  changes.run = run_id(context.wiki(), changes);
}

ordered_json json_paths(const std::vector<PagePath>& paths) {
  ordered_json list = ordered_json::array();
  for (const PagePath& path : paths) list.push_back(path.str());
  return list;
}

ordered_json json_notes(const std::vector<ImportNote>& notes) {
  ordered_json list = ordered_json::array();
  for (const ImportNote& note : notes) list.push_back({{"what", note.what}, {"why", note.why}});
  return list;
}

void print_json(Context& context, const ImportRead& read, const ImportPlan& plan, const CommitResult& result) {
  ordered_json document = json_document();
  document["dry_run"] = context.options().dry_run;
  document["run"] = result.commit.empty() ? ordered_json(nullptr) : ordered_json(plan.changes.run);
  document["commit"] = result.commit.empty() ? ordered_json(nullptr) : ordered_json(result.commit);
  document["added"] = json_paths(plan.added);
  document["replaced"] = json_paths(plan.replaced);
  document["unchanged"] = json_paths(plan.unchanged);
  document["kept"] = json_notes(plan.kept);
  document["renamed"] = json_notes(read.renamed);
  document["problems"] = json_notes(read.problems);
  document["skipped_files"] = read.skipped;
  document["skipped"] = ordered_json::array();
  for (const SkippedChange& skipped : result.skipped) {
    document["skipped"].push_back({{"path", skipped.path.str()}, {"why", skipped.why}});
  }
  context.out().json(document);
}

// What a person must know though it did not stop the import.
void warn_of(Output& out, const std::vector<ImportNote>& notes) {
  for (std::size_t i = 0; i < notes.size() && i < kNotesShown; ++i) out.warn(notes[i].what + ": " + notes[i].why);
  if (notes.size() > kNotesShown)
    out.warn("and " + std::to_string(notes.size() - kNotesShown) + " more (--json lists all)");
}

void print_projects(Output& out, const ImportPlan& plan) {
  std::map<Project, std::size_t> counts;
  for (const PagePath& path : plan.added) ++counts[path.project()];
  for (const PagePath& path : plan.replaced) ++counts[path.project()];
  for (const auto& [project, count] : counts) out.say("  " + project.str() + ": " + pages_text(count));
}

void print_text(Context& context, const ImportRead& read, const ImportPlan& plan, const CommitResult& result) {
  Output& out = context.out();
  const bool dry_run = context.options().dry_run;
  if (plan.changes.changes.empty()) {
    out.say(dry_run ? "Nothing new: an import would change nothing." : "Nothing new.");
  } else {
    out.say((dry_run ? "Would import " : "Imported ") +
            pages_text(plan.changes.changes.size() - result.skipped.size()) +
            (result.commit.empty() ? "" : " in commit " + result.commit.substr(0, 10)) + ":");
    print_projects(out, plan);
  }
  if (dry_run) {
    for (const Change& change : plan.changes.changes) {
      out.line((change.base.empty() ? "  new      " : "  replace  ") + one_line(context.shown(change.path)));
    }
  }
  if (!plan.unchanged.empty()) out.say(pages_text(plan.unchanged.size()) + " there already, with the same text.");
  for (std::size_t i = 0; i < read.renamed.size() && i < kNotesShown; ++i) {
    out.say("Renamed " + one_line(read.renamed[i].what) + " to " + one_line(read.renamed[i].why));
  }
  if (read.renamed.size() > kNotesShown)
    out.say("and renamed " + std::to_string(read.renamed.size() - kNotesShown) + " more");
  if (read.skipped > 0)
    out.say(read.skipped == 1 ? "1 file that is not markdown was left out."
                              : std::to_string(read.skipped) + " files that are not markdown were left out.");
  if (!result.commit.empty()) out.tell("Take it back: ai-memory undo " + plan.changes.run);
}

int import(Context& context, const ImportOptions& options) {
  ImportRead read;
  ImportPlan plan;
  CommitResult result;
  {
    Progress progress(!context.options().quiet && !context.options().json);
    for (const std::string& source : options.sources) read.add(read_source(context, source, options.format, progress));
    plan = plan_import(read, target_of(context.wiki()), options.overwrite ? OnDifference::replace : OnDifference::keep);
    complete(plan.changes, context, options);
    if (!context.options().dry_run && !plan.changes.changes.empty()) {
      progress.stage("Committing and indexing " + pages_text(plan.changes.changes.size()));
      result = apply(context, plan.changes);
      context.index_unsynced().checkpoint();
    }
  }
  context.options().json ? print_json(context, read, plan, result) : print_text(context, read, plan, result);
  warn_of(context.out(), read.problems);
  warn_of(context.out(), plan.kept);
  if (!plan.kept.empty()) context.out().tell("Pages with other text were kept; --overwrite replaces them.");
  const bool all_in = read.problems.empty() && plan.kept.empty() && result.skipped.empty();
  return all_in ? kExitOk : kExitWithWarnings;
}

}  // namespace

Runner setup_import(CLI::App& app) {
  auto options = std::make_shared<ImportOptions>();
  app.add_option("SOURCE", options->sources, "A folder of markdown, a markdown file, or a LoCoMo JSON file")
      ->required();
  app.add_option("--format", options->format, "markdown, locomo, or auto: by the name")
      ->check(CLI::IsMember({"auto", "markdown", "locomo"}))
      ->type_name("FORMAT");
  app.add_flag("--overwrite", options->overwrite, "Replace pages that hold other text (they stay in the history)");
  return [options](Context& context) { return import(context, *options); };
}

}  // namespace ai_memory
