#include "bench/life_report.hh"

#include <cstdio>

#include "bench/bench.hh"
#include "bench/life_chart.hh"

namespace ai_memory {
namespace {

void append(const std::vector<double>& more, std::vector<double>& all) {
  all.insert(all.end(), more.begin(), more.end());
}

void print_row(const std::string& name, const LifeCounts& row) {
  const double status = percentile(row.status_times, 0.5), median = percentile(row.sweep_times, 0.5);
  std::printf("%-8s %8zu %7zu %9.2f %8zu %10zu %7zu %9zu %7zu %8zu %9.2f %7.1f %7.1f %7.2f\n", name.c_str(),
              row.written, row.pages, static_cast<double>(row.page_bytes) / 1e6, row.evicted, row.compacted, row.merged,
              row.restored, row.missed, row.commits, static_cast<double>(row.repository_bytes) / 1e6, median,
              percentile(row.sweep_times, 0.95), median / status);
}

}  // namespace

void add_counts(const LifeCounts& later, LifeCounts& sum) {
  sum.written += later.written;
  sum.evicted += later.evicted;
  sum.compacted += later.compacted;
  sum.merged += later.merged;
  sum.restored += later.restored;
  sum.missed += later.missed;
  sum.commits += later.commits;
  append(later.sweep_times, sum.sweep_times);
  append(later.status_times, sum.status_times);
  sum.pages = later.pages;
  sum.page_bytes = later.page_bytes;
  sum.repository_bytes = later.repository_bytes;
}

void print_story(const LifeStory& story) {
  std::printf("\n%s\n%-8s %8s %7s %9s %8s %10s %7s %9s %7s %8s %9s %7s %7s %7s\n", story.name.c_str(), "quarter",
              "written", "pages", "MB", "evicted", "compacted", "merged", "restored", "missed", "commits", "git MB",
              "sweep", "p95", "/status");
  LifeCounts all;
  for (std::size_t i = 0; i < story.quarters.size(); ++i) {
    print_row(std::to_string(i / 4 + 1) + "." + std::to_string(i % 4 + 1), story.quarters[i]);
    add_counts(story.quarters[i], all);
  }
  print_row("all", all);
}

std::string draw_stories(const std::vector<LifeStory>& stories, const std::string& from, const std::string& to) {
  std::vector<Panel> panels = {{"pages", {}}, {"MB of pages", {}}, {"MB of git's folder", {}}};
  std::vector<std::string> names;
  for (const LifeStory& story : stories) {
    names.push_back(story.name);
    panels[0].lines.push_back(story.pages);
    panels[1].lines.push_back(story.page_megabytes);
    panels[2].lines.push_back(story.repository_megabytes);
  }
  return svg_curves("A wiki's life under three settings of the sweep", names, panels, from, to);
}

}  // namespace ai_memory
