// The form of a rewrite, before its facts are looked at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dream/check_rewrite.hh"

namespace ai_memory {

// `body` without a fence of markdown around all of it and without a front matter of its own; as it is if a source is
// so.
std::string bare_body(std::string_view body, const std::vector<RewriteSource>& sources);

// The title on one line.
std::string bare_title(std::string_view title);

// What is empty, a placeholder, a control or a secret, in that order.
void check_form(const std::vector<RewriteSource>& sources, std::string_view title, std::string_view body,
                std::vector<RewriteFinding>& findings);

// Of the body: HTML, characters that nobody sees, lines that are not shown, words of two scripts; what no source has.
void check_hidden(const std::vector<RewriteSource>& sources, std::string_view body,
                  std::vector<RewriteFinding>& findings);

}  // namespace ai_memory
