#include <doctest/doctest.h>
#include <filesystem>
#include <random>

#include "cli/run_sweep.hh"
#include "index/embeddings.hh"
#include "tests/support/scripted_embedder.hh"
#include "tests/support/temp_wiki.hh"

using namespace ai_memory;
using test::kNow;

namespace {

const Timestamp kLater = kNow + std::chrono::days(20);  // more than any grace of the defaults

// Pages of four topics, near each other and not, that say the same and not.
struct RandomWiki : test::TempWiki {
  SearchIndex index{wiki.state_dir(), kNow, {}};
  DecayConfig config;
  std::mt19937 random;

  explicit RandomWiki(unsigned seed) : random(seed) {
    config.dedup_cold_clusters = true;
    config.max_evictions_per_run = 1000;
    config.compact_cold_episodic = below(2) == 0;
    config.dedup_min_pts = below(3) == 0 ? 3 : 2;
    index.use([] {
      return std::make_unique<test::ScriptedEmbedder>("topics", 4,
                                                      std::map<std::string, Vector>{
                                                          {"kiln", test::along(4, 0)},
                                                          {"oven", test::between(4, 0, 1, 0.93F)},
                                                          {"stove", test::between(4, 0, 1, 0.75F)},
                                                          {"pond", test::along(4, 2)},
                                                      });
    });
    const unsigned count = 6 + below(14);
    for (unsigned i = 0; i < count; ++i) add_page("p" + std::to_string(i), count);
    index.sync(wiki, kNow);
    index.embed(wiki, [] { return true; });
  }

  SweepReport sweep(Timestamp now) {
    index.sync(wiki, now);
    return run_sweep(wiki, index, config, {}, now);
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random() % limit); }
  const char* one_of(std::initializer_list<const char*> texts) { return texts.begin()[below(unsigned(texts.size()))]; }

  // Cold by then, most of them; some of those too cold to be left alone.
  std::string front_matter() {
    std::string keys =
        "---\nupdated: 2026-" + std::string(one_of({"08-15", "09-01", "09-10", "09-20", "12-01"})) + "\n";
    if (below(6) == 0) keys += "tags: [clay]\n";
    if (below(9) == 0) keys += "pinned: true\n";
    if (below(12) == 0) keys += "expires_at: 2026-12-10\n";
    return keys + "---\n";
  }

  std::string body(unsigned count) {
    std::string text =
        "We sat by the " + std::string(one_of({"kiln", "oven", "stove", "pond"})) + " and wrote down:\n\n";
    for (const char* line :
         {one_of({"It takes 40 logs.", "It takes 40 logs.", "It takes 45 logs."}), one_of({"", "Hugo has the key."}),
          one_of({"", "It's warm.", "It is warm.", "It is really warm."}), one_of({"", "\n- sweep the yard\n"})})
      if (*line != '\0') text += std::string(line) + (below(2) ? "\n" : " ");
    for (const char* line :
         {"Nobody could say who had moved the old machine away from its shelf near that door in the yard.",
          "The rain fell on the roof all evening, and the small lamp above the table flickered in the draught.",
          "Somebody told a long story about a boat and a goose, which made the whole company laugh for a while."})
      text += "\n" + std::string(line) + "\n";
    if (below(3) == 0) text += "\nSee [[sessions/p" + std::to_string(below(count)) + "]].\n";
    return text + "\n";
  }

  void add_page(const std::string& name, unsigned count) {
    const std::string keys = front_matter(), text = body(count);
    const std::string path = std::string("default/shop/") + (below(10) == 0 ? "inbox/" : "sessions/") + name + ".md";
    if (below(8) > 0) {
      write(path, keys + text);
      return;
    }
    edit(path, keys + text);
    std::filesystem::last_write_time(
        wiki.root() / path,
        std::chrono::file_clock::from_sys(std::chrono::sys_time<std::chrono::nanoseconds>(kNow.time_since_epoch())) -
            std::chrono::days(100));
  }
};

}  // namespace

TEST_CASE("a second sweep at once, and one an hour later, finds nothing to do in any wiki") {
  std::size_t merged = 0, compacted = 0, removed = 0, taken = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    RandomWiki wiki(seed);
    const SweepReport first = wiki.sweep(kLater);
    merged += first.count(SweepAction::stub);
    compacted += first.count(SweepAction::compact);
    removed += first.count(SweepAction::remove);
    taken += first.hand_edits.size();
    const CommitId head = wiki.wiki.head();
    for (const auto later : {std::chrono::hours(0), std::chrono::hours(1)}) {
      const SweepReport again = wiki.sweep(kLater + later);
      for (const SweptPages& pass : again.passes)
        for (const SweepDecision& page : pass.pages) {
          const std::string done = pass.pass + " " + page.path.str() + ": " + page.reason;
          CAPTURE(done);
          CHECK(later.count() == -1);
        }
      CHECK(wiki.wiki.head() == head);
      wiki.index.sync(wiki.wiki, kLater);
      wiki.index.embed(wiki.wiki, [] { return true; });
    }
  }
  CHECK(merged > 20);
  CHECK(compacted > 10);
  CHECK(removed > 20);
  CHECK(taken > 5);
}
