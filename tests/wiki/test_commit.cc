#include <csignal>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "support/temp_wiki.hh"
#include "wiki/error.hh"
#include "wiki/git_lock.hh"
#include "wiki/history.hh"
#include "wiki/work_tree.hh"

using namespace ai_memory;
using ai_memory::test::kNow;
using ai_memory::test::TempWiki;

TEST_CASE("a new wiki has an opening commit and a clean status") {
  TempWiki t;
  CHECK(t.git("status --porcelain") == "");
  CHECK(t.git("log --format=%s") == "a new wiki\n");
  CHECK(t.git("fsck --strict --no-progress") == "");
  t.edit("default/p/.a.md.swp", "vim");
  t.edit("default/p/a.md~", "old");
  CHECK(t.git("status --porcelain") == "");
  CHECK(t.disk(".gitattributes") == "* -text\n");
  CHECK(Wiki::init(t.home, kNow).head() == t.wiki.head());
}

TEST_CASE("a page that is written is on disk, in a commit, and git finds nothing to do") {
  TempWiki t;
  const CommitResult result = t.write("default/p/notes/a.md", "one\r\n\xEF\xBF\xBD no newline");
  CHECK(result.changed.size() == 1);
  CHECK(t.disk("default/p/notes/a.md") == "one\r\n\xEF\xBF\xBD no newline");
  CHECK(t.git("show HEAD:default/p/notes/a.md") == "one\r\n\xEF\xBF\xBD no newline");
  CHECK(t.git("status --porcelain") == "");
  CHECK(t.git("fsck --strict").find("error") == std::string::npos);
  CHECK(!t.exists(".git/index.lock"));
  CHECK(t.git("for-each-ref refs/ai-memory") == "");
}

TEST_CASE("a page that is removed leaves no empty folders behind") {
  TempWiki t;
  t.write("default/p/notes/a.md", "one");
  t.write("default/p/notes/a.md", std::nullopt);
  CHECK(!t.exists("default"));
  CHECK(t.git("status --porcelain") == "");
}

TEST_CASE("a change whose file moved on is skipped and the others go in") {
  TempWiki t;
  t.write("a.md", "one");
  t.write("b.md", "one");
  const Changeset set = t.set({t.change("a.md", "two"), t.change("b.md", "two")});
  t.edit("a.md", "mine");
  const CommitResult result = t.wiki.commit(set);
  REQUIRE(result.skipped.size() == 1);
  CHECK(result.skipped[0].path.str() == "a.md");
  CHECK(t.git("log -1 --format=%s").ends_with(", 1 left alone\n"));
  CHECK(t.disk("a.md") == "mine");
  CHECK(t.disk("b.md") == "two");
  CHECK(t.git("status --porcelain") == " M a.md\n");
}

TEST_CASE("a hand edit is committed before the page is changed") {
  TempWiki t;
  t.write("a.md", "one");
  t.edit("a.md", "by hand");
  t.edit("new.md", "untracked");
  const CommitResult result = t.wiki.commit(t.set({t.change("a.md", "two"), t.change("new.md", std::nullopt)}));
  CHECK(result.skipped.empty());
  CHECK(!result.hand_edit_commit.empty());
  CHECK(t.git("show HEAD~1:a.md") == "by hand");
  CHECK(t.git("show HEAD~1:new.md") == "untracked");
  CHECK(t.disk("a.md") == "two");
  CHECK(!t.exists("new.md"));
  CHECK(t.git("status --porcelain") == "");
}

TEST_CASE("the user's staged, unstaged and untracked work stays as it is (A21)") {
  TempWiki t;
  t.write("b.md", "b");
  t.write("c.md", "c");
  t.edit("todo.txt", "todo");
  t.git("add todo.txt");
  t.edit("b.md", "b changed");
  t.edit("scratch.py", "print()");
  t.git("rm -q --cached c.md");
  const std::string before = t.git("status --porcelain");
  t.write("a.md", "a");
  CHECK(t.git("status --porcelain") == before);
  CHECK(t.git("show --format= --name-only HEAD") == "a.md\n");
  CHECK(t.write("c.md", "changed").skipped.size() == 1);
}

TEST_CASE("writing what is there already makes no commit and touches no file") {
  TempWiki t;
  t.write("a.md", "one");
  const auto head = t.wiki.head();
  const auto time = std::filesystem::last_write_time(t.wiki.root() / "a.md");
  const CommitResult result = t.write("a.md", "one");
  CHECK(result.commit.empty());
  CHECK(t.wiki.head() == head);
  CHECK(std::filesystem::last_write_time(t.wiki.root() / "a.md") == time);
}

TEST_CASE("many pages go in as one pack and nothing is missing") {
  TempWiki t;
  std::vector<Change> changes;
  for (int i = 0; i < 500; ++i)
    changes.push_back(t.change("default/p/notes/" + std::to_string(i % 7) + "/n" + std::to_string(i) + ".md",
                               "text " + std::to_string(i)));
  t.wiki.commit(t.set(std::move(changes)));
  CHECK(t.git("fsck --full --strict").find("missing") == std::string::npos);
  CHECK(t.git("status --porcelain") == "");
  CHECK(t.git("count-objects -v").find("packs: 1\n") != std::string::npos);
  CHECK(t.wiki.tree(t.wiki.head()).size() == 502);
  t.write("default/p/notes/0/n0.md", "again");
  CHECK(t.git("show HEAD:default/p/notes/0/n0.md") == "again");
}

TEST_CASE("git's index lock is waited for and named; a single write stays on disk and is committed next (A18)") {
  TempWiki t;
  t.write("a.md", "one");
  std::ofstream(t.wiki.root() / ".git/index.lock") << "";
  Changeset sweep = t.set({t.change("a.md", std::nullopt)});
  CHECK_THROWS_AS(t.wiki.commit(sweep), Error);
  CHECK(t.exists("a.md"));
  Changeset write = t.set({t.change("a.md", "two")});
  write.put_file_when_locked = true;
  CHECK_THROWS_WITH_AS(t.wiki.commit(write), doctest::Contains("index.lock"), Error);
  CHECK(t.disk("a.md") == "two");
  CHECK(t.exists(".git/index.lock"));
  std::filesystem::remove(t.wiki.root() / ".git/index.lock");
  Wiki again = Wiki::open(t.home, kNow);
  CHECK(t.git("show HEAD:a.md") == "two");
  CHECK(t.git("status --porcelain") == "");
}

TEST_CASE("an index.lock that a killed command left is told from git's, whoever took the turn in between (A27)") {
  const auto file = [](const TempWiki& t, const char* name) { return t.wiki.root() / ".git" / name; };
  const auto noted = [](const std::filesystem::path& lock) {
    struct stat info {};
    REQUIRE(::stat(lock.c_str(), &info) == 0);
    std::ostringstream line;
    line << "process 1 index " << info.st_dev << ":" << info.st_ino << ":" << info.st_size << ":" << info.st_mtim.tv_sec
         << "." << info.st_mtim.tv_nsec << "\n";
    return line.str();
  };
  for (const int takers : {0, 1, 2}) {
    CAPTURE(takers);
    TempWiki t;
    t.write("a.md", "one");
    const auto lock = file(t, "index.lock"), writer = file(t, "ai-memory.lock");
    std::filesystem::copy_file(file(t, "index"), lock);  // it has the new index already, and no word of ours
    std::ofstream(writer) << noted(lock);
    for (int i = 0; i < takers; ++i) FileLock(writer, 0, "test");
    t.write("a.md", "two");
    CHECK(t.git("show HEAD:a.md") == "two");
    CHECK(!std::filesystem::exists(lock));
    // What was noted is dropped when done: git's own lock, though it be the same file, is not taken for ours.
    CHECK(t.disk(".git/ai-memory.lock") == "");
    std::filesystem::rename(file(t, "index"), lock);
    std::filesystem::copy_file(lock, file(t, "index"));
    Changeset third = t.set({t.change("a.md", "three")});
    CHECK_THROWS_WITH_AS(t.wiki.commit(third), doctest::Contains("index is locked"), Error);
  }
}

TEST_CASE("what somebody commits or stages while our objects are written is seen before a file is put (A21, A29)") {
  for (const std::string theirs : {"add b.md c.md", "commit -qam theirs"}) {
    CAPTURE(theirs);
    TempWiki t;
    for (const char* name : {"a.md", "b.md", "c.md"}) t.write(name, "one\n");
    const auto git_file = [&](const char* name) { return t.wiki.root() / ".git" / name; };
    // As git does it: the lock is held until the new index takes the place of the old one.
    std::ofstream(git_file("index.lock")) << "";
    std::thread other([&] {
      while (!std::filesystem::exists(git_file("refs/ai-memory/pending"))) std::this_thread::yield();
      t.edit("b.md", "theirs\n");
      t.edit("c.md", "theirs\n");
      std::filesystem::copy_file(git_file("index"), git_file("index2"));
      t.git("-c core.hooksPath=none " + theirs, "GIT_INDEX_FILE=" + git_file("index2").string());
      std::filesystem::rename(git_file("index2"), git_file("index"));
      std::filesystem::remove(git_file("index.lock"));
    });
    Wiki wiki = Wiki::open(t.home, kNow, {.lock_wait_secs = 60});
    const auto result = wiki.commit(t.set({t.change("a.md", "two\n"), t.change("b.md", "two\n")}));
    other.join();
    REQUIRE(result.skipped.size() == 1);
    CHECK(result.skipped[0].path.str() == "b.md");
    CHECK(t.git("show HEAD:a.md") == "two\n");
    const bool committed = theirs.starts_with("commit");
    CHECK(t.git("show HEAD:c.md") == (committed ? "theirs\n" : "one\n"));
    CHECK(t.git("status --porcelain") == (committed ? "" : "M  b.md\nM  c.md\n"));
    CHECK(t.disk("b.md") == "theirs\n");
    CHECK(t.git("for-each-ref refs/ai-memory") == "");
  }
}

TEST_CASE(
    "a pending ref that git has packed, and still holds locked, does not turn a done commit into a failure (A29)") {
  TempWiki t;
  t.write("a.md", "one");
  const auto file = [&](const char* name) { return t.wiki.root() / ".git" / name; };
  const std::string head = t.git("rev-parse HEAD");
  std::ofstream(file("packed-refs")) << "# pack-refs with: peeled fully-peeled sorted \n"
                                     << head.substr(0, 40) << " refs/ai-memory/pending\n";
  std::ofstream(file("packed-refs.lock")) << "";
  const auto result = t.wiki.commit(t.set({t.change("a.md", "two")}));
  CHECK(!result.commit.empty());
  CHECK(t.git("show HEAD:a.md") == "two");
  CHECK(t.git("status --porcelain") == "");
  std::filesystem::remove(file("packed-refs.lock"));
  Wiki::open(t.home, kNow);
  CHECK(t.git("for-each-ref refs/ai-memory") == "");
  CHECK(t.git("log --format=%s") == "test\nwrite a.md\na new wiki\n");
}

TEST_CASE("who holds a lock is told in words") {
  TempWiki t;
  const auto writer = t.wiki.root() / ".git/ai-memory.lock";
  std::ofstream(writer) << "process 1 index 1:2:3:4.5\n";
  const FileLock held(writer, 0, "test");
  const std::string words = "test: held by process " + std::to_string(::getpid()) + " (" + writer.string() + ")";
  CHECK_THROWS_WITH_AS(FileLock(writer, 0, "test"), words.c_str(), Error);
}

TEST_CASE("folders nested too deep for git are named, and do not keep pages from being read") {
  TempWiki t;
  t.write("default/p/a.md", "one");
  std::string deep = "default/p/deep/";
  for (int i = 0; i < 110; ++i) deep += "d/";
  t.edit(deep + "x.md", "text");
  CHECK_THROWS_WITH_AS(t.wiki.hand_edits(), doctest::Contains("default/p/deep/d/…: folders nested"), Error);
  CHECK(t.wiki.scan().size() == 2);
  CHECK(t.wiki.read(PagePath::existing(deep + "x.md")) == "text");
  t.write("default/p/a.md", "two");
  CHECK(t.git("show HEAD:default/p/a.md") == "two");
}

TEST_CASE("a write left pending joins a commit the user made meanwhile") {
  TempWiki t;
  t.write("a.md", "one");
  t.write("b.md", "one");
  std::ofstream(t.wiki.root() / ".git/index.lock") << "";
  Changeset write = t.set({t.change("a.md", "two")});
  write.put_file_when_locked = true;
  CHECK_THROWS_AS(t.wiki.commit(write), Error);
  std::filesystem::remove(t.wiki.root() / ".git/index.lock");
  t.edit("b.md", "user");
  t.git("commit -q -m user b.md");
  Wiki again = Wiki::open(t.home, kNow);
  CHECK(t.git("show HEAD:a.md") == "two");
  CHECK(t.git("show HEAD:b.md") == "user");
  CHECK(t.git("status --porcelain") == "");
  CHECK(t.git("log --format=%s").find("user") != std::string::npos);
}

TEST_CASE("commits are refused during a merge and on a detached HEAD, with the state named (A22)") {
  TempWiki t;
  t.write("a.md", "one");
  t.git("checkout -q --detach");
  CHECK_THROWS_WITH_AS(t.write("a.md", "two"), doctest::Contains("detached"), Error);
  t.git("checkout -q main");
  std::ofstream(t.wiki.root() / ".git/MERGE_HEAD") << t.wiki.head() << "\n";
  CHECK_THROWS_WITH_AS(t.write("a.md", "two"), doctest::Contains("merge"), Error);
  CHECK(t.disk("a.md") == "one");
}

TEST_CASE("a link is never written through (A23)") {
  TempWiki t;
  const auto outside = ai_memory::test::make_temp_folder();
  std::filesystem::create_directory_symlink(outside, t.wiki.root() / "dir");
  CHECK(t.write("dir/n.md", "x").skipped.size() == 1);
  CHECK(std::filesystem::is_empty(outside));
  std::filesystem::create_symlink("/etc/passwd", t.wiki.root() / "p.md");
  CHECK(!t.wiki.read(PagePath::existing("p.md")));
  CHECK(t.wiki.scan().empty());
  std::filesystem::remove_all(outside);
}

TEST_CASE("hand edits are listed by what they are and committed with the user as author") {
  TempWiki t;
  t.write("a.md", "one");
  t.write("gone.md", "one");
  t.git("config user.name Ann");
  t.git("config user.email ann@example.org");
  t.edit("a.md", "edited");
  t.edit("new.md", "new");
  t.edit(".obsidian/x.md", "no page");
  std::filesystem::remove(t.wiki.root() / "gone.md");
  const auto edits = t.wiki.hand_edits();
  REQUIRE(edits.size() == 3);
  CHECK(edits[0].state == HandEdit::State::modified);
  CHECK(edits[1].state == HandEdit::State::removed);
  CHECK(edits[2].state == HandEdit::State::untracked);
  Changeset context = t.set({});
  t.wiki.commit_hand_edits(edits, "hand edits", context);
  CHECK(t.git("log -1 --format='%an|%s'") == "Ann|hand edits\n");
  CHECK(t.wiki.hand_edits().empty());
  CHECK(t.git("status --porcelain") == "?? .obsidian/\n");
}

TEST_CASE("a home inside another git repository is refused") {
  TempWiki t;
  CHECK_THROWS_WITH_AS(Wiki::init(t.wiki.root() / "inner", kNow), doctest::Contains("inside the git repository"),
                       Error);
}

TEST_CASE("when the branch cannot be moved every file is put back as it was") {
  TempWiki t;
  t.write("a.md", "one");
  t.write("gone.md", "one");
  t.edit("a.md", "by hand");
  const CommitId head = t.wiki.head();
  std::ofstream(t.wiki.root() / ".git/refs/heads/main.lock") << "";
  const Changeset set =
      t.set({t.change("a.md", "two"), t.change("gone.md", std::nullopt), t.change("d/new.md", "new")});
  CHECK_THROWS_AS(t.wiki.commit(set), Error);
  CHECK(t.wiki.head() == head);
  CHECK(t.disk("a.md") == "by hand");
  CHECK(t.disk("gone.md") == "one");
  CHECK(!t.exists("d"));
  CHECK(!t.exists(".git/index.lock"));
  CHECK(t.git("for-each-ref refs/ai-memory") == "");
  CHECK(t.git("status --porcelain") == " M a.md\n");
  std::filesystem::remove(t.wiki.root() / ".git/refs/heads/main.lock");
  CHECK(t.wiki.commit(set).changed.size() == 3);
}

TEST_CASE("a page that does not fit on the disk leaves the old one and nothing of the new (A28)") {
  TempWiki t;
  t.write("a.md", "one");
  t.write("b.md", "one");
  const Changeset set = t.set({t.change("a.md", std::string(1 << 20, 'x')), t.change("b.md", std::nullopt)});
  const CommitId head = t.wiki.head();
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit old{};
  ::getrlimit(RLIMIT_FSIZE, &old);
  const rlimit small{64 << 10, old.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  CHECK_THROWS_AS(t.wiki.commit(set), Error);
  ::setrlimit(RLIMIT_FSIZE, &old);
  CHECK(t.wiki.head() == head);
  CHECK(t.disk("a.md") == "one");
  CHECK(t.disk("b.md") == "one");
  CHECK(t.git("status --porcelain") == "");
  CHECK(t.wiki.commit(set).changed.size() == 2);
}

TEST_CASE("text written into a page's old file while it was being replaced becomes a page beside it") {
  TempWiki t;
  t.write("default/p/a.md", "one\n");
  const WorkTree files(t.wiki.root());
  const int editor = ::open((t.wiki.root() / "default/p/a.md").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  const auto placed = files.put("default/p/a.md", "two\n", blob_id("one\n"));
  REQUIRE(placed);
  REQUIRE(::write(editor, "late\n", 5) == 5);
  ::close(editor);
  const auto rescued = files.discard(*placed);
  REQUIRE(rescued);
  CHECK(t.disk(*rescued) == "one\nlate\n");
  CHECK(t.disk("default/p/a.md") == "two\n");
}

TEST_CASE("a page that is saved again and again is never mixed up with ours") {
  TempWiki t;
  t.write("a.md", "one");
  const WorkTree files(t.wiki.root());
  t.edit("a.md", "saved");
  CHECK(!files.put("a.md", "ours", blob_id("one")));
  CHECK(t.disk("a.md") == "saved");
  CHECK(!files.put("a.md", std::nullopt, blob_id("one")));
  CHECK(t.disk("a.md") == "saved");
  CHECK(!files.put("a.md", "ours", ""));
  CHECK(t.disk("a.md") == "saved");
}

TEST_CASE("an unknown text in our temporary is kept as a page and stands in nobody's way") {
  TempWiki t;
  t.write("d/a.md", "one\n");
  t.edit("d/a.md", "by hand\n");
  const Changeset set = t.set({t.change("d/a.md", "ours\n")});
  // What a killed replacement left of somebody's save.
  t.edit("d/" + temporary_name("d/a.md"), "saved meanwhile\n");
  t.wiki.commit(set);
  CHECK(t.git("diff --cached --name-only") == "");
  CHECK(t.disk("d/a.md") == "ours\n");
  CHECK(t.git("status --porcelain").find("recovered") != std::string::npos);
}

TEST_CASE("a filter that folds line ends loses no byte of a page that is removed (A14)") {
  TempWiki t;
  t.edit(".gitattributes", "* -text\n*.md text\n");
  t.edit("a.md", "a\r\nb\n");
  t.wiki.commit_hand_edits(t.wiki.hand_edits(), "by hand", t.set({}));
  CHECK(t.git("show HEAD:a.md") == "a\nb\n");
  t.write("a.md", std::nullopt);
  CHECK(t.git("show HEAD~1:a.md") == "a\r\nb\n");
  t.wiki.commit(plan_restore(t.wiki, PagePath::existing("a.md"), {}, kNow).changes);
  CHECK(t.disk("a.md") == "a\r\nb\n");
}

TEST_CASE("another repository inside the wiki is left alone") {
  TempWiki t;
  t.write("default/p/a.md", "one");
  t.edit("default/p/other/n.md", "theirs");
  t.git("init -q default/p/other");
  CHECK(t.wiki.scan().size() == 1);
  CHECK(!t.wiki.read(PagePath::existing("default/p/other/n.md")));
  const CommitResult result = t.write("default/p/other/new.md", "ours");
  REQUIRE(result.skipped.size() == 1);
  CHECK(result.skipped[0].why.find("another git repository") != std::string::npos);
}

TEST_CASE("what stands in a page's way is named") {
  TempWiki t;
  t.write("p/q.md", "page");
  CHECK(t.write("p/q.md/r.md", "x").skipped.at(0).why == "p/q.md is a link or a file, not a folder");
  std::filesystem::create_directory(t.wiki.root() / "folder.md");
  CHECK(t.write("folder.md", "x").skipped.at(0).why.find("stands there") != std::string::npos);
}

TEST_CASE("git's index goes along with a hand edit whose page then could not be removed") {
  TempWiki t;
  t.write("d/a.md", "one\n");
  t.edit("d/a.md", "by hand\n");
  // The old file cannot be moved aside: what it comes to when somebody saves between our steps.
  std::filesystem::create_directory(t.wiki.root() / "d" / temporary_name("d/a.md"));
  const CommitResult result = t.write("d/a.md", std::nullopt);
  CHECK(result.skipped.size() == 1);
  CHECK(t.disk("d/a.md") == "by hand\n");
  CHECK(t.git("show HEAD:d/a.md") == "by hand\n");
  CHECK(t.git("status --porcelain") == "");
}
TEST_CASE("a set that is all or nothing changes nothing when one of its pages was changed meanwhile") {
  TempWiki home;
  home.write("notes/a.md", "a\n");
  home.write("notes/b.md", "b\n");
  Changeset set = home.set({home.change("notes/a.md", "new a\n"), home.change("notes/b.md", std::nullopt)});
  set.all_or_nothing = true;
  home.edit("notes/b.md", "typed\n");
  const CommitId before = home.wiki.head();
  const CommitResult result = home.wiki.commit(set);
  CHECK(result.commit.empty());
  CHECK(result.changed.empty());
  REQUIRE(result.skipped.size() == 1);
  CHECK(result.skipped[0].path.str() == "notes/b.md");
  CHECK(home.wiki.head() == before);
  CHECK(home.disk("notes/a.md") == "a\n");
  CHECK(home.disk("notes/b.md") == "typed\n");
  set.all_or_nothing = false;
  CHECK(home.wiki.commit(set).changed.size() == 1);
}

TEST_CASE("a pending ref that git gc packed in the meantime goes all the same") {
  TempWiki home;
  home.write("notes/a.md", "a\n");
  home.git("update-ref refs/ai-memory/pending HEAD");
  home.git("pack-refs --all");
  Wiki wiki = Wiki::open(home.home, kNow);
  CHECK(home.git("for-each-ref refs/ai-memory") == "");
  home.write("notes/b.md", "b\n");
  CHECK(home.git("for-each-ref refs/ai-memory") == "");
  CHECK(home.git("status --porcelain") == "");
}
