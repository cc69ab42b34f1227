// Monthly ledgers, log-YYYY-MM.md at a project's top: which are old enough to go. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/page_path.hh"
#include "wiki/time.hh"

namespace ai_memory {

// Months since year 0 in UTC, of "log-2026-03.md"; absent for any other name, log.md too.
std::optional<int> ledger_month(std::string_view name);

struct OldLedger {
  PagePath path;
  std::string reason;  // "its month, 2026-03, ended 7 full months ago (kept for 6)"
};

// Of a project's ledgers those whose month ended `months` full months ago or more; sorted by path. The two newest stay
// whatever their month, so that a project long at rest keeps the end of its story. None if `months` is not positive.
std::vector<OldLedger> old_ledgers(const std::vector<PagePath>& ledgers, Timestamp now, int months);

}  // namespace ai_memory
