// The part of SearchIndex that compares pages as wholes.
#include <cmath>
#include <map>

#include "index/near_pairs.hh"
#include "index/related.hh"
#include "index/reviews.hh"
#include "index/search_index_impl.hh"

namespace ai_memory {
void SearchIndex::Impl::relate(const NearFrom& from) {
  if (sidecar.writable && meaning()) Related(database(), *embeddings, *embedder, from).catch_up();
}

NearFrom SearchIndex::near_from() const {
  return {thresholds(Script::spaced).values.related, thresholds(Script::unspaced).values.related};
}

std::vector<AutoEdge> SearchIndex::auto_edges() {
  const NearFrom from = near_from();
  if (!impl_->meaning() || !from.ever()) return {};
  relate_if_free();
  return Related(impl_->database(), *impl_->embeddings, *impl_->embedder, from).edges();
}

std::vector<PageVector> SearchIndex::page_vectors() {
  relate_if_free();
  std::vector<PageVector> pages;
  if (!impl_->meaning()) return pages;
  const auto columns = static_cast<std::size_t>(impl_->embedder->dimension());
  const PackedVectors all = PageVectors(impl_->database(), impl_->embedder->id(), impl_->embedder->dimension()).all();
  const auto stride = static_cast<std::size_t>(all.dimension);
  for (std::size_t row = 0; row < all.size(); ++row) {
    const auto length = static_cast<float>(std::sqrt(all.squares[row]));
    Vector vector;
    for (std::size_t i = 0; i < columns; ++i)
      vector.push_back(static_cast<float>(all.values[row * stride + i]) / length);
    pages.push_back({all.ids[row], PagePath::existing(all.paths[row]), all.scripts[row], std::move(vector)});
  }
  return pages;
}

std::vector<NearPair> SearchIndex::near_pairs(const std::vector<PagePath>& pages, double max_distance) {
  std::map<std::string, Vector> vectors;
  for (PageVector& page : page_vectors()) vectors.emplace(page.path.str(), std::move(page.vector));
  std::vector<Vector> points;
  for (const PagePath& path : pages) {
    const auto found = vectors.find(path.str());
    points.push_back(found == vectors.end() ? Vector() : std::move(found->second));
  }
  return ai_memory::near_pairs(std::move(points), max_distance);
}

// A read shows what there is when another command writes.
void SearchIndex::relate_if_free() {
  impl_->database().wait_for_locks(kReadWaitMs);
  try {
    impl_->relate(near_from());
  } catch (const sqlite::Failure& failure) {
    impl_->database().wait_as_usual();
    if (!failure.busy() && !failure.unwritable()) throw;
  }
  impl_->database().wait_as_usual();
}

void SearchIndex::record_read(const PagePath& page, const std::string& actor, Timestamp now) noexcept {
  record_access({page}, actor, now);
  impl_->write_if_free([&] {
    count_read(impl_->database(), page.str(), actor, now);
    count_opening(impl_->database(), page.str(), actor, now);
  });
}

}  // namespace ai_memory
