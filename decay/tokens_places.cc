// Places whose names hold what ends other names: variables, and blanks in the folders of Windows.
#include <algorithm>
#include <array>

#include "decay/token_scan.hh"

namespace ai_memory {
namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::size_t kLongestName = 40, kLongestPath = 260;

std::size_t span_of(std::string_view text, bool (*accepts)(char)) {
  const auto end = std::find_if_not(
      text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(text.size(), kLongestPath)), accepts);
  return static_cast<std::size_t>(end - text.begin());
}

bool is_name_char(char c) { return is_ascii_alnum(c) || c == '_'; }
bool is_path_char(char c) { return is_ascii_alnum(c) || std::string_view("_-./\\~@#:{}$%+()&,'").find(c) != kNone; }

// $HOME, ${HOME}, %APPDATA%.
std::size_t variable_size(std::string_view text) {
  const bool percent = text.starts_with('%'), brace = text.starts_with("${");
  if (!percent && !text.starts_with('$')) return 0;
  const std::size_t open = brace ? 2 : 1;
  const auto name = span_of(text.substr(open),
                            percent ? [](char c) { return is_name_char(c) || c == '(' || c == ')'; } : is_name_char);
  if (name == 0 || name > kLongestName || is_ascii_digit(text[open])) return 0;
  if (!percent && !brace) return open + name;
  return text.substr(open + name).starts_with(brace ? '}' : '%') ? open + name + 1 : 0;
}

// Without the marks of the sentence, and without a bracket that was not opened within.
std::size_t without_marks(std::string_view path) {
  auto size = path.size();
  while (size > 0 && (std::string_view(".,:;-'&").find(path[size - 1]) != kNone ||
                      (path[size - 1] == ')' && path.substr(0, size).find('(') == kNone)))
    --size;
  return size;
}

bool ends_with_extension(std::string_view path) {
  path = path.substr(0, without_marks(path));
  const auto stroke = path.find_last_of("\\/ ");
  return has_known_extension(stroke == kNone ? path : path.substr(stroke + 1));
}

bool is_small_word(std::string_view word) {
  constexpr auto kWords = std::to_array<std::string_view>({"to",  "and", "in", "is",  "or",   "from", "into", "with",
                                                           "as",  "for", "on", "at",  "then", "see",  "by",   "are",
                                                           "was", "the", "a",  "but", "has",  "of",   "that", "which"});
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

// C:\Program Files\Shop\x.exe: over a blank, while a few words on there is another stroke of this path or its
// extension.
std::size_t over_blanks(std::string_view text, std::size_t size) {
  constexpr int kMostWords = 3;
  auto end = size;
  for (int words = 0; words < kMostWords && end < text.size() && end < kLongestPath;) {
    if (text[end] != ' ' || ends_with_extension(text.substr(0, size))) break;
    const auto word = text.substr(end + 1, span_of(text.substr(end + 1), is_path_char));
    if (word.empty() || word.find(':') != kNone || word[0] == '\\' || is_small_word(word)) break;
    end += 1 + word.size();
    if (word.find('\\') == kNone && !ends_with_extension(word)) {
      ++words;
      continue;
    }
    words = 0;
    size = end;
  }
  return size;
}

// Up to the mark that closes the quotation which `before` opens; 0: none does.
std::size_t quoted_path_size(std::string_view before, std::string_view text) {
  constexpr std::array<std::array<std::string_view, 2>, 5> kMarks = {
      {{"\"", "\""}, {"'", "'"}, {"“", "”"}, {"‘", "’"}, {"「", "」"}}};
  for (const auto& [open, close] : kMarks) {
    if (!before.ends_with(open)) continue;
    const auto end = text.substr(0, kLongestPath).find(close);
    return end == kNone || text.substr(0, end).find_first_of("<>|*?\t") != kNone ? 0 : end;
  }
  return 0;
}

bool starts_windows_path(std::string_view text) {
  if (text.size() > 3 && is_ascii_letter(text[0]) && text[1] == ':' && text[2] == '\\') return true;
  const auto open = span_of(text, [](char c) { return c == '\\'; });
  return open > 0 && open < 3 && span_of(text.substr(open), is_name_char) > 1 &&
         text.substr(0, span_of(text, is_path_char)).find('\\', open) != kNone;
}

}  // namespace

Reading place_at(std::string_view before, std::string_view text) {
  const auto variable = variable_size(text);
  if (variable == 0 && !starts_windows_path(text)) return {};
  if (text.substr(0, kLongestPath).find('\\') != kNone)
    if (const auto quoted = quoted_path_size(before, text); quoted > variable) return {TokenKind::path, quoted};
  const auto run = span_of(text, is_path_char);
  const bool windows = text.substr(variable, run - std::min(run, variable)).find('\\') != kNone;
  const auto size = without_marks(text.substr(0, windows ? over_blanks(text, run) : run));
  if (variable == 0) return size > run ? Reading{TokenKind::path, size} : Reading{};
  const bool path = size > variable + 1 && (text[variable] == '/' || text[variable] == '\\');
  return path ? Reading{TokenKind::path, size} : Reading{TokenKind::identifier, variable};
}

}  // namespace ai_memory
