// What a person waits for: whole processes on a large wiki, beside the one that does nothing, and the memory they take.
//   latency PAGES PROGRAM LEAST
// LEAST: bench/least_search.cc as built, the floor of a search. PROGRAM: the built ai-memory. With the sentence encoder
// where it looks for it, also searches by meaning; the pages' vectors are made up then, since the encoder would need an
// hour for them, and the question's is a real one.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <random>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.hh"
#include "bench/floors.hh"
#include "bench/pages.hh"
#include "cli/sentence_encoder.hh"
#include "index/embedder.hh"
#include "index/embeddings.hh"
#include "index/search_index.hh"
#include "wiki/error.hh"

extern char** environ;

namespace ai_memory {
namespace {

constexpr int kRounds = 25;
constexpr int kWithMeaning = 10;  // exit status of fill_apart()
constexpr const char* kQuestion = "how do we roll back a bad deploy";

// In place of another embedder: texts get vectors without meaning.
class MadeUpVectors : public Embedder {
 public:
  explicit MadeUpVectors(const Embedder& other) : id_(other.id()), dimension_(other.dimension()) {}

  const std::string& id() const override { return id_; }
  int dimension() const override { return dimension_; }
  bool knows_meaning() const override { return true; }
  std::size_t fitting(std::string_view text) const override { return fits_in_bytes(text, 1000); }
  std::vector<Vector> embed_documents(const std::vector<std::string>& texts) override {
    std::vector<Vector> vectors;
    for (const std::string& text : texts) vectors.push_back(embed_query(text));
    return vectors;
  }
  Vector embed_query(const std::string& text) override {
    std::mt19937 random(static_cast<unsigned>(std::hash<std::string>{}(text)));
    std::normal_distribution<float> normal;
    Vector vector(static_cast<std::size_t>(dimension_));
    float squares = 0;
    for (float& value : vector) {
      value = normal(random);
      squares += value * value;
    }
    for (float& value : vector) value /= std::sqrt(squares);
    return vector;
  }

 private:
  std::string id_;
  int dimension_;
};

struct Costs {
  std::vector<double> times;  // milliseconds
  double peak = 0;            // MB
};

class Latency {
 public:
  Latency(int pages, std::string program, std::string least)
      : pages_(pages), program_(std::move(program)), least_(std::move(least)) {}

  void run() {
    fill_apart();
    std::printf("\n%-48s %8s %8s %10s %8s %8s\n", "whole process", "p50 ms", "p95 ms", "x version", "x least",
                "peak MB");
    const Costs version = measure({"version"}, false);
    version_ = percentile(version.times, 0.5);
    const Costs rare = measure_least(kRareWord), common = measure_least(kCommonWord);
    least_rare_ = percentile(rare.times, 0.5);
    least_common_ = percentile(common.times, 0.5);
    row("version", version);
    row("least search, rare word", rare, least_rare_);
    row("least search, word of every page", common, least_common_);
    const auto search = [](std::vector<std::string> words) {
      words.insert(words.begin(), {"search", "--all-projects"});
      return words;
    };
    setenv("AI_MEMORY_SEARCH__VECTOR_WEIGHT", "0", 1);
    const Costs plain = measure(search({kRareWord}), false), due = measure(search({kRareWord}), true);
    row("search by words, rare word", plain, least_rare_);
    row("search by words, rare word, scan due", due, least_rare_);
    row("search by words, word of every page", measure(search({kCommonWord}), false), least_common_);
    measure_past(search({"--quiet", kRareWord, "--as-of", "HEAD"}));
    unsetenv("AI_MEMORY_SEARCH__VECTOR_WEIGHT");
    compare_scan(percentile(due.times, 0.5) - percentile(plain.times, 0.5));
    if (!meaning_) {
      std::printf("by meaning: not measured, there is no sentence encoder\n");
      return;
    }
    row("search with the question embedded", measure(search({kQuestion}), false));
    row("search with the question embedded, scan due", measure(search({kQuestion}), true));
  }

 private:
  // In a process of its own: what a program is said to take at most begins with what its parent took.
  void fill_apart() {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
      int status = 1;
      try {
        fill();
        status = meaning_ ? kWithMeaning : 0;
      } catch (const std::exception& error) {
        std::fprintf(stderr, "latency: %s\n", error.what());
      }
      std::fflush(stdout);
      ::_exit(status);
    }
    int status = 1;
    while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    meaning_ = WIFEXITED(status) && WEXITSTATUS(status) == kWithMeaning;
    if (!meaning_ && status != 0) throw Error(ErrorKind::failed, "the pages could not be made");
  }

  void fill() {
    Wiki wiki = Wiki::init(home(), kBenchNow);
    SearchIndex index(wiki.state_dir(), kBenchNow, {});
    Changeset changes;
    changes.subject = "import: " + std::to_string(pages_) + " pages";
    changes.source = "import";
    changes.now = kBenchNow;
    for (int n = 0; n < pages_; ++n) changes.changes.push_back(made_up_page(n, pages_));
    wiki.commit(changes);
    index.sync(wiki, kBenchNow);
    std::size_t chunks = 0;
    if (const auto local = make_embedder({}, home(), [](const std::string&) {}); local && local->knows_meaning()) {
      meaning_ = true;
      index.use([&] { return std::make_unique<MadeUpVectors>(*local); });
      chunks = index.embed(wiki, [] { return true; }).chunks;
    }
    index.checkpoint();
    fill_least();
    std::printf("%d pages, %zu vectors\n", pages_, chunks);
  }

  void fill_least() {
    sqlite::Database database(least_database().string(), sqlite::Database::Access::write);
    database.execute("CREATE VIRTUAL TABLE pages USING fts5(path UNINDEXED, body)");
    database.execute("BEGIN");
    auto insert = database.prepare("INSERT INTO pages(path, body) VALUES (?1, ?2)");
    for (int n = 0; n < pages_; ++n) {
      const Change page = made_up_page(n, pages_);
      insert.with(page.path.str(), *page.content).run();
    }
    database.execute("COMMIT");
  }

  // `scan_due`: each run comes an hour after the one before, so that it looks at every file.
  Costs measure(const std::vector<std::string>& command, bool scan_due) {
    Costs costs;
    for (int round = -1; round < kRounds; ++round) {  // the first is not counted
      if (scan_due || round < 0) now_ += std::chrono::hours(1);
      const double before = costs.peak;
      const double time = milliseconds([&] { costs.peak = std::max(costs.peak, start_program(command)); });
      if (round >= 0)
        costs.times.push_back(time);
      else
        costs.peak = before;
    }
    return costs;
  }

  Costs measure_least(const char* word) {
    Costs costs;
    for (int round = -1; round < kRounds; ++round) {
      double peak = 0;
      const double time = milliseconds([&] {
        peak = start({least_, least_database().string(), (home() / "wiki").string(), word});
      });
      if (round < 0) continue;
      costs.times.push_back(time);
      costs.peak = std::max(costs.peak, peak);
    }
    return costs;
  }

  // The first search in a commit copies and indexes all its pages.
  void measure_past(const std::vector<std::string>& command) {
    Costs cold;
    cold.times.push_back(milliseconds([&] { cold.peak = start_program(command); }));
    row("search --as-of, first in this commit", cold, least_rare_);
    row("search --as-of, again", measure(command, false), least_rare_);
  }

  void compare_scan(double more) const {
    const double walk = percentile(each_time(kRounds, [&](int) { stat_walk(home() / "wiki"); }), 0.5);
    std::printf("%-48s %8.1f ms, a walk that stats every file %.1f ms: %.2f\n", "the scan alone", more, walk,
                more / walk);
  }

  double start_program(const std::vector<std::string>& command) {
    std::vector<std::string> words = {program_, "--home", home().string()};
    words.insert(words.end(), command.begin(), command.end());
    setenv("AI_MEMORY_NOW", format_time(now_).c_str(), 1);
    return start(words);
  }

  // Runs a program to its end; returns its peak memory in MB.
  static double start(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed = posix_spawn(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) throw Error(ErrorKind::failed, words.front() + ": cannot be run");
    int status = 1;
    rusage usage{};
    while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    if (status != 0) throw Error(ErrorKind::failed, words.front() + " " + words.back() + ": failed");
    return static_cast<double>(usage.ru_maxrss) / 1024;
  }

  // `least`: the median of the least search that finds the same; 0: there is none.
  void row(const char* name, const Costs& costs, double least = 0) const {
    const double median = percentile(costs.times, 0.5);
    std::printf("%-48s %8.1f %8.1f %10.1f ", name, median, percentile(costs.times, 0.95), median / version_);
    if (least > 0)
      std::printf("%8.1f", median / least);
    else
      std::printf("%8s", "");
    std::printf(" %8.0f\n", costs.peak);
    std::fflush(stdout);
  }

  std::filesystem::path home() const { return folder_.path() / "home"; }
  std::filesystem::path least_database() const { return folder_.path() / "least.sqlite"; }

  int pages_;
  std::string program_, least_;
  TemporaryFolder folder_;
  Timestamp now_ = kBenchNow;
  bool meaning_ = false;
  double version_ = 1, least_rare_ = 1, least_common_ = 1;
};

}  // namespace
}  // namespace ai_memory

int main(int argc, char** argv) {
  const int pages = argc > 1 ? std::atoi(argv[1]) : 0;
  if (pages < 1 || argc != 4) {
    std::fputs("usage: latency PAGES PROGRAM LEAST\n", stderr);
    return 2;
  }
  try {
    ai_memory::Latency(pages, argv[2], argv[3]).run();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "latency: %s\n", error.what());
    return 1;
  }
}
