#include "decay/ledger.hh"

#include <algorithm>
#include <utility>

namespace ai_memory {
namespace {

constexpr std::size_t kAlwaysKept = 2;

int month_of(Timestamp time) {
  const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(time));
  return static_cast<int>(day.year()) * 12 + static_cast<int>(static_cast<unsigned>(day.month())) - 1;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<int> ledger_month(std::string_view name) {
  constexpr std::string_view kForm = "log-0000-00.md";
  if (name.size() != kForm.size()) return std::nullopt;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (kForm[i] == '0' ? !is_digit(name[i]) : name[i] != kForm[i]) return std::nullopt;
  const auto digit = [&](std::size_t i) { return name[i] - '0'; };
  const int year = digit(4) * 1000 + digit(5) * 100 + digit(6) * 10 + digit(7), month = digit(9) * 10 + digit(10);
  if (month < 1 || month > 12) return std::nullopt;
  return year * 12 + month - 1;
}

std::vector<OldLedger> old_ledgers(const std::vector<PagePath>& ledgers, Timestamp now, int months) {
  std::vector<OldLedger> old;
  if (months <= 0) return old;
  std::vector<std::pair<int, PagePath>> dated;
  for (const PagePath& path : ledgers)
    if (const auto month = ledger_month(path.in_project())) dated.emplace_back(*month, path);
  std::sort(dated.begin(), dated.end());
  if (dated.size() <= kAlwaysKept) return old;
  dated.erase(dated.end() - kAlwaysKept, dated.end());
  for (const auto& [month, path] : dated) {
    const int full_months = month_of(now) - month - 1;
    if (full_months < months) continue;
    old.push_back({path, "its month, " + path.stem().substr(4) + ", ended " + std::to_string(full_months) +
                             (full_months == 1 ? " full month" : " full months") + " ago (kept for " +
                             std::to_string(months) + "); git history and backups keep it"});
  }
  std::sort(old.begin(), old.end(), [](const OldLedger& a, const OldLedger& b) { return a.path < b.path; });
  return old;
}

}  // namespace ai_memory
