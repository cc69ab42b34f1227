// A checked rewrite that waits for a person's word, as JSON in the sidecar. Pure.
#pragma once

#include <string>
#include <vector>

#include "wiki/changeset.hh"

namespace ai_memory {

struct ProposedRewrite {
  std::string model;
  std::vector<PagePath> pages;  // the one that stays first
  std::vector<Change> changes;
  std::vector<std::string> doubts;  // of the guard, a line each, see describe(); mostly none
};

std::string format_proposal(const ProposedRewrite& rewrite);
// "" for none, ", with 2 doubts" else.
std::string doubts_text(std::size_t count);
// Throws `failed` for what format_proposal() did not make.
ProposedRewrite parse_proposal(const std::string& document);

}  // namespace ai_memory
