#include "index/refusals.hh"

#include "index/search_index_impl.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kKnown = "SELECT blob, other, why FROM refused WHERE pass = ?1 AND rules = ?2";
constexpr std::string_view kAdd = "INSERT OR REPLACE INTO refused VALUES (?1, ?2, ?3, ?4, ?5)";
// `other` may be a path, of which the rows go when its text does.
constexpr std::string_view kDropOld = R"sql(
DELETE FROM refused WHERE pass = ?1 AND (rules <> ?2 OR blob NOT IN (SELECT blob FROM pages)
  OR (other NOT LIKE '%.md' AND other NOT IN (SELECT blob FROM pages)))
)sql";

}  // namespace

Refusals SearchIndex::refusals(const std::string& pass, const std::string& rules) const {
  Refusals refusals(pass, rules);
  auto rows = impl_->database().prepare(kKnown);
  rows.with(pass, rules);
  while (rows.step()) refusals.known_.emplace(Refusals::Key{rows.text(0), rows.text(1)}, rows.text(2));
  return refusals;
}

void SearchIndex::remember(const Refusals& refusals) noexcept {
  if (refusals.added_.empty()) return;
  impl_->write_if_free([&] {
    auto add = impl_->database().prepare(kAdd);
    for (const Refusals::Key& key : refusals.added_)
      add.with(refusals.pass_, refusals.rules_, key.first, key.second, refusals.known_.at(key)).run();
    impl_->database().prepare(kDropOld).with(refusals.pass_, refusals.rules_).run();
  });
}

}  // namespace ai_memory
