#include <doctest/doctest.h>
#include <fstream>

#include "cli/unit_folder.hh"
#include "tests/support/temp_folder.hh"
#include "wiki/error.hh"

using namespace ai_memory;
using std::chrono::seconds;

namespace {

TimedCommand command(std::vector<std::string> words) {
  return {"ai-memory-sweep", "sweep", std::move(words), seconds(21'600), seconds(60), {}, ""};
}

std::string line_of(const std::string& text, const std::string& key) {
  const auto at = text.find("\n" + key);
  return at == std::string::npos ? "" : text.substr(at + 1, text.find('\n', at + 1) - at - 1);
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("Intervals become times of the day that are as far apart, never farther") {
  struct Row {
    int secs;
    const char *calendar, *cron;
  };
  for (const Row& row :
       {Row{1, "*-*-* *:*:00", "* * * * *"}, Row{119, "*-*-* *:*:00", "* * * * *"},
        Row{600, "*-*-* *:00/10:00", "*/10 * * * *"}, Row{59 * 60, "*-*-* *:00/30:00", "*/30 * * * *"},
        Row{3600, "*-*-* *:17:00", "17 * * * *"}, Row{5 * 3600, "*-*-* 00/4:17:00", "17 */4 * * *"},
        Row{21'600, "*-*-* 00/6:17:00", "17 */6 * * *"}, Row{23 * 3600, "*-*-* 00/12:17:00", "17 */12 * * *"},
        Row{86'400, "*-*-* 03:17:00", "17 3 * * *"}, Row{604'800, "*-*-* 03:17:00", "17 3 * * *"}}) {
    CAPTURE(row.secs);
    CHECK(times_of_day(seconds(row.secs)).on_calendar == row.calendar);
    CHECK(times_of_day(seconds(row.secs)).cron == row.cron);
  }
}

TEST_CASE("Variables that the command needs go before it, quoted as each reads them") {
  TimedCommand one = command({"/bin/x"});
  one.variables = {{"XDG_DATA_HOME", "/a b/50%/$c"}, {"SSL_CERT_FILE", "/ca.pem"}};
  CHECK(crontab_line(one) == "17 */6 * * *  SSL_CERT_FILE=/ca.pem XDG_DATA_HOME='/a b/50\\%/$c' /bin/x");
  const std::string service = unit_files(one).front().text;
  CHECK(line_of(service, "Environment=\"") == "Environment=\"XDG_DATA_HOME=/a b/50%%/$c\"");
  CHECK(line_of(service, "Environment=SSL") == "Environment=SSL_CERT_FILE=/ca.pem");
}

TEST_CASE("Words are quoted as systemd and cron read them") {
  struct Row {
    const char *word, *systemd, *cron;
  };
  for (const Row& row :
       {Row{"plain/a-b.c", "plain/a-b.c", "plain/a-b.c"}, Row{"", "\"\"", "''"}, Row{"a b", "\"a b\"", "'a b'"},
        Row{"50%", "50%%", "50\\%"}, Row{"$HOME", "$$HOME", "'$HOME'"}, Row{"it's", "\"it's\"", "'it'\\''s'"},
        Row{"a\"b", "\"a\\x22b\"", "'a\"b'"}, Row{"a\\n", "\"a\\x5cn\"", "'a\\n'"}, Row{";", "\";\"", "';'"},
        Row{"a\nb", "\"a\\x0ab\"", "\"$(printf 'a\\012b')\""},
        Row{"a\n%", "\"a\\x0a%%\"", "\"$(printf 'a\\012\\045')\""}}) {
    CAPTURE(row.word);
    CHECK(systemd_word(row.word) == row.systemd);
    CHECK(crontab_line(command({"/bin/x", row.word})) == "17 */6 * * *  /bin/x " + std::string(row.cron));
  }
}

TEST_CASE("A service runs the command, its timer makes up for what was missed, and both say who made them") {
  const auto units = unit_files(command({"/opt/a b%/$x/ai-memory", "--home", "/h"}));
  REQUIRE(units.size() == 2);
  CHECK(units[0].name == "ai-memory-sweep.service");
  CHECK(line_of(units[0].text, "ExecStart=") == "ExecStart=\"/opt/a b%%/$x/ai-memory\" --home /h");
  CHECK(line_of(units[0].text, "EnvironmentFile") == "");
  CHECK(line_of(units[1].text, "Persistent=") == "Persistent=true");
  CHECK(line_of(units[1].text, "RandomizedDelaySec=") == "RandomizedDelaySec=60");
  for (const auto& unit : units) CHECK(unit.text.starts_with(std::string(kMadeByUs) + "\n"));
  CHECK_THROWS_AS(unit_files(command({"/opt/\"x\"/ai-memory"})), const Error&);
}

TEST_CASE("Units are replaced and removed only where they are ours; a link is nobody's business") {
  const test::TempFolder home;
  const UnitFolder folder(home.path / "systemd/user");
  const auto units = unit_files(command({"/bin/x"}));
  const std::vector<std::string> names = {units[0].name, units[1].name};
  REQUIRE(folder.missing(units).size() == 2);
  folder.put(units);
  CHECK(text_of(folder.path() / names[0]) == units[0].text);
  CHECK(folder.missing(units).empty());
  const auto others = unit_files(command({"/bin/y"}));
  REQUIRE(folder.missing(others).size() == 1);  // the timer is the same
  folder.put(folder.missing(others));
  CHECK(text_of(folder.path() / names[0]) == others[0].text);

  std::ofstream(folder.path() / names[0]) << "[Service]\nExecStart=/bin/mine\n";
  CHECK_THROWS_AS(folder.missing(units), const Error&);
  CHECK(folder.ours(names) == std::vector<std::string>{names[1]});
  std::filesystem::create_directory(folder.path() / "timers.target.wants");
  const auto link = folder.path() / "timers.target.wants" / names[1];
  std::filesystem::create_symlink(folder.path() / names[1], link);
  folder.remove(folder.ours(names));
  CHECK(text_of(folder.path() / names[0]) == "[Service]\nExecStart=/bin/mine\n");
  CHECK_FALSE(std::filesystem::exists(folder.path() / names[1]));
  CHECK_FALSE(std::filesystem::is_symlink(link));

  std::filesystem::create_symlink("/dev/null", folder.path() / names[1]);  // as `systemctl mask` does
  CHECK(folder.ours(names).empty());
  CHECK_THROWS_AS(folder.missing({units[1]}), const Error&);
}
