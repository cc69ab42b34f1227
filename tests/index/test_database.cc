#include <algorithm>
#include <atomic>
#include <doctest/doctest.h>
#include <functional>
#include <optional>
#include <thread>

#include "index/database.hh"
#include "index/schema.hh"
#include "index/sidecar.hh"
#include "index/tokenizer.hh"
#include "tests/support/temp_folder.hh"

using namespace ai_memory;
using sqlite::Database;
using test::TempFolder;

namespace {

Database in_memory() { return Database({}, Database::Access::memory); }

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("values come back from SQLite as they were bound") {
  auto database = in_memory();
  database.execute("CREATE TABLE t (a, b, c, d, e, f)");
  const Timestamp time{std::chrono::seconds{-5}};
  const std::string odd("a\0b\xff", 4);
  database.prepare("INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
      .with(odd, std::size_t{7}, 0.25, time, std::optional<Timestamp>(), std::string_view())
      .run();
  auto row = database.prepare("SELECT a, b, c, d, e, f, typeof(f) FROM t");
  REQUIRE(row.step());
  CHECK(row.text(0) == odd);
  CHECK(row.integer(1) == 7);
  CHECK(row.real(2) == 0.25);
  CHECK(row.time(3) == time);
  CHECK(row.is_null(4));
  CHECK_FALSE(row.maybe_time(4));
  CHECK(row.text(5) == "");
  CHECK(row.text(6) == "text");  // empty is not NULL
  CHECK_FALSE(row.step());
}

TEST_CASE("texts() takes a joined list apart") {
  auto database = in_memory();
  auto row = database.prepare("SELECT ?1, NULL");
  row.with("one\x1ftwo words").step();
  CHECK(row.texts(0) == std::vector<std::string>{"one", "two words"});
  CHECK(row.texts(1).empty());
}

TEST_CASE("a transaction that is not committed leaves nothing") {
  auto database = in_memory();
  database.execute("CREATE TABLE t (a)");
  {
    sqlite::Transaction transaction(database);
    database.execute("INSERT INTO t VALUES (1)");
  }
  CHECK(database.integer("SELECT count(*) FROM t") == 0);
  {
    sqlite::Transaction transaction(database);
    database.execute("INSERT INTO t VALUES (1)");
    transaction.commit();
  }
  CHECK(database.integer("SELECT count(*) FROM t") == 1);
}

TEST_CASE("a failure says which kind it is") {
  const TempFolder folder;
  const std::string file = (folder.path / "odd #name?%.sqlite").string();
  Database database(file, Database::Access::write);
  CHECK(std::filesystem::exists(file));
  database.execute("CREATE TABLE t (a)");
  CHECK_THROWS_WITH_AS(database.execute("SELECT missing"), doctest::Contains("no such column"), sqlite::Failure);

  Database other(file, Database::Access::write);
  const sqlite::Transaction transaction(database);
  try {
    const sqlite::Transaction second(other);
    FAIL("two writers");
  } catch (const sqlite::Failure& failure) {
    CHECK(failure.busy());
    CHECK_FALSE(failure.damaged());
    CHECK(failure.kind() == ErrorKind::conflict);
    CHECK(std::string(failure.what()).find("odd #name?%.sqlite") != std::string::npos);
    CHECK_FALSE(failure.hint().empty());
  }
}

TEST_CASE("every table is marked, and clearing keeps what exists nowhere else") {
  auto database = in_memory();
  register_tokenizer(database.connection());
  migrate(database, "x", migrations());
  std::size_t known = 0;
  auto names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%_fts_%'");
  while (names.step()) {
    ++known;
    const auto found = std::ranges::find(tables(), names.text(0), [](const Table& t) { return std::string(t.name); });
    CHECK_MESSAGE(found != tables().end(), names.text(0));
  }
  CHECK(known == tables().size());

  database.execute(
      "INSERT INTO usage VALUES ('a.md', 'me', 3, 5); INSERT INTO first_seen VALUES ('a.md', 4);"
      "INSERT INTO meta VALUES ('birth', '1'); INSERT INTO progress VALUES ('last_commit', 'c');"
      "INSERT INTO pages_fts (rowid, body) VALUES (1, 'text')");
  names.reset();
  clear_derived(database);
  CHECK(database.integer("SELECT n FROM usage") == 3);
  CHECK(database.integer("SELECT time FROM first_seen") == 4);
  CHECK(database.integer("SELECT count(*) FROM meta") == 1);
  CHECK(database.integer("SELECT count(*) FROM progress") == 0);
  CHECK(database.integer("SELECT count(*) FROM pages_fts WHERE pages_fts MATCH 'text'") == 0);
}

TEST_CASE("an older file is copied, then brought up step by step") {
  const TempFolder folder;
  const auto file = folder.path / "memory.sqlite";
  Database database(file.string(), Database::Access::write);
  migrate(database, file, {"CREATE TABLE a (x); INSERT INTO a VALUES (1);"});
  migrate(database, file, {"not run again", "ALTER TABLE a ADD COLUMN y;", "UPDATE a SET y = x + 1;"});
  CHECK(database.integer("SELECT y FROM a") == 2);
  CHECK(database.integer("PRAGMA user_version") == 3);
  const Database copy((folder.path / "memory.sqlite.before-version-2").string(), Database::Access::read);
  CHECK(copy.integer("PRAGMA user_version") == 1);
  CHECK(copy.integer("SELECT x FROM a") == 1);
}

TEST_CASE("a migration that fails half way changes nothing") {
  const TempFolder folder;
  const auto file = folder.path / "memory.sqlite";
  Database database(file.string(), Database::Access::write);
  migrate(database, file, {"CREATE TABLE a (x);"});
  CHECK_THROWS_AS(migrate(database, file, {"", "CREATE TABLE b (x);", "no SQL at all;"}), sqlite::Failure);
  CHECK(database.integer("PRAGMA user_version") == 1);
  CHECK(database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'b'") == 0);
}

TEST_CASE("a newer file is refused, naming both versions, and not touched") {
  const TempFolder folder;
  const auto file = folder.path / "memory.sqlite";
  {
    auto sidecar = open_sidecar(file, test::kDay);
    sidecar.database.execute("PRAGMA user_version = 41");
  }
  const std::string message = message_of([&] { open_sidecar(file, test::kDay); });
  CHECK(message.find("version 41") != std::string::npos);
  CHECK(message.find("knows " + std::to_string(migrations().size())) != std::string::npos);
  CHECK(Database(file.string(), Database::Access::read).integer("PRAGMA user_version") == 41);
}

TEST_CASE("a file of another program is refused and not set aside") {
  const TempFolder folder;
  const auto file = folder.path / "memory.sqlite";
  Database(file.string(), Database::Access::write).execute("CREATE TABLE theirs (x)");
  CHECK(message_of([&] { open_sidecar(file, test::kDay); }).find("not a search index") != std::string::npos);
  CHECK(Database(file.string(), Database::Access::read).integer("SELECT count(*) FROM theirs") == 0);
}

TEST_CASE("a writer waits for another as long as it was told, and no longer (A29)") {
  const TempFolder folder;
  const auto file = (folder.path / "x.sqlite").string();
  sqlite::Database first(file, sqlite::Database::Access::write), second(file, sqlite::Database::Access::write);
  first.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (x)");  // as the sidecar is: a reader keeps no writer out
  std::optional<sqlite::Transaction> held(std::in_place, first);
  second.wait_for_locks(0);
  CHECK_THROWS_AS(sqlite::Transaction{second}, sqlite::Failure);
  second.wait_for_locks(60'000);
  std::atomic<bool> begun = false;
  std::thread writer([&] {
    begun = true;
    sqlite::Transaction waiting(second);
    second.execute("INSERT INTO t VALUES (2)");
    waiting.commit();
  });
  while (!begun) std::this_thread::yield();
  held->commit();
  held.reset();
  writer.join();
  CHECK(first.integer("SELECT count(*) FROM t") == 1);
}

TEST_CASE("an opened file is set up for readers beside a writer") {
  const TempFolder folder;
  const auto sidecar = open_sidecar(folder.path / "memory.sqlite", test::kDay);
  CHECK(sidecar.writable);
  CHECK(sidecar.notices.empty());
  CHECK(sidecar.database.text("PRAGMA journal_mode") == "wal");
  CHECK(sidecar.database.integer("PRAGMA foreign_keys") == 1);
  CHECK(sidecar.database.integer("PRAGMA application_id") == kApplicationId);
}

TEST_CASE("the sidecar's birth is told once (usage is unknown before it)") {
  const TempFolder folder;
  for (const int days : {0, 5}) open_sidecar(folder.path / "memory.sqlite", test::kDay + std::chrono::days(days));
  const auto sidecar = open_sidecar(folder.path / "memory.sqlite", test::kDay);
  CHECK(sidecar.database.integer("SELECT value FROM meta WHERE key = 'birth'") ==
        test::kDay.time_since_epoch().count());
}

TEST_CASE("a damaged file is set aside with its log and made anew (A31)") {
  const TempFolder folder;
  const auto file = folder.path / "memory.sqlite";
  open_sidecar(file, test::kDay);
  std::string noise(20'000, 'x');
  for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<char>(i * 7919 % 251);
  std::ofstream(file, std::ios::binary) << noise;
  std::ofstream(file.string() + "-wal", std::ios::binary) << "log";
  std::ofstream(folder.path / "memory.sqlite.damaged-20261129T120000Z") << "of an earlier accident";

  const auto sidecar = open_sidecar(file, test::kDay);
  REQUIRE(sidecar.notices.size() == 1);
  CHECK(sidecar.notices[0].find("usage counts were lost") != std::string::npos);
  CHECK(sidecar.notices[0].find("memory.sqlite.damaged-20261129T120000Z-2") != std::string::npos);
  CHECK(sidecar.database.integer("SELECT count(*) FROM pages") == 0);
  CHECK(folder.read("memory.sqlite.damaged-20261129T120000Z-2") == noise);
  CHECK(folder.read("memory.sqlite.damaged-20261129T120000Z") == "of an earlier accident");
}

TEST_CASE("usage counts that can still be read survive the replacement, with the time since which they are known") {
  const TempFolder folder;
  const auto file = folder.path / "memory.sqlite";
  open_sidecar(file, test::kDay).database.execute("INSERT INTO usage VALUES ('a.md', 'me', 3, 5)");
  const auto sidecar = replace_sidecar(file, test::kDay + std::chrono::days(9));
  CHECK(sidecar.notices.at(0).find("usage counts were kept") != std::string::npos);
  CHECK(sidecar.database.integer("SELECT n FROM usage") == 3);
  CHECK(sidecar.database.integer("SELECT value FROM meta WHERE key = 'birth'") ==
        test::kDay.time_since_epoch().count());
}

TEST_CASE("a missing write-ahead log is no damage (A31)") {
  const TempFolder folder;
  const auto file = folder.path / "memory.sqlite";
  open_sidecar(file, test::kDay).database.text("PRAGMA wal_checkpoint(TRUNCATE)");
  std::filesystem::remove(file.string() + "-wal");
  CHECK(open_sidecar(file, test::kDay).notices.empty());
}
