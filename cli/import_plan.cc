#include "cli/import_plan.hh"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace ai_memory {
namespace {

template <typename T>
void append(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

// Drops every page whose name was taken by an earlier one of the same import.
void drop_repeated(ImportRead& read) {
  std::map<std::string, std::size_t> first;
  std::vector<ImportedPage> pages;
  for (ImportedPage& page : read.pages) {
    const auto [at, is_new] = first.emplace(twin_key(page.path.str()), pages.size());
    if (is_new) {
      pages.push_back(std::move(page));
    } else if (const ImportedPage& taken = pages[at->second]; taken.content != page.content) {
      read.problems.push_back({page.origin, "would be the page " + page.path.display() + ", as " + taken.origin +
                                                " already is, with other text"});
    }
  }
  read.pages = std::move(pages);
}

// What the commit keeps of where the page came from.
std::string reason_of(const ImportedPage& page) {
  std::string reason = page.times ? source_times_reason(*page.times) : "";
  if (page.place.empty() || page.path.in_project() == page.place) return reason;
  return reason + (reason.empty() ? "" : ", ") + source_place_reason(page.place);
}

}  // namespace

std::size_t ImportRead::skipped() const {
  return std::accumulate(other_files.begin(), other_files.end(), symlinks + hidden.size(),
                         [](std::size_t sum, const auto& row) { return sum + row.second; });
}

void ImportRead::add(ImportRead more) {
  append(pages, more.pages);
  append(problems, more.problems);
  append(renamed, more.renamed);
  append(sources, more.sources);
  append(hidden, more.hidden);
  for (const auto& [extension, count] : more.other_files) other_files[extension] += count;
  for (const auto& [origin, count] : more.times_from) times_from[origin] += count;
  symlinks += more.symlinks;
}

void leave_gone(ImportPlan& plan, const std::set<std::string>& paths) {
  const auto is_gone = [&](const PagePath& path) { return paths.contains(path.str()); };
  std::copy_if(plan.added.begin(), plan.added.end(), std::back_inserter(plan.gone), is_gone);
  std::erase_if(plan.added, is_gone);
  std::erase_if(plan.changes.changes,
                [&](const Change& change) { return change.base.empty() && is_gone(change.path); });
}

void leave_edited(ImportPlan& plan, const std::set<std::string>& paths) {
  for (const std::string& path : paths) {
    if (!plan.refused.contains(path)) continue;
    plan.edited.push_back(PagePath::existing(path));
    std::erase_if(plan.kept, [&](const ImportNote& note) { return note.what == plan.edited.back().display(); });
  }
}

ImportPlan plan_import(ImportRead& read, const ImportTarget& target, OnDifference on_difference) {
  drop_repeated(read);
  std::multimap<std::string, const PagePath*> live;
  for (const PagePath& path : target.live) live.emplace(twin_key(path.str()), &path);

  ImportPlan plan;
  for (const ImportedPage& page : read.pages) {
    const std::string reason = reason_of(page);
    if (const auto present = target.read(page.path)) {
      if (*present == page.content) {
        plan.unchanged.push_back(page.path);
      } else if (on_difference == OnDifference::replace) {
        plan.replaced.push_back(page.path);
        plan.changes.changes.push_back({page.path, page.content, blob_id(*present), reason});
      } else {
        plan.kept.push_back({page.path.display(), "holds other text than " + page.origin});
        plan.refused.emplace(page.path.str(), blob_id(page.content));
      }
    } else if (const auto twin = live.find(twin_key(page.path.str())); twin != live.end()) {
      plan.kept.push_back(
          {twin->second->display(), "has the same name as " + page.origin + " but for case or accents' form"});
    } else {
      plan.added.push_back(page.path);
      plan.changes.changes.push_back({page.path, page.content, "", reason});
    }
  }
  return plan;
}

}  // namespace ai_memory
