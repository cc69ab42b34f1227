// Has systemd or cron run sweeps and dreams: writes units, and says what a person is to type. Starts nothing itself.
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "cli/command.hh"
#include "cli/context.hh"
#include "cli/timed_commands.hh"
#include "cli/unit_folder.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct TimerFlags {
  bool cron = false, remove = false, dry_run = false;
};

fs::path units_folder() {
  const fs::path settings = default_config_file();  // …/ai-memory/config.toml
  if (settings.empty())
    throw Error(ErrorKind::usage, "the folder of systemd's units: HOME is not set", "set HOME or XDG_CONFIG_HOME");
  return settings.parent_path().parent_path() / "systemd/user";
}

std::string names_of(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += " " + name;
  return text;
}

std::vector<std::string> timers_of(const std::vector<UnitFile>& files) {
  std::vector<std::string> timers;
  for (const auto& file : files)
    if (file.name.ends_with(".timer")) timers.push_back(file.name);
  return timers;
}

struct Plan {
  fs::path folder;
  std::vector<UnitFile> files;       // to write
  std::set<std::string> replaced;    // of these, the names of those that are there, for other settings or another home
  std::vector<std::string> removed;  // to remove
  std::vector<std::string> commands, crontab;
};

void tell_keys(Context& context, bool cron) {
  for (const auto& key : needed_keys(context.config()))
    context.out().tell(cron ? "The commands need the variable " + one_line(key) +
                                  ": cron knows those only that are set at the head of the crontab."
                            : "The units need the variable " + one_line(key) +
                                  ", whose value is in none of them: put " + one_line(key) +
                                  "=… into ~/.config/ai-memory/environment (chmod 600), which they read.");
}

// They count here, but not for what a timer starts.
void tell_settings(Context& context) {
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view entry(*one);
    const std::string_view name = entry.substr(0, entry.find('='));
    if (name.starts_with("AI_MEMORY_") && name.find("__") != std::string_view::npos)
      context.out().warn(one_line(std::string(name)) +
                         ": is set in this shell alone; what is to hold for timers goes into the file of settings");
  }
}

void print_plan(Context& context, const Plan& plan, const TimerFlags& flags) {
  auto& out = context.out();
  if (flags.cron) {
    for (const auto& line : plan.crontab) out.line(line);
    return;
  }
  const auto say = [&](const std::string& would, const std::string& did, const std::string& name) {
    out.say((flags.dry_run ? "would " + would : did) + " " + one_line((plan.folder / name).string()));
  };
  for (const auto& file : plan.files) {
    plan.replaced.contains(file.name) ? say("replace", "replaced", file.name) : say("write", "wrote", file.name);
    if (flags.dry_run) out.line(file.text);
  }
  for (const auto& name : plan.removed) say("remove", "removed", name);
  if (plan.files.empty() && plan.removed.empty()) out.say(flags.remove ? "nothing of ours is there" : "all is there");
  if (!plan.commands.empty()) out.say(flags.remove ? "To stop them, type:" : "To start them, type:");
  for (const auto& command : plan.commands) out.line("  " + command);
  if (!plan.crontab.empty()) out.say("The same for cron (`crontab -e`), instead:");
  for (const auto& line : plan.crontab) out.line("  " + line);
}

void print_json(Context& context, const Plan& plan, const TimerFlags& flags) {
  auto document = json_document();
  document["dry_run"] = flags.dry_run;
  document["folder"] = plan.folder.string();
  document["written"] = ordered_json::array();
  for (const auto& file : plan.files) document["written"].push_back({{"name", file.name}, {"text", file.text}});
  document["removed"] = plan.removed;
  document["commands"] = plan.commands;
  document["crontab"] = plan.crontab;
  context.out().json(document);
}

Plan plan_removal(const UnitFolder& folder) {
  std::vector<std::string> names, timers;
  for (const std::string name : {kSweepTimer, kDreamTimer}) {
    names.push_back(name + ".service");
    names.push_back(name + ".timer");
  }
  Plan plan;
  plan.folder = folder.path();
  plan.removed = folder.ours(names);
  for (const auto& name : plan.removed)
    if (name.ends_with(".timer")) timers.push_back(name);
  if (!plan.removed.empty()) plan.commands = {"systemctl --user daemon-reload"};
  if (!timers.empty()) plan.commands.insert(plan.commands.begin(), "systemctl --user stop" + names_of(timers));
  return plan;
}

Plan plan_installation(Context& context, const UnitFolder& folder, bool cron) {
  Plan plan;
  plan.folder = folder.path();
  std::vector<UnitFile> files;
  for (const auto& command : timed_commands(context)) {
    plan.crontab.push_back(crontab_line(command));
    if (cron) continue;
    for (auto& file : unit_files(command)) files.push_back(std::move(file));
  }
  if (cron) return plan;
  plan.files = folder.missing(files);
  for (const auto& file : plan.files)
    if (fs::exists(folder.path() / file.name)) plan.replaced.insert(file.name);
  plan.commands = {"systemctl --user daemon-reload", "systemctl --user enable --now" + names_of(timers_of(files))};
  return plan;
}

int install_timers(Context& context, const TimerFlags& flags) {
  const UnitFolder folder(units_folder());
  const Plan plan = flags.remove ? plan_removal(folder) : plan_installation(context, folder, flags.cron);
  if (!flags.dry_run) {
    folder.put(plan.files);
    folder.remove(plan.removed);
  }
  context.options().json ? print_json(context, plan, flags) : print_plan(context, plan, flags);
  if (flags.remove) return kExitOk;
  tell_keys(context, flags.cron);
  tell_settings(context);
  if (!fs::exists(context.wiki_root()))
    context.out().warn(one_line(context.home().string()) + ": no wiki is there yet; `ai-memory init` makes one");
  return kExitOk;
}

}  // namespace

Runner setup_install_timers(CLI::App& app) {
  auto flags = std::make_shared<TimerFlags>();
  auto* cron = app.add_flag("--cron", flags->cron, "Print lines for crontab only, and write nothing");
  app.add_flag("--remove", flags->remove, "Remove the units that it made")->excludes(cron);
  app.add_flag("-n,--dry-run", flags->dry_run, "Show what would be written or removed, change nothing");
  return [flags](Context& context) { return install_timers(context, *flags); };
}

}  // namespace ai_memory
