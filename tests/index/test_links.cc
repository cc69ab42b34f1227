#include <doctest/doctest.h>
#include <map>
#include <random>

#include "index/links.hh"
#include "tests/index/indexed_wiki.hh"
#include "wiki/link_target.hh"

using namespace ai_memory;
using test::IndexedWiki;
using test::kNow;
using Texts = std::vector<std::string>;

namespace {

PagePath page(const std::string& name) { return PagePath::existing("default/web/notes/" + name + ".md"); }

PageLink linked(const std::string& from, const std::string& to, const std::string& kind = "link",
                std::size_t line = 1) {
  return {page(from), page(to), to, kind, line};
}

// "1 out b link:1 a": distance, way, page, kind, line, via.
Texts shown(const std::vector<RelatedPage>& pages) {
  Texts texts;
  for (const auto& [path, distance, via, outward, kind, line, weight] : pages)
    texts.push_back(std::to_string(distance) + (outward ? " out " : " in ") + path.stem() + " " + kind + ":" +
                    std::to_string(line) + " " + via.stem());
  return texts;
}

Texts links_of(const IndexedWiki& w) {
  Texts texts;
  for (const auto& [from, to, target, kind, line] : w.index.links())
    texts.push_back(from.stem() + ":" + std::to_string(line) + " " + kind + " " + (to ? to->str() : "?" + target));
  return texts;
}

}  // namespace

TEST_CASE("links out come before links in, each by path, and a page is there once for each way and kind") {
  const std::vector<PageLink> links = {linked("a", "c", "causes", 3),
                                       linked("a", "b", "link", 5),
                                       linked("a", "b", "link", 9),
                                       linked("b", "a", "fixes", 2),
                                       linked("d", "a"),
                                       linked("c", "d")};
  CHECK(shown(related_pages(links, page("a"), 1)) ==
        Texts{"1 out b link:5 a", "1 out c causes:3 a", "1 in b fixes:2 a", "1 in d link:1 a"});
}

TEST_CASE("pages further away are reached whichever way the links point, by the first page on the way") {
  const std::vector<PageLink> links = {linked("a", "b"), linked("c", "a"), linked("c", "e"), linked("b", "e"),
                                       linked("f", "b"), linked("e", "g"), linked("g", "h")};
  CHECK(shown(related_pages(links, page("a"), 1)) == Texts{"1 out b link:1 a", "1 in c link:1 a"});
  CHECK(shown(related_pages(links, page("a"), 3)) ==
        Texts{"1 out b link:1 a", "1 in c link:1 a", "2 out e link:1 b", "2 in f link:1 b", "3 out g link:1 e"});
}

TEST_CASE("a page that links to itself, to nothing, or not at all has no relations") {
  std::vector<PageLink> links = {linked("a", "a")};
  links.push_back({page("a"), std::nullopt, "gone", "link", 1});
  CHECK(related_pages(links, page("a"), 3).empty());
  CHECK(related_pages({}, page("a"), 3).empty());
  CHECK(related_pages(links, page("z"), 3).empty());
}

TEST_CASE("distances are those of shortest ways, no page is there at two of them, and order of links does not matter") {
  std::mt19937 random(20261129);
  for (int round = 0; round < 60; ++round) {
    const int pages = 2 + static_cast<int>(random() % 12);
    const auto any = [&] { return std::string(1, static_cast<char>('a' + random() % static_cast<unsigned>(pages))); };
    std::vector<PageLink> links;
    for (auto n = random() % 25; n > 0; --n) links.push_back(linked(any(), any()));
    // Floyd's way, to compare with.
    std::map<std::string, std::map<std::string, std::size_t>> far;
    for (const auto& one : links)
      if (one.from != *one.to) far[one.from.str()][one.to->str()] = far[one.to->str()][one.from.str()] = 1;
    const auto names = far;
    for (const auto& [k, ignored] : names)
      for (const auto& [i, row] : names)
        for (const auto& [j, other] : names) {
          if (!far[i].contains(k) || !far[k].contains(j)) continue;
          const std::size_t sum = far[i][k] + far[k][j];
          if (!far[i].contains(j) || far[i][j] > sum) far[i][j] = sum;
        }
    const auto found = related_pages(links, page("a"), 3);
    std::map<std::string, std::size_t> distances;
    for (const auto& one : found) {
      CHECK((!distances.contains(one.path.str()) || distances[one.path.str()] == one.distance));
      distances[one.path.str()] = one.distance;
    }
    std::map<std::string, std::size_t> expected;
    for (const auto& [name, distance] : far[page("a").str()])
      if (distance <= 3 && name != page("a").str()) expected[name] = distance;
    CHECK(distances == expected);
    std::shuffle(links.begin(), links.end(), random);
    CHECK(shown(related_pages(links, page("a"), 3)) == shown(found));
  }
}

TEST_CASE("links are resolved by path, file name, alias, title and permalink; others stay open") {
  IndexedWiki w;
  w.edit(
      "default/web/notes/a.md",
      "[[b]] and [[The B]]\n[[bee]] [[per/ma]]\n[x](../decisions/d.md)\n- causes [[gone]]\n\n[[a]] [[shop:notes/x]]\n");
  w.edit("default/web/notes/b.md", "---\ntitle: The B\naliases: [bee, wasp]\npermalink: per/ma\n---\nbody\n");
  w.edit("default/web/decisions/d.md", "d");
  w.edit("default/shop/notes/x.md", "[[b]]\n");
  w.sync();
  const std::string b = "default/web/notes/b.md";
  CHECK(links_of(w) == Texts{"x:1 link ?b", "a:1 link " + b, "a:1 link " + b, "a:2 link " + b, "a:2 link " + b,
                             "a:3 link default/web/decisions/d.md", "a:4 causes ?gone",
                             "a:6 link default/web/notes/a.md", "a:6 link default/shop/notes/x.md"});
}

TEST_CASE("keys of the front matter that name pages are links, with the key as their kind") {
  IndexedWiki w;
  w.edit("default/web/notes/new.md",
         "---\ntitle: x\nsupersedes: \"[[old|the old one]]\"\nmerged_from:\n  - notes/m1.md\n  - '[[m2]]'\n"
         "summary_ref: [[s]]\nderived_from: a talk with Bob\nevidence: https://example.org/x\n---\n[[old]]\n");
  w.edit("default/web/notes/old.md", "---\nsuperseded_by: notes/new\nderived_from: [notes/m1.md]\n---\n");
  for (const char* name : {"m1", "m2", "s"}) w.edit(std::string("default/web/notes/") + name + ".md", name);
  w.sync();
  const std::string notes = "default/web/notes/";
  CHECK(links_of(w) == Texts{"new:3 supersedes " + notes + "old.md", "new:4 merged_from " + notes + "m1.md",
                             "new:4 merged_from " + notes + "m2.md", "new:7 summary_ref " + notes + "s.md",
                             "new:11 link " + notes + "old.md", "old:2 superseded_by " + notes + "new.md",
                             "old:3 derived_from " + notes + "m1.md"});
}

TEST_CASE("any other key of the front matter may hold a [[link]]") {
  IndexedWiki w;
  w.edit("default/web/notes/a.md",
         "---\ntitle: \"[[b]]\"\nup: \"[[b]]\"\nrelated: [\"[[b|x]]\", b]\nsource: notes/b.md\n上: '[[b]]'\n---\n");
  w.edit("default/web/notes/b.md", "b\n");
  w.sync();
  const std::string b = " default/web/notes/b.md";
  CHECK(links_of(w) == Texts{"a:3 related_to:up" + b, "a:4 related_to:related" + b, "a:6 link" + b});
}

TEST_CASE("links of a page that is gone are gone, and links to it stay open") {
  IndexedWiki w;
  w.edit("default/web/notes/a.md", "[[b]]\n");
  w.edit("default/web/notes/b.md", "[[a]]\n");
  w.sync();
  std::filesystem::remove(w.wiki.root() / "default/web/notes/b.md");
  w.sync();
  CHECK(links_of(w) == Texts{"a:1 link ?b"});
}

TEST_CASE("an index from before the front matter's links is made anew, and keeps what only it knows") {
  IndexedWiki w;
  w.edit("default/web/notes/a.md", "---\nsupersedes: b\n---\nzebra\n");
  w.edit("default/web/notes/b.md", "b\n");
  w.sync();
  w.index.record_access({page("a")}, "ann", kNow);
  const std::string before = w.derived();
  {
    sqlite::Database database((w.wiki.state_dir() / "memory.sqlite").string(), sqlite::Database::Access::write);
    database.execute("DELETE FROM links; PRAGMA user_version = 1;");
  }
  SearchIndex again(w.wiki.state_dir(), kNow, {});
  CHECK(again.links().empty());
  CHECK(again.sync(w.wiki, kNow).added == 2);
  CHECK(again.links().size() == 1);
  CHECK(again.page(page("a")).value().accesses == 1);
  CHECK(w.derived() == before);
}
