// Lines and sentences that are those of a source but for a few words or their order; and lines of code.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "decay/content_words.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_force.hh"
#include "dream/rewrite_row_words.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMostWords = 60, kLeastWords = 3, kLookedAt = 6;

struct Row {
  std::vector<std::string> words;
  std::set<std::string> plain;  // of these, words in small letters or of other scripts
  std::string text;
  std::size_t line = 0;
  bool is_cells = false;  // of a table
};

struct Block {
  std::vector<std::string> lines;  // as they stand
  std::size_t line = 0;
};

struct Rows {
  std::vector<Row> rows;
  std::vector<Block> code;
};

bool is_alnum(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::size_t length_of(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

bool is_cjk_mark(std::string_view sign) {
  return sign.size() == 3 && ((sign >= "\u3000" && sign <= "\u303f") || (sign >= "\uff01" && sign <= "\uff0f") ||
                              (sign >= "\uff1a" && sign <= "\uff20"));
}

// Words by their content_key(), signs of comparison, and the letters of scripts without blanks one by one.
// `plain` gets those that are no names, numbers or units.
std::vector<std::string> words_of(std::string_view text, std::set<std::string>* plain = nullptr) {
  constexpr std::size_t kLeast = 3;
  constexpr std::string_view kJoins = ".-_/:,'@";
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    if (is_alnum(text[at])) {
      std::size_t end = at;
      while (end < text.size() && (is_alnum(text[end]) || (kJoins.find(text[end]) != kJoins.npos &&
                                                           end + 1 < text.size() && is_alnum(text[end + 1]))))
        ++end;
      const std::string_view word = text.substr(at, end - at);
      words.push_back(content_key(word));
      const bool is_plain =
          word.size() >= kLeast && std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
      if (plain && is_plain) plain->insert(words.back());
      at = end;
      continue;
    }
    const auto length = std::min(length_of(text[at]), text.size() - at);
    const std::string_view sign = text.substr(at, length);
    const bool compares = sign == "<" || sign == ">" || sign == "=" || sign == "→" || sign == "≤" || sign == "≥";
    if (compares || (length > 1 && !is_cjk_mark(sign))) {
      words.emplace_back(sign);
      if (plain) plain->insert(words.back());
    }
    at += length;
  }
  return words;
}

// Where a sentence ends within a line; behind its mark.
std::size_t sentence_end(std::string_view line, std::size_t from) {
  for (std::size_t at = from; at < line.size(); ++at) {
    if ((line[at] == '.' || line[at] == '!' || line[at] == '?') && (at + 1 == line.size() || line[at + 1] == ' '))
      return at + 1;
    if (line.substr(at).starts_with("。") || line.substr(at).starts_with("！") || line.substr(at).starts_with("？"))
      return at + 3;
  }
  return line.size();
}

std::string_view fence_of(std::string_view line) {
  const auto start = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view rest = line.substr(start);
  if (!rest.starts_with("```") && !rest.starts_with("~~~")) return {};
  return rest.substr(0, 3);
}

Rows rows_of(std::string_view body) {
  Rows found;
  std::string fence;
  std::size_t number = 0;
  for (std::size_t at = 0; at < body.size();) {
    const Line bounds = line_at(body, at);
    const std::string_view line = bounds.of(body);
    at = bounds.next;
    ++number;
    const auto mark = fence_of(line);
    if (!fence.empty() && mark == fence) {
      fence.clear();
    } else if (!fence.empty()) {
      const auto end = line.find_last_not_of(" \t");
      found.code.back().lines.emplace_back(line.substr(0, end == line.npos ? 0 : end + 1));
    } else if (!mark.empty()) {
      fence = mark;
      found.code.push_back({{}, number});
    } else {
      const bool is_cells = line.find_first_not_of(' ') != line.npos && line[line.find_first_not_of(' ')] == '|';
      for (std::size_t from = 0; from < line.size();) {
        const auto end = is_cells ? line.size() : sentence_end(line, from);
        Row row{{}, {}, std::string(trim(line.substr(from, end - from))), number, is_cells};
        row.words = words_of(row.text, &row.plain);
        if (!row.words.empty() && row.words.size() <= kMostWords) found.rows.push_back(std::move(row));
        from = end;
      }
    }
  }
  return found;
}

// The word of the row with that key as it stands; else the key without its mark.
std::string as_written(const Row& row, const std::string& key) {
  for (const TextWord& word : text_words(row.text))
    if (content_key(word.of(row.text)) == key) return std::string(word.of(row.text));
  return key.starts_with('w') ? key.substr(1) : key;
}

struct Gaps {
  std::size_t same = 0;
  std::vector<std::string> old, now;  // words that only one side has, without free ones
};

Gaps gaps_between(const std::vector<std::string>& old, const std::vector<std::string>& now) {
  const auto n = old.size(), m = now.size();
  std::vector<std::uint8_t> best((n + 1) * (m + 1));
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint8_t& { return best[i * (m + 1) + j]; };
  for (auto i = n; i-- > 0;)
    for (auto j = m; j-- > 0;)
      at(i, j) =
          old[i] == now[j] ? static_cast<std::uint8_t>(at(i + 1, j + 1) + 1) : std::max(at(i + 1, j), at(i, j + 1));
  Gaps gaps{at(0, 0), {}, {}};
  for (std::size_t i = 0, j = 0; i < n || j < m;) {
    if (i < n && j < m && old[i] == now[j]) {
      ++i, ++j;
    } else if (j == m || (i < n && at(i + 1, j) >= at(i, j + 1))) {
      if (!is_free(old[i])) gaps.old.push_back(old[i]);
      ++i;
    } else {
      if (!is_free(now[j])) gaps.now.push_back(now[j]);
      ++j;
    }
  }
  return gaps;
}

// What the words of the row mean that force_words() finds the one in.
Force force_at(const Row& row, const std::string& key) {
  Force means = 0;
  for (const ForceWord& force : force_words(row.text))
    for (const TextWord& word : text_words(std::string_view(row.text).substr(force.begin, force.end - force.begin)))
      if (content_key(word.of(std::string_view(row.text).substr(force.begin))) == key) means |= force.means;
  return means;
}

// "may not" for "must not", "forbidden" for "banned".
bool same_force(const Gaps& gaps, const Row& old, const Row& now) {
  constexpr Force kDuties = force::kMust | force::kForbid | force::kNeedNot | force::kOnly | force::kMore |
                            force::kLess | force::kBecause | force::kAlthough | force::kWhile;
  return (force_at(old, gaps.old.front()) & force_at(now, gaps.now.front()) & kDuties) != 0;
}

// "When it is below 5" as "below 5".
bool is_filler(const std::string& word, const Row& old) {
  return word == content_key("when") && old.text.find("when it is ") != std::string::npos;
}

// "The pump stopped: it was cold."
bool gives_reason(const std::string& word, const Row& old, const Row& now) {
  const auto marks = [](const std::string& text) {
    std::size_t count = 0;
    for (const std::string_view mark : {": ", "; ", " – ", " — "})
      for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) ++count;
    return count;
  };
  return word == content_key("because") && marks(now.text) > marks(old.text);
}

// "Ann is the owner" is "the owner is Ann", and so with who says what.
bool turns_round(const std::string& word) {
  for (const char* one : {"is", "are", "was", "were", "say", "says", "said", "="})
    if (word == content_key(one)) return true;
  return false;
}

// "and the": what stands on either side is in any order.
template <typename Iterator>
bool joins(Iterator begin, Iterator end) {
  const auto is_and = [](const auto& word) { return word == content_key("and") || word == content_key("or"); };
  const auto is_article = [](const auto& word) { return word == content_key("the") || word == content_key("a"); };
  return std::count_if(begin, end, is_and) == 1 && std::count_if(begin, end, is_article) == end - begin - 1;
}

// Whether `now` is `old` with two pieces that changed places, around something that stayed.
bool is_exchange(const std::vector<std::string>& old, const std::vector<std::string>& now) {
  std::size_t begin = 0, end = old.size();
  while (begin < end && old[begin] == now[begin]) ++begin;
  while (end > begin && old[end - 1] == now[end - 1]) --end;
  const auto same = [&](std::size_t from, std::size_t to, std::size_t at) {
    return std::equal(old.begin() + static_cast<std::ptrdiff_t>(from), old.begin() + static_cast<std::ptrdiff_t>(to),
                      now.begin() + static_cast<std::ptrdiff_t>(at));
  };
  const auto length = end - begin;
  for (std::size_t first = 1; first + 2 <= length; ++first)      // words of the first piece
    for (std::size_t last = 1; first + last < length; ++last) {  // of the second
      const auto middle = length - first - last;
      const auto stays = old.begin() + static_cast<std::ptrdiff_t>(begin + first);
      if (std::all_of(stays, stays + static_cast<std::ptrdiff_t>(middle), [](const auto& w) { return is_hiragana(w); }))
        continue;  // each has its に
      if (joins(stays, stays + static_cast<std::ptrdiff_t>(middle))) continue;
      if (middle == 1 && turns_round(*stays)) continue;
      if (same(end - last, end, begin) && same(begin + first, end - last, begin + last) &&
          same(begin, begin + first, begin + last + middle))
        return true;
    }
  return false;
}

// The words before the first colon; empty if the row has no label.
std::vector<std::string> label_of(const Row& row) {
  constexpr std::size_t kMost = 3;
  const auto colon = row.text.find(": ");
  constexpr std::size_t kMostTold = 4;
  if (colon == std::string::npos || row.words.size() > kMost + kMostTold) return {};
  auto words = words_of(std::string_view(row.text).substr(0, colon));
  return words.size() <= kMost ? words : std::vector<std::string>();
}

class RowCheck {
 public:
  explicit RowCheck(RewriteComparison& all) : all_(all), result_(rows_of(all.result_body)) {
    for (const RewriteSource& source : all.sources) {
      Rows rows = rows_of(source.body);
      for (Row& row : rows.rows) rows_.push_back(std::move(row));
      for (Block& block : rows.code) code_.push_back(std::move(block));
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      exact_.insert(row.words);
      auto sorted = row.words;
      std::sort(sorted.begin(), sorted.end());
      by_words_[std::move(sorted)].push_back(i);
      for (const std::string& word : std::set<std::string>(row.words.begin(), row.words.end())) {
        auto& places = places_[word];
        if (places.size() < kMostPlaces) places.push_back(i);
      }
      if (const auto label = label_of(row); !label.empty()) labelled_[label].insert(row.words.begin(), row.words.end());
    }
    for (const Row& row : result_.rows) words_.insert(row.words.begin(), row.words.end());
  }

  void run() {
    for (const Row& row : result_.rows) look_at(row);
    for (const Block& block : result_.code) look_at(block);
  }

 private:
  static constexpr std::size_t kMostPlaces = 200;

  void tell(RewriteFault fault, const char* kind, std::string text, const Row& row) {
    RewriteSentence sentence;
    sentence.line = row.line;
    sentence.text = row.text;
    all_.about_result(fault, kind, std::move(text), sentence);
  }

  void look_at(const Row& row) {
    if (exact_.contains(row.words)) return;
    if (is_turned(row)) return tell(RewriteFault::misplaced, "order", row.text, row);
    if (const auto label = labelled_.find(label_of(row)); label != labelled_.end() && !label_of(row).empty())
      for (const std::string& word : row.words)
        if (!is_free(word) && !label->second.contains(word) && places_.contains(word))
          return tell(RewriteFault::misplaced, "label", as_written(row, word), row);
    if (row.words.size() >= kLeastWords || row.text.find_first_not_of(" -*#>|") != std::string::npos) compare(row);
  }

  bool is_turned(const Row& row) const {
    auto sorted = row.words;
    std::sort(sorted.begin(), sorted.end());
    const auto same = by_words_.find(sorted);
    if (same == by_words_.end()) return false;
    return !row.is_cells && std::any_of(same->second.begin(), same->second.end(),
                                        [&](std::size_t at) { return is_exchange(rows_[at].words, row.words); });
  }

  // The source rows that share the rarest of its words.
  std::vector<std::size_t> near(const Row& row) const {
    std::vector<const std::vector<std::size_t>*> lists;
    for (const std::string& word : row.words)
      if (const auto found = places_.find(word); found != places_.end()) lists.push_back(&found->second);
    std::sort(lists.begin(), lists.end(), [](const auto* a, const auto* b) { return a->size() < b->size(); });
    if (lists.size() > kLookedAt) lists.resize(kLookedAt);
    std::map<std::size_t, std::size_t> shared;
    for (const auto* list : lists)
      for (const std::size_t at : *list) ++shared[at];
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (const auto& [at, count] : shared) order.emplace_back(count, at);
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < order.size() && i < kLookedAt; ++i) rows.push_back(order[i].second);
    return rows;
  }

  // One word for another, or words that are gone, in a row that is the same else.
  static bool is_near_copy(const Gaps& gaps, const Row& old, const Row& now) {
    const bool one_other = gaps.old.size() == 1 && gaps.now.size() == 1 && old.words.size() == now.words.size() &&
                           gaps.same + 1 == now.words.size();
    return now.words.size() >= kLeastWords && (one_other || gaps.same == now.words.size());
  }

  // Whether another source row tells the new words of about the same.
  bool is_told(const Gaps& gaps, const Row& row) {
    constexpr std::size_t kMost = 300;  // looks through all rows; beyond, nothing is taken on trust
    if (++asked_ > kMost) return false;
    return std::any_of(rows_.begin(), rows_.end(), [&](const Row& other) {
      const std::set<std::string> words(other.words.begin(), other.words.end());
      const auto has = [&](const std::string& word) { return words.contains(word); };
      if (!std::all_of(gaps.now.begin(), gaps.now.end(), has)) return false;
      const auto shared = std::count_if(row.words.begin(), row.words.end(), has);
      if (static_cast<std::size_t>(shared) * 2 >= row.words.size()) return true;
      const std::set<std::string> told(row.words.begin(), row.words.end());
      return words.size() >= kLeastWords && std::includes(told.begin(), told.end(), words.begin(), words.end());
    });
  }

  void compare(const Row& row) {
    std::optional<std::pair<RewriteFault, std::string>> fault;
    for (const std::size_t at : near(row)) {
      const Row& old = rows_[at];
      const Gaps gaps = gaps_between(old.words, row.words);
      if (!is_near_copy(gaps, old, row)) continue;
      const auto found = fault_of(gaps, old, row);
      if (!found) return;
      if (!fault) fault = found;
    }
    if (fault) tell(fault->first, "word", as_written(row, fault->second), row);
  }

  std::optional<std::pair<RewriteFault, std::string>> fault_of(const Gaps& gaps, const Row& old, const Row& row) {
    using Found = std::pair<RewriteFault, std::string>;
    if (!gaps.now.empty() && !gaps.old.empty()) {
      const bool are_words = row.plain.contains(gaps.now.front()) && old.plain.contains(gaps.old.front());
      return !are_words || same_force(gaps, old, row) || is_told(gaps, row)
                 ? std::nullopt
                 : std::optional(Found{RewriteFault::invented, gaps.now.front()});
    }
    for (const std::string& word : gaps.old)
      if (is_weighty(word) && !words_.contains(word) && !gives_reason(word, old, row) && !is_filler(word, old))
        return Found{RewriteFault::lost, word};
    return std::nullopt;
  }

  void look_at(const Block& block) {
    const bool is_part = std::any_of(code_.begin(), code_.end(), [&](const Block& source) {
      std::size_t at = 0;
      for (const std::string& line : source.lines)
        if (at < block.lines.size() && block.lines[at] == line) ++at;
      return at == block.lines.size();
    });
    if (is_part || block.lines.empty()) return;
    RewriteSentence sentence;
    sentence.line = block.line;
    sentence.text = block.lines.front();
    all_.about_result(RewriteFault::misplaced, "code", "lines in another order, or set in otherwise", sentence);
  }

  RewriteComparison& all_;
  Rows result_;
  std::vector<Row> rows_;  // of the sources
  std::vector<Block> code_;
  std::set<std::vector<std::string>> exact_;
  std::map<std::vector<std::string>, std::vector<std::size_t>> by_words_;
  std::unordered_map<std::string, std::vector<std::size_t>> places_;
  std::map<std::vector<std::string>, std::set<std::string>> labelled_;
  std::set<std::string> words_;  // of the result
  std::size_t asked_ = 0;
};

}  // namespace

void find_changed_rows(RewriteComparison& all) { RowCheck(all).run(); }

}  // namespace ai_memory
