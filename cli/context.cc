#include "cli/context.hh"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/chosen_project.hh"
#include "cli/clock.hh"
#include "cli/command.hh"
#include "cli/near_page.hh"
#include "cli/sentence_encoder.hh"
#include "cli/settings_error.hh"
#include "cli/shell_quote.hh"
#include "wiki/error.hh"
#include "wiki/history.hh"
#include "wiki/secrets.hh"
#include "wiki/work_tree.hh"

extern char** environ;

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kWarningsShown = 5;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

fs::path find_home(const GlobalOptions& options) {
  if (!options.home.empty()) return fs::absolute(options.home);
  if (const auto home = variable("AI_MEMORY_HOME"); !home.empty()) return fs::absolute(home);
  if (const fs::path data = variable("XDG_DATA_HOME"); data.is_absolute()) return data / "ai-memory";
  if (const auto home = variable("HOME"); !home.empty()) return fs::absolute(home) / ".local/share/ai-memory";
  throw Error(ErrorKind::usage, "home of the wiki: HOME is not set", "name it with --home DIR or AI_MEMORY_HOME");
}

fs::path current_directory() {
  std::error_code gone;
  return fs::current_path(gone);
}

// Of another model or dimension than the settings ask for now.
void tell_other_vectors(const SearchIndex& index, const Embedder& embedder, Output& out) {
  const auto by = index.meta("embedded_by");
  if (!by || *by == embedder.id()) return;
  const auto numbers = index.meta("embedded_dimension");
  out.warn("the pages' vectors are of " + *by + (numbers ? " (" + *numbers + " numbers)" : "") +
           " and are kept; `ai-memory embed` makes those of " + embedder.id() + " (" +
           std::to_string(embedder.own_dimension()) + "), `embed --status` says for how many pages");
}

fs::path real_path(const fs::path& path) {
  std::error_code problem;
  const auto real = fs::weakly_canonical(path, problem);
  return problem ? path : real;
}

}  // namespace

Context::Context(GlobalOptions options, std::string text)
    : options_(std::move(options)),
      text_(std::move(text)),
      out_(options_.no_color, options_.quiet),
      now_(current_time()),
      current_dir_(current_directory()) {
  TypedFlags flags;
  if (!options_.home.empty()) flags.home = " --home " + shell_quote(real_path(current_dir_ / options_.home).string());
  if (!options_.workspace.empty()) flags.project = " --workspace " + shell_quote(options_.workspace);
  if (!options_.project.empty()) flags.project += " -p " + shell_quote(options_.project);
  flags.is_command = [](std::string_view name) { return find_command(name) != nullptr; };
  out_.use_flags(std::move(flags));
}

Context::~Context() = default;

std::string Context::actor() const {
  if (!options_.actor.empty()) return options_.actor;
  const auto actor = variable("AI_MEMORY_ACTOR");
  return actor.empty() ? "user" : actor;
}

const fs::path& Context::home() {
  if (home_.empty()) home_ = real_path(find_home(options_));
  return home_;
}

fs::path Context::config_file() const {
  return options_.config.empty() ? default_config_file() : fs::path(options_.config);
}

const std::optional<ProjectFile>& Context::project_file() { return settings().project_file; }
const Config& Context::config() { return settings().config; }
const Scope& Context::scope() { return settings().scope; }

void Context::find_scope(Settings& settings) {
  ScopeRequest request{.flag_workspace = options_.workspace,
                       .flag_project = options_.project,
                       .environment_workspace = variable("AI_MEMORY_WORKSPACE"),
                       .environment_project = variable("AI_MEMORY_PROJECT"),
                       .file_workspace = {},
                       .file_project = {},
                       .current_dir = current_dir_,
                       .wiki_root = wiki_root()};
  auto& file = settings.project_file;
  if (const auto path = find_upward(current_dir_, ".ai-memory.toml")) {
    file = read_project_file(*path);
    request.file_workspace = file->workspace;
    request.file_project = file->project;
  }
  settings.scope = resolve_scope(request);
  // Settings in a project's folder are that project's: they do not count for another one named by flag or variable.
  const auto& by = settings.scope.resolved_by;
  if (by != ".ai-memory.toml" && by != "git" && by != "default") file.reset();
}

Context::Settings& Context::settings() {
  if (settings_) return *settings_;
  Settings made;
  std::optional<Error> fault;  // of all places where settings come from, a line each
  const auto attempt = [&fault](const auto& read) {
    try {
      read();
    } catch (const Error& error) {
      fault = fault ? Error(fault->kind(), std::string(fault->what()) + "\n" + error.what(), fault->hint()) : error;
    }
  };
  attempt([&] { find_scope(made); });
  std::error_code unreadable;
  if (const auto file = config_file(); !options_.config.empty() || fs::exists(file, unreadable))
    attempt([&] { read_config_file(made.config, file); });
  if (made.project_file) attempt([&] { read_project_settings(made.config, made.project_file->path); });
  std::vector<std::string> environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) environment.emplace_back(*entry);
  attempt([&] { read_environment(made.config, environment); });
  attempt([&] {
    try {
      set_own_secrets(made.config.secret_prefixes);
    } catch (const Error& error) {
      const auto origin = made.config.origins.find("secrets.prefixes");
      throw Error(error.kind(), (origin == made.config.origins.end() ? "" : origin->second + ": ") + error.what(),
                  error.hint());
    }
  });
  for (const auto& warning : made.config.warnings) out_.warn(warning);
  if (fault) throw SettingsError(*fault, made.config.warnings);
  settings_ = std::move(made);
  return *settings_;
}

Wiki& Context::wiki() {
  if (!wiki_) {
    wiki_ = Wiki::open(home(), now_, config().wiki);
    for (const auto& notice : wiki_->notices()) out_.tell("ai-memory: " + notice);
  }
  return *wiki_;
}

SearchIndex& Context::index_unsynced() {
  if (!index_) {
    index_ = std::make_unique<SearchIndex>(wiki().state_dir(), now_, config().search);
    // Its own lock is held for moments, by as many as write: whoever waits long for the wiki waits for it as long.
    index_->wait_for_writers(std::chrono::seconds(std::max(30, config().wiki.lock_wait_secs)));
    for (const auto& notice : index_->notices()) out_.warn(notice);
    index_->use([this] {
      auto embedder = make_embedder(config(), home(), [this](const std::string& why) { out_.warn(why); });
      if (embedder && !embedder->knows_meaning() && index_->meta("embedded_by") && !find_model(config(), home()))
        out_.warn("the sentence encoder's file is gone, so words alone decide (`ai-memory embed --status`)");
      if (embedder && embedder->knows_meaning()) tell_other_vectors(*index_, *embedder, out_);
      return embedder;
    });
  }
  return *index_;
}

SearchIndex& Context::index(bool force) {
  SearchIndex& index = index_unsynced();
  if (!synced_) {
    report_ = index.sync(wiki(), now_, force);
    synced_ = true;
    for (std::size_t i = 0; i < report_.warnings.size() && i < kWarningsShown; ++i) out_.warn(report_.warnings[i]);
    if (report_.warnings.size() > kWarningsShown)
      out_.warn("and " + std::to_string(report_.warnings.size() - kWarningsShown) + " more pages like these");
  }
  return index;
}

void Context::resync() {
  synced_ = false;
  index(false);  // what was committed is known without looking at every file
}

PathRequest Context::path_request(const std::string& typed) {
  return {.typed = typed, .project = scope().project, .current_dir = current_dir_, .wiki_root = wiki_root()};
}

std::optional<PagePath> Context::page_on_disk(const PathRequest& request) {
  bool found = false;
  const auto path =
      existing_page(request, [&](const PagePath& candidate) { return found = wiki().read(candidate).has_value(); });
  if (found) return path;
  return page_spelled_alike(request, [this] {
    std::vector<PagePath> pages;
    for (const auto& file : wiki().scan()) pages.push_back(file.path);
    return pages;
  });
}

PagePath Context::page_argument(const std::string& typed) {
  const auto request = path_request(typed);
  if (const auto path = page_on_disk(request)) return *path;
  // Nothing there now: the name that history knows, else the likeliest.
  return existing_page(request, [&](const PagePath& candidate) { return !versions(wiki(), candidate, 1).empty(); });
}

PagePath Context::page(const std::string& typed) {
  if (const auto path = page_on_disk(path_request(typed))) return *path;
  no_such_page(page_argument(typed));
}

PagePath Context::new_page_argument(const std::string& typed) { return new_page(path_request(typed)); }

void Context::no_such_page(const PagePath& path) {
  const std::string name = shown(path);
  if (!versions(wiki(), path, 1).empty())
    throw Error(ErrorKind::not_found, name + ": no longer there",
                "bring it back with `ai-memory restore-page" + flags_to_type(*this, false) + " " +
                    shell_quote(name_to_type(*this, path)) + "`");
  if (const auto pages = pages_of_folder(*this, path); !pages.empty())
    throw Error(ErrorKind::not_found, name.substr(0, name.size() - 3) + ": a folder, not a page", pages);
  if (const auto what = WorkTree(wiki_root()).obstacle(path.str()))
    throw Error(ErrorKind::not_found, name + ": no page: " + *what,
                "links and special files are never read; `ls -l " + shell_quote((wiki_root() / path.str()).string()) +
                    "` shows it");
  std::string hint = near_page_hint(*this, path);
  if (hint.empty()) hint = "`ai-memory list` shows the pages of " + scope().project.str();
  throw Error(ErrorKind::not_found, name + ": no such page", hint);
}

nlohmann::ordered_json json_scope(const Scope& scope) {
  return {{"workspace", scope.project.workspace}, {"project", scope.project.name}, {"resolved_by", scope.resolved_by}};
}

}  // namespace ai_memory
