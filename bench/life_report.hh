// What a life under one setting of the sweep came to, as a table and as curves.
#pragma once

#include <string>
#include <vector>

#include "bench/life_world.hh"

namespace ai_memory {

struct LifeStory {
  std::string name;
  std::vector<LifeCounts> quarters;
  // Week by week.
  std::vector<double> pages, page_megabytes, repository_megabytes;
};

void print_story(const LifeStory& story);
// One file; `from`, `to`: the ends of the time.
std::string draw_stories(const std::vector<LifeStory>& stories, const std::string& from, const std::string& to);

// Adds what `later` counted to `sum`; how things stand is as `later` has it.
void add_counts(const LifeCounts& later, LifeCounts& sum);

}  // namespace ai_memory
