// The YAML block between "---" lines at byte 0 of a page (after a BOM, if any). Values come from yaml-cpp;
// edits are made line by line, so that every byte that is not the edited key stays as it was.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/yaml_block.hh"

namespace ai_memory {

// The two sides of a page's text. `block` is what lies between the fences, `body` all after the closing one.
struct SplitText {
  std::string_view block;
  std::string_view body;
  bool has_block = false;
  std::size_t body_line = 1;  // 1-based line of the page at which `body` starts
};
// A block counts only if it is closed and is a YAML mapping or is broken YAML that was plainly meant as one
// (its first line looks like `key:`); a leading rule or banner is body. Block ≤ 64 KB; a larger one is broken.
SplitText split_front_matter(std::string_view text);

class FrontMatter {
 public:
  struct Problem {
    std::size_t line = 0;  // 1-based in the page
    std::string message;
  };

  // Never throws for page content: broken YAML gives `problem()` and no values, and so does a block that is opened
  // and looks like one, but is never closed. Duplicate keys: the first wins.
  static FrontMatter parse(std::string_view page_text);

  bool present() const { return present_; }
  // Where the body starts in the page, in bytes, and its 1-based line there; as split_front_matter has them.
  std::size_t body_offset() const { return body_offset_; }
  std::size_t body_line() const { return body_line_; }
  const std::optional<Problem>& problem() const { return problem_; }
  // Scalar as typed (no retyping: 0123, NO, 1.10 stay text). Absent for null, `~`, empty, lists and maps.
  std::optional<std::string> text(std::string_view key) const;
  // A list, flow or block; a scalar counts as a list of one (comma-separated for `tags`, `aliases`, `tag`, `alias`).
  std::vector<std::string> list(std::string_view key) const;
  bool has(std::string_view key) const;
  std::vector<std::string> keys() const;  // in order
  // Line of the key, 1-based in the page; 0 when absent.
  std::size_t line(std::string_view key) const;
  // All top-level entries as JSON text, scalars as strings; "{}" when absent.
  const std::string& json() const { return json_; }

 private:
  const YamlEntry* find(std::string_view key) const;

  bool present_ = false;
  std::size_t body_offset_ = 0, body_line_ = 1;
  std::optional<Problem> problem_;
  std::string json_ = "{}";
  std::vector<YamlEntry> entries_;  // no key twice
};

// One change to one top-level key: plain text, quoted as YAML needs it, or a list, written as [a, b]. Neither removes
// the key.
struct FrontMatterEdit {
  std::string key;
  std::optional<std::string> value;
  std::vector<std::string> items = {};
  bool removes() const { return !value && items.empty(); }
};

// Returns `page_text` with only the lines of these keys changed, added (at the end of the block) or removed; a block is
// created if there is none. Line ends, BOM, comments, order and the final newline are kept. The result is parsed
// again and must hold the asked values and all other entries unchanged. A key that has its value already is not
// touched. The last key above nothing but comments keeps its name and loses its value, for comments alone are no block.
// Throws `failed` if the block is broken YAML or the check fails; nothing is written by this function.
std::string edit_front_matter(std::string_view page_text, const std::vector<FrontMatterEdit>& edits);

// `value` as a one-line YAML scalar: plain if that reads back as the same text, else quoted.
std::string yaml_scalar(std::string_view value);

}  // namespace ai_memory
