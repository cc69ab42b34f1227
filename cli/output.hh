// What goes to the terminal: colours, widths, the pager, diffs, JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/typed_command.hh"
#include "wiki/changeset.hh"

namespace ai_memory {

// Columns that `text` takes on a terminal: wide letters two, combining marks none; control characters count one.
std::size_t text_width(std::string_view text);
// Cut to at most `columns`, the last one an ellipsis when cut; never inside a code point.
std::string cut_to_width(std::string_view text, std::size_t columns);
// The same with the start cut off, for paths: the file's name says most.
std::string cut_start_to_width(std::string_view text, std::size_t columns);
// Padded with spaces, or cut, to exactly `columns`.
std::string fit(std::string_view text, std::size_t columns);
// `text` in lines of at most `columns`, the first of at most `first`, broken at spaces; a longer word stays whole.
std::vector<std::string> wrap_words(std::string_view text, std::size_t first, std::size_t columns);
// One line without control characters (a page's title must not reach the terminal's controls).
std::string one_line(std::string_view text);

// Text of many lines with what could steer a terminal made visible: \x1b, \u202e, \xff for a byte that is no UTF-8.
// Line ends (also CRLF) and tabs stay.
std::string visible(std::string_view text);

enum class Style { plain, bold, faint, red, green, yellow, cyan, match };

// stdout. Writing fails loudly: finish() throws if any byte was lost.
class Output {
 public:
  // NO_COLOR, CLICOLOR_FORCE, TERM=dumb and whether stdout is a terminal decide, `no_color` first.
  Output(bool no_color, bool quiet);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  bool terminal() const { return terminal_; }
  std::size_t columns() const { return columns_; }  // of the terminal; 80 when unknown

  // Commands that are told to be typed get these flags.
  void use_flags(TypedFlags flags) { flags_ = std::move(flags); }
  std::string typed(std::string_view text) const { return with_typed_flags(text, flags_); }

  std::string paint(Style style, std::string_view text) const;
  void print(std::string_view text);      // data
  void line(std::string_view text);       // data and a line end
  void page_text(std::string_view text);  // data byte for byte; on a terminal what visible() makes of it
  void say(std::string_view text);        // a line that is no data; silent with --quiet
  // A data line of `head`, as painted, and `text`; on a terminal broken at words, what follows set in by `indent`.
  void wrapped(std::string_view head, std::string_view text, std::size_t indent, Style style = Style::plain);
  void tell(std::string_view text);                   // a word to a person on stderr, typed(); silent with --quiet
  void warn(std::string_view text);                   // the same, marked, once; told even with --quiet
  void diff(std::string_view unified);                // in colours where they are on; on a terminal visible()
  void json(const nlohmann::ordered_json& document);  // one line; invalid UTF-8 is replaced

  // From here on stdout goes through $AI_MEMORY_PAGER or $PAGER (less -FRX) if it is a terminal, as git does.
  void page();
  // Flushes and waits for the pager.
  void finish();

 private:
  bool terminal_, colour_, quiet_;
  TypedFlags flags_;
  std::set<std::string, std::less<>> warned_;
  std::size_t columns_;
  int pager_ = 0;  // process id
};

// A JSON document with "schema": 1 first.
nlohmann::ordered_json json_document();

// `text` with the byte ranges of `marks` painted.
std::string mark_words(const Output& out, std::string_view text,
                       const std::vector<std::pair<std::size_t, std::size_t>>& marks);

}  // namespace ai_memory
