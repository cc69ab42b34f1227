// A progress bar for long work: one line on a terminal's stderr, redrawn in place; nothing anywhere else.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

namespace ai_memory {

class Progress {
 public:
  // `wanted` false (--quiet, --json) draws nothing; so does a stderr that is no terminal or TERM=dumb.
  explicit Progress(bool wanted);
  ~Progress();  // wipes the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Begins a stage: "Reading files". `total` 0: how much there is to do is not known; the seconds are shown then.
  void stage(const std::string& label, std::size_t total = 0);
  void at(std::size_t done);

 private:
  void draw();  // with lock_ held
  void beat(const std::stop_token& stop);

  bool shown_ = false;
  std::mutex lock_;
  std::condition_variable_any woken_;
  std::string label_;
  std::size_t total_ = 0, done_ = 0;
  std::size_t drawn_ = 0;  // thousandths last drawn
  std::chrono::steady_clock::time_point began_;
  std::jthread heart_;  // redraws each second, so that a long stage is seen to be alive
};

// "Reading files  [#####-----] 5000/10000"; "Committing… 12 s" when `total` is 0. At most `width` columns.
std::string progress_line(const std::string& label, std::size_t done, std::size_t total, std::size_t width,
                          std::chrono::seconds elapsed = {});

}  // namespace ai_memory
