#include <doctest/doctest.h>

#include "index/refusals.hh"
#include "tests/index/indexed_wiki.hh"

using namespace ai_memory;

namespace {

constexpr const char* kA = "default/shop/sessions/a.md";
constexpr const char* kB = "default/shop/sessions/b.md";

struct Remembering : test::IndexedWiki {
  Remembering() {
    write(kA, "text of a\n");
    write(kB, "text of b\n");
    sync();
  }
  BlobId blob(const std::string& path) const { return page(path).blob; }
  void add(const std::string& rules, const BlobId& blob, const std::string& other, const std::string& why) {
    Refusals refusals = index.refusals("compact", rules);
    refusals.add(blob, other, why);
    index.remember(refusals);
  }
  std::optional<std::string> why(const std::string& rules, const std::string& path) const {
    return index.refusals("compact", rules).find(blob(path), path);
  }
};

}  // namespace

TEST_CASE("a refusal is known by its text, its rules and what else it depends on") {
  Remembering wiki;
  wiki.add("1", wiki.blob(kA), kA, "too short");
  CHECK(wiki.why("1", kA) == "too short");
  CHECK_FALSE(wiki.why("1", kB));
  CHECK_FALSE(wiki.why("2", kA));
  CHECK_FALSE(wiki.index.refusals("compact", "1").find(wiki.blob(kA), kB));
  CHECK_FALSE(wiki.index.refusals("dedup", "1").find(wiki.blob(kA), kA));
}

TEST_CASE("refusals of texts that no page has any more, and by older rules, are forgotten") {
  Remembering wiki;
  const BlobId gone = wiki.blob(kA);
  wiki.add("1", gone, kA, "old text");
  wiki.add("1", wiki.blob(kB), gone, "old pair");
  wiki.write(kA, "another text of a\n");
  wiki.sync();
  wiki.add("1", wiki.blob(kA), wiki.blob(kB), "pair");
  CHECK(wiki.count("refused") == 1);
  wiki.add("2", wiki.blob(kB), kB, "other rules");
  CHECK(wiki.count("refused") == 1);
  CHECK(wiki.why("2", kB) == "other rules");
}

TEST_CASE("refusals are derived rows: a reindex forgets them") {
  Remembering wiki;
  wiki.add("1", wiki.blob(kA), kA, "too short");
  wiki.index.reindex(wiki.wiki, test::kNow);
  CHECK(wiki.count("refused") == 0);
}
