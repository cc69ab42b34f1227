// A progress bar for long work: one line on a terminal's stderr, redrawn in place; nothing anywhere else.
#pragma once

#include <cstddef>
#include <string>

namespace ai_memory {

class Progress {
 public:
  // `wanted` false (--quiet, --json) draws nothing; so does a stderr that is no terminal or TERM=dumb.
  explicit Progress(bool wanted);
  ~Progress();  // wipes the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Begins a stage: "Reading files". `total` 0: how much there is to do is not known, no bar is shown.
  void stage(const std::string& label, std::size_t total = 0);
  void at(std::size_t done);

 private:
  void draw(std::size_t done);

  bool shown_ = false;
  std::string label_;
  std::size_t total_ = 0;
  std::size_t drawn_ = 0;  // thousandths last drawn
};

// "Reading files  [#####-----] 5000/10000"; without the bar when `total` is 0. At most `width` columns.
std::string progress_line(const std::string& label, std::size_t done, std::size_t total, std::size_t width);

}  // namespace ai_memory
