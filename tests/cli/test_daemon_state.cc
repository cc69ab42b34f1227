#include <doctest/doctest.h>
#include <fstream>
#include <unistd.h>

#include "cli/daemon_jobs.hh"
#include "tests/support/temp_folder.hh"
#include "wiki/error.hh"

using namespace ai_memory;

namespace {

constexpr Timestamp kNow{std::chrono::seconds(1'700'000'000)};

std::string names(const std::vector<CadenceJob>& jobs) {
  std::string text;
  for (const auto& job : jobs) text += job.name + " ";
  return text;
}

}  // namespace

TEST_CASE("What was kept of jobs is read back; without a file, or from one that is none, nothing is known") {
  const test::TempFolder folder;
  CHECK(read_daemon_state(folder.path).empty());
  write_daemon_state(folder.path, {{"dream", {kNow, 5}}, {"sweep", {kNow + std::chrono::seconds(7), 0}}});
  const DaemonState state = read_daemon_state(folder.path);
  REQUIRE(state.size() == 2);
  CHECK(state.at("dream").ended == kNow);
  CHECK(state.at("dream").status == 5);
  CHECK(state.at("sweep").ended == kNow + std::chrono::seconds(7));
  for (const char* text : {"", "{", "[]", "{\"jobs\":3}", "{\"jobs\":{\"sweep\":7}}",
                           "{\"jobs\":{\"sweep\":{\"ended\":\"soon\"}}}", "{\"jobs\":{\"sweep\":{\"ended\":5}}}"}) {
    CAPTURE(text);
    std::ofstream(folder.path / "daemon.json") << text;
    CHECK(read_daemon_state(folder.path).empty());
  }
}

TEST_CASE("One daemon a wiki: the second is told who holds the lock; it is free when the first one ends") {
  const test::TempFolder folder;
  CHECK_FALSE(running_daemon(folder.path));
  {
    const FileLock lock = lock_daemon(folder.path);
    CHECK(running_daemon(folder.path) == ::getpid());
    try {
      lock_daemon(folder.path);
      FAIL("locked twice");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::conflict);
      CHECK(std::string(error.what()).find("held by process " + std::to_string(::getpid())) != std::string::npos);
    }
  }
  CHECK_FALSE(running_daemon(folder.path));
}

TEST_CASE("The number of a process that was killed, be it another's by now, keeps no daemon from starting") {
  const test::TempFolder folder;
  std::ofstream(folder.path / "daemon.lock") << "process 1\n";  // which is alive, and no daemon of ours
  CHECK_FALSE(running_daemon(folder.path));
  const FileLock lock = lock_daemon(folder.path);
  CHECK(running_daemon(folder.path) == ::getpid());
}

TEST_CASE("Dreams are run if they are enabled, vectors made if there is what makes them, and times are taken over") {
  Config config;
  CHECK(names(daemon_jobs(config, {})) == "sweep embed lint ");
  config.embedding.provider = "none";
  config.decay.dream_cold_clusters = true;
  config.dream.interval_secs = 5;
  const auto jobs = daemon_jobs(config, {{"dream", {kNow, 0}}, {"gone", {kNow, 0}}});
  CHECK(names(jobs) == "sweep lint dream ");
  CHECK(jobs[2].interval == std::chrono::seconds(5));
  CHECK(jobs[2].quiet == std::chrono::seconds(config.dream.idle_window_secs));
  CHECK(jobs[2].ended == kNow);
  CHECK_FALSE(jobs[0].ended);
}
