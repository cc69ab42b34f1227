#include <doctest/doctest.h>

#include "index/calibration.hh"
#include "index/embeddings.hh"
#include "index/thresholds.hh"
#include "tests/index/indexed_wiki.hh"
#include "tests/index/number_embedder.hh"
#include "wiki/error.hh"

using namespace ai_memory;
using test::IndexedWiki;
using test::kNow;
using test::use_numbers;

TEST_CASE("a setting beats a measurement, and a measurement what is built in") {
  const ThresholdTable table =
      join_thresholds({.related = 0.1, .recall_floor = 0.2}, {.same_topic = 0.3, .related = 0.4}, {.related = 0.5});
  CHECK(table.values.related == 0.5);
  CHECK(table.values.same_topic == 0.3);
  CHECK(table.values.recall_floor == 0.2);
  CHECK(table.values.near_duplicate == Thresholds{}.near_duplicate);
  std::string origins;
  for (const Origin origin : table.origins) origins += std::string(origin_name(origin)) + ",";
  CHECK(origins == "built in,calibrated,setting,built in,built in,built in,built in,built in,");
}

TEST_CASE("numbers belong to an embedder and a script; an unknown one has the defaults") {
  CHECK(built_in_thresholds("minilm-l6-v2-int8-2", Script::spaced).near_duplicate == 0.81);
  CHECK(built_in_thresholds("minilm-l6-v2-int8-2", Script::unspaced).near_duplicate == 0.60);
  CHECK(built_in_thresholds("minilm-l6-v2-int8-2+edict-1", Script::unspaced).near_duplicate == 0.60);
  CHECK(built_in_thresholds("ngrams-1", Script::spaced).same_topic == 0.25);
  CHECK(built_in_thresholds("ngrams-1", Script::unspaced).related > 1);
  CHECK(built_in_thresholds("nobody-7", Script::spaced).related == 0.82);
  CHECK(built_in_thresholds("nobody-7", Script::unspaced).near_duplicate == 0.94);
}

TEST_CASE("each threshold has its name, its field and its setting") {
  ThresholdSettings settings;
  double value = 0.01;
  for (const auto& [name, field] : threshold_names()) settings.of(name) = value += 0.01;
  value = 0.01;
  const Thresholds joined = join_thresholds({}, {}, settings).values;
  for (const auto& [name, field] : threshold_names()) CHECK(joined.*field == doctest::Approx(value += 0.01));
}

TEST_CASE("the best cut lies in the middle of the gap, or where the fewest are on the wrong side") {
  CHECK(best_cut({0.1, 0.2, 0.3}, {0.7, 0.8}) == doctest::Approx(0.5));
  CHECK(best_cut({0.1, 0.2, 0.6}, {0.5, 0.7, 0.8, 0.9}) == doctest::Approx(0.65));
  CHECK(quantile({0.3, 0.1, 0.2}, 0.5) == 0.2);
  CHECK(quantile({0.3, 0.1, 0.2}, 1) == 0.3);
  CHECK(quantile({}, 0.5) == 0);
}

TEST_CASE("what was not measured on enough pairs stays unset, and a near-duplicate is on one topic") {
  CalibrationSamples samples;
  CHECK_FALSE(thresholds_from(samples).related);
  samples.unlike_chunks = samples.unlike_pages = Cosines(200, 0.2);
  CHECK(thresholds_from(samples).related == 0.2);
  CHECK_FALSE(thresholds_from(samples).near_duplicate);
  samples.next_chunks = samples.like_pages = Cosines(20, 0.6);
  samples.changed_copies = Cosines(20, 0.95);
  const ThresholdSettings values = thresholds_from(samples);
  CHECK(values.same_topic == 0.4);
  CHECK(values.related == 0.4);
  CHECK(values.near_duplicate == 0.775);
  CHECK_FALSE(values.recall_floor);
}

TEST_CASE("thresholds are out of order when what is the same would not be on one topic, or not be related") {
  CHECK(disorder({.near_duplicate = .8, .same_topic = .4, .related = .7}).empty());
  CHECK(disorder({.near_duplicate = .8, .same_topic = .8, .related = .8}).empty());
  CHECK(disorder({.near_duplicate = .8, .same_topic = .4, .related = kNever}).empty());
  CHECK(disorder({.near_duplicate = .81, .same_topic = .97, .related = .7}) ==
        "same_topic 0.970 would be above near_duplicate 0.810");
  CHECK(disorder({.near_duplicate = .81, .same_topic = .4, .related = .982}).find("related 0.982") == 0);
}

TEST_CASE("a light change leaves most words, and is the same each time") {
  const std::string text = "one two three four five six seven eight nine ten on 2026-11-29 at 12:30 we met";
  CHECK(lightly_changed(text) == "one two three four five  seven eight nine ten on 2027-12-20 at 13:31 we met");
  CHECK(lightly_changed("接続プールの上限を五十に変更する") == "接続プール上限を五十に変更する");
  CHECK(lightly_changed("").empty());
}

namespace {

struct NumberWiki : IndexedWiki {
  explicit NumberWiki(int pages) {
    use_numbers(index);
    for (int i = 0; i < pages; ++i) {
      // Eight directions, and the second parts of a page lean a little to a third side.
      std::vector<int> numbers(8, 10);
      const auto main = static_cast<std::size_t>(i % 8), side = (main + 1 + static_cast<std::size_t>(i / 8)) % 8;
      const auto text = [&numbers] {
        std::string joined;
        for (const int number : numbers) joined += std::to_string(number) + " ";
        return joined;
      };
      numbers[main] = 90;
      numbers[side] = 60;
      const std::string first = text();
      numbers[(main + 7) % 8] += 40;
      edit("default/web/notes/p" + std::to_string(100 + i) + ".md",
           "# P\n\n" + first + "\n\n## more\n\n" + text() + "\n");
    }
    sync();
    index.embed(wiki, [] { return true; });
  }
};

}  // namespace

TEST_CASE("thresholds are measured on the wiki's pages, the same each time, and kept for the embedder") {
  NumberWiki w(40);
  const Calibration first = w.index.calibrate(w.wiki, true);
  CHECK(first.embedder == "numbers-1");
  REQUIRE(first.scripts.size() == 1);
  CHECK(first.scripts[0].pages == 40);
  CHECK(first.scripts[0].chunks >= 80);
  CHECK(w.index.thresholds(Script::spaced).values.related == 0.82);
  const Calibration again = w.index.calibrate(w.wiki, false);
  CHECK(again.scripts[0].values.related == first.scripts[0].values.related);
  CHECK(again.scripts[0].values.same_topic == first.scripts[0].values.same_topic);
  CHECK(again.scripts[0].values.near_duplicate == first.scripts[0].values.near_duplicate);
  CHECK(w.index.thresholds(Script::spaced).values.related == *first.scripts[0].values.related);
  CHECK(w.index.thresholds(Script::unspaced).values.related == 0.82);
  w.index.reindex(w.wiki, kNow);
  CHECK(w.index.thresholds(Script::spaced).values.related == *first.scripts[0].values.related);
  use_numbers(w.index, "other-1");
}

TEST_CASE("what is measured out of order is not kept, and what was kept before stays") {
  NumberWiki w(40);
  w.index.calibrate(w.wiki, false);
  const double before = w.index.thresholds(Script::spaced).values.same_topic;
  // All parts are as near each other as a copy of which too few are there to measure by.
  for (int i = 0; i < 40; ++i)
    w.edit("default/web/notes/p" + std::to_string(100 + i) + ".md", "# P\n\nsame 9\n\n## more\n\nsame 9\n");
  for (int i = 0; i < 20; ++i)
    w.edit("default/web/notes/q" + std::to_string(100 + i) + ".md", "# Q\n\nnine 9\n\n## more\n\nnine 9\n");
  w.sync();
  w.index.embed(w.wiki, {});
  const Calibration found = w.index.calibrate(w.wiki, false);
  REQUIRE(found.scripts.size() == 1);
  CAPTURE(found.scripts[0].refused);
  CHECK(found.scripts[0].refused.find("above near_duplicate") != std::string::npos);
  CHECK_FALSE(found.scripts[0].values.same_topic);
  CHECK(w.index.thresholds(Script::spaced).values.same_topic == before);
}

TEST_CASE("too few parts are refused, saying how many there are and what to do") {
  NumberWiki w(10);
  const auto refusal = [&w] {
    try {
      w.index.calibrate(w.wiki, false);
    } catch (const Error& error) {
      return std::string(error.what()) + " / " + error.hint();
    }
    return std::string();
  };
  CHECK(refusal().find(" parts of pages have vectors, 50 of one script are needed") != std::string::npos);
  CHECK(refusal().find("the built-in numbers stay") != std::string::npos);
  w.edit("default/web/notes/new.md", "1 2 3");
  w.sync();
  CHECK(refusal().find("1 pages wait") != std::string::npos);
}
