#include "index/ranking.hh"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace ai_memory {
namespace {

using Table = std::pair<std::string_view, double>;
constexpr std::array kKinds = {Table{"rule", .15},   Table{"decision", .15}, Table{"procedure", .12},
                               Table{"gotcha", .12}, Table{"concept", .07},  Table{"session", -.15}};
constexpr std::array kTiers = {Table{"semantic", .10}, Table{"procedural", .10}, Table{"episodic", -.08},
                               Table{"working", -.03}};
constexpr std::array kTags = {Table{"canonical", .20}, Table{"source-of-truth", .20}, Table{"active", .05}};
constexpr std::array kCaps = {Table{"historical", .80}, Table{"test-fixture", .55}, Table{"do-not-answer-from", .55}};
constexpr double kPinned = .08, kSuperseded = .65, kLeast = .55, kMost = 1.50;
constexpr double kRankOffset = 60;  // of reciprocal rank fusion

template <std::size_t N>
double look_up(const std::array<Table, N>& table, std::string_view name, double otherwise) {
  const auto row = std::find_if(table.begin(), table.end(), [&](const Table& one) { return one.first == name; });
  return row == table.end() ? otherwise : row->second;
}

double share(double value, double best, double weight = 1) { return best > 0 ? weight * value / best : 0; }

void by_score(std::vector<RankedPage>& pages, const RankConfig& config, double full) {
  double words = full, entities = 0, links = 0;
  for (const RankedPage& page : pages) {
    words = std::max(words, page.words + page.phrase);
    entities = std::max(entities, page.entities);
    links = std::max(links, page.links);
  }
  for (RankedPage& page : pages) {
    page.by_words = share(page.words, words);
    page.by_phrase = share(page.phrase, words);
    page.by_meaning = config.vector_weight * std::max(0.0, page.cosine);
    page.by_entities = share(page.entities, entities, config.entity_weight);
    page.by_links = share(page.links, links, config.link_weight);
  }
}

template <class Value>
void add_ranks(std::vector<RankedPage>& pages, Value value, double weight, double RankedPage::*share) {
  std::vector<RankedPage*> order;
  for (RankedPage& page : pages)
    if (value(page) > 0) order.push_back(&page);
  std::sort(order.begin(), order.end(), [&](const RankedPage* a, const RankedPage* b) {
    return value(*a) != value(*b) ? value(*a) > value(*b) : a->path < b->path;
  });
  for (std::size_t rank = 0; rank < order.size(); ++rank)
    order[rank]->*share = weight * kRankOffset / (kRankOffset + 1 + static_cast<double>(rank));
}

}  // namespace

double authority(const RankedPage& page) {
  double value = 1 + look_up(kKinds, page.kind, 0) + look_up(kTiers, page.tier, 0) + (page.pinned ? kPinned : 0);
  double cap = page.superseded ? kSuperseded : kMost;
  for (const std::string& tag : page.tags) {
    value += look_up(kTags, tag, 0);
    cap = std::min(cap, look_up(kCaps, tag, kMost));
  }
  return std::clamp(std::min(value, cap), kLeast, kMost);
}

void rank(std::vector<RankedPage>& pages, const RankConfig& config, double full, const MeaningFloors& floors) {
  for (RankedPage& page : pages) page.near_miss = page.words <= 0 && page.entities <= 0 && page.cosine < floors.found;
  std::erase_if(pages, [&](const RankedPage& page) { return page.near_miss && page.cosine < floors.named; });
  if (config.by_rank) {
    add_ranks(
        pages, [](const RankedPage& page) { return page.words + page.phrase; }, 1, &RankedPage::by_words);
    add_ranks(
        pages, [](const RankedPage& page) { return page.cosine; }, config.vector_weight, &RankedPage::by_meaning);
    add_ranks(
        pages, [](const RankedPage& page) { return page.entities; }, config.entity_weight, &RankedPage::by_entities);
    add_ranks(
        pages, [](const RankedPage& page) { return page.links; }, config.link_weight, &RankedPage::by_links);
  } else {
    by_score(pages, config, full);
  }
  for (RankedPage& page : pages) {
    page.authority = authority(page);
    page.importance = std::clamp(1 + config.importance_weight * (page.kept_in_mind - .5), kLeast, kMost);
    page.believed = std::clamp(1 + config.belief_weight * (page.belief.value_or(0) - page.doubt), kLeast, kMost);
    page.score = (page.by_words + page.by_phrase + page.by_meaning + page.by_entities + page.by_links) *
                 page.authority * page.importance * page.believed;
  }
  // A page that may be relied on, or that the best pages link with, is not to be behind worse ones for want of a word.
  // Not by ranks, which are on another scale than the floor.
  if (!config.by_rank)
    for (RankedPage& page : pages)
      page.near_miss = page.near_miss &&
                       (page.cosine + page.by_links) * page.authority * page.importance * page.believed < floors.found;
  std::sort(pages.begin(), pages.end(), [](const RankedPage& a, const RankedPage& b) {
    if (a.near_miss != b.near_miss) return b.near_miss;
    return a.score != b.score ? a.score > b.score : a.path < b.path;
  });
}

}  // namespace ai_memory
