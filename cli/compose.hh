// The text of a page that a command writes, from what the person gave. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/page_path.hh"
#include "wiki/time.hh"

namespace ai_memory {

// Empty = not given.
struct PageFields {
  std::string title, kind, tier, description, expires_at;
  std::vector<std::string> tags;
  bool pinned = false;
};

// `--expires`: a date, an RFC 3339 time, or a span from `now` (12h, 30d, 2w). Throws `usage` for anything else.
std::string parse_expiry(const std::string& text, Timestamp now);

// Throws `usage`, naming the option, for a title, kind or description that is no UTF-8, a title or kind with control
// characters, and a tag that check_tag refuses.
void check_fields(const PageFields& fields);

// Throws `usage` for a tag that could not stand in a list: blank, no UTF-8, or with space or one of ,[]{}#"'
void check_tag(const std::string& tag);

// Where a page without a typed path goes: the kind's folder, `scratch/` for a working page without kind, and by year
// and month for sessions. Throws `usage` for a blank title or a kind that has no folder.
PagePath place_page(const Project& project, const PageFields& fields, Timestamp now);

// A page that was not there. A front matter block in `body` is kept and only filled up.
std::string compose_page(const PagePath& path, const PageFields& fields, std::string_view body, Timestamp now);

// `old_text` with another body: its front matter keeps every byte but the lines of given keys and `updated`. A block in
// `body` replaces the old one.
std::string replace_body(std::string_view old_text, const PageFields& fields, std::string_view body, Timestamp now);

// `old_text` and, on a line of its own, `text`; `updated` is set if there is a block that can be edited.
std::string append_text(std::string_view old_text, std::string_view text, Timestamp now);

}  // namespace ai_memory
