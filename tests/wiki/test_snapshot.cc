#include <doctest/doctest.h>

#include "tests/support/temp_wiki.hh"
#include "wiki/snapshot.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

std::vector<std::string> pages(const Wiki& wiki) {
  std::vector<std::string> paths;
  for (const auto& file : wiki.scan()) paths.push_back(file.path.str());
  return paths;
}

}  // namespace

TEST_CASE("a snapshot has the pages and the history of its commit, whatever came later") {
  TempWiki w;
  w.write("default/web/a.md", "first\n");
  w.write("default/web/b.md", "gone later\n");
  const CommitId then = w.wiki.head();
  w.write("default/web/a.md", "second\n");
  w.write("default/web/b.md", std::nullopt);
  w.edit("default/web/c.md", "in no commit\n");
  const auto home = snapshot_home(w.wiki, then);
  const Wiki past = Wiki::open(home, kNow);
  CHECK(past.head() == then);
  CHECK(pages(past) == std::vector<std::string>{"default/web/a.md", "default/web/b.md"});
  CHECK(past.read(PagePath::existing("default/web/a.md")) == "first\n");
  std::size_t commits = 0;
  past.walk({}, [&](const CommitInfo&, const std::vector<TreeChange>&) { return ++commits > 0; });
  CHECK(commits == 3);
  CHECK(w.disk("default/web/a.md") == "second\n");
  CHECK(w.git("status --porcelain") == "?? default/web/c.md\n");
}

TEST_CASE("a snapshot is made once, and only the last few used are kept") {
  TempWiki w;
  std::vector<CommitId> commits;
  for (int i = 0; i < 5; ++i) {
    w.write("default/web/a.md", std::to_string(i));
    commits.push_back(w.wiki.head());
  }
  const auto first = snapshot_home(w.wiki, commits[0]);
  std::filesystem::create_directories(first / "state/mark");
  CHECK(snapshot_home(w.wiki, commits[0]) == first);
  CHECK(std::filesystem::exists(first / "state/mark"));
  std::filesystem::create_directories(first.parent_path() / ".unfinished-dead-1");
  for (const auto& commit : commits) snapshot_home(w.wiki, commit);
  std::size_t left = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(first.parent_path())) ++left;
  CHECK(left == 3);
  CHECK(std::filesystem::exists(first.parent_path() / commits[4]));
}

TEST_CASE("a snapshot of a commit that is not there says so and leaves nothing") {
  TempWiki w;
  CHECK_THROWS(snapshot_home(w.wiki, std::string(40, 'a')));
  CHECK(Wiki::open(w.home, kNow).head() == w.wiki.head());
}
