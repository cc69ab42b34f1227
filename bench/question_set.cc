#include "bench/question_set.hh"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kColumns = 6;

std::array<std::string, kColumns> columns_of(std::string_view line, std::size_t number) {
  std::array<std::string, kColumns> columns;
  for (std::size_t column = 0; column < kColumns; ++column) {
    const bool last = column + 1 == kColumns;
    const std::size_t end = last ? line.size() : line.find('\t');
    columns[column] = std::string(line.substr(0, end));
    if (end == std::string_view::npos || columns[column].empty() || (last && line.find('\t') != std::string_view::npos))
      throw Error(ErrorKind::failed, "questions.tsv:" + std::to_string(number) + ": has not 6 columns");
    if (!last) line.remove_prefix(end + 1);
  }
  return columns;
}

// Which of the two a column says.
bool is_second(const std::string& value, const char* first, const char* second, std::size_t number) {
  if (value != first && value != second)
    throw Error(ErrorKind::failed,
                "questions.tsv:" + std::to_string(number) + ": " + value + " is neither " + first + " nor " + second);
  return value == second;
}

}  // namespace

std::vector<SetQuestion> read_question_set(std::string_view tsv) {
  std::vector<SetQuestion> questions;
  for (std::size_t number = 1; !tsv.empty(); ++number) {
    const std::size_t end = std::min(tsv.find('\n'), tsv.size());
    const std::string_view line = tsv.substr(0, end);
    tsv.remove_prefix(std::min(end + 1, tsv.size()));
    if (line.empty() || line.starts_with('#')) continue;
    const auto columns = columns_of(line, number);
    for (const int language : {0, 1}) is_second(columns[static_cast<std::size_t>(language)], "en", "ja", number);
    questions.push_back({.asked = columns[0],
                         .pages = columns[1],
                         .same_words = is_second(columns[2], "few", "same", number),
                         .held_out = is_second(columns[3], "open", "held-out", number),
                         .page = columns[4],
                         .text = columns[5]});
  }
  return questions;
}

std::vector<Change> pages_of_set(const fs::path& set, const std::string& language) {
  const fs::path folder = set / language;
  if (!fs::is_directory(folder)) throw Error(ErrorKind::not_found, folder.string() + ": no such folder");
  std::vector<Change> pages;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".md") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string name = "default/" + language + "/" + entry.path().lexically_relative(folder).generic_string();
    pages.push_back({PagePath::create(name), std::string{std::istreambuf_iterator<char>(in), {}}, "", ""});
  }
  std::sort(pages.begin(), pages.end(), [](const Change& a, const Change& b) { return a.path < b.path; });
  return pages;
}

PagePath answer_of(const SetQuestion& question) {
  return PagePath::create("default/" + question.pages + "/" + question.page + ".md");
}

}  // namespace ai_memory
