#include "index/embeddings.hh"
#include "tests/index/indexed_wiki.hh"
#include "tests/index/number_embedder.hh"

namespace ai_memory {
namespace {

using Level = Finding::Level;

sqlite::Database writable(const test::IndexedWiki& home) {
  sqlite::Database database((home.wiki.state_dir() / "memory.sqlite").string(), sqlite::Database::Access::write);
  register_tokenizer(database.connection());
  database.execute("PRAGMA foreign_keys = ON");
  return database;
}

Finding only_fault(const test::IndexedWiki& home) {
  const auto found = home.index.examine(home.wiki);
  REQUIRE(found.size() == 1);
  CHECK(found[0].level == Level::fault);
  CHECK(found[0].hint.find("reindex") != std::string::npos);
  return found[0];
}

TEST_CASE("an index that says what the disk says is sound; ledgers are no pages") {
  test::IndexedWiki home;
  home.write("default/shop/notes/plan.md", "plan\n");
  home.edit("default/shop/log.md", "## [2026-11-29T12:00:00Z] stop | end\n");
  home.edit("default/shop/notes/new.md", "not committed yet\n");
  home.sync();
  const auto found = home.index.examine(home.wiki);
  REQUIRE(found.size() == 1);
  CHECK(found[0].level == Level::good);
  CHECK(found[0].cause.starts_with("2 pages"));
}

TEST_CASE("vectors that somebody zeroed, cut off or wrote over are told, with what makes them anew") {
  test::IndexedWiki home;
  test::use_numbers(home.index);
  for (int i = 0; i < 3; ++i) home.write("default/shop/notes/" + std::to_string(i) + ".md", "1 " + std::to_string(i));
  home.sync();
  home.index.embed(home.wiki, {});
  REQUIRE(home.index.examine(home.wiki).size() == 1);
  const auto file = home.wiki.state_dir() / "vectors-numbers-1";
  const auto size = std::filesystem::file_size(file);
  std::string expected;
  SUBCASE("a number of one row") {
    std::fstream(file, std::ios::in | std::ios::out | std::ios::binary).seekp(64 + 1).write("\x7f\x7f\x7f", 3);
    expected = "1 vector ";
  }
  SUBCASE("all of them") {
    std::fstream out(file, std::ios::in | std::ios::out | std::ios::binary);
    out.seekp(64);
    const std::string zeros(size - 64, '\0');
    out.write(zeros.data(), static_cast<std::streamsize>(zeros.size()));
    expected = "3 vectors ";
  }
  SUBCASE("the file") {
    std::filesystem::resize_file(file, 100);
    expected = "3 vectors ";
  }
  const auto found = home.index.examine(home.wiki);
  REQUIRE(found.size() == 2);
  CHECK(found[1].level == Level::warning);
  CHECK(found[1].cause.starts_with(expected));
  CHECK(found[1].hint.find("embed --all") != std::string::npos);
  home.index.forget_embeddings();
  home.index.embed(home.wiki, {});
  CHECK(home.index.examine(home.wiki).size() == 1);
}

TEST_CASE("a page that the index lacks is a fault, and so is one it should have forgotten") {
  test::IndexedWiki home;
  home.write("notes/plan.md", "plan\n");
  home.write("notes/other.md", "other\n");
  home.sync();
  writable(home).execute("DELETE FROM pages WHERE path = 'notes/plan.md'; DELETE FROM pages_fts WHERE title = 'plan'");
  CHECK(only_fault(home).cause.find("1 page on disk cannot be found, as notes/plan.md") != std::string::npos);
  home.index.reindex(home.wiki, test::kNow);
  CHECK(home.index.examine(home.wiki)[0].level == Level::good);
  std::filesystem::remove(home.wiki.root() / "notes/other.md");
  CHECK(only_fault(home).cause == "1 page no longer on disk still found, as notes/other.md");
}

TEST_CASE("text that the full text index does not have is found out") {
  test::IndexedWiki home;
  home.write("notes/plan.md", "plan zebra\n");
  home.sync();
  // As when a file was cut off: the words are there, the text is another.
  writable(home).execute("UPDATE pages_fts_content SET c4 = 'lion'");
  only_fault(home);
}

TEST_CASE("tidying keeps every row and makes the file of many removed pages smaller") {
  test::IndexedWiki home;
  for (int i = 0; i < 200; ++i)
    home.edit("notes/p" + std::to_string(i) + ".md",
              "zebra " + std::string(4000, static_cast<char>('a' + i % 26)) + "\n");
  home.sync();
  home.index.record_access({PagePath::existing("notes/p0.md")}, "user", test::kNow);
  for (int i = 1; i < 200; ++i) std::filesystem::remove(home.wiki.root() / ("notes/p" + std::to_string(i) + ".md"));
  home.sync();
  const auto tidied = home.index.tidy();
  CHECK(tidied.bytes_after < tidied.bytes_before / 2);
  CHECK(tidied.bytes_after == home.index.size());
  CHECK(home.found("zebra") == std::vector<std::string>{"notes/p0.md"});
  CHECK(home.page("notes/p0.md").accesses == 1);
  CHECK(home.index.examine(home.wiki)[0].level == Level::good);
}

}  // namespace
}  // namespace ai_memory
