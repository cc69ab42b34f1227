#include "index/entities.hh"

#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "index/tokenizer.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostWords = 6;         // of a name
constexpr std::size_t kMostQueryWords = 200;  // a page pasted as a query

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (const Token& token : tokenize(text, TokenUse::query)) words.push_back(token.text);
  return words;
}

std::set<std::string> names_in(const std::vector<std::string>& words) {
  std::set<std::string> names;
  for (std::size_t begin = 0; begin < std::min(words.size(), kMostQueryWords); ++begin) {
    std::string name;
    for (std::size_t end = begin; end < std::min(words.size(), begin + kMostWords); ++end) {
      name += (name.empty() ? "" : " ") + words[end];
      names.insert(name);
    }
  }
  return names;
}

// "[[people/alice|Alice]]" names Alice, "[[people/alice]]" alice.
std::string_view without_link(std::string_view name) {
  if (!name.starts_with("[[") || !name.ends_with("]]") || name.size() < 5) return name;
  name = name.substr(2, name.size() - 4);
  if (const auto bar = name.rfind('|'); bar != name.npos) return name.substr(bar + 1);
  name = name.substr(name.rfind('/') + 1);
  return name.ends_with(".md") ? name.substr(0, name.size() - 3) : name;
}

}  // namespace

std::string entity_words(std::string_view typed) {
  const std::string_view name = without_link(typed);
  std::string joined;
  const auto words = words_of(name);
  if (words.size() > kMostWords) return {};
  for (const std::string& word : words) joined += (joined.empty() ? "" : " ") + word;
  return joined;
}

std::map<std::int64_t, double> entity_matches(const sqlite::Database& database, std::string_view question) {
  std::map<std::int64_t, double> found;
  auto pages = database.prepare("SELECT page FROM entities WHERE words = ?1");
  std::optional<double> all;  // asked only when it is wanted: it takes a walk over all rows
  for (const std::string& name : names_in(words_of(question))) {
    std::vector<std::int64_t> ids;
    pages.with(name);
    while (pages.step()) ids.push_back(pages.integer(0));
    pages.reset();
    if (!ids.empty() && !all) all = static_cast<double>(database.integer("SELECT count(*) FROM pages"));
    for (const std::int64_t id : ids) found[id] += std::log(1 + *all / static_cast<double>(ids.size()));
  }
  return found;
}

}  // namespace ai_memory
