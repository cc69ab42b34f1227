#include <cmath>
#include <cstdlib>
#include <cstring>
#include <doctest/doctest.h>
#include <random>

#include "index/chunks.hh"
#include "index/embeddings.hh"
#include "index/ngrams.hh"
#include "index/vector_file.hh"
#include "tests/index/scripted_meaning.hh"
#include "tests/support/syscall_killer.hh"
#include "wiki/git_lock.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

double product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

}  // namespace

TEST_CASE("a vector comes back from its file, and products are those of plain arithmetic") {
  const auto file = test::make_temp_folder() / "vectors";
  std::mt19937 random(3);
  std::normal_distribution<float> normal;
  std::vector<Vector> vectors(600, Vector(kDimension));
  {
    VectorFile out(file, kDimension, true);
    CHECK(out.rows() == 0);
    for (std::size_t row = 0; row < vectors.size(); ++row) {
      for (float& value : vectors[row]) value = normal(random);
      out.put(row, vectors[row], static_cast<std::uint32_t>(row + 1));
    }
    out.flush();
  }
  const VectorFile in(file, kDimension, false);
  CHECK(in.rows() >= vectors.size());
  const auto products = in.products(vectors[7]);
  for (std::size_t row = 0; row < vectors.size(); ++row) {
    CHECK(in.tag(row) == row + 1);
    CHECK(product(in.row(row), vectors[row]) == doctest::Approx(product(vectors[row], vectors[row])).epsilon(0.01));
    CHECK(products.values[row] == doctest::Approx(product(in.row(row), vectors[7])).epsilon(0.001));
    CHECK(products.tags[row] == row + 1);
  }
  CHECK(in.tag(vectors.size()) == 0);
  CHECK(VectorFile(file, 64, false).rows() == 0);  // another dimension
  std::filesystem::resize_file(file, 1000);
  CHECK(VectorFile(file, kDimension, false).rows() == 0);
  CHECK(VectorFile(file.string() + "-none", kDimension, true).rows() == 0);
  CHECK(!std::filesystem::exists(file.string() + "-none"));
  std::filesystem::remove_all(file.parent_path());
}

TEST_CASE("the longest vectors lose no sum") {
  const auto folder = test::make_temp_folder();
  for (const int dimension : {1536, 3072, 16384}) {
    const Vector even(static_cast<std::size_t>(dimension), 1.0F / std::sqrt(static_cast<float>(dimension)));
    VectorFile file(folder / std::to_string(dimension), dimension, true);
    file.put(0, even, 1);
    CHECK(file.products(even).values[0] == doctest::Approx(1).epsilon(0.01));
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("a file that is cut short while it is open has no rows in the part that went") {
  const auto folder = test::make_temp_folder();
  VectorFile file(folder / "vectors", kDimension, true);
  for (std::size_t row = 0; row < 600; ++row) file.put(row, along(kDimension, row % 32), 7);
  std::filesystem::resize_file(folder / "vectors", std::filesystem::file_size(folder / "vectors") / 2);
  CHECK(file.rows() == 256);
  CHECK(file.products(along(kDimension, 1)).values.at(1) == doctest::Approx(1).epsilon(0.01));
  CHECK(file.tag(599) == 0);
  CHECK(file.row(599).empty());
  std::filesystem::resize_file(folder / "vectors", 70);
  CHECK(file.products(along(kDimension, 1)).values.empty());
  std::filesystem::remove_all(folder);
}

TEST_CASE("a page is cut at its headings, no text is left out and every chunk fits") {
  ScriptedEmbedder embedder("e", kDimension, {});
  embedder.room = 120;
  std::string body = "Opening words.\n\n# First\nalpha\n\n## Below\nbeta\n\n# Second\n";
  for (int i = 0; i < 60; ++i) body += "word" + std::to_string(i) + (i % 9 == 8 ? "\n\n" : " ");
  const std::string text = "---\ntitle: The page\n---\n" + body;
  const auto chunks = chunks_of(parse_page(PagePath::existing("default/p/notes/x.md"), text), embedder);
  std::string all;
  for (const Chunk& chunk : chunks) {
    CHECK(chunk.text.size() <= embedder.room);
    CHECK(chunk.text.starts_with("The page\n"));
    all += chunk.text + "\n";
  }
  CHECK(chunks[0].text == "The page\nOpening words.\n\n");
  CHECK(chunks[0].line == 4);
  CHECK(chunks[1].text == "The page\nFirst\nalpha\n\n");
  CHECK(chunks[2].text == "The page\nFirst > Below\nbeta\n\n");
  CHECK(chunks[2].line == 10);
  CHECK(chunks[3].text.starts_with("The page\nSecond\nword0 "));
  for (int i = 0; i < 60; ++i) CHECK(all.find("word" + std::to_string(i)) != std::string::npos);
  CHECK(chunks.size() > 5);
}

TEST_CASE("odd pages give chunks too: no text, no room, one endless word") {
  ScriptedEmbedder embedder("e", kDimension, {});
  const auto of = [&](const std::string& text) {
    return chunks_of(parse_page(PagePath::existing("default/p/notes/name.md"), text), embedder);
  };
  CHECK(of("").size() == 1);
  CHECK(of("")[0].text == "name");
  CHECK(of("# Only a heading\n")[0].text == "Only a heading");
  embedder.room = 10;  // less than the title and headings take
  std::string joined;
  const std::string endless(5000, 'x');
  for (const Chunk& chunk : of("# A title that is long\n" + endless)) joined += chunk.text;
  CHECK(joined.size() == endless.size());
}

TEST_CASE("spelling: twins are near, other words are not, in scripts with spaces and without") {
  const auto near = [](const char* a, const char* b) { return product(ngram_vector(a), ngram_vector(b)); };
  CHECK(near("The deadline is on Friday.", "the deadline is on  friday") == doctest::Approx(1));
  CHECK(near("The deadline is on Friday.", "The deadline was on Friday!") > 0.7);
  CHECK(near("The deadline is on Friday.", "Bread is baked at dawn") < 0.3);
  CHECK(near("本番環境で障害が出た", "本番環境で障害が出ました") > 0.7);
  CHECK(near("本番環境で障害が出た", "猫が窓辺で眠っている") < 0.3);
  CHECK(ngram_vector("").empty());
  CHECK(ngram_vector("… !!! 🐘").empty());
  CHECK(ngram_vector("a").size() == kNgramDimension);
  CHECK(share_without_spaces("plain") == 0);
  CHECK(share_without_spaces("漢字とかな") == 1);
  CHECK(share_without_spaces("") == 0);
}

TEST_CASE("a page is found by meaning once it has its vectors, and a text is embedded once") {
  IndexedWiki w;
  w.write("default/p/notes/a.md", "a hound\n");
  w.write("default/p/notes/b.md", "a ship\n");
  w.sync();
  ScriptedEmbedder& embedder = use(w, "e1");
  CHECK(w.found("dog").empty());
  CHECK(w.index.embeddings().waiting == 2);
  const EmbedReport report = embed(w);
  CHECK(report.pages == 2);
  CHECK(report.embedded == 2);
  CHECK(report.waiting == 0);
  CHECK(w.found("dog") == std::vector<std::string>{"default/p/notes/a.md"});
  CHECK(w.found("ship") == std::vector<std::string>{"default/p/notes/b.md"});
  CHECK(embedder.asked.size() == 2);
  CHECK(embed(w).pages == 0);
  // The same text again elsewhere costs nothing; a rebuild of all tables neither.
  w.write("default/p/other/a.md", "a hound\n");
  w.sync();
  CHECK(embed(w).embedded == 0);
  w.index.reindex(w.wiki, kNow);
  CHECK(w.index.embeddings().waiting == 3);
  CHECK(embed(w).embedded == 0);
  CHECK(embedder.asked.size() == 2);
  CHECK(w.found("dog").size() == 2);
}

TEST_CASE("no stream shows a page as it was: edited, moved, removed (A04)") {
  IndexedWiki w;
  w.write("default/p/notes/a.md", "a hound\n");
  w.sync();
  use(w, "e1");
  embed(w);
  w.edit("default/p/notes/a.md", "a ship\n");
  w.sync();
  CHECK(w.found("dog").empty());  // its old vectors stand for nothing now
  embed(w);
  CHECK(w.found("dog").empty());
  CHECK(w.found("ship").size() == 1);
  w.commit("default/p/notes/a.md", std::nullopt, kNow);
  w.sync();
  CHECK(w.found("ship").empty());
  CHECK(w.count("chunks") == 0);
  CHECK(w.count("embedded") == 0);
}

TEST_CASE("vectors of another embedder, or of another width, are never mixed in (A05)") {
  IndexedWiki w;
  w.write("default/p/notes/a.md", "a hound\n");
  w.sync();
  use(w, "narrow");
  embed(w);
  reopen(w);
  use(w, "wide", 64);
  CHECK(w.found("dog").empty());
  CHECK(w.found("hound").size() == 1);  // by its word, throughout
  CHECK(w.index.embeddings().waiting == 1);
  embed(w);
  CHECK(w.found("dog").size() == 1);
  reopen(w);
  use(w, "narrow");  // back again: what it knew was kept, only the page's chunks are told anew
  CHECK(embed(w).embedded == 0);
  CHECK(w.found("dog").size() == 1);
}

TEST_CASE("a bad vector is no vector: counted, never stored, the rest counts") {
  IndexedWiki w;
  w.write("default/p/notes/a.md", "a hound\n");
  w.write("default/p/notes/b.md", "a word that gives none\n");
  w.sync();
  use(w, "e1");
  const EmbedReport report = embed(w);
  CHECK(report.embedded == 1);
  CHECK(report.failed == 1);
  CHECK(w.found("dog").size() == 1);
  CHECK(w.count("vectors") == 1);
}

TEST_CASE("a vector file that is lost, swapped or damaged shows nothing wrong and is made anew") {
  IndexedWiki w;
  w.write("default/p/notes/a.md", "a hound\n");
  w.write("default/p/notes/b.md", "a ship\n");
  w.sync();
  use(w, "e1");
  embed(w);
  for (const char* bytes : {"", "garbage"}) {
    CAPTURE(bytes);
    reopen(w);
    std::ofstream(w.wiki.state_dir() / "vectors-e1", std::ios::binary | std::ios::trunc) << bytes;
    use(w, "e1");
    CHECK(w.found("dog").empty());
    CHECK(w.found("hound").size() == 1);
    w.index.forget_embeddings();
    CHECK(embed(w).embedded == 2);
    CHECK(w.found("dog").size() == 1);
  }
}

TEST_CASE("time is kept: embedding ends when told, newest pages first, and goes on later") {
  IndexedWiki w;
  for (int day = 0; day < 5; ++day)
    w.commit("default/p/notes/" + std::to_string(day) + ".md", "hound " + std::to_string(day), test::after(day - 10));
  w.sync();
  use(w, "e1");
  CHECK(w.index.embed(w.wiki, [] { return false; }).pages == 1);
  CHECK(w.found("dog") == std::vector<std::string>{"default/p/notes/4.md"});
  CHECK(w.index.embeddings().waiting == 4);
  CHECK(embed(w).pages == 4);
}

TEST_CASE("what is asked exactly, and what a filter leaves out, is not found by meaning") {
  IndexedWiki w;
  w.write("default/p/notes/a.md", "---\ntags: [pet]\n---\na hound\n");
  w.sync();
  use(w, "e1");
  embed(w);
  CHECK(w.found("dog").size() == 1);
  CHECK(w.found("dog tag:pet").size() == 1);
  CHECK(w.found("dog tag:other").empty());
  CHECK(w.found("\"dog\"").empty());
  CHECK(w.found("dog -cat").empty());
  CHECK(w.found("dog*").empty());
  CHECK(w.found("dog", {.project = Project{"default", "elsewhere"}}).empty());
  CHECK(w.found("dog", {.kinds = {"decision"}}).empty());
}

TEST_CASE("a text that gave no vector is tried again later, after what waits, and no page is held up by it") {
  IndexedWiki w;
  w.commit("default/p/notes/new.md", "an owl\n", test::after(-1));
  w.commit("default/p/notes/old.md", "a hound\n", test::after(-5));
  w.sync();
  ScriptedEmbedder& embedder = use(w, "e1");
  CHECK(embed(w).failed == 1);
  CHECK(w.index.embeddings().waiting == 0);
  CHECK(w.index.embeddings().failed == 1);
  CHECK(w.found("dog").size() == 1);
  w.commit("default/p/notes/newer.md", "a ship\n", test::after(0));
  w.sync();
  embedder.asked.clear();
  CHECK(embed(w).failed == 1);
  REQUIRE(embedder.asked.size() == 2);
  CHECK(embedder.asked[0].find("ship") != std::string::npos);
  CHECK(embedder.asked[1].find("owl") != std::string::npos);
  embed(w);
  embedder.asked.clear();
  embed(w);  // three times is enough for calls that have little time
  CHECK(embedder.asked.empty());
  embedder.learn("owl", between(kDimension, 5, 6, 0.9F));
  embedder.learn("bird", along(kDimension, 5));
  CHECK(w.found("bird").empty());
  CHECK(w.index.embed(w.wiki, {}).embedded == 1);
  CHECK(w.found("bird") == std::vector<std::string>{"default/p/notes/new.md"});
  CHECK(w.index.embeddings().failed == 0);
  CHECK(w.index.embed(w.wiki, {}).pages == 0);
}

TEST_CASE("a text without letters has no vector, and that is no failure") {
  IndexedWiki w;
  w.write("default/p/notes/\xF0\x9F\x90\x98.md", "!!!\n");
  w.sync();
  use(w, "e1");
  const EmbedReport report = embed(w);
  CHECK(report.pages == 1);
  CHECK(report.failed == 0);
  CHECK(w.index.embeddings().failed == 0);
  CHECK(embed(w).pages == 0);
}

TEST_CASE("an embedder that cannot be asked ends the run; what it made before is kept, the rest waits") {
  IndexedWiki w;
  for (int day = 0; day < 6; ++day)
    w.commit("default/p/notes/" + std::to_string(day) + ".md", "hound " + std::to_string(day), test::after(day - 10));
  w.sync();
  ScriptedEmbedder& embedder = use(w, "e1");
  embedder.batch = 2;
  embedder.faults = {{1, "nobody answers"}};
  const EmbedReport report = embed(w);
  CHECK(report.fault == "nobody answers");
  CHECK(report.hint == "wait");
  CHECK(report.embedded == 2);
  CHECK(report.failed == 0);
  CHECK(report.waiting == 4);
  CHECK(w.index.embeddings().fault == "nobody answers");
  CHECK(w.index.embeddings().failed == 0);
  CHECK(w.found("dog").size() == 2);
  CHECK(embed(w).waiting == 0);
  CHECK(w.index.embeddings().fault.empty());
  CHECK(w.found("dog").size() == 6);
}

TEST_CASE("an embedder that throws since it was told to stop is at no fault") {
  IndexedWiki w;
  w.write("default/p/notes/a.md", "a hound\n");
  w.sync();
  use(w, "e1").faults = {{0, "stopped"}};
  const EmbedReport report = w.index.embed(w.wiki, [] { return false; });
  CHECK(report.fault.empty());
  CHECK(report.waiting == 1);
  CHECK(w.index.embeddings().fault.empty());
}

TEST_CASE("many texts go out at once where the embedder likes that, and a long page in several parts") {
  IndexedWiki w;
  std::string page;
  for (int i = 0; i < 7; ++i) page += "# Part " + std::to_string(i) + "\na hound\n";
  w.write("default/p/notes/long.md", page);
  for (const char* name : {"a", "b", "c"}) w.write(std::string("default/p/notes/") + name + ".md", "a ship\n");
  w.sync();
  ScriptedEmbedder& embedder = use(w, "e1");
  embedder.batch = 4;
  CHECK(embed(w).waiting == 0);
  CHECK(embedder.asked.size() == 10);
  CHECK(embedder.calls == 3);
  CHECK(w.found("dog").size() == 1);
  CHECK(w.found("ship").size() == 3);
}

TEST_CASE("time is looked at within a long page, what is made is kept, and the next run goes on there") {
  IndexedWiki w;
  std::string page;
  for (int i = 0; i < 7; ++i) page += "## Part " + std::to_string(i) + "\na hound\n";
  w.write("default/p/notes/long.md", page);
  w.sync();
  ScriptedEmbedder& embedder = use(w, "e1");
  embedder.batch = 2;
  const EmbedReport report = w.index.embed(w.wiki, [] { return false; });
  CHECK(embedder.asked.size() == 2);
  CHECK(report.embedded == 2);
  CHECK(report.waiting == 1);
  CHECK(report.fault.empty());
  CHECK(w.count("vectors") == 2);
  CHECK(w.found("dog").empty());  // as long as the page waits
  w.index.embed(w.wiki, [calls = 0]() mutable { return ++calls < 2; });
  CHECK(embedder.asked.size() == 6);
  CHECK(embed(w).embedded == 1);
  CHECK(std::set<std::string>(embedder.asked.begin(), embedder.asked.end()).size() == 7);
  CHECK(embedder.asked.size() == 7);
  CHECK(w.index.embeddings().waiting == 0);
  CHECK(w.found("dog").size() == 1);
}

TEST_CASE("vectors of texts that nobody has any more go, and all others stay what they were") {
  IndexedWiki w;
  const auto page = [](int i) { return "default/p/notes/" + std::to_string(i) + ".md"; };
  for (int i = 0; i < 8; ++i) w.write(page(i), (i % 2 ? "a hound " : "a ship ") + std::to_string(i));
  w.sync();
  ScriptedEmbedder& embedder = use(w, "e1");
  embed(w);
  SearchIndex other(w.wiki.state_dir(), kNow, {});  // of another process, which has the file open
  other.use([] {
    return std::make_unique<ScriptedEmbedder>(
        "e1", kDimension,
        std::map<std::string, Vector>{{"dog", along(kDimension, 0)}, {"hound", along(kDimension, 0)}});
  });
  CHECK(other.embeddings().waiting == 0);
  w.commit(page(0), std::nullopt, kNow);
  w.sync();
  CHECK(w.index.tidy().dropped_vectors == 0);  // too few to be worth it
  for (int i = 1; i < 4; ++i) w.commit(page(i), std::nullopt, kNow);
  w.edit(page(4), "a ship, another");
  w.sync();
  CHECK(w.index.tidy().dropped_vectors == 0);  // a page waits
  embed(w);
  const auto before = w.found("dog");
  CHECK(w.index.tidy().dropped_vectors == 5);
  CHECK(w.count("vectors") == 4);
  CHECK(w.found("dog") == before);
  CHECK(w.found("dog").size() == 2);
  CHECK(w.found("ship").size() == 2);
  CHECK(!std::filesystem::exists(w.wiki.state_dir() / "vectors-e1"));
  CHECK(std::filesystem::exists(w.wiki.state_dir() / "vectors-e1~1"));
  // The other process goes on in the new file.
  w.write("default/p/notes/late.md", "a hound, late\n");
  w.sync();
  other.sync(w.wiki, kNow);
  CHECK(other.embed(w.wiki, {}).embedded == 1);
  CHECK(w.found("dog").size() == 3);
  embedder.asked.clear();
  CHECK(embed(w).pages == 0);
  CHECK(w.index.tidy().dropped_vectors == 0);
}

TEST_CASE("a compaction that ends before or after its commit leaves the old vectors or the new ones") {
  IndexedWiki w;
  for (int i = 0; i < 6; ++i)
    w.write("default/p/notes/" + std::to_string(i) + ".md", (i % 2 ? "a hound " : "a ship ") + std::to_string(i));
  w.sync();
  use(w, "e1");
  embed(w);
  sqlite::Database database((w.wiki.state_dir() / "memory.sqlite").string(), sqlite::Database::Access::write);
  VectorStore store(database, w.wiki.state_dir(), "e1", kDimension, true);
  std::set<std::int64_t> live;
  {
    auto rows = database.prepare("SELECT hash FROM vectors WHERE embedder = 'e1' ORDER BY row LIMIT -1 OFFSET 2");
    while (rows.step()) live.insert(rows.integer(0));
  }
  {
    sqlite::Transaction transaction(database);
    CHECK(store.compact(live) == 2);
  }  // killed before the commit
  CHECK(std::filesystem::exists(w.wiki.state_dir() / "vectors-e1~1"));
  CHECK(w.found("dog").size() == 3);
  CHECK(w.found("ship").size() == 3);
  {
    sqlite::Transaction transaction(database);
    CHECK(store.compact(live) == 2);
    transaction.commit();
  }  // killed before the old file went
  CHECK(std::filesystem::exists(w.wiki.state_dir() / "vectors-e1"));
  CHECK(w.found("dog").size() + w.found("hound").size() >= 5);
  store.refresh();
  for (const std::int64_t hash : live) CHECK(store.has(hash));
  w.index.tidy();
  CHECK(!std::filesystem::exists(w.wiki.state_dir() / "vectors-e1"));
  CHECK(std::filesystem::exists(w.wiki.state_dir() / "vectors-e1~1"));
}

TEST_CASE("killed at any call, a compaction loses no vector that is needed and mixes none up") {
  IndexedWiki w;
  for (int i = 0; i < 12; ++i)
    w.write("default/p/notes/" + std::to_string(i) + ".md", (i % 2 ? "a hound " : "a ship ") + std::to_string(i));
  w.sync();
  use(w, "e1");
  embed(w);
  for (int i = 0; i < 6; ++i) w.commit("default/p/notes/" + std::to_string(i) + ".md", std::nullopt, kNow);
  w.sync();
  w.index.checkpoint();
  const auto state = w.wiki.state_dir(), copy = w.home / "state-before";
  w.index = SearchIndex(w.home / "elsewhere", kNow, {});
  std::filesystem::copy(state, copy, std::filesystem::copy_options::recursive);
  const bool all = std::getenv("AI_MEMORY_TEST_LONG") != nullptr;
  std::size_t compacted = 0;
  for (int call = 0;; call += all ? 1 : 13) {
    std::filesystem::remove_all(state);
    std::filesystem::copy(copy, state, std::filesystem::copy_options::recursive);
    const auto outcome = test::run_and_kill(
        [&] {
          reopen(w);
          use(w, "e1");
          w.index.tidy();
        },
        call);
    if (outcome == test::Outcome::no_ptrace) return;
    REQUIRE(outcome != test::Outcome::failed);
    CAPTURE(call);
    reopen(w);
    use(w, "e1");
    w.sync();
    const auto dogs = w.found("dog"), ships = w.found("ship");
    CHECK(dogs == std::vector<std::string>{"default/p/notes/11.md", "default/p/notes/7.md", "default/p/notes/9.md"});
    CHECK(ships.size() == 3);
    compacted += w.count("vectors") == 6 ? 1 : 0;
    w.index.tidy();  // and the next one works
    CHECK(w.count("vectors") == 6);
    CHECK(w.found("dog") == dogs);
    CHECK(std::filesystem::exists(state / "vectors-e1") == false);
    w.index = SearchIndex(w.home / "elsewhere", kNow, {});
    if (outcome == test::Outcome::finished) break;
  }
  CHECK(compacted > 1);
}

TEST_CASE("a row that holds another text's vector stands for nothing") {
  IndexedWiki w;
  w.write("default/p/notes/a.md", "a hound\n");
  w.write("default/p/notes/b.md", "a ship\n");
  w.sync();
  use(w, "e1");
  embed(w);
  CHECK(w.found("dog").size() == 1);
  const auto path = w.wiki.state_dir() / "vectors-e1";
  {
    VectorFile file(path, kDimension, true);
    const auto first = file.tag(0), second = file.tag(1);
    const Vector one = file.row(0), two = file.row(1);
    file.put(0, two, second);
    file.put(1, one, first);
  }
  CHECK(w.found("dog").empty());
  CHECK(w.found("hound").size() == 1);
}

TEST_CASE("an id with anything in it makes one file in its folder") {
  const auto folder = test::make_temp_folder();
  sqlite::Database database((folder / "memory.sqlite").string(), sqlite::Database::Access::write);
  database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)");
  database.execute("CREATE TABLE vectors (embedder TEXT, hash INTEGER, row INTEGER, PRIMARY KEY (embedder, hash))");
  std::vector<std::string> names;
  for (const std::string& id : {std::string("openai:BAAI/bge-m3:32"), std::string("../../x"), std::string("a~1"),
                                std::string(5000, 'x'), std::string(5000, 'x') + "y"}) {
    VectorStore store(database, folder, id, kDimension, true);
    sqlite::Transaction transaction(database);
    store.put(3, along(kDimension, 1));
    transaction.commit();
    CHECK(store.has(3));
    CHECK(store.file().path().parent_path() == folder);
    names.push_back(store.file().path().filename());
  }
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == 5);
  CHECK(names[0] == "vectors-openai%3ABAAI%2Fbge-m3%3A32");
  std::filesystem::remove_all(folder);
}

TEST_CASE("after a reindex pages get the vectors back that their texts had, and nobody is asked") {
  IndexedWiki w;
  ScriptedEmbedder& embedder = use(w, "e");
  w.commit("default/web/notes/dog.md", "dog", kNow);
  w.commit("default/web/notes/ship.md", "ship", kNow);
  w.sync();
  embed(w);
  w.index.reindex(w.wiki, kNow);
  w.edit("default/web/notes/new.md", "leash");
  w.sync();
  const auto asked = embedder.asked.size();
  CHECK(w.index.embeddings().pages == 0);
  CHECK(w.index.attach_vectors(w.wiki) == 2);
  CHECK(embedder.asked.size() == asked);
  CHECK(w.index.embeddings().pages == 2);
  CHECK(w.index.embeddings().waiting == 1);
}

TEST_CASE("a page whose texts all gave no vector is not counted among those with one") {
  IndexedWiki w;
  use(w, "e");
  w.commit("default/web/notes/dog.md", "dog", kNow);
  w.commit("default/web/notes/none.md", "unknown to it", kNow);
  w.sync();
  embed(w);
  const auto state = w.index.embeddings();
  CHECK(state.pages == 1);
  CHECK(state.waiting == 0);
  CHECK(state.failed == 1);
}

TEST_CASE("what failed with one embedder is not told of another") {
  IndexedWiki w;
  use(w, "down").faults[0] = "no answer";
  w.commit("default/web/notes/dog.md", "dog", kNow);
  w.sync();
  embed(w);
  CHECK(w.index.embeddings().fault == "no answer");
  reopen(w);
  use(w, "up");
  CHECK(w.index.embeddings().fault.empty());
}

TEST_CASE("while another process gives pages their vectors, who has little time leaves it to that") {
  IndexedWiki w;
  ScriptedEmbedder& embedder = use(w, "e");
  w.commit("default/web/notes/dog.md", "dog", kNow);
  w.sync();
  {
    const auto other = FileLock::try_lock(w.wiki.state_dir() / "embed.lock");
    REQUIRE(other);
    const auto report = embed(w);
    CHECK(report.embedded == 0);
    CHECK(report.waiting == 1);
    CHECK(embedder.asked.empty());
  }
  CHECK(embed(w).embedded == 1);
}
