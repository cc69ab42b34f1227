// systemd's user units and the crontab lines that run upkeep without a daemon, as text.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

// Times of day or of the hour that lie `interval` apart, or a little less where it divides no day; at most a day.
struct TimesOfDay {
  std::string on_calendar;  // systemd's
  std::string cron;         // the five fields
};
TimesOfDay times_of_day(std::chrono::seconds interval);

// One command that is run now and then.
struct TimedCommand {
  std::string name;                // of the units, "ai-memory-sweep"
  std::string about;               // "remove pages that have faded"
  std::vector<std::string> words;  // the command line, from the program's absolute path on
  std::chrono::seconds interval, random_delay;
  std::map<std::string, std::string> variables;  // what it needs of the shell's, none of them secret
  std::string key_file;  // where variables with keys are looked for, in systemd's words; empty: needs none
};

struct UnitFile {
  std::string name;  // "ai-memory-sweep.timer"
  std::string text;  // its first line is kMadeByUs
};

// Says whose file it is; a file without it is never touched.
inline constexpr std::string_view kMadeByUs = "# Made by `ai-memory install-timers`, which may replace or remove it.";

// A service and its timer. Throws `usage` if systemd cannot take the program's path.
std::vector<UnitFile> unit_files(const TimedCommand& command);
std::string crontab_line(const TimedCommand& command);

// One word of ExecStart= behind the program's path: quotes, %, $ and all that is not plain are escaped.
std::string systemd_word(std::string_view word);

}  // namespace ai_memory
