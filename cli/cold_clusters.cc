#include "cli/cold_clusters.hh"

#include <set>

#include "cli/sweep_merges.hh"
#include "dream/novelty.hh"
#include "index/page_vectors.hh"
#include "wiki/error.hh"
#include "wiki/link_rewrite.hh"

namespace ai_memory {
namespace {

using Vectors = std::map<PagePath, std::vector<float>>;

Vectors vectors_of(SearchIndex& index, std::vector<std::string>& warnings) {
  Vectors vectors;
  try {
    for (PageVector& page : index.page_vectors()) vectors.emplace(page.path, std::move(page.vector));
  } catch (const Error& error) {
    warnings.push_back(std::string("nothing is known of how novel clusters are: ") + error.what());
  }
  return vectors;
}

double novelty_of(const std::vector<MergePage>& pages, const Vectors& vectors,
                  const std::vector<const std::vector<float>*>& living) {
  std::vector<const std::vector<float>*> members;
  for (const MergePage& page : pages)
    if (const auto found = vectors.find(page.path); found != vectors.end()) members.push_back(&found->second);
  return novelty(members, living);
}

}  // namespace

DreamClusters dream_clusters(const Wiki& wiki, SearchIndex& index, const Config& config,
                             const std::optional<Project>& project, Timestamp now) {
  DecayConfig decay = config.decay;
  decay.dedup_min_pts = config.dream.min_pts;
  decay.dedup_max_eps = config.dream.max_eps;
  const std::vector<SweepPage> pages = index.sweep_pages(project);
  DreamClusters found;
  ColdGroups groups = find_cold_groups(wiki, index, pages, decay, now);
  found.refused = std::move(groups.refused);
  if (!groups.warning.empty()) found.warnings.push_back(groups.warning);
  for (const SkippedChange& page : groups.skipped) found.warnings.push_back(page.path.display() + ": " + page.why);
  for (ColdPair& pair : groups.apart)
    found.apart.push_back({std::move(pair.left), std::move(pair.right), std::move(pair.kind), std::move(pair.left_fact),
                           std::move(pair.right_fact)});
  if (groups.groups.empty()) return found;
  const Vectors vectors = vectors_of(index, found.warnings);
  std::set<PagePath> cold;
  for (const SweepPage& page : pages)
    if (may_be_merged(page, now, decay)) cold.insert(page.path);
  std::map<Project, std::vector<const std::vector<float>*>> living;
  for (const auto& [path, vector] : vectors)
    if (!cold.contains(path)) living[path.project()].push_back(&vector);
  for (auto& group : groups.groups) {
    const double how_novel = novelty_of(group, vectors, living[group.front().path.project()]);
    found.clusters.push_back({std::move(group), how_novel});
  }
  return found;
}

struct DreamLinks::Targets {
  explicit Targets(const SearchIndex& index) : now(index.named_pages()) {}
  LinkTargets now;
  PageMoves nothing_moves{now, now, {}, {}};
};

DreamLinks::DreamLinks(const Wiki& wiki, const SearchIndex& index)
    : wiki_(wiki), index_(index), targets_(std::make_unique<Targets>(index)) {}
DreamLinks::~DreamLinks() = default;

std::string DreamLinks::relocate(std::string_view lines, const PagePath& from, const PagePath& to) const {
  return rewrite_links(lines, from, to, targets_->nothing_moves).text;
}

std::vector<Change> DreamLinks::relink(const Project& project, const std::map<PagePath, PagePath>& merged) {
  std::vector<Change> changes;
  for (Relinked& page : relink_merged(
           wiki_, index_, project, merged, [](const PagePath&) { return true; }, failed_))
    changes.push_back(std::move(page.change));
  return changes;
}

}  // namespace ai_memory
