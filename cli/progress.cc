#include "cli/progress.hh"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ai_memory {
namespace {

bool stderr_is_terminal() {
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && term != nullptr && std::string_view(term) != "dumb";
}

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace

std::string progress_line(const std::string& label, std::size_t done, std::size_t total, std::size_t width,
                          std::chrono::seconds elapsed) {
  if (total == 0) {
    const std::string since = elapsed.count() < 2 ? "" : " " + std::to_string(elapsed.count()) + " s";
    return (label + "…" + since).substr(0, width + 2);  // the ellipsis is three bytes, one column
  }
  done = std::min(done, total);
  const std::string count = std::to_string(done) + "/" + std::to_string(total);
  const std::size_t used = label.size() + count.size() + 5;
  if (used + 10 > width) return (label + " " + count).substr(0, width);
  const std::size_t columns = std::min<std::size_t>(width - used, 40);
  const std::size_t filled = done * columns / total;
  return label + "  [" + std::string(filled, '#') + std::string(columns - filled, '-') + "] " + count;
}

Progress::Progress(bool wanted) : shown_(wanted && stderr_is_terminal()) {
  if (shown_) heart_ = std::jthread([this](const std::stop_token& stop) { beat(stop); });
}

Progress::~Progress() {
  if (!shown_) return;
  heart_.request_stop();
  heart_.join();
  std::fputs("\r\033[K", stderr);
}

void Progress::beat(const std::stop_token& stop) {
  std::unique_lock held(lock_);
  while (!woken_.wait_for(held, stop, std::chrono::seconds(1), [&stop] { return stop.stop_requested(); })) {
    if (!label_.empty() && total_ == 0) draw();
  }
}

void Progress::stage(const std::string& label, std::size_t total) {
  if (!shown_) return;
  const std::lock_guard held(lock_);
  label_ = label;
  total_ = total;
  done_ = drawn_ = 0;
  began_ = std::chrono::steady_clock::now();
  draw();
}

void Progress::at(std::size_t done) {
  if (!shown_) return;
  const std::lock_guard held(lock_);
  done_ = done;
  const std::size_t thousandths = total_ == 0 ? 0 : done * 1000 / total_;
  if (thousandths == drawn_) return;  // redrawing for every file would cost more than reading it
  drawn_ = thousandths;
  draw();
}

void Progress::draw() {
  const auto elapsed = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - began_);
  std::fprintf(stderr, "\r\033[K%s", progress_line(label_, done_, total_, terminal_width() - 1, elapsed).c_str());
  std::fflush(stderr);
}

}  // namespace ai_memory
