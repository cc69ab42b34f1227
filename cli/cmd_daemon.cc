// Runs the commands of upkeep when they are due, as long as nobody ends it.
#include <CLI/CLI.hpp>
#include <random>
#include <unistd.h>

#include "cli/activity.hh"
#include "cli/clock.hh"
#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/daemon_jobs.hh"
#include "cli/daemon_report.hh"
#include "cli/job_process.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr int kExitInterrupted = 130;

class Daemon {
 public:
  explicit Daemon(Context& context)
      : context_(context),
        state_dir_(context.wiki().state_dir()),
        config_(context.config()),
        config_file_(context.options().config.empty() ? "" : fs::absolute(context.options().config).string()),
        state_(read_daemon_state(state_dir_)) {}

  const DaemonState& state() const { return state_; }
  bool all_well() const { return all_well_; }
  std::optional<Timestamp> last_use() const { return last_activity(state_dir_); }
  Cadence cadence(std::chrono::seconds delay = {}) const {
    return Cadence(daemon_jobs(config_, state_), current_time(), delay);
  }
  DaemonWorld world(Signals& signals);
  void say(const std::string& text) const { context_.out().tell("ai-memory: " + text); }

 private:
  JobEnd run(const CadenceJob& job, Signals& signals);
  void keep(const std::string& job, int status);
  Cadence read_settings();
  // Told even if it is to be quiet, and each time.
  static void complain(const std::string& text) { std::fprintf(stderr, "ai-memory: %s\n", one_line(text).c_str()); }

  Context& context_;
  fs::path state_dir_;
  Config config_;
  std::string config_file_;
  DaemonState state_;
  bool all_well_ = true;
};

DaemonWorld Daemon::world(Signals& signals) {
  DaemonWorld world;
  world.now = current_time;
  world.last_use = [this] { return last_use(); };
  world.wait = [&signals](std::chrono::seconds most) { return signals.wait(most); };
  world.run = [this, &signals](const CadenceJob& job) { return run(job, signals); };
  world.read_settings = [this] { return read_settings(); };
  return world;
}

// One that cannot be run at all has ended too, and is tried again when it is due again.
JobEnd Daemon::run(const CadenceJob& job, Signals& signals) {
  const ActivityWatch watch(state_dir_);
  JobRun ended;
  try {
    ended = run_job(job_arguments(job.name, context_.home().string(), config_file_), signals,
                    [&job](std::string_view line) { complain(job.name + ": " + std::string(line)); });
  } catch (const Error& error) {
    complain(job.name + ": " + error.what());
    ended.status = static_cast<int>(error.kind());
  }
  if (!ended.status) {
    say(job.name + ": ended early");
    return {ended.wake, false};
  }
  const int status = *ended.status;
  const bool cancelled = job.quiet.count() > 0 && watch.anybody();
  const std::string how =
      "exit status " + std::to_string(status) + (ended.last_line.empty() ? "" : "; " + one_line(ended.last_line));
  if (status != kExitOk)
    complain(job.name + ": " + how);
  else if (!cancelled)
    say(job.name + ": " + how);
  all_well_ = all_well_ && status == kExitOk;
  if (cancelled) {  // or it had just ended when somebody came, which nobody can tell and costs a look only
    say(job.name + ": counts as cancelled, for somebody used the wiki meanwhile; it is due again when nobody does");
    return {ended.wake, false};
  }
  keep(job.name, status);
  return {ended.wake, true};
}

// Not to be able to keep it costs a run too many after the next start.
void Daemon::keep(const std::string& job, int status) {
  state_[job] = {current_time(), status};
  try {
    write_daemon_state(state_dir_, state_);
  } catch (const Error& error) {
    complain(std::string("the time of ") + job + " is not kept: " + error.what());
  }
}

// Settings that are wrong change nothing but the log.
Cadence Daemon::read_settings() {
  try {
    Context fresh(context_.options(), {});
    config_ = fresh.config();
    say("read the settings");
  } catch (const Error& error) {
    complain(std::string(error.what()) + "; the settings stay as they were");
  }
  return cadence();
}

// What is overdue on many machines, or in many homes, is not done by all of them in the same second.
std::chrono::seconds random_part(int most) {
  std::random_device random;
  return std::chrono::seconds(random() % (static_cast<unsigned>(most) + 1));
}

int run(Context& context, HowLong how_long) {
  std::optional<FileLock> lock;  // before the state is read, for another one may be writing it
  if (!context.options().dry_run) lock.emplace(lock_daemon(context.wiki().state_dir()));
  Daemon daemon(context);
  if (!lock) {
    print_schedule(context, daemon.cadence(), daemon.state(), daemon.last_use());
    return kExitOk;
  }
  Signals signals;
  const bool once = how_long == HowLong::once;
  const auto delay = once ? std::chrono::seconds(0) : random_part(context.config().daemon.random_delay_secs);
  if (!once) daemon.say("daemon of " + one_line(context.home().string()) + ", process " + std::to_string(::getpid()));
  const Wake why = run_daemon(daemon.cadence(delay), daemon.world(signals), how_long);
  if (!once) daemon.say("daemon ends");
  if (context.options().json) print_schedule(context, daemon.cadence(), daemon.state(), daemon.last_use());
  if (why == Wake::interrupt) return kExitInterrupted;
  return once && !daemon.all_well() ? kExitWithWarnings : kExitOk;
}

}  // namespace

Runner setup_daemon(CLI::App& app) {
  auto once = std::make_shared<bool>(false);
  app.add_flag("--once", *once, "Run what is due now, and end");
  return [once](Context& context) { return run(context, *once ? HowLong::once : HowLong::for_good); };
}

}  // namespace ai_memory
