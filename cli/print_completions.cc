#include <cstdio>
#include <exception>

#include "cli/completions.hh"
#include "cli/page_words.hh"
#include "cli/shell_line.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;
using List = std::vector<std::string>;

bool is_page(const std::string& what) {
  for (const char* name : {"PATH", "FROM", "TO"})
    if (what == name) return true;
  return false;
}

List ask_wiki(const std::string& what, const Cursor& cursor) {
  try {
    Context context(cursor.globals, {});
    const auto root = context.wiki_root();
    List found;
    if (is_page(what)) {
      std::error_code gone;
      return page_words(root, context.scope().project, fs::current_path(gone), cursor.typed);
    }
    if (what == "P") found = project_words(root, context.scope().project.workspace);
    if (what == "W") found = workspace_words(root);
    std::erase_if(found, [&cursor](const std::string& word) { return !word.starts_with(cursor.typed); });
    return found;
  } catch (const std::exception&) {
    return {};  // settings that are wrong, no home: the command itself will tell
  }
}

struct Request {
  List words;
  ShellLine line;  // of bash
  bool bash = false;
};

Request read_request(const List& arguments) {
  Request request;
  const std::string shell = arguments.empty() ? "" : arguments[0];
  if (shell == "bash") {
    request.bash = true;
    request.line = split_line(arguments.size() > 1 ? arguments[1] : "", arguments.size() > 2 ? arguments[2] : "");
    request.words = request.line.words;
    if (!request.words.empty()) request.words.erase(request.words.begin());  // the program
    return request;
  }
  if (!arguments.empty()) request.words.assign(arguments.begin() + 1, arguments.end());
  if (shell == "fish" && !request.words.empty()) request.words.back() = split_line(request.words.back()).words.back();
  return request;
}

}  // namespace

int print_completions(const List& arguments) {
  if (std::freopen("/dev/null", "w", stderr) == nullptr) return kExitOk;
  const Request request = read_request(arguments);
  const auto cursor = find_cursor(request.words);
  const auto found = candidates(cursor, ask_wiki);
  const char* kinds[] = {"words", "files", "folders"};
  const bool choose = lose_typed(found.words, cursor.head + cursor.typed);
  std::string text = std::string(choose ? "choose" : kinds[static_cast<int>(found.files)]) + "\n";
  for (const auto& [word, about] : found.words) {
    if (request.bash) {
      if (word.size() < request.line.kept) continue;
      text += bash_quoted(std::string_view(word).substr(request.line.kept), request.line.quote) + "\n";
    } else {
      text += word + "\t" + one_line(about) + "\n";
    }
  }
  std::fputs(text.c_str(), stdout);
  return kExitOk;
}

}  // namespace ai_memory
