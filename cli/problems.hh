// What is wrong with a page's text or front matter, told to the person who can mend it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/context.hh"

namespace ai_memory {

// "default/shop/notes/plan.md:3: pinned: 'maybe' is neither true nor false; …", one a problem; no line where it has
// none.
std::vector<std::string> problems_of(const PagePath& path, std::string_view text);

// For a page that is no text: which file is to be saved as UTF-8; else empty.
std::string hint_if_no_text(Context& context, const PagePath& path, std::string_view text);

// The problems as warnings.
void warn_of_problems(Context& context, const PagePath& path, std::string_view text);

// Throws `failed`, saying why, for a page that is no text or too large: its bytes are never rewritten.
void refuse_unreadable(Context& context, const PagePath& path, std::string_view text);

// What a person typed for the history, without secrets: nobody could take them out of it again. Says which were left
// out; `what` names the text.
std::string without_secrets(Context& context, std::string_view what, const std::string& text);

// Throws `usage` if `text` is larger than a page may be: it could not be read again.
void refuse_too_large(Context& context, const PagePath& path, std::string_view text);

}  // namespace ai_memory
