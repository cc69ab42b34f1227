// Keys, tokens and passwords in text. Pages that a person wrote are only reported; what programs bring in, and what
// leaves for a model, is redacted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

struct Secret {
  std::string kind;                // "github-token", "private-key", "password", …
  std::size_t begin = 0, end = 0;  // bytes of the secret itself, without the name or scheme before it
};

// From now on, in the whole process, a word that begins so and goes on for eight letters, digits, `_` or `-` is a
// secret too, of the kind "own". Set once, before threads are started. Throws `usage` for a beginning of less than
// three characters, or one that starts with none of the letters and digits.
void set_own_secrets(std::vector<std::string> beginnings);

// In order, none overlapping. Looks by form alone; what only resembles one (a git id, `risk-based`, `sk-learn`, a
// placeholder such as <token> or ${TOKEN}) is left out. Linear in the text.
std::vector<Secret> find_secrets(std::string_view text);

// `text` with each secret as [REDACTED:<kind>], and without what could steer a terminal or a reader's eye: escape
// sequences, control characters but tabs and line ends, marks that turn the reading direction.
std::string redact(std::string_view text);

}  // namespace ai_memory
