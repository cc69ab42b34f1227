// When the daemon runs what, and its loop, with the clock and the runner as values.
#include <doctest/doctest.h>
#include <malloc.h>
#include <random>

#include "cli/daemon_loop.hh"

using namespace ai_memory;
using std::chrono::seconds;

namespace {

constexpr Timestamp kStart{seconds(1'000'000)};

CadenceJob job(const std::string& name, int interval, std::optional<Timestamp> ended = {}, int quiet = 0) {
  return {name, seconds(interval), ended, seconds(quiet)};
}

// "name@seconds since kStart" of what is next; "none".
std::string next(Cadence& cadence, Timestamp now, std::optional<Timestamp> last_use = {}) {
  const auto due = cadence.next(now, last_use);
  if (!due) return "none";
  return cadence.jobs()[due->job].name + "@" + std::to_string((due->at - kStart).count());
}

}  // namespace

TEST_CASE("What is due first runs first; what never ran, or is overdue at the start, waits for the delay") {
  struct Row {
    const char* what;
    std::vector<CadenceJob> jobs;
    int delay;
    const char* next;
  };
  const Row rows[] = {
      {"no jobs", {}, 7, "none"},
      {"never ran", {job("a", 100)}, 7, "a@7"},
      {"at once without a delay", {job("a", 100)}, 0, "a@0"},
      {"two at one time: the first of the list", {job("a", 100), job("b", 100)}, 7, "a@7"},
      {"overdue since long", {job("a", 100, kStart - seconds(5000))}, 7, "a@7"},
      {"due at the very start is overdue", {job("a", 100, kStart - seconds(100))}, 7, "a@7"},
      {"not due yet: after a restart it keeps its time", {job("a", 100, kStart - seconds(99))}, 7, "a@1"},
      {"a time that comes before the delay is over", {job("a", 100), job("b", 100, kStart - seconds(95))}, 7, "b@5"},
      {"ended in the future", {job("a", 100, kStart + seconds(9'000'000))}, 7, "a@100"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    Cadence cadence(row.jobs, kStart, seconds(row.delay));
    CHECK(next(cadence, kStart) == row.next);
  }
}

TEST_CASE("A job that ran is due an interval after its end, behind those that waited for it") {
  Cadence cadence({job("a", 10), job("b", 10)}, kStart, seconds(0));
  cadence.ended(0, kStart + seconds(50));
  CHECK(next(cadence, kStart + seconds(50)) == "b@0");
  cadence.ended(1, kStart + seconds(90));
  CHECK(next(cadence, kStart + seconds(90)) == "a@60");
}

TEST_CASE("A clock that is set back delays a job by its interval at most, and that only once") {
  Cadence cadence({job("a", 100)}, kStart, seconds(0));
  cadence.ended(0, kStart + seconds(5000));
  CHECK(next(cadence, kStart + seconds(200)) == "a@300");
  CHECK(next(cadence, kStart + seconds(250)) == "a@300");  // the time does not flee
  CHECK(next(cadence, kStart + seconds(300)) == "a@300");
  // The start of the daemon is such a time too.
  Cadence never({job("a", 100)}, kStart, seconds(7));
  CHECK(next(never, kStart - seconds(5000)) == "a@-4993");
  CHECK(next(never, kStart - seconds(4993)) == "a@-4993");
}

TEST_CASE("A job that wants quiet waits for it; the others do not") {
  Cadence cadence({job("dream", 10, {}, 300), job("sweep", 10, kStart)}, kStart, seconds(0));
  CHECK(next(cadence, kStart) == "dream@0");
  CHECK(next(cadence, kStart, kStart - seconds(300)) == "dream@0");
  CHECK(next(cadence, kStart, kStart - seconds(295)) == "dream@5");
  CHECK(next(cadence, kStart, kStart - seconds(10)) == "sweep@10");
}

TEST_CASE("Property: whatever jobs last and clocks do, none waits longer than its interval and a turn of all others") {
  std::mt19937 random(7);
  const auto pick = [&random](unsigned from, unsigned to) {
    return static_cast<int>(from + random() % (to - from + 1));
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<CadenceJob> jobs;
    const int count = pick(1, 5);
    for (int i = 0; i < count; ++i) jobs.push_back(job(std::to_string(i), pick(1, 400)));
    const int delay = pick(0, 60);
    Cadence cadence(jobs, kStart, seconds(delay));
    const int longest = 50, turn = longest * count;
    seconds passed{0}, off{0};  // true time since the start, and what the clock has lost since
    std::vector<seconds> since(jobs.size(), seconds(-delay));
    std::vector<int> jumps(jobs.size(), 0);
    for (int step = 0; step < 300; ++step) {
      if (pick(0, 40) == 0) {
        off += seconds(pick(1, 3000));
        for (int& seen : jumps) ++seen;
      }
      const auto due = cadence.next(kStart + passed - off, std::nullopt);
      REQUIRE(due);
      passed += std::max(seconds(0), due->at - (kStart + passed - off));
      const seconds waited = passed - since[due->job];
      const int interval = static_cast<int>(cadence.jobs()[due->job].interval.count());
      CAPTURE(round);
      CHECK(waited.count() <= (interval + turn + delay) * (1 + jumps[due->job]));
      passed += seconds(pick(0, longest));
      cadence.ended(due->job, kStart + passed - off);
      since[due->job] = passed;
      jumps[due->job] = 0;
      for (std::size_t i = 0; i < since.size(); ++i) {
        const int most = static_cast<int>(cadence.jobs()[i].interval.count()) + turn + delay;
        REQUIRE((passed - since[i]).count() <= (most + longest) * (1 + jumps[i]));
      }
    }
  }
}

namespace {

// A clock that goes on while jobs run and while the loop waits; `orders` come one at each wait or run.
struct World {
  Timestamp now = kStart;
  std::vector<std::string> ran;
  std::vector<seconds> waits;
  std::vector<Wake> orders;
  int lasts = 1;  // seconds a job takes
  int settings_read = 0;
  int cancelled = 0;  // so many of the first jobs do not get done
  bool keep = true;

  Wake order() {
    if (orders.empty()) return Wake::time;
    const Wake first = orders.front();
    orders.erase(orders.begin());
    return first;
  }
  DaemonWorld world() {
    DaemonWorld made;
    made.now = [this] { return now; };
    made.last_use = [] { return std::nullopt; };
    made.wait = [this](seconds most) {
      if (keep) waits.push_back(most);
      now += most;
      return order();
    };
    made.run = [this](const CadenceJob& one) {
      if (keep) ran.push_back(one.name);
      now += seconds(lasts);
      const Wake came = order();
      return JobEnd{came, came != Wake::terminate && --cancelled < 0};
    };
    made.read_settings = [this] {
      ++settings_read;
      return Cadence({job("new", 60)}, now, seconds(0));
    };
    return made;
  }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("Once: what is due runs, each job one time, however short its interval; nothing is waited for") {
  World world;
  world.lasts = 100;
  Cadence cadence({job("a", 1), job("b", 50, kStart - seconds(40)), job("c", 500, kStart)}, kStart, seconds(0));
  CHECK(run_daemon(cadence, world.world(), HowLong::once) == Wake::time);
  CHECK(world.ran == Names{"a", "b"});  // b became due while a ran
  CHECK(world.waits.empty());
}

TEST_CASE("The loop waits for the next job, five minutes at a time at most, and ends when told to") {
  World world;
  world.orders = {Wake::time, Wake::time, Wake::time, Wake::terminate};
  Cadence cadence({job("a", 700, kStart)}, kStart, seconds(0));
  CHECK(run_daemon(cadence, world.world(), HowLong::for_good) == Wake::terminate);
  CHECK(world.waits == std::vector<seconds>{seconds(300), seconds(300), seconds(100)});
  CHECK(world.ran == Names{"a"});
  World interrupted;
  interrupted.orders = {Wake::interrupt};
  CHECK(run_daemon(cadence, interrupted.world(), HowLong::for_good) == Wake::interrupt);
  CHECK(interrupted.ran.empty());
}

TEST_CASE("A job that somebody's use of the wiki ended is due again as soon as nobody uses it, not an interval later") {
  World world;
  world.cancelled = 1;
  world.orders = {Wake::time, Wake::time, Wake::time, Wake::time, Wake::terminate};
  DaemonWorld used = world.world();
  const Timestamp came = kStart + seconds(1);  // while the first run was at work
  used.last_use = [&]() -> std::optional<Timestamp> {
    return world.now < came ? std::nullopt : std::optional<Timestamp>(came);
  };
  run_daemon(Cadence({job("dream", 3600, {}, 250)}, kStart, seconds(0)), used, HowLong::for_good);
  CHECK(world.ran == Names{"dream", "dream"});
  CHECK(world.waits == std::vector<seconds>{seconds(250), seconds(300), seconds(300)});
}

TEST_CASE("New settings count at once, also those that came while a job ran") {
  World world;
  world.orders = {Wake::settings, Wake::time, Wake::terminate};
  run_daemon(Cadence({job("a", 100)}, kStart, seconds(0)), world.world(), HowLong::for_good);
  CHECK(world.settings_read == 1);
  CHECK(world.ran == Names{"a", "new"});
}

TEST_CASE("A thousand idle cycles, and a thousand jobs, take no memory") {
  World world;
  world.keep = false;
  int left = 2000;
  DaemonWorld counted = world.world();
  const auto step = [&left] { return --left > 0 ? Wake::time : Wake::terminate; };
  counted.wait = [&](seconds most) {
    world.now += most;
    return step();
  };
  counted.run = [&](const CadenceJob&) { return JobEnd{step(), true}; };
  const auto cycles = [&](int count) {
    left = count;
    run_daemon(Cadence({job("a", 10), job("b", 300)}, world.now, seconds(0)), counted, HowLong::for_good);
  };
  cycles(10);
  const auto before = mallinfo2().uordblks;  // bytes in use; 0 under a sanitizer
  cycles(2000);
  CHECK(mallinfo2().uordblks == before);
}
