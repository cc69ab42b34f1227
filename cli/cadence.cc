#include "cli/cadence.hh"

#include <algorithm>

namespace ai_memory {

Cadence::Cadence(std::vector<CadenceJob> jobs, Timestamp start, std::chrono::seconds delay)
    : jobs_(std::move(jobs)), start_(start), delay_(delay) {
  for (auto& job : jobs_)
    if (job.ended) job.ended = std::min(*job.ended, start);
}

Timestamp Cadence::due(std::size_t job, std::optional<Timestamp> last_use) const {
  const CadenceJob& one = jobs_[job];
  const bool overdue = !one.ended || *one.ended + one.interval <= start_;
  const Timestamp due = overdue ? start_ + delay_ : *one.ended + one.interval;
  return last_use && one.quiet.count() > 0 ? std::max(due, *last_use + one.quiet) : due;
}

std::optional<Cadence::Due> Cadence::next(Timestamp now, std::optional<Timestamp> last_use) {
  start_ = std::min(start_, now);
  std::optional<Due> first;
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    if (jobs_[i].ended) jobs_[i].ended = std::min(*jobs_[i].ended, now);
    const Timestamp at = due(i, last_use);
    if (!first || at < first->at) first = Due{i, at};
  }
  return first;
}

void Cadence::ended(std::size_t job, Timestamp now) { jobs_[job].ended = now; }

}  // namespace ai_memory
