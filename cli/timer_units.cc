#include "cli/timer_units.hh"

#include <algorithm>
#include <cstdio>

#include "cli/output.hh"
#include "cli/shell_quote.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr long kMinute = 60, kHour = 60 * kMinute, kDay = 24 * kHour;
constexpr const char* kMinuteOfHour = "17";  // not when everybody else's timers go off

// The largest divisor of `whole` that is at most `part`, at least 1.
long divisor(long whole, long part) {
  long found = std::clamp(part, 1L, whole);
  while (whole % found != 0) --found;
  return found;
}

// Where the program's path stands systemd reads no escape but %% and looks for no variable.
std::string program_word(const std::string& path) {
  const bool unsafe = std::any_of(path.begin(), path.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '"' || c == '\'' || c == '\\';
  });
  if (unsafe)
    throw Error(ErrorKind::usage, one_line(path) + ": no path of a program for systemd",
                "install it where no name has quotes or backslashes, or take `install-timers --cron`");
  std::string word;
  for (const char c : path) word += c == '%' ? "%%" : std::string(1, c);
  return path.find(' ') == std::string::npos ? word : "\"" + word + "\"";
}

std::string exec_start(const std::vector<std::string>& words) {
  std::string line = program_word(words.front());
  for (std::size_t i = 1; i < words.size(); ++i) line += " " + systemd_word(words[i]);
  return line;
}

}  // namespace

TimesOfDay times_of_day(std::chrono::seconds interval) {
  const long secs = interval.count();
  const std::string at = kMinuteOfHour;
  if (secs >= kDay) return {"*-*-* 03:" + at + ":00", at + " 3 * * *"};
  if (secs >= kHour) {
    const long hours = divisor(24, secs / kHour);
    if (hours == 1) return {"*-*-* *:" + at + ":00", at + " * * * *"};
    const std::string every = "/" + std::to_string(hours);
    return {"*-*-* 00" + every + ":" + at + ":00", at + " *" + every + " * * *"};
  }
  const long minutes = divisor(60, secs / kMinute);
  if (minutes == 1) return {"*-*-* *:*:00", "* * * * *"};
  const std::string every = "/" + std::to_string(minutes);
  return {"*-*-* *:00" + every + ":00", "*" + every + " * * * *"};
}

namespace {

// `doubled`: what systemd would take for more than itself.
std::string quoted(std::string_view word, std::string_view doubled) {
  std::string text;
  bool plain = !word.empty();
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f || c == '"' || c == '\\') {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned>(byte));
      text += escape;
      plain = false;
    } else {
      if (doubled.find(c) != std::string_view::npos) text += c;
      text += c;
      plain = plain && c != ' ' && c != '\'' && c != ';';
    }
  }
  return plain ? text : "\"" + text + "\"";
}

}  // namespace

std::string systemd_word(std::string_view word) { return quoted(word, "%$"); }

std::vector<UnitFile> unit_files(const TimedCommand& command) {
  const std::string head = std::string(kMadeByUs) + "\n[Unit]\nDescription=ai-memory: " + command.about +
                           "\nDocumentation=man:ai-memory(1)\n";
  std::string service = head + "\n[Service]\nType=oneshot\nExecStart=" + exec_start(command.words) + "\n";
  for (const auto& [name, value] : command.variables)
    service += "Environment=" + quoted(name + "=" + value, "%") + "\n";
  if (!command.key_file.empty()) service += "EnvironmentFile=-" + command.key_file + "\n";
  service += "Nice=10\n";
  const std::string timer = head + "\n[Timer]\nOnCalendar=" + times_of_day(command.interval).on_calendar +
                            "\nRandomizedDelaySec=" + std::to_string(command.random_delay.count()) +
                            "\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n";
  return {{command.name + ".service", service}, {command.name + ".timer", timer}};
}

std::string crontab_line(const TimedCommand& command) {
  std::string typed;
  for (const auto& [name, value] : command.variables) typed += name + "=" + shell_quote(value) + " ";
  for (const std::string& word : command.words) typed += (&word == command.words.data() ? "" : " ") + shell_quote(word);
  std::string line = times_of_day(command.interval).cron + "  ";
  for (const char c : typed) line += c == '%' ? "\\%" : std::string(1, c);  // cron's newline
  return line;
}

}  // namespace ai_memory
