// Any text as a time: absent, or a time that is written and read back as itself. And any front matter's keys and the
// times of a LoCoMo session.
#include "cli/import_locomo.hh"
#include "cli/import_times.hh"
#include "tests/fuzz/fuzz.hh"
#include "wiki/page.hh"

using namespace ai_memory;

namespace {

void reads_back(std::optional<Timestamp> time) {
  if (!time) return;
  const auto text = format_time(*time);
  require(text.size() == 20 && parse_time(text) == time);
  require(text.starts_with(format_date(*time)));
}

// As the keys of a note that is imported.
void as_note(std::string_view text) {
  const auto now = *parse_time("2026-11-29T12:00:00Z"), file = *parse_time("2025-01-01");
  const std::string note = "---\ncreated: " + std::string(text) + "\n---\n";
  const GitTimes git{*parse_time("2024-01-01"), *parse_time("2024-06-01"), blob_id(note)};
  for (const auto* known : {static_cast<const GitTimes*>(nullptr), &git}) {
    const auto written = written_times(FrontMatter::parse(note), note, known, file, now);
    require(written.times.created <= written.times.changed && written.times.changed <= now);
    reads_back(written.times.created);
  }
}

}  // namespace

void check(std::string_view text) {
  const auto time = parse_time(text), deadline = parse_deadline(text);
  reads_back(time);
  require(time.has_value() == deadline.has_value());
  const double days = time ? days_between(*time, *deadline) : 0;
  require(days == 0 || (text.size() == 10 && days == 1) || (text.size() == 7 && days >= 28 && days <= 31));
  reads_back(parse_locomo_time(text));
  as_note(text);
}
