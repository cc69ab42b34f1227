#include "cli/daemon_loop.hh"

#include <algorithm>
#include <set>

namespace ai_memory {
namespace {

// So long it sleeps at most: a clock that is set, or a machine that slept, is noticed then.
constexpr std::chrono::seconds kLongestWait = std::chrono::minutes(5);

}  // namespace

Wake run_daemon(Cadence cadence, const DaemonWorld& world, HowLong how_long) {
  std::set<std::size_t> done;  // with `once`
  for (;;) {
    const Timestamp now = world.now();
    const auto next = cadence.next(now, world.last_use());
    const bool due = next && next->at <= now;
    Wake wake = Wake::time;
    if (how_long == HowLong::once && (!due || !done.insert(next->job).second)) return wake;
    if (due) {
      const JobEnd end = world.run(cadence.jobs()[next->job]);
      wake = end.wake;
      if (end.done) cadence.ended(next->job, world.now());
    } else {
      wake = world.wait(next ? std::min(next->at - now, kLongestWait) : kLongestWait);
    }
    if (wake == Wake::terminate || wake == Wake::interrupt) return wake;
    if (wake == Wake::settings && how_long == HowLong::for_good) cadence = world.read_settings();
  }
}

}  // namespace ai_memory
