// What a person waits for: whole processes on a large wiki, beside the one that does nothing, and the memory they take.
//   latency PAGES PROGRAM
// PROGRAM: the built ai-memory. With the sentence encoder where it looks for it, also searches by meaning; the pages'
// vectors are made up then, since the encoder would need an hour for them, and the question's is a real one.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <random>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "bench/bench.hh"
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
  Latency(int pages, std::string program) : pages_(pages), program_(std::move(program)) {}

  void run() {
    fill();
    std::printf("\n%-52s %8s %8s %10s %8s\n", "whole process", "p50 ms", "p95 ms", "x version", "peak MB");
    const Costs floor = measure({"version"}, false);
    floor_ = percentile(floor.times, 0.5);
    row("version", floor);
    const auto search = [](std::vector<std::string> words) {
      words.insert(words.begin(), {"search", "--all-projects"});
      return words;
    };
    setenv("AI_MEMORY_SEARCH__VECTOR_WEIGHT", "0", 1);
    row("search by words, rare word", measure(search({kRareWord}), false));
    row("search by words, rare word, scan due", measure(search({kRareWord}), true));
    row("search by words, word of every page", measure(search({kCommonWord}), false));
    unsetenv("AI_MEMORY_SEARCH__VECTOR_WEIGHT");
    if (!meaning_) {
      std::printf("by meaning: not measured, there is no sentence encoder\n");
      return;
    }
    row("search with the question embedded", measure(search({kQuestion}), false));
    row("search with the question embedded, scan due", measure(search({kQuestion}), true));
  }

 private:
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
    std::printf("%d pages, %zu vectors\n", pages_, chunks);
  }

  // `scan_due`: each run comes an hour after the one before, so that it looks at every file.
  Costs measure(const std::vector<std::string>& command, bool scan_due) {
    Costs costs;
    for (int round = -1; round < kRounds; ++round) {  // the first is not counted
      if (scan_due || round < 0) now_ += std::chrono::hours(1);
      const double before = costs.peak;
      const double time = milliseconds([&] { costs.peak = std::max(costs.peak, start(command)); });
      if (round >= 0)
        costs.times.push_back(time);
      else
        costs.peak = before;
    }
    return costs;
  }

  // Runs the program to its end; returns its peak memory in MB.
  double start(const std::vector<std::string>& command) {
    std::vector<std::string> words = {program_, "--home", home().string()};
    words.insert(words.end(), command.begin(), command.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    setenv("AI_MEMORY_NOW", format_time(now_).c_str(), 1);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed = posix_spawn(&child, program_.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) throw Error(ErrorKind::failed, program_ + ": cannot be run");
    int status = 1;
    rusage usage{};
    while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    if (status != 0) throw Error(ErrorKind::failed, program_ + " " + command.front() + ": failed");
    return static_cast<double>(usage.ru_maxrss) / 1024;
  }

  void row(const char* name, const Costs& costs) const {
    const double median = percentile(costs.times, 0.5);
    std::printf("%-52s %8.1f %8.1f %10.1f %8.0f\n", name, median, percentile(costs.times, 0.95), median / floor_,
                costs.peak);
    std::fflush(stdout);
  }

  std::filesystem::path home() const { return folder_.path() / "home"; }

  int pages_;
  std::string program_;
  TemporaryFolder folder_;
  Timestamp now_ = kBenchNow;
  bool meaning_ = false;
  double floor_ = 1;
};

}  // namespace
}  // namespace ai_memory

int main(int argc, char** argv) {
  const int pages = argc > 1 ? std::atoi(argv[1]) : 0;
  if (pages < 1 || argc != 3) {
    std::fputs("usage: latency PAGES PROGRAM\n", stderr);
    return 2;
  }
  try {
    ai_memory::Latency(pages, argv[2]).run();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "latency: %s\n", error.what());
    return 1;
  }
}
