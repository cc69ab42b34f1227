#include <algorithm>

#include "support/syscall_killer.hh"
#include "support/temp_wiki.hh"
#include "wiki/error.hh"
#include "wiki/health.hh"
#include "wiki/repair.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

fs::path object_file(const test::TempWiki& home, const std::string& id) {
  return home.wiki.root() / ".git/objects" / id.substr(0, 2) / id.substr(2);
}

void empty(const fs::path& file) {
  REQUIRE(fs::exists(file));
  fs::remove(file);
  std::ofstream(file, std::ios::binary) << "";
}

// Faults that doctor sees.
std::size_t faults(const test::TempWiki& home) {
  const auto found = examine_wiki(home.home, test::kNow, true);
  return static_cast<std::size_t>(std::count_if(
      found.begin(), found.end(), [](const Finding& finding) { return finding.level == Finding::Level::fault; }));
}

// The plan tells what is then done, changes nothing, and afterwards nothing is left to do.
void mend(const test::TempWiki& home, std::size_t steps) {
  const std::string before = home.git("status --porcelain");
  const auto plan = plan_repair(home.home);
  CHECK(plan.size() == steps);
  CHECK(home.git("status --porcelain") == before);
  CHECK(repair_wiki(home.home, test::kNow) == plan);
  CHECK(plan_repair(home.home).empty());
}

struct Written : test::TempWiki {
  Written() {
    write("notes/plan.md", "plan\n");
    write("notes/other.md", "other\n");
  }
  std::string text_of_head(const std::string& path) const { return git("show HEAD:" + path); }
  void must_be_whole() const {
    CHECK(faults(*this) == 0);
    CHECK(git("fsck --full --strict").find("error") == std::string::npos);
    CHECK(git("status --porcelain") == "");
    CHECK(text_of_head("notes/plan.md") == "plan\n");
    CHECK(text_of_head("notes/other.md") == "other\n");
  }
};

TEST_CASE("a sound wiki needs no repair") {
  const Written home;
  mend(home, 0);
  home.must_be_whole();
}

TEST_CASE("A27: an empty branch is set to the newest commit of its log") {
  const Written home;
  empty(home.wiki.root() / ".git/refs/heads/main");
  CHECK(faults(home) > 0);
  mend(home, 1);
  home.must_be_whole();
}

TEST_CASE("A27: empty texts and folders of HEAD come back from the pages and the index") {
  for (const std::string object : {"HEAD:notes/plan.md", "HEAD:notes", "HEAD^{tree}"}) {
    CAPTURE(object);
    const Written home;
    empty(object_file(home, home.git("rev-parse " + object).substr(0, 40)));
    CHECK(faults(home) > 0);
    mend(home, 1);
    home.must_be_whole();
  }
}

TEST_CASE("A27: texts and folders of HEAD that are gone or noise come back, with and without git's index") {
  for (const std::string object : {"HEAD:notes/plan.md", "HEAD:notes", "HEAD^{tree}"})
    for (const bool gone : {false, true})
      for (const bool no_index : {false, true}) {
        CAPTURE(object);
        CAPTURE(gone);
        CAPTURE(no_index);
        const Written home;
        const fs::path file = object_file(home, home.git("rev-parse " + object).substr(0, 40));
        empty(file);
        if (gone) fs::remove(file);
        if (!gone && !no_index) std::ofstream(file) << "noise, and no object of git at all";
        if (no_index) empty(home.wiki.root() / ".git/index");
        CHECK(faults(home) > 0);
        mend(home, no_index ? 2 : 1);
        home.must_be_whole();
      }
}

TEST_CASE("A27: what was taken in through git's filters comes back, from pages in another form on disk") {
  const Written home;
  std::ofstream(home.wiki.root() / ".gitattributes") << "*.md text eol=crlf\n";
  const fs::path file = object_file(home, home.git("rev-parse HEAD:notes/plan.md").substr(0, 40));
  home.edit("notes/plan.md", "plan\r\n");
  fs::remove(file);
  mend(home, 1);
  CHECK(home.text_of_head("notes/plan.md") == "plan\n");
  CHECK(home.disk("notes/plan.md") == "plan\r\n");
}

TEST_CASE("A27: a folder that nothing holds any more: the branch goes to the commit before, the pages stay") {
  const Written home;
  empty(object_file(home, home.git("rev-parse HEAD:notes").substr(0, 40)));
  empty(home.wiki.root() / ".git/index");
  home.edit("notes/plan.md", "by hand\n");
  mend(home, 3);
  CHECK(faults(home) == 0);
  CHECK(home.disk("notes/plan.md") == "by hand\n");
  CHECK(home.disk("notes/other.md") == "other\n");
  CHECK(home.text_of_head("notes/plan.md") == "plan\n");
  Wiki wiki = Wiki::open(home.home, test::kNow);
  wiki.commit(home.set({home.change("notes/new.md", "new\n")}));
  CHECK(home.text_of_head("notes/new.md") == "new\n");
}

TEST_CASE("A27: the index of a pack is made anew from it, damaged or missing, and no branch is moved meanwhile") {
  for (const bool gone : {false, true}) {
    CAPTURE(gone);
    const Written home;
    home.git("gc -q");
    for (const auto& entry : fs::directory_iterator(home.wiki.root() / ".git/objects/pack"))
      if (entry.path().extension() == ".idx") {
        empty(entry.path());
        if (gone) fs::remove(entry.path());
      }
    mend(home, 1);
    home.must_be_whole();
  }
}

TEST_CASE("A27: with its newest commit gone, the branch goes to the one before, and the pages stay, staged") {
  const Written home;
  empty(object_file(home, home.wiki.head()));
  mend(home, 2);
  CHECK(faults(home) == 0);
  CHECK(home.disk("notes/other.md") == "other\n");
  CHECK(home.git("status --porcelain") == "A  notes/other.md\n");
  Wiki wiki = Wiki::open(home.home, test::kNow);
  CHECK(home.text_of_head("notes/plan.md") == "plan\n");
  wiki.commit(home.set({home.change("notes/new.md", "new\n")}));
  CHECK(home.text_of_head("notes/new.md") == "new\n");
  CHECK(home.disk("notes/other.md") == "other\n");
}

TEST_CASE("HEAD without a word, an index of nonsense and an empty pending ref are mended, and kept aside") {
  const Written home;
  empty(home.wiki.root() / ".git/HEAD");
  home.git("update-ref refs/ai-memory/pending HEAD");
  fs::create_directories(home.wiki.root() / ".git/refs/ai-memory");
  std::ofstream(home.wiki.root() / ".git/refs/ai-memory/pending") << "";
  std::ofstream(home.wiki.root() / ".git/index", std::ios::trunc) << "DIRC and nonsense";
  const auto plan = plan_repair(home.home);
  CHECK(plan.size() == 3);
  CHECK(repair_wiki(home.home, test::kNow) == plan);
  home.must_be_whole();
  CHECK(fs::exists(home.wiki.root() / ".git/ai-memory-damaged/index-20261129T120000Z"));
}

TEST_CASE("a HEAD that is a folder is set aside, and a repository without objects is left alone") {
  const Written home;
  const fs::path git = home.wiki.root() / ".git";
  fs::remove(git / "HEAD");
  fs::create_directory(git / "HEAD");
  const auto plan = plan_repair(home.home);
  CHECK(plan.size() == 1);
  CHECK(repair_wiki(home.home, test::kNow) == plan);
  home.must_be_whole();
  fs::remove_all(git / "objects");
  CHECK(plan_repair(home.home).empty());
}

TEST_CASE("A27: a repair killed at any system call is finished by the next one") {
  const int stride = std::getenv("AI_MEMORY_TEST_LONG") ? 1 : 37;
  int killed = 0;
  for (int at = 0;; at += stride) {
    const Written home;
    const fs::path git = home.wiki.root() / ".git";
    for (const std::string object : {"HEAD:notes/plan.md", "HEAD:notes"})
      empty(object_file(home, home.git("rev-parse " + object).substr(0, 40)));
    empty(git / "refs/heads/main");
    empty(git / "index");
    const auto outcome = test::run_and_kill([&] { repair_wiki(home.home, test::kNow); }, at);
    if (outcome == test::Outcome::no_ptrace) return;
    CAPTURE(at);
    REQUIRE(outcome != test::Outcome::failed);
    repair_wiki(home.home, test::kNow);
    home.must_be_whole();
    CHECK(plan_repair(home.home).empty());
    if (outcome == test::Outcome::finished) break;
    ++killed;
  }
  MESSAGE(killed << " kill points, 0 lost");
  CHECK(killed > 10);
}

TEST_CASE("what nothing holds any more stays missing and is told, and the rest is mended") {
  const Written home;
  const std::string blob = home.git("rev-parse HEAD:notes/plan.md").substr(0, 40);
  empty(object_file(home, blob));
  home.edit("notes/plan.md", "another text\n");
  mend(home, 1);
  CHECK(faults(home) == 1);
  CHECK(home.disk("notes/plan.md") == "another text\n");
  CHECK(home.text_of_head("notes/other.md") == "other\n");
}

TEST_CASE("no repair while git is at work") {
  const Written home;
  empty(home.wiki.root() / ".git/refs/heads/main");
  std::ofstream(home.wiki.root() / ".git/index.lock") << "";
  try {
    repair_wiki(home.home, test::kNow);
    FAIL("repaired");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::conflict);
  }
  CHECK(fs::file_size(home.wiki.root() / ".git/refs/heads/main") == 0);
}

}  // namespace
}  // namespace ai_memory
