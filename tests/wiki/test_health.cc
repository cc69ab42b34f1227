#include <algorithm>

#include "support/temp_wiki.hh"
#include "wiki/error.hh"
#include "wiki/git_lock.hh"
#include "wiki/health.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;
using Level = Finding::Level;

std::vector<Finding> examine(const test::TempWiki& home, bool every_object = false) {
  return examine_wiki(home.home, test::kNow, every_object);
}

// Worse than a note: machines differ in what deserves one.
std::vector<Finding> troubles(const test::TempWiki& home, bool every_object = false) {
  auto found = examine(home, every_object);
  std::erase_if(found, [](const Finding& finding) { return finding.level < Level::warning; });
  return found;
}

fs::path object_file(const test::TempWiki& home, const std::string& id) {
  return home.wiki.root() / ".git/objects" / id.substr(0, 2) / id.substr(2);
}

void replace(const fs::path& file, const std::string& bytes) {
  fs::remove(file);
  std::ofstream(file, std::ios::binary) << bytes;
}

TEST_CASE("a sound wiki gives no cause for worry, and looking changes nothing") {
  test::TempWiki home;
  home.write("notes/plan.md", "plan\n");
  const auto list = [&] {
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(home.home)) files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
  };
  const auto before = list();
  CHECK(troubles(home, true).empty());
  CHECK(list() == before);
  const auto found = examine(home, true);
  CHECK(std::any_of(found.begin(), found.end(),
                    [](const Finding& f) { return f.cause.find("objects read, all sound") != std::string::npos; }));
}

TEST_CASE("no wiki, and a wiki whose .git is gone, are told apart") {
  test::TempWiki home;
  fs::remove_all(home.wiki.root() / ".git");
  auto found = troubles(home);
  REQUIRE(found.size() == 1);
  CHECK(found[0].level == Level::fault);
  CHECK(found[0].cause.find(".git is missing") != std::string::npos);
  CHECK(found[0].hint.find("do not run `init`") != std::string::npos);
  fs::remove_all(home.wiki.root());
  found = troubles(home);
  REQUIRE(found.size() == 1);
  CHECK(found[0].cause == "there is no wiki");
}

TEST_CASE("A27: an empty ref or object file is named, with what brings it back") {
  test::TempWiki home;
  home.write("notes/plan.md", "plan\n");
  const std::string blob = *home.wiki.blob_at(home.wiki.head(), "notes/plan.md");
  replace(object_file(home, blob), "");
  replace(home.wiki.root() / ".git/refs/heads/main", "");
  const auto found = troubles(home);
  const auto names = [&found](const std::string& file, const std::string& hint) {
    return std::any_of(found.begin(), found.end(), [&](const Finding& finding) {
      return finding.level == Level::fault && finding.what.ends_with(file) &&
             finding.hint.find(hint) != std::string::npos;
    });
  };
  CHECK(names("refs/heads/main", "logs/refs/heads/main"));
  CHECK(names(blob.substr(2), "git fetch"));
}

TEST_CASE("lock files of git are named as what they are, and half-written files of killed commands") {
  test::TempWiki home;
  home.write("notes/plan.md", "plan\n");
  const fs::path git = home.wiki.root() / ".git", half = git / "objects/pack/pack_git2_abcdef";
  for (const char* lock : {"refs/heads/main.lock", "packed-refs.lock"}) std::ofstream(git / lock) << "";
  const auto found = troubles(home);
  REQUIRE(found.size() == 2);
  for (const Finding& finding : found) {
    CHECK(finding.level == Level::warning);
    CHECK(finding.cause.starts_with("a lock file of git, there since 20"));
    CHECK(finding.hint.find("delete that file") != std::string::npos);
  }
  const auto tells_half = [&] {
    const auto all = examine(home);
    return std::any_of(all.begin(), all.end(), [&](const Finding& f) { return f.what == half.string(); });
  };
  CHECK(!tells_half());
  std::ofstream(half) << "";  // cut off at once
  CHECK(tells_half());
  CHECK(troubles(home).size() == 2);
  const FileLock writing(git / "ai-memory.lock", 0, "test");
  CHECK(!tells_half());
}

TEST_CASE("a HEAD that names a commit that is not there is told once, with what brings it back") {
  test::TempWiki home;
  replace(home.wiki.root() / ".git/refs/heads/main", std::string(40, '1') + "\n");
  const auto found = troubles(home);
  REQUIRE(found.size() == 1);
  CHECK(found[0].what == "HEAD");
  CHECK(found[0].level == Level::fault);
  CHECK(found[0].hint.find("logs/HEAD") != std::string::npos);
}

TEST_CASE("a split index is told with the way out, by every part that reads it") {
  test::TempWiki home;
  home.write("notes/plan.md", "plan\n");
  home.git("update-index --split-index");
  home.edit("notes/new.md", "new\n");
  const auto hint = [](auto look) -> std::string {
    try {
      look();
    } catch (const Error& error) {
      return error.hint();
    }
    return "no error";
  };
  Changeset set = home.set({home.change("notes/plan.md", "two\n")});
  CHECK(hint([&] { Wiki::open(home.home, test::kNow).hand_edits(); }).find("--no-split-index") != std::string::npos);
  CHECK(hint([&] { home.wiki.commit(set); }).find("--no-split-index") != std::string::npos);
}

TEST_CASE("a committed page whose text the repository has lost is named") {
  test::TempWiki home;
  home.write("notes/plan.md", "plan\n");
  fs::remove(object_file(home, *home.wiki.blob_at(home.wiki.head(), "notes/plan.md")));
  const auto found = troubles(home);
  REQUIRE(found.size() == 1);
  CHECK(found[0].level == Level::fault);
  CHECK(found[0].what == "notes/plan.md");
}

TEST_CASE("A27: an object whose bytes changed is named with its page; one of history when every object is read") {
  test::TempWiki home;
  home.write("notes/plan.md", "old plan\n");
  const std::string old = *home.wiki.blob_at(home.wiki.head(), "notes/plan.md");
  home.write("notes/plan.md", "plan\n");
  home.write("notes/other.md", "other\n");
  const std::string one = *home.wiki.blob_at(home.wiki.head(), "notes/plan.md");
  const std::string two = *home.wiki.blob_at(home.wiki.head(), "notes/other.md");
  const auto replace = [&](const std::string& id) {
    fs::remove(object_file(home, id));
    fs::copy_file(object_file(home, two), object_file(home, id));
  };
  replace(old);
  CHECK(troubles(home).empty());
  auto found = troubles(home, true);
  REQUIRE(found.size() == 1);
  CHECK(found[0].what == "git object " + old);
  replace(one);
  found = troubles(home);
  REQUIRE(found.size() == 1);
  CHECK(found[0].level == Level::fault);
  CHECK(found[0].what == "notes/plan.md");
  CHECK(found[0].cause == "its committed text is damaged: " + object_file(home, one).string());
  found = troubles(home, true);
  REQUIRE(found.size() == 2);
  CHECK(found[1].what == "git object " + old);
}

TEST_CASE("A27: a pack's index that is damaged in any part, or missing, is named, not its pack") {
  for (const int at : {2, 40, 1100, -30, -3, 0}) {
    CAPTURE(at);
    test::TempWiki home;
    home.write("notes/plan.md", "plan\n");
    home.git("gc -q");
    fs::path index;
    for (const auto& entry : fs::directory_iterator(home.wiki.root() / ".git/objects/pack"))
      if (entry.path().extension() == ".idx") index = entry.path();
    REQUIRE(!index.empty());
    CHECK(troubles(home).empty());
    fs::permissions(index, fs::perms::owner_write, fs::perm_options::add);
    if (at == 0) {
      fs::remove(index);
    } else {
      std::fstream file(index, std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(at, at < 0 ? std::ios::end : std::ios::beg);
      file << "X";
    }
    const auto found = troubles(home);
    REQUIRE(!found.empty());
    CHECK(found[0].what == index.string());
    CHECK(found[0].cause == (at == 0 ? "is missing" : "is damaged"));
    CHECK(found[0].hint.find("doctor --repair") != std::string::npos);
  }
}

TEST_CASE("a merge in progress, a lock and an unfinished commit are warnings with a way out") {
  test::TempWiki home;
  home.write("notes/plan.md", "plan\n");
  replace(home.wiki.root() / ".git/MERGE_HEAD", home.wiki.head() + "\n");
  replace(home.wiki.root() / ".git/index.lock", "");
  home.git("update-ref refs/ai-memory/pending HEAD");
  home.git("update-ref refs/ai-memory/kept/abc HEAD");
  const auto found = troubles(home);
  REQUIRE(found.size() == 4);
  for (const Finding& finding : found) {
    CHECK(finding.level == Level::warning);
    CHECK_FALSE(finding.hint.empty());
  }
  CHECK(found[0].cause.find("a merge is in progress") != std::string::npos);
  CHECK(found[1].what.ends_with("index.lock"));
  CHECK(found[2].what == "interrupted command");
  CHECK(found[3].what == "refs/ai-memory/kept/abc");
}

TEST_CASE("an index that cannot be read is a fault, and the rest is still looked at") {
  test::TempWiki home;
  home.write("notes/plan.md", "plan\n");
  replace(home.wiki.root() / ".git/index", "DIRC and nonsense");
  fs::remove(object_file(home, *home.wiki.blob_at(home.wiki.head(), "notes/plan.md")));
  const auto found = troubles(home);
  REQUIRE(found.size() == 2);
  CHECK(found[0].what == "git index");
  CHECK(found[1].what == "notes/plan.md");
}

TEST_CASE("A27: git's work in progress is told with the command that ends just that") {
  const auto hint = [](const std::string& file) {
    test::TempWiki home;
    home.write("notes/plan.md", "plan\n");
    const fs::path at = home.wiki.root() / ".git" / file;
    const std::string head = home.wiki.head();
    fs::create_directories(at.parent_path());
    std::ofstream(at) << head << "\n";
    const auto found = troubles(home);
    REQUIRE(found.size() == 1);
    return found[0].hint;
  };
  CHECK(hint("MERGE_HEAD").find("`git merge --abort`") != std::string::npos);
  CHECK(hint("REVERT_HEAD").find("`git revert --abort`") != std::string::npos);
  CHECK(hint("CHERRY_PICK_HEAD").find("`git cherry-pick --abort`") != std::string::npos);
  CHECK(hint("rebase-merge/interactive").find("`git rebase --abort`") != std::string::npos);
  CHECK(hint("rebase-apply/applying").find("`git am --abort`") != std::string::npos);
  CHECK(hint("BISECT_LOG") == "`git bisect reset` ends it");
  CHECK(hint("HEAD").find("git switch") != std::string::npos);
}

TEST_CASE("A27: of a repository that does not open, the part that is wrong is named, and not doctor as the remedy") {
  const auto told = [](const auto& harm, const std::string& words) {
    test::TempWiki home;
    home.write("notes/plan.md", "plan\n");
    harm(home.wiki.root() / ".git");
    const auto found = troubles(home);
    REQUIRE(!found.empty());
    CAPTURE(found[0].cause);
    CHECK(found[0].level == Level::fault);
    CHECK(found[0].cause.find(words) != std::string::npos);
    CHECK(found[0].hint != "");
    CHECK(found[0].hint.find("`ai-memory doctor` ") == std::string::npos);
  };
  told([](const fs::path& git) { fs::remove_all(git / "objects"); }, ".git/objects: is missing");
  told(
      [](const fs::path& git) {
        fs::remove_all(git);
        std::ofstream(git) << "gitdir: /nowhere/at/all\n";
      },
      ".git: is a file");
  told(
      [](const fs::path& git) {
        fs::remove(git / "HEAD");
        fs::create_directory(git / "HEAD");
      },
      ".git/HEAD: is missing or no file");
  told([](const fs::path& git) { std::ofstream(git / "config") << "[core\n"; }, "configuration cannot be read");
}

}  // namespace
TEST_CASE("what history names and nobody has is told when every object is read: text, folder, commit (A27)") {
  struct Row {
    const char *revision, *what;
  };
  for (const auto& row : {Row{"HEAD~1:notes/plan.md", "notes/plan.md of commit "},
                          Row{"HEAD~1:notes", "notes/ of commit "}, Row{"HEAD~1", "commit "}}) {
    const auto& revision = row.revision;
    const auto& what = row.what;
    CAPTURE(revision);
    test::TempWiki home;
    home.write("notes/other.md", "other\n");
    home.write("notes/plan.md", "old\n");
    home.write("notes/plan.md", "new\n");
    CHECK(troubles(home, true).empty());
    const std::string id = home.git(std::string("rev-parse ") + revision).substr(0, 40);
    fs::remove(object_file(home, id));
    const auto found = troubles(home, true);
    REQUIRE(!found.empty());
    CHECK(found[0].level == Level::fault);
    CHECK(found[0].what.starts_with(what));
    CHECK(found[0].cause.find(id) != std::string::npos);
  }
}

}  // namespace ai_memory
