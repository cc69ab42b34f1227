// What a dream costs and loses, with a model that is faithful: the same questions about one page a session, about two
// near-equal ones, and about what dreams made of these.
//   dreaming FILE
// FILE: conversations in LoCoMo's format. Of each session there are two pages, of which one lacks a twentieth of the
// lines; the clock is then set on until they are cold. The model is a function that joins the lines, so that all
// time is the program's own, and its tokens are estimated.
#include <climits>
#include <cstdio>

#include "bench/aging_run.hh"
#include "bench/bench.hh"
#include "bench/conversations.hh"
#include "bench/modes.hh"
#include "bench/scores.hh"
#include "cli/cold_clusters.hh"
#include "cli/sentence_encoder.hh"
#include "dream/token_count.hh"
#include "index/embeddings.hh"
#include "tests/support/faithful_rewriter.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr Timestamp kLater = kBenchNow + std::chrono::days(100);
constexpr std::size_t kPart = 20;  // the second page lacks one line of so many

class FaithfulModel : public LanguageModel {
 public:
  ModelReply ask(const ModelRequest& request, const std::function<bool()>&) override {
    std::string text;
    milliseconds_ += milliseconds([&] { text = test::faithful_reply(test::given_notes(request.user)).dump(); });
    ++use_.calls;
    use_.input_tokens += estimated_tokens(request.system) + estimated_tokens(request.user);
    use_.output_tokens += estimated_tokens(text);
    return {ModelFault::none, std::move(text), {}, {}, name()};
  }
  std::string name() const override { return "faithful"; }
  std::size_t context_tokens() const override { return 200'000; }
  ModelUse use() const override { return use_; }
  double spent() const { return milliseconds_; }

 private:
  ModelUse use_;
  double milliseconds_ = 0;
};

PagePath twin_of(const PagePath& path) {
  return PagePath::existing(path.str().substr(0, path.str().size() - 3) + "-again.md");
}

std::string without_some(const std::string& text) {
  const std::size_t head = split_front_matter(text).body.data() - text.data();
  std::istringstream lines(text.substr(head));
  std::string out = text.substr(0, head);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);)
    if (line.empty() || line.starts_with("#") || ++number % kPart != 0) out += line + "\n";
  return out;
}

class Dreaming {
 public:
  explicit Dreaming(const char* file) : conversations_(read_conversations(file)) {
    Wiki wiki = Wiki::init(home("one"), kBenchNow);
    imported_ = import_conversations(conversations_.file, wiki, Unit::session);
    fs::copy(home("one"), home("two"), fs::copy_options::recursive);
  }

  int run() {
    Wiki one = Wiki::open(home("one"), kBenchNow), two = Wiki::open(home("two"), kBenchNow);
    make_twins(two);
    std::printf("%-14s %6s %9s\n%-14s %6zu %9ju\n%-14s %6zu %9ju\n", "", "pages", "bytes", "one each",
                one.scan().size(), bytes_of_pages(one), "two each", two.scan().size(), bytes_of_pages(two));
    const auto before = ask(one), twins = ask(two);
    dream(two);
    const auto after = ask(two);
    std::printf("%-24s %8s %9s %10s %8s\n", "search", "hit@5", "recall@5", "recall@10", "MRR@10");
    for (std::size_t i = 0; i < before.size(); ++i) {
      print(before[i].first + ", one each", before[i].second);
      print(twins[i].first + ", two each", twins[i].second);
      print(after[i].first + ", dreamt of", after[i].second);
    }
    return 0;
  }

 private:
  fs::path home(const char* name) const { return folder_.path() / name; }

  static SearchIndex open_index(const Wiki& wiki, const Mode& mode) {
    SearchIndex index(wiki.state_dir(), kBenchNow, {.rank = mode.rank, .thresholds = mode.thresholds});
    index.use([home = wiki.state_dir().parent_path()] { return make_embedder({}, home, [](const std::string&) {}); });
    index.sync(wiki, kBenchNow);
    return index;
  }

  static void make_twins(Wiki& wiki) {
    Changeset changes;
    changes.subject = "two pages of each session";
    changes.now = kBenchNow;
    for (const PageFile& file : wiki.scan()) {
      const std::string text = wiki.read(file.path).value();
      changes.changes.push_back({twin_of(file.path), without_some(text), "", ""});
    }
    if (!wiki.commit(changes).skipped.empty()) throw Error(ErrorKind::failed, "pages were skipped");
  }

  void dream(Wiki& wiki) {
    SearchIndex index = open_index(wiki, bench_modes().back());
    index.embed(wiki, [] { return true; });
    FaithfulModel model;
    Config config;
    config.dream.max_clusters_per_run = INT_MAX;
    config.dream.require_approval = false;
    DreamLinks links(wiki, index);
    DreamTools tools;
    tools.model = &model;
    tools.mark = [n = 0]() mutable { return "mark" + std::string(20, 'x') + std::to_string(n++); };
    tools.go_on = [] { return true; };
    tools.relocate = [&](std::string_view lines, const PagePath& from, const PagePath& to) {
      return links.relocate(lines, from, to);
    };
    tools.relink = [&](const Project& project, const std::map<PagePath, PagePath>& merged) {
      return links.relink(project, merged);
    };
    DreamReport report;
    double finding = 0;
    const double all = milliseconds([&] {
      DreamClusters found;
      finding = milliseconds([&] { found = dream_clusters(wiki, index, config, {}, kLater); });
      report = run_dream(wiki, index, std::move(found.clusters), config.dream, tools, {}, kLater);
    });
    std::printf("%-14s %6s %9ju\n\n%zu clusters: %zu made one page, %zu refused, %zu others\n", "dreamt of", "",
                bytes_of_pages(wiki), report.clusters.size(), report.count(DreamOutcome::rewritten),
                report.count(DreamOutcome::refused),
                report.clusters.size() - report.count(DreamOutcome::rewritten) - report.count(DreamOutcome::refused));
    for (const DreamtCluster& cluster : report.clusters)
      if (cluster.outcome != DreamOutcome::rewritten)
        std::printf("  %s: %s\n", std::string(dream_outcome_name(cluster.outcome)).c_str(), cluster.reason.c_str());
    const auto rewritten = static_cast<double>(std::max<std::size_t>(report.count(DreamOutcome::rewritten), 1));
    std::printf(
        "%zu calls, about %zu tokens in and %zu out; outside the model %.1f s: %.1f s to find the clusters, %.0f ms "
        "a page to ask, check, commit and index\n\n",
        report.use.calls, report.use.input_tokens, report.use.output_tokens, (all - model.spent()) / 1000,
        finding / 1000, (all - model.spent() - finding) / rewritten);
  }

  std::vector<std::pair<std::string, Scores>> ask(const Wiki& wiki) const {
    std::vector<std::pair<std::string, Scores>> found;
    for (const Mode& mode : bench_modes()) {
      if (std::string(mode.name) != "words" && std::string(mode.name) != "both") continue;
      SearchIndex index = open_index(wiki, mode);
      if (mode.needs_meaning() && !index.searches_by_meaning()) continue;
      if (mode.needs_meaning()) index.embed(wiki, [] { return true; });
      found.emplace_back(mode.name, ask(wiki, index));
    }
    return found;
  }

  // Either of two pages answers, and both are one place in the list.
  Scores ask(const Wiki& wiki, const SearchIndex& index) const {
    Scores scores;
    for (std::size_t i = 0; i < imported_.size(); ++i)
      for (const Question& question : conversations_.questions.by_conversation[i]) {
        std::size_t unknown = 0;
        const auto wanted = pages_with_answer(question, imported_[i], unknown);
        if (!has_answer(question) || wanted.empty()) continue;
        std::vector<PagePath> sessions;
        for (const PagePath& path : search_as_typed(wiki, index, question.text, imported_[i].project)) {
          std::string name = path.str();
          if (const auto again = name.rfind("-again.md"); again != name.npos) name = name.substr(0, again) + ".md";
          const PagePath session = PagePath::existing(name);
          if (std::find(sessions.begin(), sessions.end(), session) == sessions.end()) sessions.push_back(session);
        }
        scores.add(sessions, wanted);
      }
    return scores;
  }

  static void print(const std::string& name, const Scores& scores) {
    std::printf("%-24s %8.3f %9.3f %10.3f %8.3f\n", name.c_str(), scores.mean(scores.hit_5),
                scores.mean(scores.recall_5), scores.mean(scores.recall_10), scores.mean(scores.reciprocal_rank));
  }

  TemporaryFolder folder_;
  ConversationFile conversations_;
  std::vector<Conversation> imported_;
};

}  // namespace
}  // namespace ai_memory

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: dreaming FILE\n", stderr);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  try {
    return ai_memory::Dreaming(argv[1]).run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "dreaming: %s\n", error.what());
    return 1;
  }
}
