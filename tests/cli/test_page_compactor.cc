#include <doctest/doctest.h>

#include "cli/page_compactor.hh"
#include "cli/run_sweep.hh"
#include "index/database.hh"
#include "tests/support/temp_wiki.hh"

using namespace ai_memory;
using test::kNow;

namespace {

// A wiki of cold session pages that sweeps make short.
struct Cold : test::TempWiki {
  SearchIndex index{wiki.state_dir(), kNow, {}};
  DecayConfig config;

  Cold() { config.compact_cold_episodic = true; }
  void page(const std::string& name, const std::string& body) {
    write("default/shop/sessions/" + name + ".md", "---\nupdated: 2026-01-01T00:00:00Z\n---\n" + body);
  }
  // What a sweep would do, and why it does nothing else.
  std::string plan() {
    index.sync(wiki, kNow);
    SweepRunOptions options;
    options.dry_run = true;
    const SweepReport report = run_sweep(wiki, index, config, options, kNow + std::chrono::days(200));
    std::string text;
    for (const SweptPages& pass : report.passes)
      for (const SweepDecision& page : pass.pages)
        text += pass.pass + " " + page.path.str() + ": " + page.reason + "\n";
    for (const auto* list : {&report.kept, &report.waiting})
      for (const SweepDecision& page : *list) text += page.path.str() + ": " + page.reason + "\n";
    return text + report.diff;
  }
  // As a sweep does, whatever becomes of the pages.
  void remember() {
    index.sync(wiki, kNow);
    PageCompactor compactor(wiki, index, config);
    SweepRequest request;
    request.compact = [&compactor](const SweepPage& page) { return compactor(page); };
    plan_sweep(index.sweep_pages(), kNow + std::chrono::days(200), config, request);
    index.remember(compactor.refusals());
  }
  bool plan_says(const std::string& words) { return plan().find(words) != std::string::npos; }

  sqlite::Database rows() const {
    return {(wiki.state_dir() / "memory.sqlite").string(), sqlite::Database::Access::write};
  }
  std::int64_t refused() const { return rows().integer("SELECT count(*) FROM refused"); }
  // Says of everything remembered that it is so for this reason: where it shows, nobody has looked again.
  void plant(const std::string& why) const { rows().execute("UPDATE refused SET why = '" + why + "'"); }
};

std::string long_text() {
  std::string text = "# Talk\n\n";
  for (int i = 0; i < 40; ++i)
    text += "Then we went on about this and about that, and nobody minded that it was long.\n";
  return text;
}

}  // namespace

TEST_CASE("a plan is the same whether refusals are remembered or not, and only those for good are") {
  Cold wiki;
  wiki.page("long", long_text());
  wiki.page("short", "Port 5432.\n");
  wiki.page("edited", long_text());
  wiki.edit("default/shop/sessions/edited.md", "---\nupdated: 2026-01-01T00:00:00Z\n---\nBy hand.\n");
  const std::string first = wiki.plan();
  CHECK(first.find("compact default/shop/sessions/long.md") != std::string::npos);
  CHECK(first.find("would save less than") != std::string::npos);
  CHECK(first.find("edited by hand and not committed yet") != std::string::npos);
  wiki.remember();
  CHECK(wiki.refused() == 1);
  CHECK(wiki.plan() == first);
  wiki.rows().execute("DELETE FROM refused");
  CHECK(wiki.plan() == first);
  CHECK(wiki.refused() == 0);
}

TEST_CASE("a page that was refused is not looked at again before its text, name or settings change") {
  Cold wiki;
  wiki.page("a", "Port 5432.\n");
  wiki.remember();
  wiki.plant("planted");
  CHECK(wiki.plan_says("planted"));

  wiki.config.keep_tokens_max = 7;
  CHECK_FALSE(wiki.plan_says("planted"));
  wiki.remember();
  wiki.plant("planted");

  wiki.page("b", "Port 5432.\n");
  const std::string both = wiki.plan();
  CHECK(both.find("sessions/a.md: cold, but not compacted: planted") != std::string::npos);
  CHECK(both.find("sessions/b.md: cold, but not compacted: would save") != std::string::npos);
  wiki.remember();
  wiki.plant("planted");

  wiki.page("a", "Port 5433.\n");
  const std::string changed = wiki.plan();
  CHECK(changed.find("sessions/a.md: cold, but not compacted: would save") != std::string::npos);
  CHECK(changed.find("sessions/b.md: cold, but not compacted: planted") != std::string::npos);
}

TEST_CASE("a page that is in no commit any more is kept for that, whatever was refused before") {
  Cold wiki;
  wiki.page("a", "Port 5432.\n");
  wiki.remember();
  wiki.plant("planted");
  wiki.git("rm --cached -q default/shop/sessions/a.md");
  wiki.git("commit -q -m away", "GIT_COMMITTER_DATE=2026-11-29T12:00:00Z GIT_AUTHOR_DATE=2026-11-29T12:00:00Z");
  const std::string plan = wiki.plan();
  CAPTURE(plan);
  CHECK(plan.find("edited by hand and not committed yet") != std::string::npos);
}
