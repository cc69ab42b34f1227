#include "index/query.hh"

#include <algorithm>
#include <set>

#include "index/query_items.hh"
#include "index/query_terms.hh"
#include "index/tokenizer.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostPairs = 64;
constexpr std::size_t kMostStopWordsInPair = 2;
constexpr std::string_view kTitleColumns = "{title aliases} : ";

// The text as one folded word; empty if it is more than one.
std::string folded_word(std::string_view text) {
  const std::vector<Token> tokens = tokenize(text, TokenUse::prefix);
  return tokens.size() == 1 ? tokens.front().text : std::string();
}

class StopWords {
 public:
  explicit StopWords(const std::vector<std::string>& words) {
    for (const std::string& word : words) folded_.insert(folded_word(word));
    folded_.erase(std::string());
  }
  bool contains(std::string_view text) const { return folded_.contains(folded_word(text)); }

 private:
  std::set<std::string> folded_;
};

class Builder {
 public:
  Builder(std::vector<QueryItem> items, const StopWords& stop_words)
      : items_(std::move(items)), stop_words_(stop_words) {}

  Query build() {
    for (const QueryItem& item : items_)
      if (item.kind == QueryItem::Kind::filter && item.filter != "title") add_filter(item);
    keep_stop_words_ = std::ranges::none_of(items_, [this](const QueryItem& item) { return says_something(item); });
    for (const QueryItem& item : items_) add(item);
    for (const QueryItem& item : items_)
      if (is_bare(item) && !is_dropped(item))
        terms_.add_pieces(item.text, [this](std::string_view word) { return stop_words_.contains(word); });
    query_.match = match(terms_.empty() ? "" : terms_.expression());
    query_.every = match(joined(every_, " AND "));
    if (query_.match.empty()) query_.without = joined(excluded_, " OR ");
    query_.question = question();
    query_.phrase = pairs();
    take_words();
    return std::move(query_);
  }

 private:
  static bool is_bare(const QueryItem& item) {
    return item.kind == QueryItem::Kind::word && !item.excluded && !item.prefix;
  }
  bool is_dropped(const QueryItem& item) const { return !keep_stop_words_ && stop_words_.contains(item.text); }

  bool says_something(const QueryItem& item) const {
    if (item.excluded || (item.kind == QueryItem::Kind::filter && item.filter != "title")) return false;
    return !is_bare(item) || !stop_words_.contains(item.text);
  }

  void add_filter(const QueryItem& item) {
    Query::Filter& filter = item.excluded ? query_.excluded : query_.filter;
    if (item.filter == "path") filter.paths.push_back(item.text);
    if (item.filter == "tag") filter.tags.push_back(item.text);
    if (item.filter == "kind") filter.kinds.push_back(item.text);
    if (item.filter == "tier") filter.tiers.push_back(item.text);
    if (item.filter == "project") filter.projects.push_back(item.text);
  }

  static void add_text(const QueryItem& item, QueryTerms& terms) {
    if (item.prefix)
      terms.add_prefix(item.text);
    else if (item.kind == QueryItem::Kind::phrase)
      terms.add_phrase(item.text);
    else
      terms.add_word(item.text);
  }

  void add(const QueryItem& item) {
    if (item.kind == QueryItem::Kind::filter) return add_column(item);
    if (item.excluded) {
      QueryTerms terms;
      add_text(item, terms);
      excluded_.push_back(terms.expression());
    } else if (!is_bare(item) || !is_dropped(item)) {
      add_text(item, terms_);
      QueryTerms alone;
      add_text(item, alone);
      if (!alone.empty()) every_.push_back(alone.expression());
    }
  }

  // `title:word`, or `-title:word`. What is asked for may also stand literally in a page.
  void add_column(const QueryItem& item) {
    if (item.filter != "title") return;
    QueryTerms terms;
    add_text(item, terms);
    const std::string column = std::string(kTitleColumns) + "(" + terms.expression() + ")";
    if (item.excluded) {
      excluded_.push_back(column);
      return;
    }
    QueryTerms literal;
    literal.add_phrase("title:" + item.text);
    required_.push_back(column + " OR " + literal.expression());
    add_text(item, titles_);
  }

  static std::string joined(const std::vector<std::string>& expressions, std::string_view word) {
    std::string all;
    for (const std::string& one : expressions) all.append(all.empty() ? "" : word).append("(").append(one).append(")");
    return all;
  }

  // `words`: what must stand there beside what `title:` asks for; empty: nothing else.
  std::string match(const std::string& words) const {
    std::string positive = joined(required_, " AND ");
    if (!words.empty()) positive.append(positive.empty() ? "" : " AND ").append("(").append(words).append(")");
    if (positive.empty() || excluded_.empty()) return positive;
    std::string excluded;
    for (const std::string& one : excluded_) excluded += (excluded.empty() ? "" : " OR ") + one;
    return "(" + positive + ") NOT (" + excluded + ")";
  }

  std::string question() const {
    std::string words;
    for (const QueryItem& item : items_) {
      if (is_bare(item))
        words += (words.empty() ? "" : " ") + item.text;
      else if (item.kind != QueryItem::Kind::filter || item.filter == "title")
        return {};
    }
    return words;
  }

  // Neighbouring words with the stop words between them, as phrases.
  std::string pairs() const {
    QueryTerms terms;
    std::string since;  // the last word that says something and what followed
    std::size_t skipped = 0, count = 0;
    for (const QueryItem& item : items_) {
      if (!is_bare(item)) {
        since.clear();
        continue;
      }
      if (!is_dropped(item)) {
        if (!since.empty() && skipped <= kMostStopWordsInPair && count++ < kMostPairs)
          terms.add_phrase(since + item.text);
        since.clear();
        skipped = 0;
      } else {
        ++skipped;
        if (since.empty()) continue;
      }
      since += item.text + " ";
    }
    return terms.expression();
  }

  // Stop words inside a phrase are not worth showing as matches, unless they are all there is.
  void take_words() {
    for (const QueryTerms* terms : {&titles_, &terms_}) {
      for (const std::string& prefix : terms->prefixes()) add_once(query_.prefixes, prefix);
      for (const std::string& word : terms->also()) add_once(query_.also, word);
      for (const std::string& word : terms->words())
        if (!stop_words_.contains(word)) add_once(query_.words, word);
    }
    if (!query_.words.empty() || !query_.prefixes.empty()) return;
    for (const QueryTerms* terms : {&titles_, &terms_})
      for (const std::string& word : terms->words()) add_once(query_.words, word);
  }

  static void add_once(std::vector<std::string>& list, const std::string& word) {
    if (std::ranges::find(list, word) == list.end()) list.push_back(word);
  }

  std::vector<QueryItem> items_;
  const StopWords& stop_words_;
  Query query_;
  bool keep_stop_words_ = false;
  QueryTerms terms_;
  QueryTerms titles_;  // what `title:` looks for, for `words` only
  std::vector<std::string> required_, excluded_, every_;
};

}  // namespace

Query parse_query(std::string_view text, const std::vector<std::string>& stop_words) {
  const StopWords stops(stop_words);
  return Builder(read_query_items(text), stops).build();
}

}  // namespace ai_memory
