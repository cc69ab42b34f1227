// Runs the guard of rewrites over folders of cases, and tells what it let in and refused, and why:
//
//   judge_rewrites [--test] FOLDER...
//
// --test: exit status 1 if one is judged otherwise than it should be, faithful ones "let in" and no other; or, where a
// third line says "let in", "doubted" or "refused", than that. Each folder below FOLDER is a case: a.md, b.md and so on
// are the pages, rewrite.md what a model made of them, and the first line of kind.txt is "faithful" or "unfaithful",
// its second what the case tries. A line "# …" at the top of a page is its title.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "dream/check_rewrite.hh"

using namespace ai_memory;
namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string title_of(const std::string& body) {
  const auto line = body.substr(0, body.find('\n'));
  return line.starts_with("# ") ? line.substr(2) : "Notes";
}

struct Count {
  int all = 0, let_in = 0, doubted = 0, unexpected = 0;
};

RewriteVerdict judge(const fs::path& folder) {
  std::vector<RewriteSource> sources;
  for (char name = 'a'; name <= 'h'; ++name) {
    const auto file = std::string(1, name) + ".md";
    if (!fs::exists(folder / file)) continue;
    const auto body = read(folder / file);
    sources.push_back({PagePath::existing("default/shop/sessions/" + file), title_of(body), body});
  }
  const auto body = read(folder / "rewrite.md");
  return check_rewrite(sources, {title_of(body), body, {}});
}

// One line a case; its findings below it.
void judge_all(const fs::path& folder, Count& faithful, Count& unfaithful) {
  std::vector<fs::path> cases;
  for (const auto& entry : fs::directory_iterator(folder))
    if (fs::exists(entry.path() / "rewrite.md")) cases.push_back(entry.path());
  std::sort(cases.begin(), cases.end());
  for (const auto& one : cases) {
    std::istringstream told(read(one / "kind.txt"));
    std::string kind, what, known;
    std::getline(told, kind);
    std::getline(told, what);
    std::getline(told, known);
    const auto verdict = judge(one);
    Count& count = kind == "faithful" ? faithful : unfaithful;
    ++count.all;
    count.let_in += verdict.accepted() ? 1 : 0;
    count.doubted += !verdict.accepted() && !verdict.refused() ? 1 : 0;
    const std::string judged = verdict.accepted() ? "let in" : verdict.refused() ? "refused" : "doubted";
    const bool wrong = verdict.accepted() != (kind == "faithful");
    const bool unexpected = known.empty() ? wrong : judged != known;
    count.unexpected += unexpected ? 1 : 0;
    std::cout << (wrong ? "! " : "  ") << one.filename().string() << '\t' << kind << '\t' << judged << '\t' << what
              << (unexpected ? "\tUNEXPECTED" : "") << '\n';
    for (const auto& finding : verdict.findings)
      std::cout << (finding.is_doubt ? "    ? " : "    x ") << describe(finding) << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool test = argc > 1 && std::string_view(argv[1]) == "--test";
  const int first = test ? 2 : 1;
  if (argc <= first) {
    std::cerr << "usage: judge_rewrites [--test] FOLDER...\n";
    return 2;
  }
  Count faithful, unfaithful;
  for (int i = first; i < argc; ++i) judge_all(argv[i], faithful, unfaithful);
  const auto tell = [](const char* kind, const Count& count) {
    std::cout << kind << ", " << count.all << ": " << count.let_in << " let in, " << count.doubted << " doubted, "
              << count.all - count.let_in - count.doubted << " refused\n";
  };
  tell("unfaithful", unfaithful);
  tell("faithful", faithful);
  const int unexpected = faithful.unexpected + unfaithful.unexpected;
  if (!test || unexpected == 0) return 0;
  std::cout << unexpected << " judged otherwise than kind.txt says\n";
  return 1;
}
