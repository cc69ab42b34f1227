// The words that rewrite_force.hh reads.
#pragma once

#include <span>
#include <string_view>

#include "dream/rewrite_force.hh"

namespace ai_memory {

// `means` 0: a phrase that holds such a word and tells nothing, 節約 with 約.
struct ForceEntry {
  std::string_view phrase;
  Force means;
  bool asks = true;
};

std::span<const ForceEntry> english_force_entries();   // lower case, words with one blank between
std::span<const ForceEntry> japanese_force_entries();  // and signs: what begins with no ASCII

}  // namespace ai_memory
