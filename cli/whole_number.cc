#include "cli/whole_number.hh"

#include <charconv>

namespace ai_memory {

std::function<std::string(const std::string&)> whole_number(long least) {
  return [least](const std::string& text) -> std::string {
    constexpr long most = 1'000'000'000;
    long value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = problem == std::errc() && end == text.data() + text.size();
    if (whole && value >= least && value <= most) return {};
    if (whole && value > most) return "needs a whole number of at most a billion, not " + text;
    return "needs a whole number, " + std::to_string(least) + " or more, not " + text;
  };
}

}  // namespace ai_memory
