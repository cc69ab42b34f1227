// What the measuring programs share: a home that is thrown away, and times.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <vector>

#include "wiki/time.hh"

namespace ai_memory {

// A fixed clock: the same run gives the same pages and plans.
inline constexpr Timestamp kBenchNow{std::chrono::seconds(1'767'225'600)};  // 2026-01-01T00:00:00Z

class TemporaryFolder {
 public:
  TemporaryFolder();   // below $TMPDIR, else /tmp
  ~TemporaryFolder();  // removed with all it holds, unless AI_MEMORY_BENCH_KEEP is set
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Milliseconds that `work` takes.
double milliseconds(const std::function<void()>& work);
// The same for each of `rounds` calls, which are told their number.
std::vector<double> each_time(int rounds, const std::function<void(int)>& work);
// `share` 0.5 is the median. NaN without values.
double percentile(std::vector<double> values, double share);

}  // namespace ai_memory
