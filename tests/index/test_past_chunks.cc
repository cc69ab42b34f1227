#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>

#include "tests/index/scripted_meaning.hh"

using namespace ai_memory;
using namespace ai_memory::test;

TEST_CASE("a text that comes back has its vectors at once, and no embedder is made for it") {
  IndexedWiki w;
  use(w, "e");
  const std::string pet = "default/p/notes/pet.md", fleet = "default/p/notes/fleet.md";
  const std::string text = "# One\na hound\n\n# Two\nwords that give no vector\n";
  w.commit(pet, text, kNow);
  w.commit(fleet, "a ship\n", kNow);
  w.sync();
  embed(w);
  bool made = false;
  const auto without_embedder = [&] {
    reopen(w);
    w.index.use([&made] {
      made = true;
      return std::unique_ptr<Embedder>();
    });
    w.sync();
  };
  const auto is_back = [&] {
    CHECK(!made);
    reopen(w);
    ScriptedEmbedder& again = use(w, "e");
    CHECK(w.found("dog") == std::vector<std::string>{pet});
    CHECK(w.index.embeddings().waiting == 0);
    CHECK(w.index.embeddings().failed == 1);
    CHECK(again.asked.empty());
  };
  SUBCASE("the file went and came") {
    std::filesystem::remove(w.wiki.root() / pet);
    w.sync();
    CHECK(w.found("dog").empty());
    w.write(pet, text);
    without_embedder();
    is_back();
  }
  SUBCASE("under the same title in another folder") {
    std::filesystem::remove(w.wiki.root() / pet);
    w.sync();
    w.write("default/p/other/pet.md", text);
    without_embedder();
    CHECK(!made);
    reopen(w);
    use(w, "e");
    CHECK(w.found("dog") == std::vector<std::string>{"default/p/other/pet.md"});
  }
  SUBCASE("another text had its place, and vectors of its own") {
    w.edit(pet, "a leash\n");
    w.sync();
    embed(w);
    w.edit(pet, text);
    without_embedder();
    is_back();
  }
  SUBCASE("it went twice") {
    for (int time = 0; time < 2; ++time) {
      w.commit(pet, std::nullopt, kNow);
      w.sync();
      w.commit(pet, text, kNow);
      without_embedder();
    }
    is_back();
  }
  SUBCASE("moved, where its name is its title, it keeps what it had, and a second one of the new name waits") {
    const std::string puppy = "default/p/notes/puppy.md", animal = "default/p/notes/animal.md";
    w.commit(puppy, "a hound, untitled\n", kNow);
    w.sync();
    embed(w);
    std::filesystem::rename(w.wiki.root() / puppy, w.wiki.root() / animal);
    w.sync();
    CHECK(w.found("dog").size() == 2);
    std::filesystem::remove(w.wiki.root() / animal);
    w.sync();
    w.edit(animal, "a hound, untitled\n");
    w.sync();
    CHECK(w.index.embeddings().waiting == 1);
    w.edit(puppy, "a hound, untitled\n");
    w.sync();
    CHECK(w.index.embeddings().waiting == 1);
    CHECK(std::ranges::count(w.found("dog"), puppy) == 1);
  }
  SUBCASE("not under another title, which its chunks begin with") {
    std::filesystem::remove(w.wiki.root() / pet);
    w.sync();
    w.write("default/p/notes/dogs.md", "---\ntitle: Dogs\n---\n" + text);
    without_embedder();
    reopen(w);
    use(w, "e");
    CHECK(w.index.embeddings().waiting == 1);
  }
  SUBCASE("not when one of its vectors was thrown away") {
    w.commit(pet, std::nullopt, kNow);
    w.sync();
    REQUIRE(w.index.tidy().dropped_vectors == 1);
    CHECK(w.count("past_chunks") == 0);
    w.commit(pet, text, kNow);
    without_embedder();
    reopen(w);
    use(w, "e");
    CHECK(w.index.embeddings().waiting == 1);
    CHECK(embed(w).embedded == 1);
  }
  SUBCASE("not when all vectors were forgotten") {
    w.commit(pet, std::nullopt, kNow);
    w.sync();
    w.index.forget_embeddings();
    w.commit(pet, text, kNow);
    w.sync();
    CHECK(w.index.embeddings().waiting == 2);
  }
  SUBCASE("nor when the index was made anew meanwhile, which keeps no title of what went") {
    w.commit(pet, std::nullopt, kNow);
    w.sync();
    w.index.reindex(w.wiki, kNow);
    CHECK(w.count("past_chunks") == 0);
  }
}

TEST_CASE("of two embedders that know a text the one in use gives its vectors back") {
  IndexedWiki w;
  for (const char* id : {"a-first", "m-in-use", "z-last"}) {
    reopen(w);
    use(w, id);
    w.edit("default/p/notes/pet.md", "a hound\n");
    w.sync();
    w.index.embed(w.wiki, {});
    std::filesystem::remove(w.wiki.root() / "default/p/notes/pet.md");
    w.sync();
  }
  w.index.set_meta("embedded_by", "m-in-use");
  w.write("default/p/notes/pet.md", "a hound\n");
  w.sync();
  reopen(w);
  use(w, "m-in-use");
  CHECK(w.index.embeddings().waiting == 0);
  CHECK(w.found("dog").size() == 1);
}

TEST_CASE("an index from before texts that come back were known keeps the vectors of its pages") {
  IndexedWiki w;
  use(w, "e");
  w.commit("default/p/notes/pet.md", "a hound\n", kNow);
  w.sync();
  embed(w);
  {
    sqlite::Database database((w.wiki.state_dir() / "memory.sqlite").string(), sqlite::Database::Access::write);
    database.execute("ALTER TABLE embedded DROP COLUMN title; DROP TABLE past_chunks; PRAGMA user_version = 7;");
  }
  reopen(w);
  use(w, "e");
  CHECK(w.sync().changed == 0);
  CHECK(w.index.embeddings().waiting == 0);
  w.commit("default/p/notes/pet.md", std::nullopt, kNow);
  w.sync();
  w.commit("default/p/notes/pet.md", "a hound\n", kNow);
  w.sync();
  CHECK(w.found("dog").size() == 1);
}
