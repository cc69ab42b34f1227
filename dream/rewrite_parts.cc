// Parts of a page that say something by where they stand or how they are set: steps with numbers, cells of a table,
// labels of links, what is struck out.
#include <algorithm>
#include <map>
#include <set>

#include "decay/content_words.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_match.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

using Keys = std::set<std::string>;

Keys keys_of(std::string_view text) {
  Keys keys;
  for (const TextWord& word : text_words(text)) {
    const auto one = word.of(text);
    if (word_weight(one) > 1 || is_ascii_digit(one[0])) keys.insert(content_key(one));
  }
  return keys;
}

bool within(const Keys& some, const Keys& all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

bool share(const Keys& a, const Keys& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& key) { return b.contains(key); });
}

// What stands between ~~ and ~~ on one line of the prose.
std::vector<std::pair<std::string, std::size_t>> struck_in(std::string_view body) {
  std::vector<std::pair<std::string, std::size_t>> found;
  bool code = false;
  for (std::size_t at = 0, number = 1; at < body.size(); ++number) {
    const auto line = line_at(body, at);
    at = line.next;
    const auto text = line.of(body);
    if (trim(text).starts_with("```")) code = !code;
    if (code || trim(text).starts_with("~~~")) continue;
    for (std::size_t begin = text.find("~~"); begin != std::string_view::npos; begin = text.find("~~", begin)) {
      const auto end = text.find("~~", begin + 2);
      if (end == std::string_view::npos) break;
      if (end > begin + 2) found.emplace_back(text.substr(begin + 2, end - begin - 2), number);
      begin = end + 2;
    }
  }
  return found;
}

RewriteSentence at_line(const std::string& text, std::size_t line) {
  RewriteSentence sentence;
  sentence.line = line;
  sentence.text = text;
  return sentence;
}

// What is struck in a source may be left out, but not stand as if it held.
void find_struck(RewriteComparison& all) {
  constexpr std::size_t kMost = 20;
  const auto told = struck_in(all.result_body);
  Keys told_keys, known;
  for (const auto& [text, line] : told) told_keys.merge(keys_of(text));
  std::size_t looked = 0;
  for (std::size_t at = 0; at < all.sources.size(); ++at)
    for (const auto& [text, line] : struck_in(all.sources[at].body)) {
      auto keys = keys_of(text);
      if (!keys.empty() && !within(keys, told_keys) && ++looked < kMost) {
        const bool stands = std::any_of(all.result.sentences.begin(), all.result.sentences.end(),
                                        [&](const auto& sentence) { return within(keys, keys_of(sentence.text)); });
        if (stands) all.missing(at, "mark", "~~" + text + "~~", at_line(text, line), false);
      }
      known.merge(keys);
    }
  for (const auto& [text, line] : told)
    if (!within(keys_of(text), known))
      all.about_result(RewriteFault::invented, "mark", "~~" + text + "~~", at_line(text, line));
}

// The number that a line of the body starts with, "3. "; 0: none.
std::size_t step_of(std::string_view line) {
  line = trim(line);
  std::size_t number = 0, size = 0;
  while (size < line.size() && size < 3 && is_ascii_digit(line[size]))
    number = number * 10 + static_cast<std::size_t>(line[size++] - '0');
  const bool marked =
      size > 0 && size + 1 < line.size() && (line[size] == '.' || line[size] == ')') && line[size + 1] == ' ';
  return marked ? number : 0;
}

// By line, from 1 on.
std::vector<std::size_t> steps_of(std::string_view body) {
  std::vector<std::size_t> steps{0};
  for (std::size_t at = 0; at < body.size();) {
    const auto line = line_at(body, at);
    at = line.next;
    steps.push_back(step_of(line.of(body)));
  }
  return steps;
}

class Steps {
 public:
  explicit Steps(RewriteComparison& all)
      : all_(all),
        rarity_(clauses_of(all)),
        index_(result_of(all), ClauseIndex::By::own, rarity_),
        result_steps_(steps_of(all.result_body)) {
    std::set<std::string> twice;
    for (const RewriteSentence& sentence : all.result.sentences)
      if (is_step(sentence) && !heads_.emplace(head_of(sentence), &sentence).second) twice.insert(head_of(sentence));
    for (const auto& head : twice) heads_.erase(head);
  }

  void find() {
    for (std::size_t at = 0; at < all_.texts.size(); ++at) {
      const auto steps = steps_of(all_.sources[at].body);
      const RewriteSentence* last = nullptr;
      for (const RewriteSentence& sentence : all_.texts[at].sentences) {
        const auto step = sentence.line < steps.size() ? steps[sentence.line] : 0;
        if (step == 0 || (last && last->line == sentence.line)) continue;
        if (last && step > 1 && step == steps[last->line] + 1) compare(all_.texts[at], *last, sentence);
        last = &sentence;
      }
    }
  }

 private:
  static std::vector<const RewriteClause*> clauses_of(const RewriteComparison& all) {
    std::vector<const RewriteClause*> found;
    for (const RewriteText& text : all.texts)
      for (const RewriteClause& clause : text.clauses) found.push_back(&clause);
    return found;
  }
  static std::vector<const RewriteClause*> result_of(const RewriteComparison& all) {
    std::vector<const RewriteClause*> found;
    for (const RewriteClause& clause : all.result.clauses) found.push_back(&clause);
    return found;
  }

  // By the words, or by the first of them if it opens one numbered step alone: "wash it".
  const RewriteSentence* find_step(const RewriteText& text, const RewriteSentence& step) {
    const auto* found = told(text, step);
    if (!found) {
      const auto head = heads_.find(head_of(step));
      found = head == heads_.end() ? nullptr : head->second;
    }
    return found && is_step(*found) ? found : nullptr;
  }
  bool is_step(const RewriteSentence& sentence) const {
    return sentence.line < result_steps_.size() && result_steps_[sentence.line] > 0;
  }
  static std::string head_of(const RewriteSentence& sentence) {
    const auto words = text_words(sentence.text);
    return words.empty() ? std::string() : content_key(words[0].of(sentence.text));
  }

  // Where the rewrite tells the step; it is found once, and clearly.
  const RewriteSentence* told(const RewriteText& text, const RewriteSentence& step) {
    constexpr float kSame = 0.6F;
    if (step.first >= step.last) return nullptr;
    const RewriteClause& clause = text.clauses[step.first];
    const auto& near = index_.near(clause.words);
    if (near.empty() || near[0].shared < kSame * weight_of(clause.words, rarity_)) return nullptr;
    if (near.size() > 1 && near[1].shared >= near[0].shared && near[1].clause->sentence != near[0].clause->sentence)
      return nullptr;
    return &all_.result.sentences[near[0].clause->sentence];
  }

  void compare(const RewriteText& text, const RewriteSentence& one, const RewriteSentence& next) {
    const auto* first = find_step(text, one);
    const auto* second = find_step(text, next);
    if (first && second && second < first) all_.about_result(RewriteFault::misplaced, "step", second->text, *second);
  }

  RewriteComparison& all_;
  WordRarity rarity_;
  ClauseIndex index_;
  std::vector<std::size_t> result_steps_;
  std::map<std::string, const RewriteSentence*> heads_;
};

struct Row {
  std::vector<Keys> cells;
};

std::vector<Keys> cells_of(std::string_view text) {
  std::vector<Keys> cells;
  for (;;) {
    const auto end = text.find(" | ");
    cells.push_back(keys_of(text.substr(0, end)));
    if (end == std::string_view::npos) return cells;
    text.remove_prefix(end + 3);
  }
}

// Tables of the sources, without their heads.
class Tables {
 public:
  explicit Tables(const std::vector<RewriteText>& texts) {
    for (const RewriteText& text : texts) {
      std::size_t width = 0, line = 0;
      for (const RewriteSentence& sentence : text.sentences) {
        known_.insert(sentence.text);
        auto cells = cells_of(sentence.text);
        const bool goes_on = cells.size() > 1 && cells.size() == width && sentence.line == line + 1;
        if (cells.size() > 1 && !goes_on) tables_.emplace_back(), line = sentence.line + 1;  // the line below the head
        if (goes_on)
          add(std::move(cells)), line = sentence.line;
        else if (cells.size() > 1)
          width = cells.size();
        else
          width = 0;
      }
    }
  }

  bool empty() const { return by_key_.empty(); }
  bool knows(const std::string& sentence) const { return known_.contains(sentence); }

  // Whether the sentence names a row and has of a column what only another row has there.
  bool is_moved(const Keys& keys) const {
    for (const auto& key : keys) {
      const auto rows = by_key_.find(key);
      if (rows == by_key_.end()) continue;
      for (const auto& [table, row] : rows->second)
        if (within(tables_[table][row].cells[0], keys) && has_other(tables_[table], row, keys)) return true;
    }
    return false;
  }

 private:
  void add(std::vector<Keys> cells) {
    constexpr std::size_t kMost = 8;
    auto& table = tables_.back();
    for (const auto& key : cells[0])
      if (auto& rows = by_key_[key]; rows.size() < kMost) rows.emplace_back(tables_.size() - 1, table.size());
    table.push_back({std::move(cells)});
  }

  static bool has_other(const std::vector<Row>& table, std::size_t at, const Keys& keys) {
    constexpr std::size_t kMost = 60;
    const auto& own = table[at].cells;
    const auto size = std::min(table.size(), kMost);
    for (std::size_t i = 0; i < size; ++i)
      if (i != at && !table[i].cells[0].empty() && within(table[i].cells[0], keys)) return false;  // it names two
    for (std::size_t column = 1; column < own.size(); ++column) {
      if (own[column].empty() || share(own[column], keys)) continue;
      for (std::size_t i = 0; i < size; ++i) {
        const auto& other = table[i].cells[column];
        if (i != at && !other.empty() && !share(other, own[column]) && within(other, keys)) return true;
      }
    }
    return false;
  }

  std::vector<std::vector<Row>> tables_;
  std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>> by_key_;
  std::set<std::string> known_;
};

void find_moved_cells(RewriteComparison& all) {
  const Tables tables(all.texts);
  if (tables.empty()) return;
  for (const RewriteSentence& sentence : all.result.sentences)
    if (!tables.knows(sentence.text) && tables.is_moved(keys_of(sentence.text)))
      all.about_result(RewriteFault::misplaced, "cell", sentence.text, sentence);
}

// A link under the label that the sources give to another one.
void find_labels(RewriteComparison& all) {
  std::map<std::string, Keys> known;
  std::map<std::string, Keys> targets;  // by word of the label
  for (const RewriteText& text : all.texts)
    for (const auto& label : text.labels) {
      auto keys = keys_of(label.text);
      for (const auto& key : keys) targets[key].insert(label.target);
      known[label.target].merge(keys);
    }
  for (const auto& label : all.result.labels) {
    const auto own = known.find(label.target);
    const auto keys = keys_of(label.text);
    if (own == known.end() || own->second.empty() || share(own->second, keys)) continue;
    const bool of_other = std::any_of(keys.begin(), keys.end(), [&](const auto& key) { return targets.contains(key); });
    if (of_other && label.sentence < all.result.sentences.size())
      all.about_result(RewriteFault::misplaced, "link", label.target, all.result.sentences[label.sentence]);
  }
}

}  // namespace

void find_moved_parts(RewriteComparison& all) {
  find_struck(all);
  Steps(all).find();
  find_moved_cells(all);
  find_labels(all);
}

}  // namespace ai_memory
