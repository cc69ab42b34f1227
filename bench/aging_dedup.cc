// What it costs to look for cold pages that say the same, and to make one of them, in a large wiki.
//   dedup PAGES
// Three in ten pages say what another one says, in slightly other words. Their vectors are of spelling alone, for those
// of a sentence encoder would take an hour and be no slower to compare.
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.hh"
#include "bench/pages.hh"
#include "cli/run_sweep.hh"
#include "index/embedder.hh"
#include "index/embeddings.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr Timestamp kLater = kBenchNow + std::chrono::days(400);  // everything is cold by then

// The pages from `pages` * 7 / 10 on are near-duplicates of the first ones.
Change page(int number, int pages) {
  const int originals = pages - pages * 3 / 10;
  Change made = made_up_page(number % originals, pages);
  if (number < originals) return made;
  const std::string path = made.path.str();
  made.path = PagePath::create(path.substr(0, path.size() - 3) + "-again.md");
  *made.content += "Written down again in the evening.\n";
  return made;
}

SearchIndex open_index(const Wiki& wiki, Timestamp now) {
  SearchIndex index(wiki.state_dir(), now, {});
  index.use(make_ngram_embedder);
  return index;
}

void fill(const fs::path& home, int pages) {
  Wiki wiki = Wiki::init(home, kBenchNow);
  Changeset changes;
  changes.subject = "import: " + std::to_string(pages) + " pages";
  changes.source = "import";
  changes.now = kBenchNow;
  for (int n = 0; n < pages; ++n) changes.changes.push_back(page(n, pages));
  if (!wiki.commit(changes).skipped.empty()) throw Error(ErrorKind::failed, "pages were skipped");
  SearchIndex index = open_index(wiki, kBenchNow);
  index.sync(wiki, kBenchNow);
  index.embed(wiki, [] { return true; });
  index.checkpoint();
}

// In a process of its own, so that its memory is not counted as that of what comes after.
void elsewhere(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child < 0) throw_errno("fork");
  if (child == 0) {
    int status = 0;
    try {
      work();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "dedup: %s\n", error.what());
      status = 1;
    }
    std::_Exit(status);
  }
  int status = 1;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) throw Error(ErrorKind::failed, "the wiki could not be made");
}

double peak_megabytes() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_maxrss) / 1024;
}

// Of all threads; on a busy machine it says more than the clock on the wall.
double processor_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double read_and_hash(const Wiki& wiki) {
  return milliseconds([&] {
    for (const PageFile& file : wiki.scan()) blob_id(wiki.read(file.path).value());
  });
}

void sweep(const fs::path& home) {
  Wiki wiki = Wiki::open(home, kLater);
  SearchIndex index = open_index(wiki, kLater);
  index.sync(wiki, kLater);
  const double start = peak_megabytes(), floor = read_and_hash(wiki);
  SweepRunOptions options;
  options.passes = {"dedup"};
  options.max_evictions = INT_MAX;
  SweepReport report;
  const double worked = processor_seconds();
  const double time =
      milliseconds([&] { report = run_sweep(wiki, index, {.dedup_cold_clusters = true}, options, kLater); });
  std::printf("%zu pages merged into %zu; %zu warnings\n", report.count(SweepAction::stub),
              report.count(SweepAction::merge), report.warnings.size());
  std::printf(
      "a sweep of dedup alone %.1f s, %.1f s of them at work; reading and hashing all pages %.2f s; ratio %.0f\n",
      time / 1000, processor_seconds() - worked, floor / 1000, time / floor);
  std::printf("memory at most %.0f MB, %.0f MB before the sweep\n", peak_megabytes(), start);
}

}  // namespace
}  // namespace ai_memory

int main(int argc, char** argv) {
  const int pages = argc == 2 ? std::atoi(argv[1]) : 0;
  if (pages < 10) {
    std::fputs("usage: dedup PAGES (10 or more)\n", stderr);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // it takes minutes: each line at once, into a file too
  try {
    const ai_memory::TemporaryFolder folder;
    const auto home = folder.path() / "home";
    ai_memory::elsewhere([&] { ai_memory::fill(home, pages); });
    ai_memory::sweep(home);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "dedup: %s\n", error.what());
    return 1;
  }
}
