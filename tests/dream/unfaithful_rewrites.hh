// Small pages and rewrites of them that keep every number, name and piece of code, and yet say another thing: a weaker
// word, another order, another person's turn. The guard should refuse them.
#pragma once

#include <vector>

namespace ai_memory::test {

struct UnfaithfulCase {
  const char *category, *source, *rewrite;
};

// Each third case was held apart: looked at only when the rules were done.
const std::vector<UnfaithfulCase>& unfaithful_english();
const std::vector<UnfaithfulCase>& unfaithful_japanese();

}  // namespace ai_memory::test
