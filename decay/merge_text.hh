// The texts of a merge.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/markdown.hh"
#include "wiki/page.hh"

namespace ai_memory {

// What a body is made of, in the form in which two are compared: its lines and the sentences of its paragraphs as
// normalised_text() has them, and of code each line and each block as it stands. Without empty ones.
std::set<std::string> forms_of(std::string_view body);

// The lines of `body` that are not in `known`, which gains them: whole blocks of code and tables, of a paragraph the
// sentences if others of it are known, the rest line by line under the headings and list items above. LF line ends, the
// last one included; empty if there are none.
std::string missing_lines(std::string_view body, std::set<std::string>& known);

// "[[notes/plan|The plan]]", as it leads to a page from anywhere in its project; without a label where the title would
// break it. Empty if the page's name has characters that a wikilink cannot hold.
std::string wikilink_to(const PagePath& path, std::string_view title = {});

// `text` is that of `page`; the stub leads to `survivor`, of the same project.
std::string stub_text(const Page& page, std::string_view text, const Page& survivor, std::string_view commit);

// Whether a page is such a stub still: superseded, and its body no more than those two lines, below its title.
bool is_stub(const Page& page);

// `text` is that of `page` and gains the section, LF line ends, by its own kind of line end; absent if what the page
// ends with (code or HTML that is never closed) would swallow it.
std::optional<std::string> with_section(const Page& page, std::string_view text, std::string_view section);

// The links to the pages that a body with this outline took in: of the lines "From [[…]], changed DATE:" in that
// section, as plan_merge writes them.
std::vector<Link> merged_from(std::string_view body, const Outline& shape);

}  // namespace ai_memory
