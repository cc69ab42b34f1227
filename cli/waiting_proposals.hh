// Rewrites of dreams that wait for a person's word.
#pragma once

#include <cstddef>

#include "dream/proposal.hh"
#include "index/search_index.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

inline constexpr const char* kOpenProposal = "open";

// Whether its pages are no longer what it was made from: then it cannot be accepted.
bool is_overtaken(const Wiki& wiki, const ProposedRewrite& rewrite);

// How many can be accepted.
std::size_t waiting_proposals(const Wiki& wiki, SearchIndex& index);

}  // namespace ai_memory
