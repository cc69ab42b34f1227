// Tags in running text, as Obsidian writes them: #area/sub.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

// Appends the tags of a run of plain text to `tags`, without their #, as spelled. A tag begins behind a blank or at the
// start (`joined`: other text stands right before `text`), goes on over letters, digits, signs such as emoji, `_`, `-`
// and `/`, and is no number: #123 is none, #q3 is one.
void find_tags(std::string_view text, bool joined, std::vector<std::string>& tags);

// Takes away as many of each tag as `source` has with an escape before them: \#this.
void drop_escaped_tags(std::string_view source, std::vector<std::string>& tags);

// Each once, in order of first sight; tags differ by more than the case of ASCII letters.
void keep_first_tags(std::vector<std::string>& tags);

// Whether a page with `tag` is one that is asked for by `wanted`: "area" asks for area and area/sub, in any case.
bool is_within_tag(std::string_view tag, std::string_view wanted);

}  // namespace ai_memory
