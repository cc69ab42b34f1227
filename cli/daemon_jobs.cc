#include "cli/daemon_jobs.hh"

namespace ai_memory {

std::vector<CadenceJob> daemon_jobs(const Config& config, const DaemonState& state) {
  using std::chrono::seconds;
  const DaemonConfig& daemon = config.daemon;
  std::vector<CadenceJob> jobs = {{"sweep", seconds(daemon.sweep_interval_secs)}};
  if (config.embedding.provider != "none") jobs.push_back({"embed", seconds(daemon.embed_interval_secs)});
  jobs.push_back({"lint", seconds(daemon.lint_interval_secs)});
  if (config.decay.dream_cold_clusters) {
    jobs.push_back({"dream", seconds(config.dream.interval_secs)});
    jobs.back().quiet = seconds(config.dream.idle_window_secs);
  }
  for (auto& job : jobs)
    if (const auto record = state.find(job.name); record != state.end()) job.ended = record->second.ended;
  return jobs;
}

std::vector<std::string> job_arguments(const std::string& job, const std::string& home,
                                       const std::string& config_file) {
  std::vector<std::string> words = {"ai-memory", "--home", home, "--no-color"};
  if (!config_file.empty()) words.insert(words.end(), {"--config", config_file});
  if (job != "lint") words.push_back("--quiet");
  words.push_back(job == "sweep" ? "forget-sweep" : job);
  return words;
}

}  // namespace ai_memory
