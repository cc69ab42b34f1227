// Every instant of a commit is a good one to be killed at (A27): the next command reaches before or after.
#include <doctest/doctest.h>

#include "support/syscall_killer.hh"
#include "support/temp_wiki.hh"
#include "wiki/history.hh"

using namespace ai_memory;
using ai_memory::test::kNow;
using ai_memory::test::Outcome;
using ai_memory::test::run_and_kill;
using ai_memory::test::TempWiki;

namespace {

const std::string kHandEdit = "edited by hand, committed by nobody\n";

void fill(TempWiki& t) {
  for (const char* name : {"changed", "edited", "removed", "other"})
    t.write(std::string("default/p/notes/") + name + ".md", std::string(name) + ", first\n");
  t.edit("default/p/notes/edited.md", kHandEdit);
}

void change_pages(TempWiki& t, Wiki& wiki) {
  Changeset set = t.set(
      {t.change("default/p/notes/changed.md", "changed, second\n"), t.change("default/p/notes/edited.md", "ours\n"),
       t.change("default/p/notes/removed.md", std::nullopt), t.change("default/p/new/new.md", "new\n")},
      "sweep");
  set.run = "01KB8000000000000000000000";
  set.pass = "evict";
  wiki.commit(set);
}

struct State {
  std::string changed, edited;
  bool removed, added;
  bool operator==(const State&) const = default;
};

State on_disk(const TempWiki& t) {
  return {t.disk("default/p/notes/changed.md"), t.disk("default/p/notes/edited.md"),
          !t.exists("default/p/notes/removed.md"), t.exists("default/p/new/new.md")};
}

std::string leftovers(const TempWiki& t) {
  std::string found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(t.wiki.root())) {
    const std::string name = entry.path().filename().string();
    if (name.find(".ai-memory-") == 0 || (name.ends_with(".lock") && !name.starts_with("ai-memory")) ||
        name.find("_git2_") != std::string::npos || name.find("recovered") != std::string::npos)
      found += entry.path().string() + "\n";
  }
  return found + t.git("for-each-ref refs/ai-memory");
}

const State kBefore{"changed, first\n", kHandEdit, false, false}, kAfter{"changed, second\n", "ours\n", true, true};

}  // namespace

TEST_CASE("a commit killed at any system call leaves the state of before or after, and the hand edit is safe (A27)") {
  int killed = 0, rolled_back = 0, stride = std::getenv("AI_MEMORY_TEST_LONG") ? 1 : 41;
  for (int at = 0;; at += stride) {
    TempWiki t;
    fill(t);
    const Outcome outcome = run_and_kill(
        [&] {
          Wiki wiki = Wiki::open(t.home, kNow, {.lock_wait_secs = 1});
          change_pages(t, wiki);
        },
        at);
    if (outcome == Outcome::no_ptrace) {
      MESSAGE("SKIPPED: this system does not allow ptrace");
      return;
    }
    REQUIRE(outcome != Outcome::failed);
    Wiki next = Wiki::open(t.home, kNow, {.lock_wait_secs = 1});
    const State state = on_disk(t);
    CAPTURE(at);
    const bool before = state == kBefore, after = state == kAfter;
    REQUIRE_MESSAGE(before != after, state.changed << state.edited << state.removed << state.added);
    REQUIRE(leftovers(t) == "");
    REQUIRE(t.git("status --porcelain") == (before ? " M default/p/notes/edited.md\n" : ""));
    REQUIRE(t.disk("default/p/notes/other.md") == "other, first\n");
    if (after) REQUIRE(t.git("show HEAD~1:default/p/notes/edited.md") == kHandEdit);
    if (at % 11 == 0) REQUIRE(t.git("fsck --strict").find("missing") == std::string::npos);
    // The wiki works on.
    change_pages(t, next);
    REQUIRE(on_disk(t) == kAfter);
    REQUIRE(t.git("status --porcelain") == "");
    if (outcome == Outcome::finished) break;
    ++killed;
    rolled_back += before;
  }
  MESSAGE(killed << " kill points, 0 lost; " << rolled_back << " ended before, " << killed - rolled_back << " after");
  CHECK(killed > 20);
  CHECK(rolled_back > 0);
  CHECK(rolled_back < killed);
}

TEST_CASE("a text saved while a commit was killed half way is kept, as it is or beside the page") {
  int at = 0, seen = 0;
  for (;; at += std::getenv("AI_MEMORY_TEST_LONG") ? 1 : 61) {
    TempWiki t;
    fill(t);
    const Outcome outcome = run_and_kill(
        [&] {
          Wiki wiki = Wiki::open(t.home, kNow, {.lock_wait_secs = 1});
          change_pages(t, wiki);
        },
        at);
    if (outcome == Outcome::no_ptrace || outcome == Outcome::finished) break;
    REQUIRE(outcome == Outcome::killed);
    t.edit("default/p/notes/changed.md", "saved after the kill\n");
    Wiki next = Wiki::open(t.home, kNow, {.lock_wait_secs = 1});
    CAPTURE(at);
    REQUIRE(t.disk("default/p/notes/changed.md") == "saved after the kill\n");
    REQUIRE(leftovers(t) == "");
    ++seen;
  }
  MESSAGE(seen << " kill points, 0 lost");
  CHECK((seen > 10 || at == 0));
}

TEST_CASE("a sweep of many pages killed at any system call is whole or not there (A27)") {
  constexpr int pages = 40;  // enough to go as one pack and be forced to the disk at once
  const auto name = [](int i) { return "default/p/notes/" + std::to_string(i) + ".md"; };
  int killed = 0;
  for (int at = 900;; at += std::getenv("AI_MEMORY_TEST_LONG") ? 7 : 307) {
    TempWiki t;
    std::vector<Change> first, second;
    for (int i = 0; i < pages; ++i) first.push_back(t.change(name(i), "first\n"));
    t.wiki.commit(t.set(std::move(first)));
    for (int i = 0; i < pages; ++i)
      second.push_back(t.change(name(i), i % 2 ? std::optional<std::string>("second\n") : std::nullopt));
    const Changeset sweep = t.set(std::move(second));
    const Outcome outcome = run_and_kill([&] { Wiki::open(t.home, kNow, {.lock_wait_secs = 1}).commit(sweep); }, at);
    if (outcome == Outcome::no_ptrace) return;
    REQUIRE(outcome != Outcome::failed);
    Wiki next = Wiki::open(t.home, kNow, {.lock_wait_secs = 1});
    int before = 0, after = 0;
    for (int i = 0; i < pages; ++i) {
      before += t.disk(name(i)) == "first\n";
      after += i % 2 ? t.disk(name(i)) == "second\n" : !t.exists(name(i));
    }
    CAPTURE(at);
    REQUIRE((before == pages || after == pages));
    REQUIRE(leftovers(t) == "");
    REQUIRE(t.git("status --porcelain") == "");
    if (outcome == Outcome::finished) break;
    ++killed;
  }
  MESSAGE(killed << " kill points, 0 lost");
  CHECK(killed > 5);
}

TEST_CASE("committing hand edits killed at any system call leaves git's index and HEAD together") {
  int killed = 0;
  for (int at = 0;; at += std::getenv("AI_MEMORY_TEST_LONG") ? 1 : 43) {
    TempWiki t;
    fill(t);
    const Outcome outcome = run_and_kill(
        [&] {
          Wiki wiki = Wiki::open(t.home, kNow, {.lock_wait_secs = 1});
          wiki.commit_hand_edits(wiki.hand_edits(), "by hand", t.set({}));
        },
        at);
    if (outcome == Outcome::no_ptrace) return;
    REQUIRE(outcome != Outcome::failed);
    Wiki next = Wiki::open(t.home, kNow, {.lock_wait_secs = 1});
    CAPTURE(at);
    REQUIRE(leftovers(t) == "");
    REQUIRE(t.git("diff --cached --name-only") == "");
    REQUIRE(t.disk("default/p/notes/edited.md") == kHandEdit);
    change_pages(t, next);
    REQUIRE(on_disk(t) == kAfter);
    REQUIRE(t.git("log -p").find("edited by hand") != std::string::npos);
    if (outcome == Outcome::finished) break;
    ++killed;
  }
  MESSAGE(killed << " kill points, 0 lost");
}
