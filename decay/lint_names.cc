#include "decay/lint_names.hh"

#include <algorithm>
#include <map>
#include <set>

#include "decay/sweep_reason.hh"
#include "wiki/conflict.hh"

namespace ai_memory {
namespace {

LintFinding finding_of(LintKind kind, const PagePath& path, std::string message, std::string hint, std::string what) {
  return {.kind = kind,
          .path = path,
          .line = 0,
          .message = std::move(message),
          .hint = std::move(hint),
          .others = {},
          .what = std::move(what),
          .fix = {},
          .id = {}};
}

using Groups = std::map<std::pair<Project, std::string>, std::vector<PagePath>>;

// A finding on the first page by path of each group of several, the others with it.
void add_groups(const Groups& groups, LintKind kind, const std::string& says, const std::string& hint,
                std::vector<LintFinding>& found) {
  for (const auto& [key, pages] : groups) {
    if (pages.size() < 2) continue;
    std::vector<PagePath> sorted = pages;
    std::sort(sorted.begin(), sorted.end());
    LintFinding finding = finding_of(kind, sorted.front(), says, hint, key.second);
    finding.others.assign(sorted.begin() + 1, sorted.end());
    for (std::size_t i = 0; i < finding.others.size(); ++i)
      finding.message += (i == 0                           ? " "
                          : i + 1 == finding.others.size() ? " and "
                                                           : ", ") +
                         name_beside(finding.path, finding.others[i]);
    found.push_back(std::move(finding));
  }
}

bool is_note(const LintPage& page) { return page.tier == Tier::semantic || page.tier == Tier::procedural; }

}  // namespace

std::vector<LintFinding> lint_names(const std::vector<LintPage>& pages) {
  std::vector<LintFinding> found;
  std::set<PagePath> names, copies;
  Groups twins, titles;
  for (const auto& page : pages) names.insert(page.path);
  for (const auto& page : pages) {
    twins[{Project{}, twin_key(page.path.str())}].push_back(page.path);
    const auto original = original_of_copy(page.path);
    if (!original || !names.contains(*original)) continue;
    copies.insert(page.path);
    found.push_back(finding_of(LintKind::conflict_copy, page.path,
                               "is a conflict copy of " + name_beside(page.path, *original),
                               "bring the two together, then delete the copy", {}));
    found.back().others = {*original};
  }
  add_groups(twins, LintKind::case_twins, "differs only in case or Unicode form from",
             "rename one: some file systems, and git on them, keep only one of the two", found);

  std::set<PagePath> twin_pages;  // whose titles are equal because their names are
  for (const auto& [key, group] : twins)
    if (group.size() > 1) twin_pages.insert(group.begin() + 1, group.end());
  for (const auto& page : pages)
    if (is_note(page) && !page.superseded && !copies.contains(page.path) && !twin_pages.contains(page.path))
      titles[{page.path.project(), twin_key(page.title)}].push_back(page.path);
  add_groups(titles, LintKind::duplicate_title, "has the same title as",
             "a link by title finds one of them only: give one another title, or make one page of them", found);
  return found;
}

std::vector<LintFinding> lint_ages(const std::vector<SweepPage>& pages, Timestamp now, const DecayConfig& config) {
  constexpr auto kAhead = std::chrono::hours(24);
  DecayConfig exponential = config;  // the other curves have no λ
  exponential.curve = "exponential";
  std::vector<LintFinding> found;
  for (const auto& page : pages) {
    const PageUsage& usage = page.usage;
    if (usage.last_access && *usage.last_access > now + kAhead) {
      found.push_back(finding_of(LintKind::future_date, page.path,
                                 "was last read ahead of the clock: " + format_time(*usage.last_access),
                                 "the next reading sets it right", "last_access"));
    }
    if (usage.tier != Tier::episodic || page.pinned || page.is_protected || page.compacted) continue;
    if (usage.accesses > 0 || usage.last_access) continue;
    if (days_since(page.usage_known_since, now) < config.unknown_usage_grace_days) continue;
    const double lambda = retention(usage, now, exponential).lambda;
    const double age = days_since(usage.body_changed, now);
    if (!(lambda > 0) || !(age > 0.6 / lambda)) continue;
    found.push_back(finding_of(LintKind::stale, page.path,
                               "nobody has read it since it was written, " + days_text(age) + " ago",
                               "keep what matters in a note, pin it, or let it fade", {}));
  }
  return found;
}

}  // namespace ai_memory
