#include "cli/shell_line.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kBlank = " \t\n";
// What bash takes for itself in a bare word; '~' and '#' only at its beginning, but escaped anywhere they do no harm.
constexpr std::string_view kSpecial = " \t\n\\\"'`$&|;<>()[]{}*?!~#";
constexpr std::string_view kSpecialInDouble = "\\\"`$";

bool one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

}  // namespace

ShellLine split_line(std::string_view line, std::string_view breaks) {
  ShellLine result;
  std::string word;
  bool inside = false;  // a word has begun, be it an empty one in quotes
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (result.quote != 0) {
      if (c == result.quote) {
        result.quote = 0;
        if (one_of(c, breaks)) result.kept = word.size();
      } else if (c == '\\' && result.quote == '"' && i + 1 < line.size() && one_of(line[i + 1], kSpecialInDouble)) {
        word += line[++i];
      } else {
        word += c;
      }
    } else if (one_of(c, kBlank)) {
      if (inside) result.words.push_back(word);
      word.clear();
      inside = false;
      result.kept = 0;
    } else {
      inside = true;
      if (c == '\'' || c == '"') {
        result.quote = c;
      } else {
        if (c == '\\' && i + 1 < line.size())
          word += line[++i];
        else if (c != '\\')
          word += c;
        if (c != '\\' && one_of(c, breaks)) result.kept = word.size();
      }
    }
  }
  result.words.push_back(word);
  return result;
}

std::string bash_quoted(std::string_view word, char quote) {
  std::string text;
  for (const char c : word) {
    if (quote == '\'' && c == '\'') {
      text += "'\\''";
      continue;
    }
    if (one_of(c, quote == 0 ? kSpecial : quote == '"' ? kSpecialInDouble : std::string_view())) text += '\\';
    text += c;
  }
  return text;
}

}  // namespace ai_memory
