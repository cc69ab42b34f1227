// How often the search finds the pages that hold a question's answer, on a file in LoCoMo's format.
//   retrieval FILE [sessions|chunks|turns]
// With a page a session, a page for four turns in a row, and a page a turn, or with one of these; each question is
// searched as typed, within the project of its conversation. Every question of categories 1 to 4 whose evidence names
// at least one turn of the file counts. By words alone, by meaning alone and by both; meaning needs the sentence
// encoder where the program looks for it.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "bench/bench.hh"
#include "bench/conversations.hh"
#include "bench/modes.hh"
#include "bench/scores.hh"
#include "cli/sentence_encoder.hh"
#include "index/embeddings.hh"
#include "index/search_index.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

void print(const std::string& name, const Scores& scores) {
  std::printf("%-26s %9zu %8.3f %9.3f %9.3f %10.3f %8.3f\n", name.c_str(), scores.questions, scores.mean(scores.hit_5),
              scores.mean(scores.recall_1), scores.mean(scores.recall_5), scores.mean(scores.recall_10),
              scores.mean(scores.reciprocal_rank));
}

struct Bench {
  std::map<int, Scores> by_category;
  Scores all;
  std::vector<double> times;
  std::size_t without_evidence = 0, other_categories = 0;
  std::size_t unknown_turns = 0;  // evidence that names no turn of its conversation
};

const std::vector<std::pair<Unit, const char*>> kUnits = {
    {Unit::session, "sessions"}, {Unit::chunk, "chunks"}, {Unit::turn, "turns"}};

void ask(const Wiki& wiki, const SearchIndex& index, const Question& question, const Conversation& conversation,
         Bench& bench) {
  if (!has_answer(question)) {
    ++bench.other_categories;
    return;
  }
  const std::set<PagePath> wanted = pages_with_answer(question, conversation, bench.unknown_turns);
  if (wanted.empty()) {
    ++bench.without_evidence;
    return;
  }
  std::vector<PagePath> found;
  bench.times.push_back(
      milliseconds([&] { found = search_as_typed(wiki, index, question.text, conversation.project); }));
  bench.by_category[question.category].add(found, wanted);
  bench.all.add(found, wanted);
}

void print(const Bench& bench, const std::string& unit, const Mode& mode) {
  const std::map<int, const char*> names = {
      {1, "1 multi-hop"}, {2, "2 temporal"}, {3, "3 open-domain"}, {4, "4 single-hop"}};
  std::printf("\n%-26s %9s %8s %9s %9s %10s %8s\n", (unit + ", " + mode.name).c_str(), "questions", "hit@5", "recall@1",
              "recall@5", "recall@10", "MRR@10");
  for (const auto& [category, scores] : bench.by_category) print(names.at(category), scores);
  print("all", bench.all);
  std::printf("search in process: p50 %.2f ms, p95 %.2f ms\n", percentile(bench.times, 0.5),
              percentile(bench.times, 0.95));
}

void measure(const LocomoFile& file, const Questions& questions, Unit unit, const std::string& name) {
  const TemporaryFolder folder;
  Wiki wiki = Wiki::init(folder.path() / "home", kBenchNow);
  const std::vector<Conversation> conversations = import_conversations(file, wiki, unit);
  Bench last;
  for (const Mode& mode : bench_modes()) {
    SearchIndex index(wiki.state_dir(), kBenchNow, {.rank = mode.rank, .thresholds = mode.thresholds});
    index.use([&] { return make_embedder({}, folder.path(), [](const std::string&) {}); });
    index.sync(wiki, kBenchNow);
    if (mode.needs_meaning() && !index.searches_by_meaning()) continue;
    if (mode.needs_meaning()) {
      const double time = milliseconds([&] { index.embed(wiki, [] { return true; }); });
      if (time > 1000) std::printf("\n%s: vectors made in %.0f s\n", name.c_str(), time / 1000);
    } else {
      std::printf("\n%zu conversations, %zu pages of %s\n", conversations.size(), index.pages().size(), name.c_str());
    }
    Bench bench;
    for (std::size_t i = 0; i < conversations.size(); ++i)
      for (const Question& question : questions.by_conversation[i]) ask(wiki, index, question, conversations[i], bench);
    print(bench, name, mode);
    last = std::move(bench);
  }
  std::printf("left out: %zu questions of other categories, %zu without evidence that could be read\n",
              last.other_categories, last.without_evidence);
  std::printf("evidence entries: %zu repaired, %zu unreadable, %zu naming no turn of the file\n", questions.repaired,
              questions.malformed.size(), last.unknown_turns);
}

// `only`: one unit, or empty for all.
int run(const char* name, const std::string& only) {
  const auto [file, questions] = read_conversations(name);
  for (const auto& [unit, unit_name] : kUnits)
    if (only.empty() || only == unit_name) measure(file, questions, unit, unit_name);
  return 0;
}

}  // namespace
}  // namespace ai_memory

int main(int argc, char** argv) {
  const std::string only = argc > 2 ? argv[2] : "";
  const bool known = std::any_of(ai_memory::kUnits.begin(), ai_memory::kUnits.end(),
                                 [&](const auto& unit) { return only == unit.second; });
  if (argc < 2 || argc > 3 || (argc == 3 && !known)) {
    std::fputs("usage: retrieval FILE [sessions|chunks|turns]\n", stderr);
    return 2;
  }
  try {
    return ai_memory::run(argv[1], only);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "retrieval: %s\n", error.what());
    return 1;
  }
}
