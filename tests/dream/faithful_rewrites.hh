// Pages as people keep them, two to four to a set, and the one page that a good language model makes of each set: it
// merges, moves and rewords, and loses nothing. The guard must take them. Three groups were held out: each was looked
// at once, when the rules were made, and what it refused then (2 of 14, 2 of 10, 2 of 10) changed them where it was
// theirs.
#pragma once

#include <string>
#include <vector>

#include "dream/check_rewrite.hh"

namespace ai_memory::test {

struct FaithfulPage {
  const char *title, *body;
};
struct FaithfulSet {
  const char* name;
  std::vector<FaithfulPage> sources;
  const char *title, *body;  // of the rewrite
};

inline std::vector<RewriteSource> sources_of(const FaithfulSet& set) {
  std::vector<RewriteSource> sources;
  for (const FaithfulPage& page : set.sources) {
    const auto path = "default/shop/sessions/p" + std::to_string(sources.size() + 1) + ".md";
    sources.push_back({PagePath::existing(path), page.title, page.body});
  }
  return sources;
}

inline Rewrite rewrite_of(const FaithfulSet& set) { return {set.title, set.body, {}}; }

const std::vector<FaithfulSet>& english_rewrites();
const std::vector<FaithfulSet>& more_rewrites();  // English, one of them with Japanese
const std::vector<FaithfulSet>& japanese_rewrites();
const std::vector<FaithfulSet>& held_out_rewrites();
const std::vector<FaithfulSet>& second_rewrites();
const std::vector<FaithfulSet>& third_rewrites();
const std::vector<FaithfulSet>& force_word_rewrites();
const std::vector<FaithfulSet>& short_rewrites();  // a ban, a direction, a state or a list in other words

}  // namespace ai_memory::test
