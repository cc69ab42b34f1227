#include "decay/fact_clauses.hh"

#include <algorithm>

#include "decay/content_words.hh"
#include "decay/difference_statement.hh"
#include "decay/token_scan.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

bool is_fence(std::string_view line) { return trim(line).starts_with("```") || trim(line).starts_with("~~~"); }

bool ends_sentence(std::string_view line) {
  for (const std::string_view end : {".", "!", "?", ":", ";", "。", "！", "？", "："})
    if (line.ends_with(end)) return true;
  return false;
}

// Whether `line` goes on with what `before` began only as far as markdown knows.
bool begins_anew(std::string_view before, std::string_view line) {
  constexpr std::size_t kShort = 60;  // bytes; who breaks lines by hand does it later
  if (before.empty() || line.empty()) return false;
  for (const char mark : {'|', '>', ' ', '\t', '-', '*', '+', '=', '#', '_'})
    if (line[0] == mark || (before[0] == mark && std::string_view("|>\t#_").find(mark) != std::string_view::npos))
      return false;
  if (is_ascii_lower(line[0])) return false;
  if (ends_sentence(before)) return true;
  if (before.ends_with("、") || before.ends_with(',')) return false;
  return before.size() < kShort || static_cast<unsigned char>(line[0]) >= 0x80;
}

// "Ann and Ben", "3 and 4": two of one kind, of which the statement goes on.
bool joins_two(std::string_view before, std::string_view behind) {
  if (before.empty() || behind.empty()) return false;
  const auto blank = before.find_last_of(' ');
  const char first = before[blank == std::string_view::npos ? 0 : blank + 1], second = behind[0];
  return (is_ascii_upper(first) && is_ascii_upper(second)) || (is_ascii_digit(first) && is_ascii_digit(second));
}

// The bytes of what ends a clause at `at`, and 0 if nothing does.
std::size_t joint_size(std::string_view text, std::size_t at) {
  const auto rest = text.substr(at);
  for (const std::string_view mark : {"、", "，", "；", "（", "）", "—", "(", ")"})
    if (rest.starts_with(mark)) return mark.size();
  for (const std::string_view mark : {", ", "; ", " – ", " - "})
    if (rest.starts_with(mark)) return mark.size();
  if (rest.starts_with(" and ")) return joins_two(text.substr(0, at), rest.substr(5)) ? 0 : 5;
  for (const std::string_view word : {" but ", " because ", " so ", " while ", " whereas "})
    if (rest.starts_with(word)) return word.size();
  return 0;
}

// "Medium: DMEM" is one statement, "No decision yet: Ann asks" are two.
bool ends_clause(std::string_view text, std::size_t begin, std::size_t at) {
  constexpr std::size_t kLabel = 3;
  if (!text.substr(at).starts_with(": ")) return false;
  const auto label = text.substr(begin, at - begin);
  return static_cast<std::size_t>(std::count(label.begin(), label.end(), ' ')) >= kLabel || has_negation(label);
}

bool tells_little(std::string_view part) {
  const auto units = units_of(part);
  const auto told = std::count_if(units.begin(), units.end(), [](const Unit& unit) {
    const bool kanji = unit.kind == Unit::Kind::word && static_cast<unsigned char>(unit.value[0]) >= 0x80;
    return unit.kind == Unit::Kind::token || unit.kind == Unit::Kind::negation || kanji || is_content(unit);
  });
  return told < 2;
}

// ~~ would be lost with the other marks of markdown.
void append_line(std::string& out, std::string_view line, bool prose) {
  for (std::size_t at = 0; at < line.size();) {
    const bool struck = prose && line.substr(at, 2) == "~~" && line.substr(at, 3) != "~~~";
    out += struck ? std::string_view("✗") : line.substr(at, 1);
    at += struck ? 2 : 1;
  }
  out += '\n';
}

}  // namespace

std::string with_lines_apart(std::string_view body) {
  std::string out, fence;
  std::string_view before;
  for (std::size_t begin = 0; begin < body.size();) {
    const Line line = line_at(body, begin);
    begin = line.next;
    const auto text = line.of(body);
    if (is_fence(text)) fence = fence.empty() ? "fence" : "";
    if (fence.empty() && !is_fence(before) && begins_anew(before, text)) out += '\n';
    append_line(out, text, fence.empty());
    before = text;
  }
  return out;
}

std::vector<TextPart> clauses_of(std::string_view sentence) {
  const auto tokens = find_tokens(sentence);
  const auto within = [&](std::size_t at) {
    return std::any_of(tokens.begin(), tokens.end(), [at](const FoundToken& token) {
      return token.kind != TokenKind::quoted && token.begin <= at && at < token.end;
    });
  };
  std::vector<TextPart> parts;
  std::size_t begin = 0;
  const auto end_at = [&](std::size_t end) {
    if (!parts.empty() && (tells_little(sentence.substr(begin, end - begin)) ||
                           tells_little(sentence.substr(parts.back().begin, parts.back().end - parts.back().begin))))
      parts.back().end = end;
    else
      parts.push_back({begin, end});
  };
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const auto size = ends_clause(sentence, begin, at) ? 2 : joint_size(sentence, at);
    if (size == 0 || within(at)) continue;
    end_at(at);
    begin = at + size;
    at = begin - 1;
  }
  if (begin < sentence.size()) end_at(sentence.size());
  return parts;
}

}  // namespace ai_memory
