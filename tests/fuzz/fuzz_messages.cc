// Any commit message is read; and what a message says of pages that came in or moved is read back as it was meant.
// The input is two paths, a place and a subject, with a NUL behind each.
#include "tests/fuzz/fuzz.hh"
#include "wiki/commit_steps.hh"
#include "wiki/error.hh"
#include "wiki/page_moves.hh"
#include "wiki/source_times.hh"

using namespace ai_memory;

namespace {

CommitInfo read(const std::string& message, const std::string& pass, const std::string& source) {
  CommitInfo commit;
  commit.subject = message.substr(0, message.find('\n'));
  commit.body = message.size() > commit.subject.size() ? message.substr(commit.subject.size() + 1) : "";
  commit.pass = pass;
  commit.source = source;
  commit.commit_time = *parse_time("2026-11-29");
  return commit;
}

struct Reason {
  PagePath page;
  std::string text;
};

std::string message_of(const std::vector<Reason>& reasons, const std::string& subject) {
  Changeset set;
  set.subject = subject;
  for (const auto& reason : reasons) set.changes.push_back({reason.page, "text", "", reason.text});
  set.run = "01J";
  set.source = "import";
  return commit_message(set);
}

void any_message(const std::string& message) {
  const auto commit = read(message, "move", "import");
  for (const auto& [path, place] : source_places(commit)) require(path.size() + place.size() <= message.size());
  for (const auto& [path, edited] : edit_times(read(message, "hand-edits", "commit")))
    require(!path.empty() || edited <= commit.commit_time);
  for (const auto& [path, times] : source_times(commit)) require(!path.empty() || times.changed <= commit.commit_time);
  for (const auto& [path, old] : moved_pages(commit)) require(path.size() + old.size() <= message.size());
}

// A page that came in from a file; a new page's name has no ':'.
void of_import(const PagePath& page, const std::string& place, const std::string& subject) {
  const SourceTimes times{*parse_time("2024-03-01"), *parse_time("2024-03-02")};
  const std::map<std::string, SourceTimes> stated = {{page.str(), times}};
  const std::map<std::string, std::string> places = {{page.str(), place}};
  const auto timed = read(message_of({{page, source_times_reason(times)}}, subject), "", "import");
  require(source_times(timed) == stated && source_places(timed).empty());
  const auto placed = read(message_of({{page, source_place_reason(place)}}, subject), "", "import");
  require(source_places(placed) == places && source_times(placed).empty());
  const auto reason = source_times_reason(times) + ", " + source_place_reason(place);
  const auto both = read(message_of({{page, reason}}, subject), "", "import");
  require(source_places(both) == places && source_times(both) == stated);
}

void move(const PagePath& from, const PagePath& to, const std::string& pass, const std::string& subject) {
  if (from == to) return;
  const std::map<std::string, std::string> moved = {{to.str(), from.str()}};
  const auto message = message_of({{from, moved_to(to)}, {to, moved_from(from)}}, subject);
  require(moved_pages(read(message, pass, "")) == moved);
}

}  // namespace

void check(std::string_view bytes) {
  any_message(std::string(bytes));
  auto parts = parts_of(bytes);
  parts.resize(4);
  try {
    const auto page = PagePath::create("w/p/" + parts[0] + ".md");
    of_import(page, parts[2], parts[3]);
    // The name that a page leaves may be any that a person gave a file; a message has no control characters, though.
    for (const char byte : parts[1])
      if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f) return;
    const auto old = PagePath::existing(parts[1] + ".md");
    move(old, page, "move", parts[3]);
    move(page, old, "undo", parts[3]);
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::usage);
  }
}
