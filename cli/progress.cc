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

std::string progress_line(const std::string& label, std::size_t done, std::size_t total, std::size_t width) {
  if (total == 0) return (label + "…").substr(0, width + 2);  // the ellipsis is three bytes, one column
  done = std::min(done, total);
  const std::string count = std::to_string(done) + "/" + std::to_string(total);
  const std::size_t used = label.size() + count.size() + 5;
  if (used + 10 > width) return (label + " " + count).substr(0, width);
  const std::size_t columns = std::min<std::size_t>(width - used, 40);
  const std::size_t filled = done * columns / total;
  return label + "  [" + std::string(filled, '#') + std::string(columns - filled, '-') + "] " + count;
}

Progress::Progress(bool wanted) : shown_(wanted && stderr_is_terminal()) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::stage(const std::string& label, std::size_t total) {
  label_ = label;
  total_ = total;
  drawn_ = 0;
  draw(0);
}

void Progress::at(std::size_t done) {
  const std::size_t thousandths = total_ == 0 ? 0 : done * 1000 / total_;
  if (thousandths == drawn_) return;  // redrawing for every file would cost more than reading it
  drawn_ = thousandths;
  draw(done);
}

void Progress::draw(std::size_t done) {
  if (!shown_) return;
  std::fprintf(stderr, "\r\033[K%s", progress_line(label_, done, total_, terminal_width() - 1).c_str());
  std::fflush(stderr);
}

}  // namespace ai_memory
