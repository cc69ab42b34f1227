#include "cli/hit_print.hh"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace ai_memory {
namespace {

// Marks as offsets in code points, which every language can count; the index has bytes.
nlohmann::ordered_json json_marks(const Snippet& snippet) {
  const auto points = [&snippet](std::size_t bytes) {
    const auto end = snippet.text.begin() + static_cast<std::ptrdiff_t>(std::min(bytes, snippet.text.size()));
    return std::count_if(snippet.text.begin(), end,
                         [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  };
  nlohmann::ordered_json marks = nlohmann::ordered_json::array();
  for (const auto& [begin, end] : snippet.marks) marks.push_back({points(begin), points(end)});
  return marks;
}

// The day that a bound ends with: midnight belongs to the day before.
std::string last_day(Timestamp end) { return format_date(end - std::chrono::seconds(1)); }

// "valid 2026-01-01 to 2026-06-30", "replaced by x"; empty for what has no such bounds.
std::string bounds(const Hit& hit) {
  std::string text;
  const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  if (hit.valid_from && hit.valid_until)
    add("valid " + format_date(*hit.valid_from) + " to " + last_day(*hit.valid_until));
  else if (hit.valid_from)
    add("valid from " + format_date(*hit.valid_from));
  else if (hit.valid_until)
    add("valid until " + last_day(*hit.valid_until));
  if (hit.expires_at) add("expires " + format_date(*hit.expires_at));
  if (!hit.confidence.empty()) add("confidence " + hit.confidence);
  if (!hit.superseded_by.empty()) add("replaced by " + hit.superseded_by);
  return text;
}

}  // namespace

nlohmann::ordered_json json_hit(const Hit& hit) {
  nlohmann::ordered_json json = {
      {"path", hit.path.str()}, {"project", hit.path.project().str()}, {"title", hit.title}, {"kind", hit.kind},
      {"tier", hit.tier},       {"changed", format_time(hit.changed)}, {"score", hit.score}};
  if (hit.near_miss) json["near_miss"] = true;
  const auto put_time = [&json](const char* key, const std::optional<Timestamp>& time) {
    if (time) json[key] = format_time(*time);
  };
  put_time("valid_from", hit.valid_from);
  put_time("valid_until", hit.valid_until);
  put_time("expires_at", hit.expires_at);
  if (!hit.confidence.empty()) json["confidence"] = hit.confidence;
  if (!hit.superseded_by.empty()) json["superseded_by"] = hit.superseded_by;
  json["terms"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : hit.terms) json["terms"][name] = value;
  json["snippets"] = nlohmann::ordered_json::array();
  for (const auto& snippet : hit.snippets)
    json["snippets"].push_back({{"line", snippet.line}, {"text", snippet.text}, {"marks", json_marks(snippet)}});
  return json;
}

void print_hit(Context& context, const Hit& hit, bool explain) {
  auto& out = context.out();
  out.line(out.paint(Style::bold, one_line(hit.title)));
  out.line("  " + out.paint(Style::green, one_line(context.shown(hit.path))) + "  " +
           out.paint(Style::faint, format_date(hit.changed)));
  if (const auto text = bounds(hit); !text.empty()) out.line("  " + out.paint(Style::faint, one_line(text)));
  for (const auto& snippet : hit.snippets)
    out.line("  " + out.paint(Style::faint, std::to_string(snippet.line) + ":") + " " +
             mark_words(out, snippet.text, snippet.marks));
  if (!explain) return;
  char number[32];
  std::snprintf(number, sizeof number, "%.4g", hit.score);
  std::string terms = std::string("  score ") + number;
  for (const auto& [name, value] : hit.terms) {
    std::snprintf(number, sizeof number, "%.4g", value);
    terms += ", " + name + " " + number;
  }
  out.line(terms);
}

}  // namespace ai_memory
