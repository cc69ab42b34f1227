#include "cli/import_locomo.hh"

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <regex>

#include "wiki/error.hh"
#include "wiki/front_matter.hh"

namespace ai_memory {
namespace {

using nlohmann::json;

constexpr std::array<const char*, 12> kMonths = {"January", "February", "March",     "April",   "May",      "June",
                                                 "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<const char*, 7> kWeekdays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                  "Thursday", "Friday", "Saturday"};

// A turn is one paragraph whatever it holds: runs of white space and control characters become one space.
std::string as_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte != 0x7f) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

// A string or number as text; empty for anything else.
std::string scalar(const json& object, const char* key) {
  if (!object.is_object()) return {};
  const auto at = object.find(key);
  if (at == object.end()) return {};
  if (at->is_string()) return as_one_line(at->get_ref<const std::string&>());
  return at->is_number() ? at->dump() : std::string{};
}

std::string name_of(const LocomoConversation& conversation, std::size_t session) {
  return "conversation " + conversation.id + ", session " + std::to_string(session);
}

class Reader {
 public:
  LocomoFile read(const json& document) {
    const json& list =
        document.is_object() && document.contains("conversations") ? document["conversations"] : document;
    if (list.is_object()) {
      read_conversation(list, 1);
    } else if (list.is_array()) {
      for (std::size_t i = 0; i < list.size(); ++i) read_conversation(list[i], i + 1);
    }
    return std::move(file_);
  }

 private:
  void problem(const std::string& what, const std::string& why) { file_.problems.push_back({what, why}); }

  void read_conversation(const json& record, std::size_t position) {
    LocomoConversation conversation;
    conversation.id = scalar(record, "id");
    if (conversation.id.empty()) conversation.id = scalar(record, "sample_id");
    if (conversation.id.empty()) conversation.id = std::to_string(position);
    if (!record.is_object() || (!record.contains("sessions") && !record.contains("conversation"))) {
      return problem("conversation " + conversation.id, "has neither sessions nor a conversation");
    }
    const bool published = record.contains("conversation");
    const json& body = published ? record["conversation"] : record;
    for (const char* key : {"speaker_a", "speaker_b"}) {
      if (const std::string speaker = scalar(body, key); !speaker.empty()) conversation.speakers.push_back(speaker);
    }
    published ? read_published(conversation, body) : read_sessions(conversation, record["sessions"]);
    if (conversation.sessions.empty()) problem("conversation " + conversation.id, "has no session that can be read");
    file_.conversations.push_back(std::move(conversation));
  }

  void read_sessions(LocomoConversation& conversation, const json& sessions) {
    if (!sessions.is_array()) return;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
      const json& session = sessions[i];
      const bool has_turns = session.is_object() && session.contains("turns");
      read_session(conversation, i + 1, scalar(session, "date_time"), has_turns ? session["turns"] : json());
    }
  }

  void read_published(LocomoConversation& conversation, const json& body) {
    if (!body.is_object()) return;
    static const std::regex session_key("session_([0-9]{1,6})");
    std::vector<std::pair<std::size_t, const json*>> sessions;
    for (const auto& [key, value] : body.items()) {
      if (std::smatch match; std::regex_match(key, match, session_key))
        sessions.emplace_back(std::stoul(match[1]), &value);
    }
    std::sort(sessions.begin(), sessions.end());
    for (const auto& [number, turns] : sessions) {
      const std::string time_key = "session_" + std::to_string(number) + "_date_time";
      read_session(conversation, number, scalar(body, time_key.c_str()), *turns);
    }
  }

  void read_session(LocomoConversation& conversation, std::size_t number, const std::string& when, const json& turns) {
    const std::string name = name_of(conversation, number);
    const auto time = parse_locomo_time(when);
    if (!time) return problem(name, when.empty() ? "has no date_time" : "has a date_time that is no time: " + when);
    LocomoSession session{number, *time, {}};
    for (std::size_t i = 0; turns.is_array() && i < turns.size(); ++i) {
      LocomoTurn turn{scalar(turns[i], "dia_id"), scalar(turns[i], "speaker"), scalar(turns[i], "text"),
                      scalar(turns[i], "blip_caption")};
      const std::string turn_name = name + ", turn " + (turn.id.empty() ? std::to_string(i + 1) : turn.id);
      if (turn.speaker.empty()) {
        problem(turn_name, "has no speaker");
      } else if (turn.text.empty() && turn.caption.empty()) {
        problem(turn_name, "has no text");
      } else {
        session.turns.push_back(std::move(turn));
      }
    }
    if (session.turns.empty()) return problem(name, "has no turns");
    conversation.sessions.push_back(std::move(session));
  }

  LocomoFile file_;
};

std::string join_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

std::string speakers_of(const LocomoConversation& conversation, const LocomoSession& session) {
  std::vector<std::string> names = conversation.speakers;
  if (names.empty()) {
    for (const LocomoTurn& turn : session.turns) {
      if (std::find(names.begin(), names.end(), turn.speaker) == names.end()) names.push_back(turn.speaker);
    }
  }
  return join_names(names);
}

// 8 May 2023
std::string spoken_date(Timestamp time) {
  const std::chrono::year_month_day date{std::chrono::floor<std::chrono::days>(time)};
  return std::to_string(static_cast<unsigned>(date.day())) + " " + kMonths.at(static_cast<unsigned>(date.month()) - 1) +
         " " + std::to_string(static_cast<int>(date.year()));
}

// Monday, 8 May 2023, 13:56. The page then answers to the day of the week too.
std::string spoken_time(Timestamp time) {
  const std::chrono::weekday weekday{std::chrono::floor<std::chrono::days>(time)};
  return std::string(kWeekdays.at(weekday.c_encoding())) + ", " + spoken_date(time) + ", " +
         format_time(time).substr(11, 5);
}

// "line 3, byte 17": where the byte number `bytes` (from 1) of the text stands.
std::string place_in(std::string_view text, std::size_t bytes) {
  const auto before = text.substr(0, std::min(bytes > 0 ? bytes - 1 : 0, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto start = before.rfind('\n');
  const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return "line " + std::to_string(line) + ", byte " + std::to_string(column);
}

std::string syntax_error(std::string_view text, const json::parse_error& error) {
  const std::string where = place_in(text, error.byte);
  if (error.byte > text.size()) return where + ": the text ends too early";
  const char c = text[error.byte > 0 ? error.byte - 1 : 0];
  const bool printable = c > ' ' && c < 0x7f;
  return where + ": " +
         (printable ? std::string("`") + c + "` is not expected here" : "a byte that is not expected here");
}

}  // namespace

std::optional<Timestamp> parse_locomo_time(std::string_view text) {
  if (const auto time = parse_time(text)) return time;
  static const std::regex spoken(
      R"(\s*(\d{1,2}):(\d{2})\s*([ap])\.?m\.?\s+on\s+(\d{1,2})\s+([a-z]+)\s*,?\s*(\d{4})\s*)", std::regex::icase);
  std::cmatch match;
  if (text.size() > 64) return std::nullopt;  // std::regex recurses by length
  if (!std::regex_match(text.data(), text.data() + text.size(), match, spoken)) return std::nullopt;
  const int hour = std::stoi(match[1]);
  if (hour < 1 || hour > 12) return std::nullopt;
  std::string month = match[5];
  std::transform(month.begin(), month.end(), month.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (!month.empty()) month[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(month[0])));
  const auto name = std::find(kMonths.begin(), kMonths.end(), month);
  if (name == kMonths.end()) return std::nullopt;
  const bool afternoon = match[3] == "p" || match[3] == "P";
  const auto two = [](long value) { return (value < 10 ? "0" : "") + std::to_string(value); };
  return parse_time(std::string(match[6]) + "-" + two(name - kMonths.begin() + 1) + "-" + two(std::stol(match[4])) +
                    "T" + two(hour % 12 + (afternoon ? 12 : 0)) + ":" + std::string(match[2]) + ":00Z");
}

LocomoFile parse_locomo(std::string_view text) {
  const char* const hint =
      "a list of conversations with sessions is expected; for a folder of markdown name the folder";
  LocomoFile file;
  try {
    file = Reader().read(json::parse(text));
  } catch (const json::parse_error& error) {
    throw Error(ErrorKind::failed, "not JSON: " + syntax_error(text, error), hint);
  } catch (const json::exception&) {
    throw Error(ErrorKind::failed, "not LoCoMo JSON: a value is of another type than expected", hint);
  }
  if (file.conversations.empty()) throw Error(ErrorKind::failed, "not LoCoMo JSON: it holds no conversation", hint);
  return file;
}

ImportedPage render_session(const LocomoConversation& conversation, const LocomoSession& session,
                            const std::string& workspace, const std::string& file_name) {
  const std::string speakers = speakers_of(conversation, session);
  const std::string number = std::to_string(session.number);
  const std::string title = speakers + ", " + spoken_date(session.time) + " (session " + number + ")";
  const std::string time = format_time(session.time);
  const std::string date = format_date(session.time);

  std::string text = "---\ntype: session\ntitle: " + yaml_scalar(title) + "\ncreated: " + time + "\nupdated: " + time +
                     "\nsource: " + yaml_scalar(file_name + ", " + name_of(conversation, session.number)) +
                     "\ntrust: untrusted\n---\n# " + title + "\n\n" + spoken_time(session.time) + "\n";
  for (const LocomoTurn& turn : session.turns) {
    text += "\n**" + turn.speaker + "**" + (turn.id.empty() ? "" : " (" + turn.id + ")") + ":";
    if (!turn.text.empty()) text += " " + turn.text;
    text += "\n";
    if (!turn.caption.empty()) text += "*Image: " + turn.caption + "*\n";
  }
  const std::string path = workspace + "/locomo-" + slug(conversation.id) + "/sessions/" + date.substr(0, 4) + "/" +
                           date.substr(5, 2) + "/" + date + "-" + slug(speakers + " " + number) + ".md";
  return {PagePath::create(path), std::move(text), name_of(conversation, session.number)};
}

ImportRead read_locomo(std::string_view text, const std::string& workspace, const std::string& file_name) {
  LocomoFile file = parse_locomo(text);
  ImportRead read;
  read.problems = std::move(file.problems);
  for (const LocomoConversation& conversation : file.conversations) {
    for (const LocomoSession& session : conversation.sessions) {
      read.pages.push_back(render_session(conversation, session, workspace, file_name));
    }
  }
  return read;
}

}  // namespace ai_memory
