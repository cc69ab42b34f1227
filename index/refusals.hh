// What a pass of the sweep looked at and refused, so that the next sweep need not look again. Derived rows: without
// them a sweep only takes longer.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "wiki/changeset.hh"

namespace ai_memory {

// Of one pass under one set of rules; a refusal must follow from these, the text and `other` alone.
class Refusals {
 public:
  // `rules`: their version, and the settings that they depend on.
  Refusals(std::string pass, std::string rules) : pass_(std::move(pass)), rules_(std::move(rules)) {}

  // Why; absent: not refused, or not known. `other`: what it also depends on, the page's path or another text's blob.
  std::optional<std::string> find(const BlobId& blob, const std::string& other) const {
    const auto found = known_.find({blob, other});
    return found == known_.end() ? std::nullopt : std::optional(found->second);
  }
  void add(const BlobId& blob, const std::string& other, std::string why) {
    const auto [at, is_new] = known_.emplace(Key{blob, other}, std::move(why));
    if (is_new) added_.push_back(at->first);
  }

 private:
  friend class SearchIndex;
  using Key = std::pair<BlobId, std::string>;

  std::string pass_, rules_;
  std::map<Key, std::string> known_;
  std::vector<Key> added_;  // since they were read
};

}  // namespace ai_memory
