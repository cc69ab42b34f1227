#include <doctest/doctest.h>

#include "cli/run_sweep.hh"
#include "cli/sweep_merges.hh"
#include "index/embeddings.hh"
#include "tests/support/scripted_embedder.hh"
#include "tests/support/temp_wiki.hh"

using namespace ai_memory;
using test::kNow;

namespace {

// A wiki of cold session pages; the embedder takes all of them for the same.
struct Cold : test::TempWiki {
  SearchIndex index{wiki.state_dir(), kNow, {}};
  DecayConfig config;
  SweepRunOptions options;

  Cold() {
    config.dedup_cold_clusters = true;
    index.use([] {
      return std::make_unique<test::ScriptedEmbedder>("same", 4,
                                                      std::map<std::string, Vector>{{"", test::along(4, 0)}});
    });
  }
  void page(const std::string& name, const std::string& body) {
    write("default/shop/sessions/" + name + ".md", "---\nupdated: 2026-08-15T00:00:00Z\n---\n" + body);
  }
  std::vector<FoundMerge> merges() {
    index.sync(wiki, kNow);
    index.embed(wiki, [] { return true; });
    return find_merges(wiki, index, index.sweep_pages(), config, kNow + std::chrono::days(20)).found;
  }
  SweepReport sweep() {
    index.sync(wiki, kNow);
    index.embed(wiki, [] { return true; });
    return run_sweep(wiki, index, config, options, kNow + std::chrono::days(20));
  }
};

}  // namespace

TEST_CASE("A34: pages that an embedder takes for the same are not merged when one fact differs") {
  const std::pair<const char*, const char*> kPairs[] = {
      {"The deadline is 15 Oct.", "The deadline is 16 Oct."},
      {"We run v2.3.1 of the shop.", "We run v2.3.2 of the shop."},
      {"It listens on port 5432.", "It listens on port 5433."},
      {"The budget is $1,200.", "The budget is $12,000."},
      {"It is in eu-west-1.", "It is in eu-west-2."},
      {"Restart the worker first.", "Do not restart the worker first."},
      {"Ann leads the team.", "Bob leads the team."},
      {"締切は10月15日です。", "締切は10月16日です。"},
      {"この設定は有効です。", "この設定は無効です。"},
  };
  for (const auto& [one, two] : kPairs) {
    const auto& shown_one = one;
    CAPTURE(shown_one);
    Cold wiki;
    wiki.page("a", std::string("# Notes\n\n") + one + "\n");
    wiki.page("b", std::string("# Notes\n\n") + two + "\n");
    CHECK(wiki.merges().empty());
    Cold twins;
    twins.page("a", std::string("# Notes\n\n") + one + "\n");
    twins.page("b", std::string("### Notes\n\n\n") + one + "   \n");
    CHECK(twins.merges().size() == 1);
  }
}

TEST_CASE("what another project or page of another tier says is never merged with it") {
  Cold wiki;
  wiki.page("a", "The shop opens at nine.\n");
  wiki.write("default/zoo/sessions/a.md", "---\nupdated: 2026-08-15T00:00:00Z\n---\nThe shop opens at nine.\n");
  wiki.write("default/shop/notes/a.md", "---\nupdated: 2026-08-15T00:00:00Z\n---\nThe shop opens at nine.\n");
  CHECK(wiki.merges().empty());
}

TEST_CASE("a page with edits that are in no commit takes no part") {
  Cold wiki;
  wiki.page("a", "The shop opens at nine.\n");
  wiki.page("b", "The shop opens at nine.\n");
  wiki.edit("default/shop/sessions/b.md", "---\nupdated: 2026-08-15T00:00:00Z\nx: y\n---\nThe shop opens at nine.\n");
  CHECK(wiki.merges().empty());
}

TEST_CASE("a group is no larger than what one run may change") {
  Cold wiki;
  wiki.config.max_evictions_per_run = 2;
  for (const char* name : {"a", "b", "c", "d", "e"}) wiki.page(name, "The shop opens at nine.\n");
  const auto merges = wiki.merges();
  REQUIRE(merges.size() == 2);
  CHECK(merges[0].planned.stubs.size() == 2);
  CHECK(merges[1].planned.stubs.size() == 1);
  wiki.config.max_evictions_per_run = 0;
  CHECK(wiki.merges().empty());
}

TEST_CASE("a merge is one commit or none: when one of its pages changes meanwhile, none is changed") {
  Cold wiki;
  for (const char* name : {"a", "b"}) wiki.page(name, "The shop opens at nine.\n");
  wiki.index.sync(wiki.wiki, kNow);
  wiki.edit("default/shop/sessions/b.md", "---\nupdated: 2026-08-15T00:00:00Z\n---\nThe shop opens at ten.\n");
  wiki.git("add default/shop/sessions/b.md");  // a person is about to commit it
  const CommitId head = wiki.wiki.head();
  wiki.options.passes = {"dedup"};
  const SweepReport report = wiki.sweep();
  CHECK(report.count(SweepAction::stub) == 0);
  CHECK(wiki.wiki.head() == head);
  CHECK(wiki.disk("default/shop/sessions/a.md").find("Merged") == std::string::npos);
}

TEST_CASE("after a merge every stub names the survivor and a link to it leads on") {
  Cold wiki;
  wiki.page("a", "The shop opens at nine.\n");
  wiki.page("b", "The shop opens at nine.\n");
  wiki.write("default/shop/notes/link.md", "See [[sessions/b]].\n");
  const SweepReport report = wiki.sweep();
  CHECK(report.count(SweepAction::stub) == 1);
  CHECK(wiki.disk("default/shop/sessions/b.md").find("superseded_by: \"[[sessions/a]]\"") != std::string::npos);
  CHECK(wiki.disk("default/shop/notes/link.md") == "See [[sessions/a]].\n");
  REQUIRE(report.passes.size() == 1);
  CHECK(report.passes[0].relinked.size() == 1);
  CHECK(wiki.git("status --porcelain").empty());
}
