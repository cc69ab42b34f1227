// Years of a made-up working life, with a sweep every night, under three settings of the sweep.
//   life YEARS SEED [SVG]
// About three sessions a day, some that repeat or contradict earlier ones; reads of what is new and of what was read
// before; now and then an edit by hand, feedback, or a page brought back. Vectors are of spelling alone. Fails if a
// text that was ever written is not in history, if a page that is gone comes back in other bytes, or if a second sweep
// at the same time finds something to do.
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "bench/bench.hh"
#include "bench/life_report.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr int kDaysOfQuarter = 91;
constexpr std::size_t kRestores = 67;  // tried in each of three lives

void take_week(Life& life, LifeStory& story, LifeCounts& quarter) {
  const LifeCounts week = life.take_counts();
  add_counts(week, quarter);
  story.pages.push_back(static_cast<double>(week.pages));
  story.page_megabytes.push_back(static_cast<double>(week.page_bytes) / 1e6);
  story.repository_megabytes.push_back(static_cast<double>(week.repository_bytes) / 1e6);
}

// What is wrong in the end, in words; empty: nothing.
std::string check(Life& life) {
  std::size_t looked_at = 0;
  const std::size_t lost = life.lost_texts(), wrong = life.wrong_restores(kRestores, looked_at);
  std::printf("texts in no commit: %zu; pages brought back: %zu, in other bytes: %zu\n", lost, looked_at, wrong);
  if (lost > 0) return "texts were lost";
  return wrong > 0 ? "pages came back in other bytes" : "";
}

LifeStory live(const std::string& name, const DecayConfig& config, int days, unsigned seed) {
  const TemporaryFolder folder;
  Life life(folder.path() / "home", seed, config);
  LifeStory story{name, {}, {}, {}, {}};
  LifeCounts quarter;
  std::size_t unfinished = 0;
  for (int day = 0; day < days; ++day) {
    life.live(day);
    const bool ends = (day + 1) % kDaysOfQuarter == 0 || day + 1 == days;
    if (ends || day % 7 == 6) take_week(life, story, quarter);
    if (!ends) continue;
    unfinished += life.is_swept() ? 0 : 1;
    story.quarters.push_back(std::exchange(quarter, {}));
  }
  print_story(story);
  std::printf("second sweeps that found something to do: %zu of %zu\n", unfinished, story.quarters.size());
  const std::string problem = check(life);
  if (!problem.empty()) throw Error(ErrorKind::failed, name + ": " + problem);
  if (unfinished > 0) throw Error(ErrorKind::failed, name + ": a second sweep found something to do");
  return story;
}

int run(int years, unsigned seed, const char* svg) {
  const int days = years * 4 * kDaysOfQuarter;
  const std::vector<std::pair<std::string, DecayConfig>> settings = {
      {"defaults", {}},
      {"compact_cold_episodic", {.compact_cold_episodic = true}},
      {"and dedup_cold_clusters", {.dedup_cold_clusters = true, .compact_cold_episodic = true}}};
  std::vector<LifeStory> stories;
  for (const auto& [name, config] : settings) {
    const double time = milliseconds([&] { stories.push_back(live(name, config, days, seed)); });
    std::printf("in %.0f s\n", time / 1000);
  }
  if (!svg) return 0;
  std::ofstream(svg, std::ios::binary) << draw_stories(stories, format_date(Life::kStart),
                                                       format_date(Life::kStart + std::chrono::days(days)));
  return 0;
}

}  // namespace
}  // namespace ai_memory

int main(int argc, char** argv) {
  const int years = argc > 2 ? std::atoi(argv[1]) : 0;
  if (years < 1 || argc > 4) {
    std::fputs("usage: life YEARS SEED [SVG]\n", stderr);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // it takes minutes: each line at once, into a file too
  try {
    return ai_memory::run(years, static_cast<unsigned>(std::atoi(argv[2])), argc > 3 ? argv[3] : nullptr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "life: %s\n", error.what());
    return 1;
  }
}
