// What dreams leave in the sidecar: what models were asked already, and proposals that wait for a person. Gone with the
// file; then models are asked again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "index/database.hh"
#include "wiki/time.hh"

namespace ai_memory {

// What came of asking about one set of texts.
struct DreamtBefore {
  std::string outcome;  // "rewritten", "proposed", "refused"
  std::string reason;   // of "proposed": the proposal's id
  Timestamp time{};
};

struct Proposal {
  std::string id;        // 8 hex digits
  std::string document;  // JSON, see dream/proposal.hh
  std::string state;     // "open", "accepted", "rejected"
  Timestamp time{};
};

class DreamRows {
 public:
  explicit DreamRows(sqlite::Database& database) : database_(database) {}

  // `set`: identity of the texts, whatever their order.
  std::optional<DreamtBefore> dreamt(const std::string& set) const;
  void remember(const std::string& set, const DreamtBefore& what);

  std::vector<Proposal> proposals() const;  // oldest first
  std::optional<Proposal> proposal(const std::string& id) const;
  void put(const Proposal& proposal);

 private:
  sqlite::Database& database_;
};

}  // namespace ai_memory
