// How often the search answers the questions of bench/questions.
//   ask SET open|held-out [each]
// By words alone, by meaning alone and by both; meaning needs the sentence encoder where the program looks for it.
// `each` also prints every question that "both" does not answer first, with what came first instead.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

#include "bench/bench.hh"
#include "bench/modes.hh"
#include "bench/question_set.hh"
#include "bench/scores.hh"
#include "cli/sentence_encoder.hh"
#include "index/embeddings.hh"
#include "index/search_index.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kDepth = 10;

using Group = std::pair<std::string, bool>;  // languages as a person would say them; with the page's own words

Group group_of(const SetQuestion& question) {
  static const std::map<std::string, std::string> names = {{"en", "English"}, {"ja", "Japanese"}};
  const std::string& asked = names.at(question.asked);
  return {question.asked == question.pages ? asked : asked + " of " + names.at(question.pages), question.same_words};
}

class Asking {
 public:
  Asking(std::vector<SetQuestion> questions, Wiki& wiki, bool each)
      : questions_(std::move(questions)), wiki_(wiki), each_(each) {}

  void ask(const SearchIndex& index, const Mode& mode) {
    std::map<Group, Scores> scores;
    for (const SetQuestion& question : questions_) {
      const std::vector<PagePath> found = search(index, question);
      scores[group_of(question)].add(found, {answer_of(question)});
      if (each_ && std::strcmp(mode.name, "both") == 0) tell(question, found);
    }
    for (const auto& [group, score] : scores)
      std::printf("%-20s %-6s %-14s %9zu %8.3f %8.3f %8.3f\n", group.first.c_str(), group.second ? "same" : "few",
                  mode.name, score.questions, score.mean(score.hit_1), score.mean(score.hit_5),
                  score.mean(score.reciprocal_rank));
  }

 private:
  std::vector<PagePath> search(const SearchIndex& index, const SetQuestion& question) const {
    SearchOptions options;
    options.project = answer_of(question).project();
    options.limit = kDepth;
    std::vector<PagePath> found;
    for (const Hit& hit : index.search(wiki_, parse_query(question.text, english_stop_words()), options, kBenchNow))
      found.push_back(hit.path);
    return found;
  }

  static void tell(const SetQuestion& question, const std::vector<PagePath>& found) {
    const PagePath answer = answer_of(question);
    if (!found.empty() && found.front() == answer) return;
    std::size_t rank = 0;
    while (rank < found.size() && found[rank] != answer) ++rank;
    std::printf("%-3s %s\n    wanted %s, got %s\n", rank < found.size() ? std::to_string(rank + 1).c_str() : "-",
                question.text.c_str(), answer.str().c_str(), found.empty() ? "nothing" : found.front().str().c_str());
  }

  std::vector<SetQuestion> questions_;
  Wiki& wiki_;
  bool each_;
};

void fill(Wiki& wiki, const std::filesystem::path& set) {
  Changeset changes;
  for (const char* language : {"en", "ja"})
    for (Change& page : pages_of_set(set, language)) changes.changes.push_back(std::move(page));
  changes.subject = "import: " + std::to_string(changes.changes.size()) + " pages";
  changes.source = "import";
  changes.now = kBenchNow;
  if (!wiki.commit(changes).skipped.empty()) throw Error(ErrorKind::failed, "import: pages were skipped");
}

int run(const std::filesystem::path& set, bool held_out, bool each) {
  std::ifstream in(set / "questions.tsv", std::ios::binary);
  if (!in) throw Error(ErrorKind::not_found, (set / "questions.tsv").string() + ": cannot be read");
  auto questions = read_question_set(std::string{std::istreambuf_iterator<char>(in), {}});
  std::erase_if(questions, [&](const SetQuestion& question) { return question.held_out != held_out; });
  const TemporaryFolder folder;
  Wiki wiki = Wiki::init(folder.path() / "home", kBenchNow);
  fill(wiki, set);
  Asking asking(std::move(questions), wiki, each);
  for (const Mode& mode : bench_modes()) {
    SearchIndex index(wiki.state_dir(), kBenchNow, {.rank = mode.rank, .thresholds = mode.thresholds});
    index.use([&] { return make_embedder({}, folder.path(), [](const std::string&) {}); });
    index.sync(wiki, kBenchNow);
    if (!mode.needs_meaning()) {
      const EmbeddingState state = index.embeddings();
      std::printf("%s half, %zu pages, embedder %s\n\n", held_out ? "held-out" : "open", index.pages().size(),
                  state.knows_meaning ? state.embedder.c_str() : "without meaning");
      std::printf("%-20s %-6s %-14s %9s %8s %8s %8s\n", "language", "words", "search", "questions", "hit@1", "hit@5",
                  "MRR@10");
    } else if (!index.searches_by_meaning()) {
      continue;
    }
    if (mode.needs_meaning()) index.embed(wiki, [] { return true; });
    asking.ask(index, mode);
  }
  return 0;
}

}  // namespace
}  // namespace ai_memory

int main(int argc, char** argv) {
  const bool held_out = argc > 2 && std::strcmp(argv[2], "held-out") == 0;
  const bool each = argc == 4 && std::strcmp(argv[3], "each") == 0;
  if (argc < 3 || argc > 4 || (!held_out && std::strcmp(argv[2], "open") != 0) || (argc == 4 && !each)) {
    std::fputs("usage: ask SET open|held-out [each]\n", stderr);
    return 2;
  }
  try {
    return ai_memory::run(argv[1], held_out, each);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ask: %s\n", error.what());
    return 1;
  }
}
