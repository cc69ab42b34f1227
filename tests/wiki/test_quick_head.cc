// quick_head() says what git says, or nothing.
#include <doctest/doctest.h>
#include <functional>

#include "tests/support/temp_wiki.hh"
#include "wiki/error.hh"
#include "wiki/quick_head.hh"

using namespace ai_memory;
using namespace ai_memory::test;
namespace fs = std::filesystem;

namespace {

struct PlainWiki : TempWiki {
  PlainWiki() { write("a.md", "one"); }

  std::string by_git() const { return git("rev-parse HEAD").substr(0, 40); }
  std::optional<CommitId> quick() const { return quick_head(wiki.root()); }
  void put(const std::string& name, const std::string& text) const {
    const fs::path file = wiki.root() / ".git" / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
};

}  // namespace

TEST_CASE("HEAD of a plain repository is read without libgit2, loose or packed, on any branch") {
  PlainWiki t;
  CHECK(t.quick() == t.by_git());
  t.git("pack-refs --all");
  CHECK(t.quick() == t.by_git());
  t.write("a.md", "two");  // a loose one beside the packed one: the loose one counts
  CHECK(t.quick() == t.by_git());
  t.git("checkout -q -b topic/of/today");
  t.write("a.md", "three");
  t.git("gc -q");
  CHECK(t.quick() == t.by_git());
  t.git("checkout -q main");
  CHECK(t.quick() == t.by_git());
  t.git("remote add origin https://example.org/wiki.git");
  t.git("config branch.main.remote origin");
  t.git("config user.name Ann");
  CHECK(t.quick() == t.by_git());
}

TEST_CASE("what is not plain is left to libgit2") {
  struct Odd {
    const char* name;
    std::function<void(PlainWiki&)> make;
  };
  const Odd all[] = {
      {"detached", [](PlainWiki& t) { t.git("checkout -q --detach"); }},
      {"unborn branch", [](PlainWiki& t) { t.git("symbolic-ref HEAD refs/heads/new"); }},
      {"HEAD out of the branches", [](PlainWiki& t) { t.put("HEAD", "ref: refs/heads/../../HEAD\n"); }},
      {"branch cut short", [](PlainWiki& t) { t.put("refs/heads/main", ""); }},
      {"branch that is another's name", [](PlainWiki& t) { t.put("refs/heads/main", "ref: refs/heads/other\n"); }},
      {"left by a killed command", [](PlainWiki& t) { t.put("refs/ai-memory/pending", t.by_git() + "\n"); }},
      {"left, and packed since",
       [](PlainWiki& t) { t.put("packed-refs", "# pack-refs\n" + t.by_git() + " refs/ai-memory/pending\n"); }},
      {"git's index locked", [](PlainWiki& t) { t.put("index.lock", ""); }},
      {"lock with a note", [](PlainWiki& t) { t.put("ai-memory.lock", "process 1\n"); }},
      {"another work tree", [](PlainWiki& t) { t.git("config core.worktree /somewhere"); }},
      {"bare", [](PlainWiki& t) { t.git("config core.bare true"); }},
      {"a format to come", [](PlainWiki& t) { t.git("config core.repositoryformatversion 1"); }},
      {"an extension", [](PlainWiki& t) { t.git("config extensions.worktreeConfig true"); }},
      {"an included file", [](PlainWiki& t) { t.git("config include.path other"); }},
      {"configuration that git cannot read", [](PlainWiki& t) { t.put("config", "[core\n"); }},
      {"no objects", [](PlainWiki& t) { fs::rename(t.wiki.root() / ".git/objects", t.wiki.root() / ".git/gone"); }},
      {"no .git", [](PlainWiki& t) { fs::rename(t.wiki.root() / ".git", t.home / "elsewhere"); }},
  };
  for (const Odd& odd : all) {
    CAPTURE(odd.name);
    PlainWiki t;
    REQUIRE(t.quick());
    odd.make(t);
    CHECK_FALSE(t.quick());
  }
}

TEST_CASE("an open wiki sees commits that others make, before and after it asked libgit2") {
  PlainWiki t;
  const Wiki early = Wiki::open(t.home, kNow);
  CHECK(early.head() == t.by_git());
  t.write("a.md", "two");
  CHECK(early.head() == t.by_git());
  CHECK(early.tree(early.head()).size() == 3);  // opens it
  t.write("a.md", "three");
  CHECK(early.head() == t.by_git());
}

TEST_CASE("what is wrong with a repository is said when the wiki is opened, as before") {
  PlainWiki t;
  t.git("config core.worktree '" + t.home.string() + "'");
  CHECK_THROWS_WITH_AS(Wiki::open(t.home, kNow), doctest::Contains("core.worktree"), Error);
}
