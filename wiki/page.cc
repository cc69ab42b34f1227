#include "wiki/page.hh"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "wiki/lines.hh"
#include "wiki/markdown.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

constexpr std::array<std::pair<Tier, std::string_view>, 4> kTiers = {{{Tier::working, "working"},
                                                                      {Tier::episodic, "episodic"},
                                                                      {Tier::semantic, "semantic"},
                                                                      {Tier::procedural, "procedural"}}};

struct Folder {
  std::string_view name;
  Tier tier;
  std::string_view kind;
};

// Folders not listed hold semantic notes.
constexpr std::array<Folder, 14> kFolders = {{{"sessions", Tier::episodic, "session"},
                                              {"scratch", Tier::working, "note"},
                                              {"concepts", Tier::semantic, "concept"},
                                              {"decisions", Tier::semantic, "decision"},
                                              {"gotchas", Tier::semantic, "gotcha"},
                                              {"notes", Tier::semantic, "note"},
                                              {"facts", Tier::semantic, "fact"},
                                              {"people", Tier::semantic, "person"},
                                              {"events", Tier::semantic, "event"},
                                              {"procedures", Tier::procedural, "procedure"},
                                              {"_rules", Tier::procedural, "rule"},
                                              {"_slots", Tier::semantic, "block"},
                                              {"profile", Tier::semantic, "profile"},
                                              {"reminders", Tier::semantic, "reminder"}}};

const Folder& folder_of(const PagePath& path) {
  static constexpr Folder kOther{"", Tier::semantic, "note"};
  const auto name = path.folder();
  const auto* found = std::find_if(kFolders.begin(), kFolders.end(), [&](const Folder& f) { return f.name == name; });
  return found == kFolders.end() ? kOther : *found;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& byte : out)
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
  return out;
}

std::optional<bool> parse_bool(std::string_view text) {
  const auto word = lower(text);
  if (word == "true" || word == "yes" || word == "on" || word == "1") return true;
  if (word == "false" || word == "no" || word == "off" || word == "0") return false;
  return std::nullopt;
}

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char byte : trim(text)) out += byte == '\n' || byte == '\r' || byte == '\t' ? ' ' : byte;
  return out;
}

// "[[plan|label]]", "plan" -> "plan".
std::string link_target(std::string_view text) {
  text = trim(text);
  if (text.starts_with("[[") && text.ends_with("]]")) text = text.substr(2, text.size() - 4);
  return std::string(trim(text.substr(0, text.find('|'))));
}

// Reads keys into a page, noting each value that is not what its key takes.
class Reader {
 public:
  explicit Reader(Page& page) : page_(page) {}

  std::string text(std::string_view key) const {
    return std::string(trim(page_.front_matter.text(key).value_or(std::string())));
  }

  // Problems go to terminals and logs; the value they quote may be a key that was put in the wrong place.
  void problem(std::string_view key, const std::string& why) {
    page_.problems.push_back({page_.front_matter.line(key), redact(std::string(key) + ": " + why)});
  }

  using TimeParser = std::optional<Timestamp> (*)(std::string_view);
  std::optional<Timestamp> time(std::string_view key, TimeParser parser) {
    const auto value = scalar(key);
    if (value.empty()) return std::nullopt;
    const auto time = parser(value);
    if (!time) problem(key, "'" + value + "' is no date or time (2026-12-01 or 2026-12-01T08:00:00Z); it is ignored");
    return time;
  }

  bool boolean(std::string_view key, bool if_unclear) {
    const auto value = scalar(key);
    if (value.empty()) return false;
    const auto flag = parse_bool(value);
    if (!flag) problem(key, "'" + value + "' is neither true nor false; taken as " + (if_unclear ? "true" : "false"));
    return flag.value_or(if_unclear);
  }

  std::optional<double> number(std::string_view key) {
    const auto value = scalar(key);
    if (value.empty()) return std::nullopt;
    const auto number = parse_number(value);
    if (!number) problem(key, "'" + value + "' is no number; it is ignored");
    return number;
  }

 private:
  // The text of a key that takes one value; a list or map is a problem.
  std::string scalar(std::string_view key) {
    const auto value = text(key);
    if (value.empty() && !page_.front_matter.list(key).empty()) problem(key, "takes one value, not a list");
    return value;
  }

  Page& page_;
};

void read_tier(Page& page, Reader& reader) {
  const auto name = reader.text("tier");
  page.tier = default_tier(page.path);
  if (name.empty() && page.front_matter.list("tier").empty()) return;
  page.tier = tier_from_name(name).value_or(Tier::unknown);
  if (page.tier == Tier::unknown)
    reader.problem("tier", "'" + name + "' is none of working, episodic, semantic, procedural; the page is left alone");
}

void read_salience(Page& page, Reader& reader) {
  const auto salience = reader.number("salience");
  if (!salience) return;
  page.salience = std::clamp(*salience, 0.25, 2.0);
  if (page.salience < *salience || page.salience > *salience) reader.problem("salience", "is outside 0.25 to 2.0");
}

void read_importance(Page& page, Reader& reader) {
  page.importance = reader.number("importance");
  if (!page.importance || (*page.importance >= 0 && *page.importance <= 1)) return;
  page.importance.reset();
  reader.problem("importance", "is outside 0 to 1; it is ignored");
}

void read_arousal(Page& page, Reader& reader) {
  const auto arousal = reader.number("arousal");
  if (!arousal) return;
  page.arousal = std::clamp(*arousal, 0.0, 1.0);
  if (page.arousal < *arousal || page.arousal > *arousal) reader.problem("arousal", "is outside 0 to 1");
}

void read_times(Page& page, Reader& reader) {
  page.created = reader.time("created", &parse_time);
  page.updated = reader.time("updated", &parse_time);
  page.valid_from = reader.time("valid_from", &parse_time);
  page.valid_until = reader.time("valid_until", &parse_deadline);
  page.expires_at = reader.time("expires_at", &parse_deadline);
  page.ended = reader.time("ended", &parse_time);
}

void add_once(std::vector<std::string>& list, std::string_view item) {
  item = trim(item);
  if (!item.empty() && std::find(list.begin(), list.end(), item) == list.end()) list.emplace_back(item);
}

void add_tag(std::vector<std::string>& tags, std::string_view tag) {
  tag = trim(tag);
  while (tag.starts_with('#')) tag.remove_prefix(1);
  add_once(tags, tag);
}

// As Obsidian: a list, or one text cut at commas and white space.
void read_tags(const FrontMatter& matter, std::string_view key, std::vector<std::string>& tags) {
  const bool one_text = matter.text(key).has_value();
  for (const std::string& item : matter.list(key)) {
    std::string_view rest = item;
    while (one_text && !rest.empty()) {
      const auto gap = std::min(rest.find_first_of(" \t\r\n"), rest.size());
      add_tag(tags, rest.substr(0, gap));
      rest.remove_prefix(std::min(gap + 1, rest.size()));
    }
    if (!one_text) add_tag(tags, item);
  }
}

bool may_hold_heading(std::string_view body) {
  for (std::size_t at = 0; at < body.size();) {
    const auto line = line_at(body, at);
    const auto text = trim(line.of(body), " ");
    if (text.starts_with('#') || text.starts_with('=')) return true;
    at = line.next;
  }
  return false;
}

std::string heading_of(std::string_view body) {
  for (const auto& heading : outline(body).headings)
    if (heading.level == 1 && !heading.text.empty()) return heading.text;
  return {};
}

std::string first_heading(std::string_view body) {
  if (!may_hold_heading(body)) return {};
  // Most pages open with their heading, which then needs no look at the rest.
  const auto start = std::min(body.find_first_not_of("\r\n"), body.size());
  const auto opening = line_at(body, start);
  if (opening.of(body).starts_with("# "))
    if (auto heading = heading_of(opening.of(body)); !heading.empty()) return heading;
  return heading_of(body);
}

std::string read_title(const Page& page, const Reader& reader) {
  auto title = on_one_line(reader.text("title"));
  if (title.empty()) title = first_heading(page.body);
  return title.empty() ? page.path.stem() : title;
}

std::string unreadable_because(std::string_view text) {
  if (text.size() > kMaxPageBytes) return "the file is over 20 MB";
  if (text.find('\0') != std::string_view::npos) return "the file holds a NUL byte; it is no text";
  if (!is_utf8(text)) return "the file is not UTF-8";
  return {};
}

void read_keys(Page& page) {
  Reader reader(page);
  page.title = read_title(page, reader);
  page.kind = on_one_line(reader.text("type"));
  if (page.kind.empty()) page.kind = default_kind(page.path);
  read_tier(page, reader);
  page.pinned = reader.boolean("pinned", true) || page.path.folder() == "_slots";
  page.compacted = reader.boolean("compacted", false);
  read_salience(page, reader);
  read_importance(page, reader);
  read_arousal(page, reader);
  read_times(page, reader);
  for (const auto* key : {"tags", "tag"}) read_tags(page.front_matter, key, page.tags);
  for (const auto* key : {"aliases", "alias"})
    for (const auto& alias : page.front_matter.list(key)) add_once(page.aliases, alias);
  page.entities = page.front_matter.list("entities");
  page.description = reader.text("description");
  page.abstract = reader.text("abstract");
  page.summary = reader.text("summary");
  page.trust = reader.text("trust");
  page.confidence = reader.text("confidence");
  const auto successors = page.front_matter.list("superseded_by");
  if (!successors.empty()) page.superseded_by = link_target(successors.front());
}

}  // namespace

std::string_view tier_name(Tier tier) {
  for (const auto& [known, name] : kTiers)
    if (known == tier) return name;
  return "unknown";
}

std::optional<Tier> tier_from_name(std::string_view name) {
  for (const auto& [tier, known] : kTiers)
    if (known == name) return tier;
  return std::nullopt;
}

Tier default_tier(const PagePath& path) { return folder_of(path).tier; }

std::string default_kind(const PagePath& path) { return std::string(folder_of(path).kind); }

std::string_view folder_for_kind(std::string_view kind) {
  for (const Folder& folder : kFolders)
    if (folder.kind == kind && folder.name != "scratch") return folder.name;
  return "notes";
}

Page parse_page(const PagePath& path, std::string_view text) {
  Page page{.path = path};
  const auto unreadable = unreadable_because(text);
  if (!unreadable.empty()) {
    page.readable = false;
    page.title = path.stem();
    page.kind = default_kind(path);
    page.tier = default_tier(path);
    page.pinned = path.folder() == "_slots";
    page.problems.push_back({0, unreadable});
    return page;
  }
  page.front_matter = FrontMatter::parse(text);
  page.body = text.substr(page.front_matter.body_offset());
  page.body_line = page.front_matter.body_line();
  if (const auto& problem = page.front_matter.problem())
    page.problems.push_back({problem->line, redact(problem->message)});
  read_keys(page);
  return page;
}

bool is_ledger(const PagePath& path, std::string_view text) {
  const auto name = path.in_project();
  const bool log = name == "log.md" || name.starts_with("log-");
  if ((!log && name != "index.md") || name.find('/') != std::string::npos) return false;
  auto body = text.substr(FrontMatter::parse(text).body_offset());
  body.remove_prefix(std::min(body.find_first_not_of(" \t\r\n"), body.size()));
  const auto line = line_at(body, 0).of(body);
  if (!log) return line.starts_with("<!-- generated by ai-memory");
  const auto close = line.find("] ");
  if (!line.starts_with("## [") || close == std::string_view::npos) return false;
  return parse_time(line.substr(4, close - 4)).has_value() && line.find(" | ", close) != std::string_view::npos;
}

}  // namespace ai_memory
