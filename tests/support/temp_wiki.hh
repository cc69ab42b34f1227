// A wiki in a folder of its own; removed at the end, kept when a check failed so that it can be looked at.
#pragma once

#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <unistd.h>

#include "wiki/wiki.hh"

namespace ai_memory::test {

inline const Timestamp kNow = *parse_time("2026-11-29T12:00:00Z");

inline std::filesystem::path make_temp_folder() {
  // In memory where there is such a place: the many fsyncs of the tests cost nothing there.
  const std::filesystem::path shm = "/dev/shm";
  const bool usable = !std::getenv("TMPDIR") && ::access(shm.c_str(), W_OK) == 0;
  std::string name = ((usable ? shm : std::filesystem::temp_directory_path()) / "ai-memory-test-XXXXXX").string();
  if (!::mkdtemp(name.data())) throw std::runtime_error("mkdtemp");
  return name;
}

struct TempWiki {
  std::filesystem::path home = make_temp_folder();
  Wiki wiki = Wiki::init(home, kNow, {.lock_wait_secs = 1});

  TempWiki() = default;
  TempWiki(const TempWiki&) = delete;
  TempWiki& operator=(const TempWiki&) = delete;
  ~TempWiki() {
    if (!doctest::is_running_in_test || !doctest::getContextOptions() || !failed()) std::filesystem::remove_all(home);
  }

  // What an editor does: writes the file, no commit.
  void edit(const std::string& path, const std::string& text) const {
    const auto file = wiki.root() / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
  std::string disk(const std::string& path) const {
    std::ifstream in(wiki.root() / path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  bool exists(const std::string& path) const { return std::filesystem::exists(wiki.root() / path); }

  // Runs git in the work tree and returns its output.
  std::string git(const std::string& arguments, const std::string& environment = "") const {
    const std::string command = environment + " git -C '" + wiki.root().string() +
                                "' -c user.name=Ann -c user.email=ann@example.org " + arguments + " 2>&1";
    std::string output;
    FILE* pipe = ::popen(command.c_str(), "r");
    for (int c; (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
    ::pclose(pipe);
    return output;
  }

  Change change(const std::string& path, const std::optional<std::string>& content,
                const std::string& reason = "") const {
    const PagePath page = PagePath::existing(path);
    const auto now = wiki.read(page);
    return {page, content, now ? blob_id(*now) : BlobId(), reason};
  }
  Changeset set(std::vector<Change> changes, const std::string& subject = "test") const {
    Changeset changeset;
    changeset.changes = std::move(changes);
    changeset.subject = subject;
    changeset.source = "test";
    changeset.now = kNow;
    return changeset;
  }
  CommitResult write(const std::string& path, const std::optional<std::string>& content) {
    return wiki.commit(set({change(path, content)}, "write " + path));
  }

 private:
  static bool failed() { return std::uncaught_exceptions() > 0; }
};

}  // namespace ai_memory::test
