// Markdown made safe to hand to cmark: bounded in size, nesting and table cells, with its lines at hand.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

// How much of `body` to parse as one document: all of it up to 1 MB, else up to the last blank line outside of fences
// after which a block starts, else up to some line, else to some character. (cmark's tree takes a hundred times its
// text.)
std::size_t safe_cut(std::string_view body);

std::size_t count_lines(std::string_view text);

class MarkdownSource {
 public:
  explicit MarkdownSource(std::string_view text);

  // Same lines as the original. "\[" is masked, so that an escaped bracket can be told from one that opens a link;
  // container marks nested deeper than 100 are blanked out. Images and reference definitions that would take cmark time
  // or memory beyond measure are spoilt.
  const std::string& text() const { return text_; }
  // False if tables would cost far more than their text.
  bool tables() const { return tables_; }
  std::size_t line_count() const { return lines_.size(); }

  // cmark's inline positions are off after indented continuation lines and code spans over several lines: the line near
  // `guess` that really holds `needle`, searched up to `last`; `guess` if none does. 1-based.
  std::size_t find_line(std::string_view needle, std::size_t guess, std::size_t last) const;

 private:
  std::string text_;
  std::vector<std::pair<std::size_t, std::size_t>> lines_;  // begin and end in text_
  bool tables_ = true;
};

// Puts `bracket` where "\[" was masked.
std::string unmask(std::string_view text, std::string_view bracket);

}  // namespace ai_memory
