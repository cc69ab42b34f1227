#include "wiki/snapshot.hh"

#include <algorithm>
#include <fstream>
#include <unistd.h>
#include <vector>

#include "wiki/git.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostKept = 3;
constexpr std::string_view kUnfinished = ".unfinished-";

void write_file(const fs::path& file, std::string_view text) {
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  if (!(out << text << std::flush)) throw Error(ErrorKind::failed, file.string() + ": cannot be written");
}

// Objects are found in the real wiki's store: nothing of it is copied.
void make_repository(const Wiki& wiki, const CommitId& commit, const fs::path& root) {
  git_repository_init_options options = GIT_REPOSITORY_INIT_OPTIONS_INIT;
  options.flags = GIT_REPOSITORY_INIT_MKPATH;
  options.initial_head = "main";
  const auto made = git::make<git::Repository>(root.string(), git_repository_init_ext, root.c_str(), &options);
  const auto real = git::make<git::Repository>(wiki.root().string(), git_repository_open, wiki.root().c_str());
  const fs::path common = git_repository_commondir(real.get());
  write_file(root / ".git/objects/info/alternates", fs::absolute(common / "objects").string() + "\n");
  std::error_code none;
  fs::copy_file(common / "shallow", root / ".git/shallow", none);
  write_file(root / ".git/refs/heads/main", commit + "\n");
}

void make_home(const Wiki& wiki, const CommitId& commit, const fs::path& home) {
  const fs::path root = home / "wiki";
  make_repository(wiki, commit, root);
  for (const auto& [path, blob] : wiki.tree(commit))
    if (is_page_name(path)) write_file(root / path, wiki.blob(blob, path));
  fs::create_directories(home / "state");
}

// Also what a killed process left half made.
void drop_old(const fs::path& folder, const fs::path& kept) {
  std::vector<std::pair<fs::file_time_type, fs::path>> homes;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path() != kept) homes.emplace_back(fs::last_write_time(entry.path()), entry.path());
  }
  std::sort(homes.rbegin(), homes.rend());
  for (std::size_t i = kMostKept - 1; i < homes.size(); ++i) {
    std::error_code busy;  // the next call gets what this one cannot
    fs::remove_all(homes[i].second, busy);
  }
}

}  // namespace

fs::path snapshot_home(const Wiki& wiki, const CommitId& commit) {
  const fs::path folder = wiki.state_dir() / "as-of", home = folder / commit;
  std::error_code refused;
  fs::create_directories(folder, refused);
  if (refused)
    throw Error(ErrorKind::failed, folder.string() + ": cannot be made: " + refused.message(),
                "the pages of then are copied there; it takes the right to write");
  if (!fs::exists(home)) {
    const fs::path draft = folder / (std::string(kUnfinished) + commit + "-" + std::to_string(::getpid()));
    fs::remove_all(draft);
    make_home(wiki, commit, draft);
    std::error_code taken;
    fs::rename(draft, home, taken);  // fails when another process was faster: then that one's will do
    if (taken) fs::remove_all(draft);
    if (!fs::exists(home)) throw Error(ErrorKind::failed, home.string() + ": cannot be made: " + taken.message());
  }
  std::error_code unwritable;
  fs::last_write_time(home, fs::file_time_type::clock::now(), unwritable);
  drop_old(folder, home);
  return home;
}

void forget_snapshot(const Wiki& wiki, const CommitId& commit) { fs::remove_all(wiki.state_dir() / "as-of" / commit); }

}  // namespace ai_memory
