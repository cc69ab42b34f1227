// What common operations cost in a large wiki, beside the least they could cost on this machine in the same run.
//   scale PAGES [PROGRAM]
// PROGRAM: the built ai-memory, for the rows that time whole processes.
#include <cstdio>
#include <cstdlib>
#include <git2.h>
#include <sys/wait.h>

#include "bench/bench.hh"
#include "bench/floors.hh"
#include "bench/pages.hh"
#include "cli/run_sweep.hh"
#include "index/search_index.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr int kRounds = 15;
constexpr Timestamp kLater = kBenchNow + std::chrono::days(400);  // everything is cold by then

double median(int rounds, const std::function<void(int)>& work) { return percentile(each_time(rounds, work), 0.5); }

void row(const char* name, double ours, const char* floor_name, double floor) {
  std::printf("%-44s %10.2f   %-44s %10.2f %8.2f\n", name, ours, floor_name, floor, ours / floor);
  std::fflush(stdout);
}

void shell(const std::string& command) {
  const int status = std::system(command.c_str());
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw Error(ErrorKind::failed, command + ": failed");
}

class Scale {
 public:
  Scale(int pages, std::string program) : pages_(pages), program_(std::move(program)) {}

  void run() {
    fill();
    std::printf("\n%-44s %10s   %-44s %10s %8s\n", "operation, median", "ms", "floor in the same run", "ms", "ratio");
    fs::copy(root(), copy(), fs::copy_options::recursive);
    commits();
    scans();
    searches();
    sweeps();
    if (!program_.empty()) processes();
  }

 private:
  fs::path home() const { return folder_.path() / "home"; }
  fs::path root() const { return home() / "wiki"; }
  fs::path copy() const { return folder_.path() / "copy"; }
  fs::path sidecar() const { return home() / "state/memory.sqlite"; }
  std::string page_text(int round) const { return *made_up_page(pages_ + round, pages_).content; }
  static std::string page_name(int round) {
    return "default/bench/sessions/2020/01/extra-" + std::to_string(round) + ".md";
  }

  void fill() {
    Changeset changes;
    changes.subject = "import: " + std::to_string(pages_) + " pages";
    changes.source = "import";
    changes.now = kBenchNow;
    for (int n = 0; n < pages_; ++n) changes.changes.push_back(made_up_page(n, pages_));
    const double commit = milliseconds([&] { wiki_.commit(changes); });
    const double index = milliseconds([&] { index_.sync(wiki_, kBenchNow); });
    index_.checkpoint();
    std::printf("%d pages: committed in %.1f s, indexed in %.1f s\n", pages_, commit / 1000, index / 1000);
  }

  void commits() {
    const double write = median(kRounds, [&](int n) { write_file_safely(copy() / page_name(n), page_text(n)); });
    const double bare = median(kRounds, [&](int n) { commit_without_index(copy(), page_name(n), page_text(n)); });
    shell("git -C '" + copy().string() + "' reset -q --hard");
    const double with_git = median(5, [&](int n) {
      write_file_safely(copy() / page_name(100 + n), page_text(100 + n));
      shell("cd '" + copy().string() + "' && git add " + page_name(100 + n) +
            " && git -c user.name=b -c user.email=b@localhost commit -qm bench");
    });
    const double ours = median(kRounds, [&](int n) {
      Changeset change;
      change.changes.push_back({PagePath::create(page_name(n)), page_text(n), "", ""});
      change.subject = "write " + page_name(n);
      change.source = "write-page";
      change.now = kBenchNow;
      wiki_.commit(change);
    });
    row("one-page commit", ours, "git add && git commit (objects not fsync'd)", with_git);
    row("", ours, "bare commit without index + safe write", bare + write);
    row("", ours, "write, fsync, rename, fsync folder", write);
  }

  void scans() {
    index_.sync(wiki_, kBenchNow);
    const double walk = median(kRounds, [&](int) { stat_walk(root()); });
    const double sync = median(kRounds, [&](int) { index_.sync(wiki_, kBenchNow); });
    row("sync, nothing changed", sync, "stat walk", walk);
    const double edited = median(kRounds, [&](int n) {
      write_file_safely(root() / page_name(n), page_text(n) + "edited\n");
      index_.sync(wiki_, kBenchNow);
    });
    row("sync, one page edited by hand", edited, "stat walk", walk);
  }

  void searches() {
    const SidecarFloor plain(sidecar());
    for (const char* word : {kRareWord, kCommonWord}) {
      const double floor = median(kRounds, [&](int) { plain.match_rows(word); });
      const double ours = median(kRounds, [&](int) {
        index_.search(wiki_, parse_query(word, english_stop_words()), SearchOptions{}, kBenchNow);
      });
      row(word == kRareWord ? "search, rare word" : "search, word of every page", ours, "SQLite's ten best", floor);
    }
  }

  void sweeps() {
    const SidecarFloor plain(sidecar());
    const double scan = median(kRounds, [&](int) { plain.scan_rows(); });
    const double plan = median(kRounds, [&](int) { plan_sweep(index_.sweep_pages(), kLater, {}, {}); });
    row("sweep decision over all pages", plan, "SQL scan of the rows", scan);
    SweepRunOptions options;
    options.dry_run = true;
    const double dry_run = median(5, [&](int) { run_sweep(wiki_, index_, {}, options, kLater); });
    row("dry run with the diff", dry_run, "SQL scan of the rows", scan);
  }

  void processes() {
    const std::string start =
        "AI_MEMORY_NOW=" + format_time(kLater) + " '" + program_ + "' --home '" + home().string() + "' ";
    const auto timed = [&](const std::string& command) {
      return median(5, [&](int) { shell(start + command + " >/dev/null"); });
    };
    const double empty = timed("version");
    row("process: search, rare word", timed(std::string("search --all-projects ") + kRareWord), "process: version",
        empty);
    row("process: forget-sweep --dry-run", timed("forget-sweep --dry-run"), "process: version", empty);
    int n = 0;
    const double write = median(5, [&](int) {
      shell(start + "-p bench write-page notes/w" + std::to_string(n++) + " --body text >/dev/null");
    });
    row("process: write-page", write, "process: version", empty);
  }

  int pages_;
  std::string program_;
  TemporaryFolder folder_;
  Wiki wiki_ = Wiki::init(home(), kBenchNow);
  SearchIndex index_{wiki_.state_dir(), kBenchNow, {}};
};

}  // namespace
}  // namespace ai_memory

int main(int argc, char** argv) {
  const int pages = argc > 1 ? std::atoi(argv[1]) : 0;
  if (pages < 1 || argc > 3) {
    std::fputs("usage: scale PAGES [PROGRAM]\n", stderr);
    return 2;
  }
  try {
    git_libgit2_init();
    git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
    ai_memory::Scale(pages, argc > 2 ? argv[2] : "").run();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "scale: %s\n", error.what());
    return 1;
  }
}
