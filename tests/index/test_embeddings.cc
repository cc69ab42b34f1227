#include <cstring>
#include <doctest/doctest.h>
#include <random>

#include "index/chunks.hh"
#include "index/embeddings.hh"
#include "index/ngrams.hh"
#include "index/vector_file.hh"
#include "tests/index/indexed_wiki.hh"
#include "tests/support/scripted_embedder.hh"

using namespace ai_memory;
using ai_memory::test::along;
using ai_memory::test::between;
using ai_memory::test::IndexedWiki;
using ai_memory::test::kNow;
using ai_memory::test::ScriptedEmbedder;

namespace {

constexpr int kDimension = 32;

double product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

// Gives the index an embedder that the test keeps a hand on.
ScriptedEmbedder& use(IndexedWiki& w, const std::string& id, int dimension = kDimension) {
  auto embedder =
      std::make_unique<ScriptedEmbedder>(id, dimension,
                                         std::map<std::string, Vector>{{"dog", along(dimension, 0)},
                                                                       {"hound", between(dimension, 0, 1, 0.9F)},
                                                                       {"leash", between(dimension, 0, 2, 0.5F)},
                                                                       {"ship", along(dimension, 3)}});
  ScriptedEmbedder& kept = *embedder;
  w.index.use([made = std::make_shared<std::unique_ptr<ScriptedEmbedder>>(std::move(embedder))] {
    return std::unique_ptr<Embedder>(std::move(*made));
  });
  return kept;
}

void reopen(IndexedWiki& w) { w.index = SearchIndex(w.wiki.state_dir(), kNow, {}); }

EmbedReport embed(IndexedWiki& w) {
  return w.index.embed(w.wiki, [] { return true; });
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
    CHECK(products[row] == doctest::Approx(product(in.row(row), vectors[7])).epsilon(0.001));
  }
  CHECK(in.tag(vectors.size()) == 0);
  CHECK(VectorFile(file, 64, false).rows() == 0);  // another dimension
  std::filesystem::resize_file(file, 1000);
  CHECK(VectorFile(file, kDimension, false).rows() == 0);
  CHECK(VectorFile(file.string() + "-none", kDimension, true).rows() == 0);
  CHECK(!std::filesystem::exists(file.string() + "-none"));
  std::filesystem::remove_all(file.parent_path());
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
