// What a command works with. The wiki and the search index are opened when first asked for.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/config.hh"
#include "cli/output.hh"
#include "cli/scope.hh"
#include "index/search_index.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

// The flags every command has.
struct GlobalOptions {
  std::string home, config, workspace, project, actor;
  bool json = false;
  bool jsonl = false;
  bool quiet = false;
  bool no_color = false;
  bool dry_run = false;  // commands that write
};

inline constexpr int kExitOk = 0;
inline constexpr int kExitFindings = 1;      // search --exit-code without a hit
inline constexpr int kExitWithWarnings = 6;  // finished, but something was left out

class Context {
 public:
  Context(GlobalOptions options, std::string text);
  ~Context();

  const GlobalOptions& options() const { return options_; }
  const std::string& text() const { return text_; }  // for commands whose words are text
  Timestamp now() const { return now_; }
  Output& out() { return out_; }
  // Who reads: --actor, AI_MEMORY_ACTOR, else "user".
  std::string actor() const;

  // --home, AI_MEMORY_HOME, $XDG_DATA_HOME/ai-memory, ~/.local/share/ai-memory. Throws `usage` if none of them is
  // known.
  const std::filesystem::path& home();
  std::filesystem::path wiki_root() { return home() / "wiki"; }
  // The file that is (or would be) read, and the nearest .ai-memory.toml whose settings count, if any.
  std::filesystem::path config_file() const;
  const std::optional<ProjectFile>& project_file();
  // Read at first use; unknown keys are warned of then. Throws `usage` for bad settings.
  const Config& config();
  const Scope& scope();

  Wiki& wiki();
  // Opened, and brought up to date with the wiki when first asked for. `force` looks at every file even in a wiki so
  // large that this is not always done.
  SearchIndex& index(bool force = true);
  // Opened as it is; for what must not look at the pages.
  SearchIndex& index_unsynced();
  // What the last sync did; empty before.
  const SyncReport& synced() const { return report_; }
  void resync();  // after a commit

  // The page that a typed path means. `page` throws not_found, with a hint, if there is no such file now.
  PagePath page(const std::string& typed);
  PagePath page_argument(const std::string& typed);      // also one that is gone or never was
  PagePath new_page_argument(const std::string& typed);  // a name by the rules for new pages
  std::string shown(const PagePath& path) { return shown_path(path, scope()); }
  [[noreturn]] void no_such_page(const PagePath& path);

 private:
  struct Settings {
    Config config;
    Scope scope;
    std::optional<ProjectFile> project_file;
  };
  Settings& settings();
  void find_scope(Settings& settings);
  PathRequest path_request(const std::string& typed);
  std::optional<PagePath> page_on_disk(const PathRequest& request);

  GlobalOptions options_;
  std::string text_;
  Output out_;
  Timestamp now_;
  std::filesystem::path home_, current_dir_;
  std::optional<Settings> settings_;
  std::optional<Wiki> wiki_;
  std::unique_ptr<SearchIndex> index_;
  SyncReport report_;
  bool synced_ = false;
};

// {"workspace", "project", "resolved_by"}
nlohmann::ordered_json json_scope(const Scope& scope);

}  // namespace ai_memory
