// What supports and contradicts a page, out of the sidecar, and what a search makes of it.
#include <cmath>
#include <doctest/doctest.h>

#include "index/page_evidence.hh"
#include "tests/index/indexed_wiki.hh"

using namespace ai_memory;
using namespace ai_memory::test;

namespace {

using Paths = std::vector<std::string>;

std::string note(const std::string& name) { return "default/web/notes/" + name + ".md"; }
std::string talk(const std::string& name) { return "default/web/sessions/" + name + ".md"; }

Paths names(const std::set<PagePath>& pages) {
  Paths paths;
  for (const PagePath& page : pages) paths.push_back(page.str());
  return paths;
}

PageEvidence evidence(const IndexedWiki& w, const std::string& path, Timestamp now = kNow) {
  return w.index.evidence(PagePath::existing(path), now);
}

std::vector<Hit> hits(const IndexedWiki& w, double weight, const std::string& words = "zebra", Timestamp now = kNow) {
  SearchConfig config;
  config.rank.belief_weight = weight;
  config.rank.link_weight = 0;  // links lift pages too
  const SearchIndex index(w.wiki.state_dir(), kNow, config);
  return index.search(w.wiki, parse_query(words, english_stop_words()), {}, now);
}

Paths paths(const std::vector<Hit>& hits) {
  Paths found;
  for (const Hit& hit : hits) found.push_back(hit.path.str());
  return found;
}

std::optional<double> term(const Hit& hit, const std::string& wanted) {
  for (const auto& [name, value] : hit.terms)
    if (name == wanted) return value;
  return std::nullopt;
}

// "a" has nothing, "b" three sessions, "c" three and a page that contradicts it.
void three_equals(IndexedWiki& w) {
  for (const char* name : {"a", "b", "c"}) w.edit(note(name), "zebra in the shop");
  for (const char* name : {"one", "two", "three"}) w.edit(talk(name), "We saw it: [[notes/b]] and [[c]].");
  w.edit(note("other"), "- contradicts [[notes/c]]\n");
  w.sync();
}

}  // namespace

TEST_CASE("sessions that link to a page or that it names support it, whatever way the link names it") {
  IndexedWiki w;
  w.edit(note("plan"),
         "---\nderived_from: [[sessions/named]]\nevidence: [sessions/path.md, notes/page.md]\n---\nzebra");
  for (const char* name : {"named", "path"}) w.edit(talk(name), "nothing");
  w.edit(note("page"), "a note");
  w.edit(note("linking"), "[[notes/plan]]");  // no session: says nothing
  w.edit(talk("by_path"), "[[notes/plan]]");
  w.edit(talk("by_name"), "[[plan]]");
  w.edit(talk("by_case"), "[[Notes/PLAN]]");
  w.edit(talk("elsewhere"), "[[page]]");
  w.sync();
  const PageEvidence found = evidence(w, note("plan"));
  CHECK(names(found.sessions) == Paths{talk("by_case"), talk("by_name"), talk("by_path"), talk("named"), talk("path")});
  CHECK(names(found.further) == Paths{note("page")});
  CHECK(found.sources.empty());
  CHECK(found.contradictions.empty());
  CHECK(found.terms.support == doctest::Approx(5.2));
  CHECK(evidence(w, note("none")).sessions.empty());
}

TEST_CASE("a bare name means the page that a link from there means, be it asked for or not") {
  IndexedWiki w;
  w.edit("default/web/a/plan.md", "zebra");
  w.edit("default/web/b/plan.md", "zebra");
  w.edit("default/web/b/talk.md", "---\ntier: episodic\n---\n[[plan]]");
  w.sync();
  CHECK(evidence(w, "default/web/a/plan.md").sessions.empty());
  CHECK(names(evidence(w, "default/web/b/plan.md").sessions) == Paths{"default/web/b/talk.md"});
}

TEST_CASE("what a page names that is no page is a source; a list in a list counts, a map and an empty word do not") {
  IndexedWiki w;
  w.edit(note("a"),
         "---\nsource: [a letter, [a call, a letter], {by: Ann}, '', ~, 2020]\nevidence: notes/never.md\n"
         "derived_from: what Ann said\n---\nzebra");
  w.edit(note("b"), "---\nsource: ~\nevidence: [[notes/b]]\n---\nzebra [[notes/b]]");
  w.sync();
  CHECK(evidence(w, note("a")).sources ==
        std::set<std::string>{"2020", "a call", "a letter", "default/web/notes/never.md", "what Ann said"});
  CHECK(evidence(w, note("b")).terms.support == 0);  // a page is no evidence of itself
}

TEST_CASE("a URL or a file is a source under each of the three keys, alone or in a list") {
  IndexedWiki w;
  const std::string url = "https://lab.example/report?id=3#page-2";
  for (const std::string key : {"evidence", "derived_from", "source"}) {
    const std::string alone = key + ": '" + url + "'", listed = key + ": ['" + url + "', scan.pdf]";
    const std::string many = key + ":\n  - ftp://lab.example/2\n  - '[a letter](https://lab.example/1)'";
    CAPTURE(key);
    w.edit(note("alone"), "---\n" + alone + "\n---\nzebra");
    w.edit(note("listed"), "---\n" + listed + "\n---\nzebra");
    w.edit(note("many"), "---\n" + many + "\n---\nzebra");
    w.sync();
    CHECK(evidence(w, note("alone")).sources == std::set<std::string>{url});
    CHECK(evidence(w, note("alone")).terms.belief > 0);
    CHECK(evidence(w, note("listed")).sources == std::set<std::string>{url, "scan.pdf"});
    CHECK(evidence(w, note("many")).sources ==
          std::set<std::string>{"[a letter](https://lab.example/1)", "ftp://lab.example/2"});
  }
  w.edit(note("self"), "---\nevidence: ['[[#part]]']\nderived_from: ['[[self#part]]']\n---\nzebra\n\n# part\n");
  w.sync();
  CHECK(evidence(w, note("self")).terms.support == 0);
}

TEST_CASE("pages contradict each other whichever says so; a session that contradicts a page does not support it") {
  IndexedWiki w;
  w.edit(note("a"), "zebra\n\n- contradicts [[notes/b]]\n- contradicts [[notes/a]]\n");
  w.edit(note("b"), "zebra");
  w.edit(talk("s"), "- contradicts [[notes/b]]\n");
  w.sync();
  CHECK(names(evidence(w, note("a")).contradictions) == Paths{note("b")});
  CHECK(names(evidence(w, note("b")).contradictions) == Paths{note("a"), talk("s")});
  CHECK(evidence(w, note("b")).sessions.empty());
}

TEST_CASE("evidence is as old as its newest page, or without pages as the page that names it") {
  IndexedWiki w;
  w.commit(talk("old"), "[[notes/a]]", after(0));
  w.commit(talk("new"), "[[notes/a]]", after(10));
  w.commit(note("a"), "zebra", after(20));
  w.commit(note("b"), "---\nsource: a letter\n---\nzebra", after(5));
  w.commit(note("b"), "---\nsource: a letter\n---\nzebra and more", after(20));
  w.sync(after(20));
  CHECK(evidence(w, note("a")).newest == after(10));
  CHECK(evidence(w, note("b")).newest == after(5));
  CHECK_FALSE(evidence(w, talk("old")).newest);
  CHECK(evidence(w, note("a"), after(40)).terms.fresh == doctest::Approx(0.5 + 0.5 * std::exp(-1)));
}

TEST_CASE("many pages asked for at once have the evidence that each has alone") {
  IndexedWiki w;
  three_equals(w);
  std::vector<std::int64_t> ids;
  const sqlite::Database rows = w.rows();
  for (auto row = rows.prepare("SELECT id FROM pages"); row.step();) ids.push_back(row.integer(0));
  const auto all = evidence_of(rows, ids, kNow);
  CHECK(all.size() == ids.size());
  auto path = rows.prepare("SELECT path FROM pages WHERE id = ?1");
  for (const auto& [id, found] : all) {
    REQUIRE(path.with(id).step());
    const PageEvidence alone = evidence(w, path.text(0));
    CHECK(found.sessions == alone.sessions);
    CHECK(found.contradictions == alone.contradictions);
    CHECK(found.terms.belief == alone.terms.belief);
  }
  CHECK(evidence_of(rows, {}, kNow).empty());
}

TEST_CASE("with a belief weight, sessions put a page before its equal, and a contradiction puts it back") {
  IndexedWiki w;
  three_equals(w);
  const auto found = hits(w, 0.5);
  CHECK(paths(found) == Paths{note("b"), note("a"), note("c")});
  const double three = 1 - std::exp(-1);
  CHECK(term(found[0], "belief") == doctest::Approx(three));
  CHECK(term(found[0], "believed") == doctest::Approx(1 + 0.5 * three));
  CHECK(term(found[0], "doubt") == std::nullopt);
  CHECK(term(found[1], "belief") == 0);
  CHECK(term(found[1], "believed") == 1);
  CHECK(term(found[2], "belief") == doctest::Approx(three / 2));
  CHECK(term(found[2], "doubt") == 0.5);
  CHECK(term(found[2], "believed") == doctest::Approx(1 + 0.5 * (three / 2 - 0.5)));
}

TEST_CASE("old evidence still raises a page above its equal with none") {
  IndexedWiki w;
  w.edit(note("a"), "zebra in the shop");
  w.edit(note("b"), "zebra in the shop");
  w.edit(talk("one"), "[[notes/b]]");
  w.sync();
  CHECK(paths(hits(w, 0.5, "zebra", after(3650))) == Paths{note("b"), note("a")});
}

TEST_CASE("without a belief weight evidence changes no score, and nothing is told of it") {
  IndexedWiki w;
  three_equals(w);
  const auto found = hits(w, 0);
  REQUIRE(paths(found) == Paths{note("a"), note("b"), note("c")});
  CHECK(found[1].score == found[0].score);
  CHECK(found[2].score == found[0].score);
  for (const Hit& hit : found)
    for (const char* name : {"belief", "doubt", "believed"}) CHECK_FALSE(term(hit, name));
}

TEST_CASE("a page with nothing for or against it has the same score with the weight as without, to the last bit") {
  IndexedWiki w;
  w.edit(note("a"), "zebra in the shop of Ann and Ben");
  w.edit(note("b"), "---\npinned: true\n---\nzebra");
  w.sync();
  const auto with = hits(w, 10), without = hits(w, 0);
  REQUIRE(with.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) CHECK(with[i].score == without[i].score);
}

TEST_CASE("what was merged is evidence for the page that took it in, and that page none for it") {
  IndexedWiki w;
  w.edit(talk("kept"), "zebra\n\n## Merged from\n\nFrom [[sessions/gone]], changed 2026-01-01:\n\n- lamp\n");
  w.edit(talk("gone"),
         "---\nsuperseded_by: \"[[sessions/kept]]\"\nevidence: \"[[sessions/kept]]\"\n---\nMerged into "
         "[[sessions/kept]].\n");
  w.sync();
  CHECK(names(evidence(w, talk("kept")).sessions) == Paths{talk("gone")});
  CHECK(evidence(w, talk("gone")).sessions.empty());
  CHECK(evidence(w, talk("gone")).terms.belief == 0);
  w.edit(talk("other"), "So it was: [[sessions/gone]].");
  w.sync();
  CHECK(names(evidence(w, talk("gone")).sessions) == Paths{talk("other")});
}

TEST_CASE("a page that supersedes another may still contradict it") {
  IndexedWiki w;
  w.edit(note("new"), "zebra\n\n- contradicts [[notes/old]]\n");
  w.edit(note("old"), "---\nsuperseded_by: \"[[notes/new]]\"\n---\nokapi\n");
  w.sync();
  CHECK(names(evidence(w, note("old")).contradictions) == Paths{note("new")});
}
