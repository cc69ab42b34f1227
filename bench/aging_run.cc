#include "bench/aging_run.hh"

#include <regex>

#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostSweeps = 1000;

std::size_t count_refused(const SweepReport& report) {
  std::size_t count = 0;
  for (const SweepDecision& page : report.kept) count += page.reason.starts_with("cold, but not compacted") ? 1 : 0;
  return count;
}

}  // namespace

Aged age(Wiki& wiki, SearchIndex& index, const DecayConfig& config, std::optional<int> most, Timestamp now) {
  SweepRunOptions options;
  options.max_evictions = most;
  Aged aged;
  while (aged.sweeps < kMostSweeps) {
    const SweepReport report = run_sweep(wiki, index, config, options, now);
    if (!report.skipped.empty()) throw Error(ErrorKind::failed, report.skipped.front().why);
    aged.compacted += report.count(SweepAction::compact);
    aged.merged += report.count(SweepAction::stub);
    aged.evicted += report.count(SweepAction::remove);
    aged.refused = count_refused(report);
    if (report.run.empty()) return aged;
    ++aged.sweeps;
    now += std::chrono::days(1);
  }
  throw Error(ErrorKind::failed, "sweeps find something to do without end");
}

std::map<PagePath, std::string> comparable_pages(const Wiki& wiki) {
  static const std::regex commit("(commit |--at )[0-9a-f]{12}");
  std::map<PagePath, std::string> pages;
  for (const PageFile& file : wiki.scan())
    pages.emplace(file.path, std::regex_replace(wiki.read(file.path).value(), commit, "$1"));
  return pages;
}

std::uintmax_t bytes_of_pages(const Wiki& wiki) {
  std::uintmax_t bytes = 0;
  for (const PageFile& file : wiki.scan()) bytes += file.size;
  return bytes;
}

}  // namespace ai_memory
