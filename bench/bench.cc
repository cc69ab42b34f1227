#include "bench/bench.hh"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "wiki/error.hh"

namespace ai_memory {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "ai-memory-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw_errno(name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  if (std::getenv("AI_MEMORY_BENCH_KEEP") != nullptr) {
    std::fprintf(stderr, "kept: %s\n", path_.c_str());
    return;
  }
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

double milliseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

std::vector<double> each_time(int rounds, const std::function<void(int)>& work) {
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) times.push_back(milliseconds([&] { work(round); }));
  return times;
}

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  return values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

}  // namespace ai_memory
