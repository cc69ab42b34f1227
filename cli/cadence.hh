// When the daemon runs which of its jobs. No clock: every time is passed in.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "wiki/time.hh"

namespace ai_memory {

struct CadenceJob {
  std::string name;
  std::chrono::seconds interval;        // from the end of a run to the start of the next; > 0
  std::optional<Timestamp> ended = {};  // of the last run; absent: there was none
  std::chrono::seconds quiet{0};        // nobody may have used the wiki for so long
};

class Cadence {
 public:
  struct Due {
    std::size_t job;  // an index of jobs()
    Timestamp at;     // not later than now: at once
  };

  // What is overdue at `start` is due `delay` later.
  Cadence(std::vector<CadenceJob> jobs, Timestamp start, std::chrono::seconds delay);
  const std::vector<CadenceJob>& jobs() const { return jobs_; }

  // The job that is due first; of several at once, the one that stands first. Absent: there are no jobs. Since a job
  // that ran is due anew only later than those that waited for it, none waits for ever, however long others take.
  // A start or end after `now` counts as now from then on, so a clock that was set back delays nothing by more than an
  // interval.
  std::optional<Due> next(Timestamp now, std::optional<Timestamp> last_use);
  Timestamp due(std::size_t job, std::optional<Timestamp> last_use) const;

  void ended(std::size_t job, Timestamp now);

 private:
  std::vector<CadenceJob> jobs_;
  Timestamp start_;
  std::chrono::seconds delay_;
};

}  // namespace ai_memory
