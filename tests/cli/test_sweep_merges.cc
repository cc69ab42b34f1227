#include <doctest/doctest.h>

#include "cli/run_sweep.hh"
#include "cli/sweep_merges.hh"
#include "index/database.hh"
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
    FoundMerges merges = find_merges(wiki, index, index.sweep_pages(), config, kNow + std::chrono::days(20));
    index.remember(merges.refused.value());
    return merges.found;
  }
  ColdGroups cold_groups() {
    index.sync(wiki, kNow);
    index.embed(wiki, [] { return true; });
    ColdGroups groups = find_cold_groups(wiki, index, index.sweep_pages(), config, kNow + std::chrono::days(20));
    index.remember(groups.refused.value());
    return groups;
  }
  std::size_t groups() { return cold_groups().groups.size(); }
  sqlite::Database rows() const {
    return {(wiki.state_dir() / "memory.sqlite").string(), sqlite::Database::Access::write};
  }
  std::string planned() {
    std::string text;
    for (const FoundMerge& merge : merges())
      for (const Change& change : merge.changes)
        text += change.path.str() + " " + change.reason + "\n" + change.content.value();
    return text;
  }
  // Why each page is kept, by its name.
  std::map<std::string, std::string> kept() {
    std::map<std::string, std::string> reasons;
    options.dry_run = true;
    for (const SweepDecision& page : sweep().kept) reasons[page.path.in_project().substr(9)] = page.reason;
    return reasons;
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

namespace {

// Long enough that a number or a sentence more makes it no other page in wording.
std::string ports(const std::string& port, const std::string& more = "") {
  std::string text = "# Ports\n\n";
  for (const char* line : {"We sat together in the small room above the kitchen and drank tea until it was late.",
                           "Nobody could say who had moved the old machine away from its shelf near that door.",
                           "So Ann drew where each cable goes, which plug fits where, and what to do without one."})
    text += line + std::string("\n");
  return text + "\nIt listens on port " + port + ".\n" + more;
}

}  // namespace

TEST_CASE("merges are the same whether pages that differ are remembered or not") {
  Cold wiki;
  for (const char* port : {"5432", "5433", "5434"})
    for (const char* more : {"", "\nBen came late.\n"})
      wiki.page(std::string(port) + (*more ? "-more" : ""), ports(port, more));
  const std::string first = wiki.planned();
  CHECK(first.find("says the same as sessions/5433") != std::string::npos);
  const auto refused = wiki.rows().integer("SELECT count(*) FROM refused");
  CHECK(refused > 0);
  CHECK(wiki.planned() == first);
  wiki.rows().execute("DELETE FROM refused");
  CHECK(wiki.planned() == first);
  CHECK(wiki.rows().integer("SELECT count(*) FROM refused") == refused);
}

TEST_CASE("pages that were found to differ are not compared again before one of their texts changes") {
  Cold wiki;
  wiki.page("a", ports("5432"));
  wiki.page("b", ports("5432", "\nBen came late.\n"));
  wiki.page("c", ports("5433"));
  CHECK(wiki.merges().size() == 1);
  // As if a and b differed.
  wiki.rows().execute(
      "INSERT INTO refused SELECT r.pass, r.rules, a.blob, b.blob, '' FROM refused r, pages a, pages b "
      "WHERE r.pass = 'dedup' AND a.path LIKE '%/a.md' AND b.path LIKE '%/b.md' LIMIT 1");
  CHECK(wiki.merges().empty());
  wiki.page("b", ports("5432", "\nHana came late.\n"));
  CHECK(wiki.merges().size() == 1);
}

TEST_CASE("a sweep that merges only says why a page is not merged") {
  Cold wiki;
  wiki.options.passes = {"dedup"};
  wiki.page("a", ports("5432"));
  wiki.page("b", ports("5433"));
  wiki.page("marks", "# Lab\n\n<<<<<<< HEAD\nred\n=======\nblue\n>>>>>>> theirs\n");
  wiki.page("a.sync-conflict-20260901-101010-ABC", ports("5432"));
  wiki.write("default/shop/sessions/tags.md",
             "---\ntags: [kiln]\nupdated: 2026-08-15T00:00:00Z\n---\nThe kiln is hot at noon.\n");
  wiki.page("tagless", "The kiln is hot at noon.\n");
  const auto kept = wiki.kept();
  const auto why = [&](const char* name) {
    const auto found = kept.find(name + std::string(".md"));
    return found == kept.end() ? "not kept" : found->second;
  };
  CHECK(why("a") == "cold, but not merged: near, but not the same as sessions/b.md");
  CHECK(why("b") == "cold, but not merged: near, but not the same as sessions/a.md");
  CHECK(why("marks") == "cold, but not merged: has conflict markers");
  CHECK(why("a.sync-conflict-20260901-101010-ABC") == "cold, but not merged: a conflict copy");
  CHECK(why("tags").starts_with("cold, but not merged: the same, but for its front matter, as sessions/tagless.md"));
}

TEST_CASE("merges go on until nothing is left, as far as the cap allows, and none depends on what the others do") {
  Cold wiki;
  wiki.config.max_evictions_per_run = 100;
  wiki.index.use([] {
    return std::make_unique<test::ScriptedEmbedder>("degrees", 8,
                                                    std::map<std::string, Vector>{
                                                        {"kiln", test::along(8, 0)},
                                                        {"alpha", test::between(8, 0, 1, 0.99F)},
                                                        {"lathe", test::along(8, 2)},
                                                        {"beta", test::between(8, 2, 3, 0.98F)},
                                                        {"spade", test::along(8, 4)},
                                                        {"gamma", test::between(8, 4, 5, 0.87F)},
                                                    });
  });
  // 0.01, 0.02 and 0.13 apart: a knee, behind which the third pair would wait for the first two to be gone.
  const std::pair<const char*, const char*> kPairs[] = {{"kiln", "alpha"}, {"lathe", "beta"}, {"spade", "gamma"}};
  for (const auto& [name, clerk] : kPairs) {
    const std::string text = std::string("The ") + name + " is made of iron.\n";
    wiki.page(name, text);
    wiki.page(clerk, text + "\nAsk clerk " + clerk + " about it.\n");
  }
  CHECK(wiki.merges().size() == 3);
}

TEST_CASE("a page that took others in is compared with its new text, whenever the next sweep comes") {
  Cold wiki;
  wiki.page("a", ports("5432").substr(0, ports("5432").find("\nIt")));
  wiki.page("b", ports("5432"));
  wiki.page("c", ports("5433"));
  wiki.config.evict_threshold = 0;
  CHECK(wiki.sweep().count(SweepAction::stub) == 1);
  const CommitId head = wiki.wiki.head();
  for (const auto later : {std::chrono::hours(23), std::chrono::hours(24), std::chrono::hours(240)}) {
    wiki.index.sync(wiki.wiki, kNow);
    wiki.index.embed(wiki.wiki, [] { return true; });
    const Timestamp now = kNow + std::chrono::days(20) + later;
    CHECK(run_sweep(wiki.wiki, wiki.index, wiki.config, wiki.options, now).count(SweepAction::stub) == 0);
  }
  CHECK(wiki.wiki.head() == head);
}

TEST_CASE("a page that cannot be merged for its front matter keeps no others apart") {
  Cold wiki;
  wiki.write("default/shop/sessions/a.md", "---\nupdated: 2026-08-15T00:00:00Z\ntags: [x]\n---\nThe shop opens.\n");
  wiki.write("default/shop/sessions/b.md", "---\nupdated: 2026-08-14T00:00:00Z\ntags: [y]\n---\nThe shop opens.\n");
  wiki.write("default/shop/sessions/c.md", "---\nupdated: 2026-08-13T00:00:00Z\ntags: [y]\n---\nThe shop opens.\n");
  const auto merges = wiki.merges();
  REQUIRE(merges.size() == 1);
  CHECK(merges[0].planned.survivor.stem() == "b");
}

TEST_CASE("for a model, pages are alike that state the same facts in other words; a merge wants the words too") {
  struct Row {
    const char *one, *other;
    std::size_t groups;
  };
  for (const auto& row : {
           Row{"We rolled the shop back at 10:30 by hand.", "At 10:30 the shop was reverted manually.", 1},
           Row{"店は10時30分に手動で戻した。", "10時30分に手作業で店を元に戻した。", 1},
           Row{"We rolled the shop back at 10:30 by hand.", "At 10:40 the shop was reverted manually.", 0},
           Row{"The cache of the shop is enabled.", "The cache in the shop is disabled.", 0},
           Row{"The shop restarts the worker.", "The shop does not restart a worker.", 0},
       }) {
    CAPTURE(std::string(row.one));
    Cold wiki;
    wiki.page("a", row.one);
    wiki.page("b", row.other);
    CHECK(wiki.groups() == row.groups);
    CHECK(wiki.groups() == row.groups);  // remembered
    CHECK(wiki.merges().empty());
  }
}

TEST_CASE("for a model, lines in another order say the same; a merge leaves them apart") {
  Cold wiki;
  wiki.page("a", "# Lab\n- Nina orders filters\n- We do not freeze sample 4\n- The hose leaks\n");
  wiki.page("b", "# Lab\n- The hose leaks\n- We do not freeze sample 4\n- Nina orders filters\n");
  CHECK(wiki.groups() == 1);
  CHECK(wiki.cold_groups().apart.empty());
  CHECK(wiki.merges().empty());
}

TEST_CASE("pages that a fact keeps apart are told with it, also when that is remembered, and without secrets") {
  Cold wiki;
  wiki.page("a", "The shop opens at 9:00 on Monday.\n");
  wiki.page("b", "On Monday the shop opens at 9:30.\n");
  wiki.page("c", "On Monday the shop is open from 9:30.\n");
  for (int time = 0; time < 2; ++time) {
    const ColdGroups found = wiki.cold_groups();
    CHECK(found.groups.size() == 1);
    REQUIRE(found.apart.size() >= 1);
    const ColdPair& first = found.apart.front();
    CHECK(first.left.in_project() == "sessions/a.md");
    CHECK(first.kind == "time");
    CHECK(first.left_fact == "9:00");
    CHECK(first.right_fact == "9:30");
  }
  const std::string key = "ghp_" + std::string(36, 'a');
  Cold secret;
  secret.page("a", "We do not use the token " + key + " of the shop.\n");
  secret.page("b", "We use the token " + key + " of the shop.\n");
  const ColdGroups found = secret.cold_groups();
  REQUIRE(found.apart.size() == 1);
  CHECK(found.apart[0].kind == "negation");
  CHECK(found.apart[0].left_fact.find(key) == std::string::npos);
}
