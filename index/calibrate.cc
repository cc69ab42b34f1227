// Gathers what thresholds are measured on, see calibration.hh.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>

#include "index/calibration.hh"
#include "index/links.hh"
#include "index/page_vectors.hh"
#include "index/search_index_impl.hh"
#include "index/thresholds_kept.hh"
#include "index/vector_store.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostPairs = 4000, kMostCopies = 40;

constexpr std::string_view kParts = R"sql(
SELECT v.page, c.n, w.row, c.hash FROM page_vectors v
JOIN pages p ON p.id = v.page AND p.blob = v.blob AND p.path = v.path
JOIN chunks c ON c.page = v.page JOIN vectors w ON w.embedder = v.embedder AND w.hash = c.hash
WHERE v.embedder = ?1 ORDER BY v.path, c.n
)sql";

struct Part {
  std::size_t page = 0;  // row among the pages
  Vector vector;
};

double cosine(const Vector& a, const Vector& b) {
  double dot = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    dot += static_cast<double>(a[i]) * b[i];
    aa += static_cast<double>(a[i]) * a[i];
    bb += static_cast<double>(b[i]) * b[i];
  }
  return aa > 0 && bb > 0 ? dot / std::sqrt(aa * bb) : 0;
}

void add_to(Vector& sum, const Vector& one) {
  sum.resize(one.size());
  for (std::size_t i = 0; i < one.size(); ++i) sum[i] += one[i];
}

// The same draws for the same pages.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t count) {
    state_ += 0x9e3779b97f4a7c15ULL;  // SplitMix64
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<std::size_t>((z ^ (z >> 31)) % count);
  }

 private:
  std::uint64_t state_;
};

// Pages of one script, with their parts in order.
struct Pages {
  std::vector<PageVector> pages;
  std::vector<Part> parts;
  std::uint64_t seed = 0;

  bool same_page(std::size_t a, std::size_t b) const { return parts[a].page == parts[b].page; }
};

// Two of `count`, again and again; `use` has the last word on a pair.
template <class Use>
void draw_pairs(Draws& draws, std::size_t count, const Use& use) {
  if (count < 2) return;
  for (std::size_t n = 0; n < kMostPairs; ++n) {
    const std::size_t a = draws.below(count), b = draws.below(count);
    if (a != b) use(a, b);
  }
}

void compare_parts(const Pages& of, Draws& draws, CalibrationSamples& samples) {
  draw_pairs(draws, of.parts.size(), [&](std::size_t a, std::size_t b) {
    if (!of.same_page(a, b)) samples.unlike_chunks.push_back(cosine(of.parts[a].vector, of.parts[b].vector));
  });
  for (std::size_t i = 0; i + 1 < of.parts.size() && samples.next_chunks.size() < kMostPairs; ++i)
    if (of.same_page(i, i + 1)) samples.next_chunks.push_back(cosine(of.parts[i].vector, of.parts[i + 1].vector));
}

void compare_pages(const Pages& of, const std::set<std::pair<std::size_t, std::size_t>>& linked, Draws& draws,
                   CalibrationSamples& samples) {
  draw_pairs(draws, of.pages.size(), [&](std::size_t a, std::size_t b) {
    if (!linked.contains({a, b}) && !linked.contains({b, a}))
      samples.unlike_pages.push_back(cosine(of.pages[a].vector, of.pages[b].vector));
  });
  for (const auto& [a, b] : linked) samples.like_pages.push_back(cosine(of.pages[a].vector, of.pages[b].vector));
  for (std::size_t first = 0; first < of.parts.size();) {
    std::size_t end = first;
    while (end < of.parts.size() && of.same_page(first, end)) ++end;
    if (end - first >= 2) {
      Vector half, other;
      for (std::size_t i = first; i < end; ++i)
        add_to(i < first + (end - first) / 2 ? half : other, of.parts[i].vector);
      samples.like_pages.push_back(cosine(half, other));
    }
    first = end;
  }
}

// Of the first chunk of some pages, which begins with the title.
void compare_copies(const Pages& of, const Wiki& wiki, Embedder& embedder, Draws& draws, CalibrationSamples& samples) {
  std::vector<std::string> texts, copies;
  std::set<std::size_t> taken;
  for (std::size_t n = 0; n < 3 * kMostCopies && texts.size() < kMostCopies; ++n) {
    const std::size_t at = draws.below(of.pages.size());
    if (!taken.insert(at).second) continue;
    const auto content = wiki.read(of.pages[at].path);
    if (!content) continue;
    const auto chunks = chunks_of(parse_page(of.pages[at].path, *content), embedder);
    std::string copy = lightly_changed(chunks.front().text);
    if (copy == chunks.front().text) continue;
    texts.push_back(chunks.front().text);
    copies.push_back(std::move(copy));
  }
  const auto vectors = embedder.embed_documents(texts), changed = embedder.embed_documents(copies);
  for (std::size_t i = 0; i < std::min(vectors.size(), changed.size()); ++i)
    if (!vectors[i].empty() && vectors[i].size() == changed[i].size())
      samples.changed_copies.push_back(cosine(vectors[i], changed[i]));
}

std::map<Script, Pages> gather(const sqlite::Database& database, const VectorFile& file, const std::string& embedder,
                               std::vector<PageVector> vectors) {
  std::map<Script, Pages> by_script;
  std::map<std::int64_t, std::pair<Script, std::size_t>> place;
  for (PageVector& page : vectors) {
    auto& pages = by_script[page.script].pages;
    place[page.id] = {page.script, pages.size()};
    pages.push_back(std::move(page));
  }
  auto rows = database.prepare(kParts);
  rows.with(embedder);
  while (rows.step()) {
    const auto at = place.find(rows.integer(0));
    if (at == place.end()) continue;
    const auto& [script, page] = at->second;
    const auto row = static_cast<std::size_t>(rows.integer(2));
    if (file.tag(row) != VectorStore::tag_of(rows.integer(3))) continue;
    Vector vector = file.row(row);
    Pages& pages = by_script[script];
    pages.seed = pages.seed * 1099511628211ULL + static_cast<std::uint64_t>(rows.integer(3));
    pages.parts.push_back({page, std::move(vector)});
  }
  return by_script;
}

std::set<std::pair<std::size_t, std::size_t>> linked_rows(const Pages& of, const std::vector<PageLink>& links) {
  std::map<PagePath, std::size_t> row;
  for (std::size_t i = 0; i < of.pages.size(); ++i) row[of.pages[i].path] = i;
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (const PageLink& link : links) {
    if (!link.to || link.from == *link.to || !row.contains(link.from) || !row.contains(*link.to)) continue;
    const std::size_t a = row[link.from], b = row[*link.to];
    pairs.emplace(std::min(a, b), std::max(a, b));
  }
  return pairs;
}

[[noreturn]] void refuse(const std::map<Script, Pages>& by_script, std::size_t waiting) {
  std::size_t most = 0;
  for (const auto& [script, pages] : by_script) most = std::max(most, pages.parts.size());
  throw Error(ErrorKind::failed,
              "thresholds: too little to measure on: " + std::to_string(most) + " parts of pages have vectors, " +
                  std::to_string(kLeastChunks) + " of one script are needed",
              waiting > 0 ? std::to_string(waiting) + " pages wait for vectors: `ai-memory embed`"
                          : "the built-in numbers stay; try again when the wiki has grown");
}

}  // namespace

Calibration SearchIndex::calibrate(const Wiki& wiki, bool dry_run) {
  if (!impl_->meaning())
    throw Error(ErrorKind::failed, "thresholds: there is no embedder to measure", "set embedding.provider");
  Embedder& embedder = *impl_->embedder;
  Calibration calibration{embedder.id(), {}};
  const VectorFile& file = impl_->embeddings->file();
  sqlite::Database& database = impl_->database();
  const auto all_links = links();
  const auto by_script = gather(database, file, embedder.id(), page_vectors());
  for (const auto& [script, pages] : by_script) {
    if (pages.parts.size() < kLeastChunks) continue;
    CalibrationSamples samples;
    Draws draws(pages.seed);
    compare_parts(pages, draws, samples);
    compare_pages(pages, linked_rows(pages, all_links), draws, samples);
    compare_copies(pages, wiki, embedder, draws, samples);
    calibration.scripts.push_back(
        {script, pages.pages.size(), pages.parts.size(), summary(samples), thresholds_from(samples), {}});
    // How pages as wholes are spelled tells nothing of what they are about.
    ScriptCalibration& last = calibration.scripts.back();
    if (!embedder.knows_meaning()) last.values.related.reset();
    last.refused = disorder(join_thresholds(built_in_thresholds(embedder.id(), script), last.values, {}).values);
    if (!last.refused.empty()) last.values = {};
  }
  if (calibration.scripts.empty()) refuse(by_script, impl_->embeddings->waiting());
  if (dry_run || !impl_->sidecar.writable) return calibration;
  sqlite::Transaction transaction(database);
  for (const auto& one : calibration.scripts)
    if (one.refused.empty()) keep_thresholds(database, embedder.id(), one.script, one.values);
  transaction.commit();
  return calibration;
}

}  // namespace ai_memory
