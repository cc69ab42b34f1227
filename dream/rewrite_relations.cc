#include "dream/rewrite_relations.hh"

#include <algorithm>
#include <array>

#include "decay/content_words.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_text.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kMost = 20, kMostWords = 400, kReach = 7;

struct Item {
  std::string lower;
  std::size_t begin = 0, end = 0;
  bool breaks = false;  // a mark stands before it
  bool tells = false;
  bool capital = false;
  std::string_view glue;  // up to the next word, without さん
};

bool is_ascii(const Item& item) { return static_cast<unsigned char>(item.lower[0]) < 0x80; }

bool breaks(std::string_view gap) {
  if (gap.find_first_of(",.;:()|!?") != std::string_view::npos) return true;
  return gap.find("、") != std::string_view::npos || gap.find("。") != std::string_view::npos;
}

std::string_view glue_of(std::string_view gap) {
  for (const std::string_view title : {"さん", "くん", "ちゃん"})
    if (gap.starts_with(title)) return gap.substr(title.size());
  return gap;
}

std::vector<Item> items_of(std::string_view text) {
  std::vector<Item> items;
  const auto words = text_words(text);
  for (std::size_t i = 0; i < words.size() && i < kMostWords; ++i) {
    Item item;
    const auto as_written = words[i].of(text);
    item.lower = ascii_lower(as_written);
    item.begin = words[i].begin, item.end = words[i].end;
    item.breaks = i > 0 && breaks(text.substr(words[i - 1].end, item.begin - words[i - 1].end));
    item.tells = !is_ascii(item) || is_ascii_digit(as_written[0]) || word_weight(as_written) > 1;
    item.capital = is_ascii_upper(as_written[0]) && word_weight(as_written) > 1;
    const auto next = i + 1 < words.size() ? words[i + 1].begin : text.size();
    item.glue = glue_of(text.substr(item.end, next - item.end));
    items.push_back(std::move(item));
  }
  return items;
}

struct Dimension {
  std::string_view word, name;
  bool up;
};
constexpr Dimension kDimensions[] = {
    {"larger", "large", true},  {"bigger", "large", true},  {"greater", "large", true}, {"smaller", "large", false},
    {"more", "more", true},     {"less", "more", false},    {"fewer", "more", false},   {"faster", "fast", true},
    {"quicker", "fast", true},  {"slower", "fast", false},  {"higher", "high", true},   {"lower", "high", false},
    {"longer", "long", true},   {"shorter", "long", false}, {"older", "old", true},     {"newer", "old", false},
    {"younger", "old", false},  {"cheaper", "cheap", true}, {"better", "good", true},   {"worse", "good", false},
    {"earlier", "early", true}, {"later", "early", false},  {"louder", "loud", true},   {"quieter", "loud", false},
    {"warmer", "warm", true},   {"colder", "warm", false},  {"heavier", "heavy", true}, {"lighter", "heavy", false},
    {"大", "large", true},      {"小", "large", false},     {"多", "more", true},       {"少", "more", false},
    {"速", "fast", true},       {"遅", "fast", false},      {"高", "high", true},       {"低", "high", false},
    {"長", "long", true},       {"短", "long", false},      {"安", "cheap", true},      {"重", "heavy", true},
    {"軽", "heavy", false},     {"古", "old", true},        {"新", "old", false},       {"早", "early", true}};

const Dimension* dimension_of(std::string_view word) {
  const auto* end = std::end(kDimensions);
  const auto* found = std::find_if(std::begin(kDimensions), end, [&](const auto& one) { return one.word == word; });
  return found == end ? nullptr : found;
}

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text), items_(items_of(text)) {}

  std::vector<Relation> find() {
    for (std::size_t i = 0; i < items_.size() && found_.size() < kMost; ++i) {
      if (is_ascii(items_[i])) english(i);
      japanese(i);
    }
    return std::move(found_);
  }

 private:
  struct Part {
    std::size_t begin = 0, end = 0;  // items
  };

  std::vector<std::string> keys(Part part) const {
    std::vector<std::string> found;
    for (auto i = part.begin; i < part.end; ++i)
      if (items_[i].tells) found.push_back(content_key(items_[i].lower));
    return found;
  }
  std::string_view text_of(Part part) const {
    if (part.begin >= part.end) return {};
    return text_.substr(items_[part.begin].begin, items_[part.end - 1].end - items_[part.begin].begin);
  }

  void add(std::string kind, Part first, Part second) {
    auto a = keys(first), b = keys(second);
    const auto in = [](const auto& keys, const std::string& key) {
      return std::find(keys.begin(), keys.end(), key) != keys.end();
    };
    std::vector<std::string> only_a, only_b;
    for (const auto& key : a)
      if (!in(b, key)) only_a.push_back(key);
    for (const auto& key : b)
      if (!in(a, key)) only_b.push_back(key);
    if (only_a.empty() || only_b.empty()) return;
    found_.push_back({std::move(kind), std::move(only_a), std::move(only_b),
                      std::string(text_of(first)) + " / " + std::string(text_of(second))});
  }

  // What stands around `at` up to the next mark on either side, some words far.
  Part before(std::size_t at) const {
    auto begin = at;
    while (begin > 0 && at - begin < kReach && !items_[begin].breaks) --begin;
    return {begin, at};
  }
  Part after(std::size_t at) const {
    auto end = at;
    while (end < items_.size() && end - at < kReach && !items_[end].breaks) ++end;
    return {at, end};
  }
  Part beyond(Part part) const {
    auto end = part.end;
    while (end < items_.size() && end - part.end < kReach && (end == part.end || !items_[end].breaks)) ++end;
    return {part.end, end};
  }
  // "Before X, Y": Y and X; "Y before X" too.
  std::pair<Part, Part> around(std::size_t begin, std::size_t end) const {
    const auto right = after(end);
    const bool opens = begin == 0 || items_[begin].breaks;
    return {opens ? beyond(right) : before(begin), right};
  }

  void english(std::size_t i) {
    const auto& word = items_[i].lower;
    if (word == "from") from(i);
    if (word == "than") than(i);
    cause(i);
    if (word == "then" && i > 0) add("time", ja_before(i), ja_after(i + 1));
    if (word == "before" || word == "after") {
      const bool denied = i > 0 && (items_[i - 1].lower == "not" || items_[i - 1].lower == "never");
      const auto [left, right] = around(i, i + 1);
      if (!denied) word == "before" ? add("time", left, right) : add("time", right, left);
    }
    if (i + 1 < items_.size() &&
        ((word == "instead" && items_[i + 1].lower == "of") || (word == "rather" && items_[i + 1].lower == "than"))) {
      const auto [left, right] = around(i, i + 2);
      add("instead", left, right);
    }
    if (items_[i].capital) agent(i);
  }

  void from(std::size_t i) {
    const auto is_to = [&](std::size_t at) { return items_[at].lower == "to" || items_[at].lower == "into"; };
    const auto right = after(i + 1);
    for (auto to = right.begin; to < right.end; ++to)
      if (is_to(to)) {
        auto target = after(to + 1);
        for (auto at = target.begin + 1; at < target.end; ++at)
          if (items_[at - 1].tells && word_weight(items_[at].lower) == 0) target.end = at;
        target.end = std::min(target.end, target.begin + 4);
        return add("from", {i + 1, to}, target);
      }
    const auto left = before(i);
    for (auto to = left.end; to > left.begin; --to)
      if (is_to(to - 1)) return add("from", right, {to, i});
  }

  void than(std::size_t i) {
    for (auto at = i; at > 0 && i - at < 3; --at) {
      const auto& word = items_[at - 1].lower;
      const auto* dimension = dimension_of(word);
      if (!dimension && !(word.size() > 4 && word.ends_with("er"))) continue;  // harder
      auto kind = "than " + std::string(dimension ? dimension->name : word);
      if (kind == "than more" && at < i) kind += " " + items_[at].lower;
      const auto left = before(at - 1), right = after(i + 1);
      return !dimension || dimension->up ? add(kind, left, right) : add(kind, right, left);
    }
  }

  // Whether it has a word that is no "probably".
  bool tells(Part part) const {
    for (auto i = part.begin; i < part.end; ++i)
      if (items_[i].tells && !items_[i].lower.ends_with("ly")) return true;
    return false;
  }

  // "The leaves curl because it is cold": cold, leaves. What has no word of its own, "which is", counts as what stands
  // before it.
  void cause(std::size_t i) {
    const auto word = [&](std::size_t at) {
      return at < items_.size() ? std::string_view(items_[at].lower) : std::string_view();
    };
    const auto left_of = [&](std::size_t at) {
      auto part = before(at);
      if (!tells(part) && part.begin > 0) part.begin = before(part.begin - 1).begin;
      if (part.begin == at && at > 0) part.begin = before(at - 1).begin;
      return part;
    };
    const auto backward = [&](std::size_t size) {  // effect, then cause
      const auto right = after(i + size);
      const bool opens = i == 0 || (items_[i].breaks && !tells(left_of(i)));
      add("cause", right, opens ? beyond(right) : left_of(i));
    };
    if (word(i) == "because") return backward(word(i + 1) == "of" ? 2 : 1);
    if ((word(i) == "due" || word(i) == "thanks" || word(i) == "owing") && word(i + 1) == "to") return backward(2);
    if ((word(i) == "comes" || word(i) == "came" || word(i) == "results" || word(i) == "stems") &&
        word(i + 1) == "from")
      return backward(2);
    if (word(i) == "caused" && word(i + 1) == "by") return backward(2);
    if (word(i) == "causes" || word(i) == "caused") return add("cause", left_of(i), after(i + 1));
    if ((word(i) == "leads" || word(i) == "led") && word(i + 1) == "to") return add("cause", left_of(i), after(i + 2));
    const bool so =
        word(i) == "therefore" || word(i) == "hence" || (word(i) == "so" && items_[i].breaks && word(i + 1) != "that");
    if (so && i > 0) add("cause", ja_before(i), ja_after(i + 1));
  }

  // "Ann told Ben", "Ben was told by Ann".
  void agent(std::size_t i) {
    constexpr auto kNone = std::to_array<std::string_view>(
        {"and",  "or",   "with", "of",      "from", "to",  "in",    "on",  "at", "for", "met", "meets",
         "meet", "than", "like", "married", "as",   "via", "under", "not", "is", "are", "s"});
    std::string verb;
    bool passive = false;
    for (auto j = i + 1; j < items_.size() && j - i < kReach && !items_[j].breaks; ++j) {
      const auto& word = items_[j].lower;
      if (items_[j].capital) {
        if (!verb.empty())
          passive ? add("agent " + verb, {j, j + 1}, {i, i + 1}) : add("agent " + verb, {i, i + 1}, {j, j + 1});
        return;
      }
      if (std::find(kNone.begin(), kNone.end(), word) != kNone.end()) return;
      passive = passive || word == "by";
      if (verb.empty() && word_weight(word) > 0 && !is_ascii_digit(word[0])) verb = content_key(word);
    }
  }

  void japanese(std::size_t i) {
    const auto glue = items_[i].glue;
    if (glue.starts_with("から")) ja_from(i);
    if (glue.starts_with("より")) ja_than(i);
    if (glue.starts_with("は") || glue.starts_with("が")) ja_agent(i);
    ja_cause(i);
    if (glue.ends_with("てから") || glue.ends_with("でから")) add("time", ja_before(i + 1), after(i + 1));
    if (is_ascii(items_[i])) return;
    if (items_[i].lower == "前" && glue.starts_with("に")) add("time", ja_after(i + 1), ja_before(i));
    if (items_[i].lower == "後" && (glue.starts_with("に") || glue.starts_with("で") || glue.starts_with("、")))
      add("time", ja_before(i), ja_after(i + 1));
    if (items_[i].lower == "代" && glue.starts_with("わりに")) add("instead", ja_after(i + 1), ja_before(i));
  }
  Part ja_before(std::size_t at) const {
    auto begin = at;
    while (begin > 0 && at - begin < kReach && (begin == at || !items_[begin].breaks)) --begin;
    return {begin, at};
  }
  Part ja_after(std::size_t at) const {
    auto end = at;
    while (end < items_.size() && end - at < kReach && (end == at || !items_[end].breaks)) ++end;
    return {at, end};
  }

  // 雨が降ったために遅れた, 遅れたので, 遅れたのは雨のためだ.
  void ja_cause(std::size_t i) {
    const auto glue = items_[i].glue;
    const auto begins = [&](std::string_view end) {
      return glue.ends_with(end) || glue.find(std::string(end) + "、") != std::string_view::npos ||
             glue.find(std::string(end) + "に") != std::string_view::npos;
    };
    const bool because =
        begins("ため") || begins("ので") || begins("たから") || glue.find("せいで") != std::string_view::npos;
    if (!because && glue.find("ためだ") == std::string_view::npos && glue.find("ためで") == std::string_view::npos &&
        glue.find("ため。") == std::string_view::npos)
      return;
    for (auto at = i; at-- > 0;)
      if (items_[at].glue.find("のは") != std::string_view::npos)
        return add("cause", {at + 1, i + 1}, ja_before(at + 1));
    if (because && i + 1 < items_.size()) add("cause", ja_before(i + 1), ja_after(i + 1));
  }

  void ja_from(std::size_t i) {
    const auto is_target = [&](std::size_t at) {
      const auto glue = items_[at].glue;
      return glue.starts_with("へ") || glue.starts_with("まで") ||
             (glue.starts_with("に") && !glue.starts_with("には"));
    };
    if (i + 1 < items_.size() && is_target(i + 1)) return add("from", {i, i + 1}, {i + 1, i + 2});
    if (i > 0 && is_target(i - 1)) add("from", {i, i + 1}, {i - 1, i});
  }

  void ja_than(std::size_t i) {
    if (i + 1 >= items_.size()) return;
    const auto* dimension = dimension_of(items_[i + 1].lower);
    if (!dimension) return;
    for (auto at = i; at > 0 && i - at < kReach; --at)
      if (items_[at - 1].glue.starts_with("は") || items_[at - 1].glue.starts_with("が")) {
        const Part left = ja_before(at), right{at, i + 1};
        const auto kind = "than " + std::string(dimension->name);
        return dimension->up ? add(kind, left, right) : add(kind, right, left);
      }
  }

  // 田中さんが鈴木さんに頼んだ; the verb is the last word before the next mark.
  void ja_agent(std::size_t i) {
    const auto part = ja_after(i + 1);
    if (part.end < part.begin + 2) return;
    const auto& verb = items_[part.end - 1];
    const bool passive = verb.glue.starts_with("され") || verb.glue.starts_with("れ") || verb.glue.starts_with("られ");
    for (auto at = part.begin; at + 1 < part.end; ++at) {
      const auto glue = items_[at].glue;
      const bool topic = items_[i].glue.starts_with("は") && glue.starts_with("が");  // 抽選会は商店会が開く
      if (topic) add("agent " + verb.lower, {at, at + 1}, {i, i + 1});
      if (glue.starts_with("によ")) add("agent " + verb.lower, {at, at + 1}, {i, i + 1});  // 部長によって開かれる
      if (glue.starts_with("によ") || (!glue.starts_with("を") && !glue.starts_with("に"))) continue;
      add((passive ? "agent by " : "agent ") + verb.lower, {i, i + 1}, {at, at + 1});
    }
  }

  std::string_view text_;
  std::vector<Item> items_;
  std::vector<Relation> found_;
};

}  // namespace

std::vector<Relation> relations_of(std::string_view sentence) { return Finder(sentence).find(); }

}  // namespace ai_memory
