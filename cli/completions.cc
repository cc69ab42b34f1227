#include "cli/completions.hh"

#include <algorithm>
#include <cctype>

namespace ai_memory {
namespace {

using List = std::vector<std::string>;

bool contains(const List& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Options that change which wiki and project the rest is about.
void remember(Cursor& cursor, const OptionInfo& option, const std::string& value) {
  cursor.given.push_back(option.name);
  if (option.name == "home") cursor.globals.home = value;
  if (option.name == "config") cursor.globals.config = value;
  if (option.name == "workspace") cursor.globals.workspace = value;
  if (option.name == "project") cursor.globals.project = value;
}

// Takes the words before the cursor; the last option may still want its value, which is then the cursor's slot.
class Reader {
 public:
  explicit Reader(Cursor& cursor) : cursor_(cursor), globals_(describe_globals()) {}

  void take(const std::string& word) {
    if (awaited_ != nullptr) {
      remember(cursor_, *awaited_, word);
      awaited_ = nullptr;
    } else if (cursor_.option_possible && word.size() > 1 && word[0] == '-') {
      take_option(word);
    } else if (cursor_.command == nullptr && !cursor_.help) {
      take_command(word);
    } else {
      ++positionals_;
      cursor_.lost = cursor_.lost || cursor_.help;
    }
  }

  void finish(const std::string& typed) {
    cursor_.typed = typed;
    if (awaited_ != nullptr) {
      cursor_.slot = awaited_;
      cursor_.option_possible = false;
    } else if (const auto equals = typed.find('=');
               cursor_.option_possible && typed.starts_with("--") && equals != std::string::npos) {
      cursor_.slot = info().find(typed.substr(0, equals));
      cursor_.option_possible = false;
      cursor_.head = typed.substr(0, equals + 1);
      cursor_.typed = typed.substr(equals + 1);
    } else if (const auto places = cursor_.info.positionals(); !places.empty()) {
      if (positionals_ < places.size())
        cursor_.slot = places[positionals_];
      else if (places.back()->repeated)
        cursor_.slot = places.back();
    }
    if (cursor_.command == nullptr) cursor_.info = std::move(globals_);
  }

 private:
  const CommandInfo& info() const { return cursor_.command == nullptr ? globals_ : cursor_.info; }

  void take_option(const std::string& word) {
    if (word == "--") {
      cursor_.option_possible = false;
      return;
    }
    const auto equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const auto* option = info().find(word.substr(0, equals));
    if (option == nullptr) return;
    if (!option->value.empty() && equals == std::string::npos)
      awaited_ = option;
    else
      remember(cursor_, *option, equals == std::string::npos ? "" : word.substr(equals + 1));
  }

  void take_command(const std::string& word) {
    if (word == "help") {
      cursor_.help = true;
    } else if (const auto* command = find_command(word)) {
      cursor_.command = command;
      cursor_.info = describe(*command);
    } else {
      cursor_.lost = true;
    }
  }

  Cursor& cursor_;
  CommandInfo globals_;
  const OptionInfo* awaited_ = nullptr;
  std::size_t positionals_ = 0;
};

void offer_commands(const Cursor& cursor, std::vector<Candidate>& found) {
  for (const auto& command : commands())
    if (command.name.starts_with(cursor.typed))
      found.push_back({std::string(command.name), std::string(command.summary)});
  if (!cursor.help && std::string_view("help").starts_with(cursor.typed))
    found.push_back({"help", "tell more of a command"});
}

void offer_options(const Cursor& cursor, std::vector<Candidate>& found) {
  for (const auto& option : cursor.info.options) {
    if (option.positional || option.name.empty()) continue;
    if (contains(cursor.given, option.name) && !option.repeated) continue;
    if (option.shown().starts_with(cursor.typed)) found.push_back({option.shown(), option.about});
  }
}

// What the value of an option or a positional is, by the name that help gives it.
Candidates::Files files_of(const OptionInfo& slot) {
  if (slot.value == "FILE" || slot.name == "FILE" || slot.name == "SOURCE") return Candidates::Files::any;
  if (slot.value == "DIR" || slot.name == "DIR") return Candidates::Files::folders;
  return Candidates::Files::none;
}

// Kinds that folders give and that write-page's help names; any other word is one, too.
const List kKinds = {"note", "session", "decision", "concept", "gotcha",  "procedure", "rule",
                     "fact", "person",  "event",    "block",   "profile", "reminder"};
const List kPasses = {"hand-edits", "ttl", "inbox", "working", "dedup", "compact", "evict", "purge", "ledger"};

// Values that the option table does not list.
const List* usual_values(const OptionInfo& slot) {
  if (slot.name == "kind") return &kKinds;
  return slot.name == "pass" ? &kPasses : nullptr;
}

List setting_names() {
  List names;
  for (const auto& key : config_keys()) names.emplace_back(key.name);
  return names;
}

}  // namespace

Cursor find_cursor(const List& words) {
  Cursor cursor;
  Reader reader(cursor);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) reader.take(words[i]);
  reader.finish(words.empty() ? std::string() : words.back());
  return cursor;
}

Candidates candidates(const Cursor& cursor, const WikiWords& wiki_words) {
  Candidates result;
  if (cursor.lost) return result;
  if (cursor.option_possible && cursor.typed.starts_with("-")) {
    offer_options(cursor, result.words);
    return result;
  }
  if (cursor.slot == nullptr) {
    if (cursor.command == nullptr) offer_commands(cursor, result.words);
    return result;
  }
  const auto& slot = *cursor.slot;
  result.files = files_of(slot);
  if (result.files != Candidates::Files::none) return result;
  const std::string what = slot.positional ? slot.name : slot.value;
  const List* usual = usual_values(slot);
  const bool from_wiki = slot.choices.empty() && what != "KEY" && usual == nullptr;
  const List names = !slot.choices.empty() ? slot.choices
                     : usual != nullptr    ? *usual
                     : what == "KEY"       ? setting_names()
                                           : wiki_words(what, cursor);
  const auto comma = slot.name == "pass" ? cursor.typed.rfind(',') + 1 : 0;  // a list: its last word goes on
  for (const auto& name : names)
    if (from_wiki || name.starts_with(cursor.typed.substr(comma)))
      result.words.push_back({cursor.head + cursor.typed.substr(0, comma) + name, {}});
  return result;
}

bool lose_typed(const std::vector<Candidate>& words, const std::string& typed) {
  if (words.size() < 2) return false;
  std::string common = words.front().word;
  for (const auto& [word, about] : words)
    common.erase(std::mismatch(common.begin(), common.end(), word.begin(), word.end()).first, common.end());
  const auto alike = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(common.begin(), common.end(), typed.begin(), typed.end(), alike) == common.end() && !typed.empty();
}

}  // namespace ai_memory
