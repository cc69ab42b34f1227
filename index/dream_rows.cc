#include "index/dream_rows.hh"

#include "index/search_index_impl.hh"

namespace ai_memory {
namespace {

Proposal proposal_of(const sqlite::Statement& row) { return {row.text(0), row.text(1), row.text(2), row.time(3)}; }

constexpr std::string_view kProposals = "SELECT id, document, state, time FROM proposals ";

}  // namespace

std::optional<DreamtBefore> DreamRows::dreamt(const std::string& set) const {
  auto row = database_.prepare("SELECT outcome, reason, time FROM dreamt WHERE texts = ?1");
  if (!row.with(set).step()) return std::nullopt;
  return DreamtBefore{row.text(0), row.text(1), row.time(2)};
}

void DreamRows::remember(const std::string& set, const DreamtBefore& what) {
  database_.prepare("INSERT OR REPLACE INTO dreamt (texts, outcome, reason, time) VALUES (?1, ?2, ?3, ?4)")
      .with(set, what.outcome, what.reason, what.time)
      .run();
}

std::vector<Proposal> DreamRows::proposals() const {
  std::vector<Proposal> found;
  auto rows = database_.prepare(std::string(kProposals) + "ORDER BY time, id");
  while (rows.step()) found.push_back(proposal_of(rows));
  return found;
}

std::optional<Proposal> DreamRows::proposal(const std::string& id) const {
  auto row = database_.prepare(std::string(kProposals) + "WHERE id = ?1");
  return row.with(id).step() ? std::optional(proposal_of(row)) : std::nullopt;
}

void DreamRows::put(const Proposal& proposal) {
  database_.prepare("INSERT OR REPLACE INTO proposals (id, document, state, time) VALUES (?1, ?2, ?3, ?4)")
      .with(proposal.id, proposal.document, proposal.state, proposal.time)
      .run();
}

DreamRows SearchIndex::dreams() { return DreamRows(impl_->database()); }

}  // namespace ai_memory
