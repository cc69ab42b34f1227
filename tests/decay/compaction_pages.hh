// Random pages for the properties of compaction, and a scan for their facts that shares no code with it.
#pragma once

#include <cctype>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

// Prose, lists, tables and code in which facts of every class stand, 1..40 paragraphs. `eol`: "\n" or "\r\n".
inline std::string random_body(std::mt19937& random, std::string_view eol) {
  static const std::vector<std::string> facts = {"2026-11-30",
                                                 "30 Nov 2026",
                                                 "14:05",
                                                 "2026年11月30日",
                                                 "午後3時",
                                                 "$1,200",
                                                 "3.5 GB",
                                                 "40 %",
                                                 "1200円",
                                                 "5432",
                                                 "-3.5",
                                                 "v2.3.1",
                                                 "1.10-rc2",
                                                 "eu-west-1",
                                                 "MAX_SIZE",
                                                 "snake_case",
                                                 "camelCase",
                                                 "os.path.join",
                                                 "src/a.cc",
                                                 "~/notes/x",
                                                 "/etc/hosts",
                                                 "C:\\Users\\x",
                                                 "https://example.org/a_(b)?q=1",
                                                 "http://a.example/_x_*y",
                                                 "main.cc",
                                                 "E0308",
                                                 "ENOSPC",
                                                 "HTTP 404",
                                                 "ValueError",
                                                 "7f3a9c1e",
                                                 "#123",
                                                 "ABC-45",
                                                 "ann@example.org",
                                                 "@ann",
                                                 "\"quoted 7 words\"",
                                                 "「引用 8」",
                                                 "`inline code`",
                                                 "`` a ` b ``",
                                                 "[[notes/plan|the plan]]",
                                                 "[label](docs/x.md)",
                                                 "555-1234",
                                                 "3rd",
                                                 "`__init__`",
                                                 "a*b*c",
                                                 "20-year-old"};
  static const std::vector<std::string> words = {
      "the",      "server",  "listens", "on",  "a",   "port",  "and",        "Maria",  "went",     "to",   "Tokyo",
      "painting", "because", "it",      "was", "not", "ready", "設計を変更", "しない", "コーヒー", "very", "happy"};
  const auto pick = [&](const auto& from) { return from[random() % from.size()]; };
  const auto sentence = [&] {
    std::string text = "Then";
    for (auto i = 4 + random() % 16; i > 0; --i) text += " " + (random() % 6 == 0 ? pick(facts) : pick(words));
    return text + ".";
  };
  std::string body =
      random() % 2 ? "# A page of " + std::to_string(random() % 99) + std::string(eol) + std::string(eol) : "";
  for (auto i = 1 + random() % 40; i > 0; --i) {
    switch (random() % 9) {
      case 0:
        body += "## " + sentence();
        break;
      case 1:
        body += "- " + sentence() + std::string(eol) + "  - [decision] " + sentence();
        break;
      case 2:
        body += "| a | b |" + std::string(eol) + "|---|---|" + std::string(eol) + "| " + pick(words) + " | 77" +
                std::to_string(random() % 9) + " |";
        break;
      case 3:
        body +=
            "```sh" + std::string(eol) + "run --port 80" + std::to_string(random() % 100) + std::string(eol) + "```";
        break;
      case 4:
        body += "> " + sentence();
        break;
      default:
        body += sentence() + " " + sentence() + " " + sentence();
    }
    body += std::string(eol) + std::string(eol);
  }
  return body;
}

// Words between blanks that hold a digit, a separator or an underscore, without the marks around them.
inline std::vector<std::string> facts_of(std::string_view body) {
  std::vector<std::string> facts;
  const std::string_view around = ".,;:!?\"()[]{}*`|<>「」。、";
  std::string word;
  for (std::size_t at = 0; at <= body.size(); ++at) {
    if (at < body.size() && !std::isspace(static_cast<unsigned char>(body[at]))) {
      word += body[at];
      continue;
    }
    const auto first = word.find_first_not_of(around), last = word.find_last_not_of(around);
    if (first != word.npos) word = word.substr(first, last - first + 1);
    const bool hard = word.find_first_of("0123456789_/\\@") != word.npos && word.find_first_of("*`[]|()") == word.npos;
    if (hard && word != "77" && word.find("---") == word.npos) facts.push_back(word);
    word.clear();
  }
  return facts;
}

}  // namespace ai_memory
