#include "decay/fact_values.hh"

#include <array>
#include <map>

#include "decay/token_scan.hh"

namespace ai_memory {
namespace {

// As token_value() writes dates, without the time: 2026-01-04, --01-04, ---04, 2026-01, 2026-q3, monday.
using DateFields = std::map<char, std::string>;

std::string weekday(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kDays = {{{"月", "monday"},
                                                                                   {"火", "tuesday"},
                                                                                   {"水", "wednesday"},
                                                                                   {"木", "thursday"},
                                                                                   {"金", "friday"},
                                                                                   {"土", "saturday"},
                                                                                   {"日", "sunday"}}};
  for (const auto& [japanese, english] : kDays)
    if (name == japanese || (name.starts_with(japanese) && name.substr(japanese.size()) == "曜"))
      return std::string(english);
  return std::string(name);
}

DateFields fields_of(std::string_view date) {
  DateFields fields;
  const auto digits = [&](std::size_t count) {
    return date.size() >= count && digits_size(date, count) == count &&
           (date.size() == count || !is_ascii_digit(date[count]));
  };
  const auto take = [&](char field, std::size_t count) {
    fields[field] = std::string(date.substr(0, count));
    date.remove_prefix(count);
  };
  if (digits(4)) take('y', 4);
  const std::size_t strokes = std::min(date.find_first_not_of('-'), date.size());
  date.remove_prefix(strokes);
  if (strokes < 3 && digits(2)) {
    take('m', 2);
    if (date.starts_with('-')) date.remove_prefix(1);
  }
  if (digits(2)) take('d', 2);
  while (date.starts_with('-')) date.remove_prefix(1);
  if (!date.empty()) fields['w'] = weekday(date);
  return fields;
}

// How many fields both give, and in how many they differ.
struct Common {
  int given = 0, other = 0;
};
Common common(const DateFields& a, const DateFields& b) {
  Common found;
  for (const auto& [field, value] : a)
    if (const auto there = b.find(field); there != b.end()) {
      ++found.given;
      if (there->second != value) ++found.other;
    }
  return found;
}

std::string zone_of(std::string_view time) {
  const auto end = time.find_first_not_of("0123456789:.");
  return end == std::string_view::npos ? std::string() : std::string(time.substr(end));
}

bool numbers_conflict(const FactValue& a, const FactValue& b, bool same_words) {
  const bool other_units = !a.unit.empty() && !b.unit.empty() && a.unit != b.unit;
  if (same_words) return a.number != b.number || other_units;
  if (a.number == b.number || other_units) return false;
  if (a.unit.empty() == b.unit.empty()) return true;
  return a.unit.empty() ? a.next.empty() || a.next == b.unit : b.next.empty() || b.next == a.unit;
}

}  // namespace

bool tells_value(const FactValue& known, const FactValue& value) {
  if (known.kind == "date" && value.kind == "date") {
    const auto found = common(fields_of(known.number), fields_of(value.number));
    return found.given > 0 && found.other == 0;
  }
  return known.number == value.number && (known.unit.empty() || value.unit.empty() || known.unit == value.unit);
}

bool values_conflict(const FactValue& a, const FactValue& b, bool same_words) {
  if (a.kind != b.kind) return false;
  if (a.kind == "number") return numbers_conflict(a, b, same_words);
  if (a.kind == "date") return common(fields_of(a.number), fields_of(b.number)).other > 0;
  if (a.kind == "time") return a.number != b.number && zone_of(a.number) == zone_of(b.number);
  return a.number != b.number;
}

}  // namespace ai_memory
