#include "cli/waiting_proposals.hh"

#include <algorithm>

#include "index/dream_rows.hh"
#include "wiki/error.hh"

namespace ai_memory {

bool is_overtaken(const Wiki& wiki, const ProposedRewrite& rewrite) {
  return std::any_of(rewrite.changes.begin(), rewrite.changes.end(), [&](const Change& change) {
    const auto text = wiki.read(change.path);
    return !text || blob_id(*text) != change.base;
  });
}

std::size_t waiting_proposals(const Wiki& wiki, SearchIndex& index) {
  const auto all = index.dreams().proposals();
  const auto is_waiting = [&](const Proposal& proposal) {
    if (proposal.state != kOpenProposal) return false;
    try {
      return !is_overtaken(wiki, parse_proposal(proposal.document));
    } catch (const Error&) {
      return true;  // a damaged one is for a person too
    }
  };
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_waiting));
}

}  // namespace ai_memory
