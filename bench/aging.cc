// What is lost when a wiki ages: the same questions before and after its cold pages were compacted, and after they were
// evicted instead.
//   aging FILE [each]
// FILE: conversations in LoCoMo's format, a page a session. The clock is set three years on, near-duplicates are merged
// and cold pages compacted, all in one sweep and once more day by day within the configured bounds. `each` also prints
// every question whose pages were among the first five before and are not any more.
#include <climits>
#include <cstdio>
#include <cstring>

#include "bench/aging_losses.hh"
#include "bench/aging_run.hh"
#include "bench/bench.hh"
#include "bench/conversations.hh"
#include "bench/modes.hh"
#include "bench/scores.hh"
#include "cli/sentence_encoder.hh"
#include "index/embeddings.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr Timestamp kLater = kBenchNow + std::chrono::days(3 * 365);

struct Found {
  Scores all;
  std::vector<double> recall_5;  // by question
};
using Retrieval = std::vector<std::pair<std::string, Found>>;  // by mode; without encoder "words" alone

SearchIndex open_index(const Wiki& wiki, const Mode& mode) {
  SearchIndex index(wiki.state_dir(), kBenchNow, {.rank = mode.rank, .thresholds = mode.thresholds});
  index.use([home = wiki.state_dir().parent_path()] { return make_embedder({}, home, [](const std::string&) {}); });
  index.sync(wiki, kBenchNow);
  return index;
}

class Aging {
 public:
  Aging(const char* file, bool each) : conversations_(read_conversations(file)), each_(each) {
    Wiki wiki = Wiki::init(home("fresh"), kBenchNow);
    imported_ = import_conversations(conversations_.file, wiki, Unit::session);
  }

  int run() {
    Wiki fresh = Wiki::open(home("fresh"), kBenchNow);
    const Retrieval before = ask(fresh);
    for (const char* name : {"at-once", "by-day", "evicted"})
      fs::copy(home("fresh"), home(name), fs::copy_options::recursive);
    Wiki wiki = Wiki::open(home("at-once"), kBenchNow);
    const DecayConfig compacting{.dedup_cold_clusters = true, .compact_cold_episodic = true};
    const Aged aged = age_copy(wiki, compacting, INT_MAX);
    print_pages("compacted", fresh, wiki, aged);
    print_losses(fresh, wiki);
    print_retrieval("compacted", before, ask(wiki));
    const bool same = compare_by_day(wiki, compacting, aged);
    Wiki evicted = Wiki::open(home("evicted"), kBenchNow);
    print_pages("evicted instead", fresh, evicted, age_copy(evicted, {}, INT_MAX));
    print_retrieval("evicted instead", before, ask(evicted));
    return same ? 0 : 1;
  }

 private:
  fs::path home(const char* name) const { return folder_.path() / name; }

  static Aged age_copy(Wiki& wiki, const DecayConfig& config, std::optional<int> most) {
    SearchIndex index = open_index(wiki, bench_modes().back());
    return age(wiki, index, config, most, kLater);
  }

  Retrieval ask(const Wiki& wiki) const {
    Retrieval retrieval;
    for (const Mode& mode : bench_modes()) {
      if (std::strcmp(mode.name, "both by rank") == 0) continue;
      SearchIndex index = open_index(wiki, mode);
      if (mode.needs_meaning() && !index.searches_by_meaning()) continue;
      if (mode.needs_meaning()) index.embed(wiki, [] { return true; });
      retrieval.emplace_back(mode.name, ask(wiki, index));
    }
    return retrieval;
  }

  template <class Visit>
  void each_question(const Visit& visit) const {
    for (std::size_t i = 0; i < imported_.size(); ++i)
      for (const Question& question : conversations_.questions.by_conversation[i]) {
        std::size_t unknown = 0;
        const auto wanted = pages_with_answer(question, imported_[i], unknown);
        if (has_answer(question) && !wanted.empty()) visit(question, imported_[i].project, wanted);
      }
  }

  Found ask(const Wiki& wiki, const SearchIndex& index) const {
    Found found;
    each_question([&](const Question& question, const Project& project, const std::set<PagePath>& wanted) {
      Scores one;
      const auto pages = search_as_typed(wiki, index, question.text, project);
      one.add(pages, wanted);
      found.all.add(pages, wanted);
      found.recall_5.push_back(one.recall_5);
    });
    return found;
  }

  static void print_pages(const char* how, const Wiki& fresh, const Wiki& wiki, const Aged& aged) {
    const auto before = bytes_of_pages(fresh), after = bytes_of_pages(wiki);
    std::printf(
        "\n%s: %zu pages, of them %zu compacted, %zu merged, %zu evicted, %zu refused; %ju bytes -> %ju, %.1f %%\n",
        how, fresh.scan().size(), aged.compacted, aged.merged, aged.evicted, aged.refused, before, after,
        100.0 * static_cast<double>(after) / static_cast<double>(before));
  }

  // Of compacted pages: another page has what a merged one had.
  static void print_losses(const Wiki& fresh, const Wiki& wiki) {
    Losses losses;
    for (const PageFile& file : fresh.scan()) {
      const std::string before = fresh.read(file.path).value(), after = wiki.read(file.path).value_or("");
      if (!parse_page(file.path, after).compacted) continue;
      add_losses(split_front_matter(before).body, split_front_matter(after).body, losses);
    }
    const std::pair<const char*, Loss> rows[] = {
        {"keep-tokens", losses.keep_tokens}, {"numbers", losses.numbers}, {"dates", losses.dates}};
    std::printf("%-26s %9s %9s\n", "in the compacted pages", "there", "lost");
    for (const auto& [name, loss] : rows) std::printf("%-26s %9zu %9zu\n", name, loss.had, loss.lost);
    std::printf("%-26s %9zu, of them whole %zu, as a clause %zu, only as words %zu\n", "sentences that deny",
                losses.denials, losses.denials_whole, losses.denials_as_clause, losses.denials_as_words());
  }

  void print_retrieval(const char* how, const Retrieval& before, const Retrieval& after) const {
    std::printf("%-26s %8s %9s %10s %8s %17s\n", (std::string("search, ") + how).c_str(), "hit@5", "recall@5",
                "recall@10", "MRR@10", "recall@5 of before");
    for (std::size_t i = 0; i < before.size() && i < after.size(); ++i) {
      print_row(before[i].first + ", before", before[i].second.all);
      print_row(after[i].first + ", after", after[i].second.all);
      std::printf(" %17.3f\n", after[i].second.all.recall_5 / before[i].second.all.recall_5);
      if (each_) print_lost(before[i].second, after[i].second);
    }
  }

  static void print_row(const std::string& name, const Scores& scores) {
    std::printf("%s%-26s %8.3f %9.3f %10.3f %8.3f", name.ends_with("before") ? "" : "\n", name.c_str(),
                scores.mean(scores.hit_5), scores.mean(scores.recall_5), scores.mean(scores.recall_10),
                scores.mean(scores.reciprocal_rank));
  }

  void print_lost(const Found& before, const Found& after) const {
    std::size_t i = 0;
    each_question([&](const Question& question, const Project& project, const std::set<PagePath>& wanted) {
      if (after.recall_5[i] < before.recall_5[i])
        std::printf("  %d %s [%s] %s\n", question.category, question.text.c_str(), project.name.c_str(),
                    wanted.begin()->stem().c_str());
      ++i;
    });
  }

  bool compare_by_day(const Wiki& at_once, const DecayConfig& config, const Aged& aged) const {
    Wiki wiki = Wiki::open(home("by-day"), kBenchNow);
    const Aged by_day = age_copy(wiki, config, {});
    const auto wanted = comparable_pages(at_once), got = comparable_pages(wiki);
    std::size_t different = 0;
    for (const auto& [path, text] : wanted) {
      const auto found = got.find(path);
      different += found == got.end() || found->second != text ? 1 : 0;
    }
    different += got.size() > wanted.size() ? got.size() - wanted.size() : 0;
    std::printf("in %zu sweeps, and in %zu within the configured bounds: %zu pages differ\n", aged.sweeps,
                by_day.sweeps, different);
    return different == 0;
  }

  TemporaryFolder folder_;
  ConversationFile conversations_;
  bool each_;
  std::vector<Conversation> imported_;
};

}  // namespace
}  // namespace ai_memory

int main(int argc, char** argv) {
  const bool each = argc == 3 && std::strcmp(argv[2], "each") == 0;
  if (argc < 2 || argc > 3 || (argc == 3 && !each)) {
    std::fputs("usage: aging FILE [each]\n", stderr);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // it takes minutes: each line at once, into a file too
  try {
    return ai_memory::Aging(argv[1], each).run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "aging: %s\n", error.what());
    return 1;
  }
}
