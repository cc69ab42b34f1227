#include "decay/fact_conflicts.hh"

#include <algorithm>

#include "decay/difference_words.hh"
#include "decay/fact_values.hh"

namespace ai_memory {
namespace {

using Found = std::optional<Difference>;

Difference difference(std::string kind, std::string left, std::string right) {
  return {std::move(kind), std::move(left), std::move(right), {}, {}};
}

FactWords minus(const FactWords& a, const FactWords& b) {
  FactWords rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(rest, rest.end()));
  return rest;
}

double jaccard(const FactWords& a, const FactWords& b) {
  const auto shared =
      static_cast<double>(std::count_if(a.begin(), a.end(), [&](const std::string& word) { return b.contains(word); }));
  const auto all = static_cast<double>(a.size() + b.size()) - shared;
  return all > 0 ? shared / all : 1;
}

std::string joined(const FactWords& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string shown(const FactWords& words, const FactStatement& in) {
  FactWords texts;
  for (const std::string& word : words) {
    const auto found = in.shown.find(word);
    texts.insert(found == in.shown.end() ? word : found->second);
  }
  return joined(texts);
}

// What they are about: words, and that there is a number or a date.
FactWords subjects(const FactStatement& statement) {
  FactWords all = statement.words;
  for (const FactValue& value : statement.values) all.insert("#" + value.kind);
  return all;
}

// Whether they are about the same, whatever their values are: as differences() aligns sentences.
bool similar(const FactStatement& a, const FactStatement& b) {
  constexpr double kLeastJaccard = 1.0 / 3, kLeastContainment = 0.5;
  const auto left = subjects(a), right = subjects(b);
  const auto shared = static_cast<double>(left.size() - minus(left, right).size());
  if (shared <= 0) return false;
  return jaccard(left, right) >= kLeastJaccard - 1e-9 ||
         shared / static_cast<double>(std::min(left.size(), right.size())) >= kLeastContainment;
}

bool same_words(const FactPair& pair) { return pair.left.words == pair.right.words; }

bool knows(const std::vector<FactValue>& values, const FactValue& value) {
  return std::any_of(values.begin(), values.end(), [&](const FactValue& known) { return tells_value(known, value); });
}

// Both statements have a value that the whole other text has not.
Found new_values(const FactPair& pair) {
  if (!pair.nearest || !similar(pair.left, pair.right)) return {};
  for (const FactValue& left : pair.left.values) {
    if (knows(pair.right_text.values, left)) continue;
    for (const FactValue& right : pair.right.values)
      if (values_conflict(left, right, same_words(pair)) && !knows(pair.left_text.values, right))
        return difference(left.kind, left.text, right.text);
  }
  return {};
}

// The same words with another value, though the other text may have it elsewhere.
Found moved_values(const FactPair& pair) {
  const bool row = pair.left.kind == TextPiece::Kind::cell && pair.right.kind == TextPiece::Kind::cell;
  if (!same_words(pair) || (pair.left.words.empty() && !row) || pair.place != Place::same) return {};
  for (const FactValue& left : pair.left.values) {
    if (knows(pair.right.values, left)) continue;
    for (const FactValue& right : pair.right.values)
      if (values_conflict(left, right, true) && !knows(pair.left.values, right))
        return difference(left.kind, left.text, right.text);
  }
  const auto differ =
      std::mismatch(pair.left.values.begin(), pair.left.values.end(), pair.right.values.begin(),
                    pair.right.values.end(), [](const FactValue& a, const FactValue& b) { return tells_value(a, b); });
  if (row && differ.first != pair.left.values.end() && differ.second != pair.right.values.end())
    return difference("cell", differ.first->text, differ.second->text);
  return {};
}

// 西田課長 and 北田課長, 東洋印刷 and 丸和印刷.
bool is_another_name(std::string_view a, std::string_view b) {
  if (static_cast<unsigned char>(a[0]) < 0x80 || static_cast<unsigned char>(b[0]) < 0x80) return false;
  std::size_t same = 0;
  while (same < a.size() && same < b.size() && a[a.size() - 1 - same] == b[b.size() - 1 - same]) ++same;
  constexpr std::size_t kCharacter = 3;
  return same / kCharacter >= 2 && same < a.size() && same < b.size();
}

// What may be a name: of English words those with a capital that never stand without.
FactWords possible_names(const FactPair& pair, const FactWords& words, const FactStatement& of) {
  FactWords found;
  for (const std::string& word : words) {
    const bool capital =
        of.capitals.contains(word) && !pair.left_text.lower.contains(word) && !pair.right_text.lower.contains(word);
    if (capital || of.names.contains(word)) found.insert(word);
  }
  return found;
}

Found other_names(const FactPair& pair) {
  const auto left = minus(pair.left.words, pair.right.words), right = minus(pair.right.words, pair.left.words);
  if (left.empty() || right.empty() || pair.left.denies() != pair.right.denies()) return {};
  const auto is_new = [](const FactWords& words, const FactWords& names, const FactWords& known) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return names.contains(word) && !known.contains(word); });
  };
  const bool surely =
      is_new(left, pair.left.names, pair.right_text.words) && is_new(right, pair.right.names, pair.left_text.words);
  if (surely && pair.nearest && similar(pair.left, pair.right))
    return difference("name", shown(left, pair.left), shown(right, pair.right));
  if (pair.place != Place::same) return {};
  constexpr std::size_t kMostParts = 2;  // Ann Miller
  const auto shared = std::count_if(pair.left.values.begin(), pair.left.values.end(),
                                    [&](const FactValue& value) { return knows(pair.right.values, value); });
  const std::size_t rest = pair.left.words.size() - left.size() + static_cast<std::size_t>(shared);
  const bool all_names =
      possible_names(pair, left, pair.left) == left && possible_names(pair, right, pair.right) == right;
  const bool one_each = left.size() == 1 && right.size() == 1 && is_another_name(*left.begin(), *right.begin());
  if (left.size() > kMostParts || right.size() > kMostParts || !(all_names || one_each)) return {};
  return rest >= (pair.left.whole && pair.right.whole ? 1U : 2U)
             ? Found(difference("name", shown(left, pair.left), shown(right, pair.right)))
             : Found();
}

Found denied(const FactPair& pair) {
  if (pair.left.denies() == pair.right.denies() || pair.place == Place::other) return {};
  const auto& denying = pair.left.denies() ? pair.left : pair.right;
  const auto& affirming = pair.left.denies() ? pair.right : pair.left;
  const auto& denying_text = pair.left.denies() ? pair.left_text : pair.right_text;
  const auto& affirming_text = pair.left.denies() ? pair.right_text : pair.left_text;
  if (pair.left.asks || pair.right.asks || denying.split) return {};
  for (const char* word : {"禁止", "不可", "不要", "forbidden", "prohibited", "instead", "代"})
    if (affirming.plain.contains(word)) return {};  // a denial in another form
  constexpr double kAlike = 0.6;
  const double alike = likeness(denying, affirming);
  const bool answer = denying.words.empty() && affirming.plain == FactWords{"yes"};
  const bool denies_it = minus(denying.denied, affirming.words).size() < denying.denied.size();
  if ((alike < kAlike || (!denies_it && !denying.denied.empty())) && !answer) return {};
  if (!affirming.whole && jaccard(denying.plain, affirming.plain) < kAlike) return {};  // "the pod", and it goes on
  // Told in other words: one that denies is as near or a part, or one that affirms in the text that denies is as near.
  const auto denied_words = denying.features;
  const auto is_part = [&](const FactStatement& each) {
    const auto words = each.features;
    return each.denies() && !words.empty() && minus(words, denied_words).empty();
  };
  if (std::any_of(affirming_text.statements.begin(), affirming_text.statements.end(), is_part)) return {};
  const auto has_nearer = [alike](const FactText& text, const FactStatement& to, bool denies) {
    return std::any_of(text.statements.begin(), text.statements.end(), [&](const FactStatement& each) {
      return each.denies() == denies && likeness(each, to) >= alike;
    });
  };
  if (!answer && (has_nearer(affirming_text, denying, true) || has_nearer(denying_text, affirming, false))) return {};
  return difference("negation", pair.left.text, pair.right.text);
}

bool are_opposite(const std::string& a, const std::string& b) {
  constexpr std::pair<std::string_view, std::string_view> kMore[] = {
      {"most", "least"},     {"more", "less"},      {"faster", "slower"}, {"above", "below"},  {"over", "under"},
      {"larger", "smaller"}, {"longer", "shorter"}, {"older", "newer"},   {"higher", "lower"}, {"earlier", "later"},
      {"if", "unless"},      {"all", "some"},       {"old", "new"},       {"以上", "以下"},    {"以上", "未満"},
      {"以内", "超"},        {"以前", "以降"},      {"最大", "最低"},     {"最高", "最低"},    {"高", "低"},
      {"増", "減"},          {"大", "小"},          {"多", "少"},         {"長", "短"},        {"速", "遅"},
      {"早", "遅"},          {"重", "軽"},          {"強", "弱"},         {"許可", "禁止"}};
  for (const char* no : {"un", "未", "非", "不"})
    if (a == no + b || b == no + a) return true;
  return is_opposite(a, b) || std::any_of(std::begin(kMore), std::end(kMore), [&](const auto& each) {
           return (each.first == a && each.second == b) || (each.first == b && each.second == a);
         });
}

Found opposite(const FactPair& pair) {
  if (pair.left.denies() != pair.right.denies() || pair.place == Place::other) return {};
  constexpr double kAlike = 0.75;
  for (const std::string& left : minus(pair.left.plain, pair.right.plain))
    for (const std::string& right : minus(pair.right.plain, pair.left.plain)) {
      if (!are_opposite(left, right)) continue;
      auto a = pair.left.features, b = pair.right.features;
      a.erase(fact_key(left)), b.erase(fact_key(right));
      if (jaccard(a, b) >= kAlike) return difference("opposite", left, right);
    }
  return {};
}

// A box, an arrow, a question: marks of one statement in the same words.
Found other_marks(const FactPair& pair) {
  constexpr double kAlike = 0.75;
  if (pair.place == Place::other || likeness(pair.left, pair.right) < kAlike) return {};
  const auto box = [](char mark) { return std::string("[") + mark + "]"; };
  if (pair.left.box != 0 && pair.right.box != 0 && pair.left.box != pair.right.box)
    return difference("mark", box(pair.left.box), box(pair.right.box));
  const bool same = same_words(pair) && pair.left.values.size() == pair.right.values.size();
  if (same && pair.left.asks != pair.right.asks && pair.left.whole && pair.right.whole)
    return difference("mark", pair.left.asks ? "?" : "", pair.right.asks ? "?" : "");
  const auto left = minus(pair.left.signs, pair.right.signs), right = minus(pair.right.signs, pair.left.signs);
  const auto changes = [](const FactWords& signs) {
    return signs.contains("~~") || signs.contains("❌") || signs.contains("✗") || signs.contains("✘");
  };
  if ((!left.empty() && !right.empty()) || (same && (changes(left) || changes(right))))
    return difference("mark", joined(left), joined(right));
  return {};
}

// "A is older than B", "B is older than A"; "from 10:00", "until 10:00".
Found other_roles(const FactPair& pair) {
  if (pair.place == Place::other) return {};
  if (const auto found = turned(pair.left, pair.right))
    return difference("order", shown({found->first}, pair.left), shown({found->second}, pair.left));
  return {};
}

// Rows that begin alike and differ in one word.
Found other_cells(const FactPair& pair) {
  const auto &left = pair.left.order, &right = pair.right.order;
  const bool rows = pair.left.kind == TextPiece::Kind::cell && pair.right.kind == TextPiece::Kind::cell;
  if (!rows || pair.place == Place::other || left.size() != right.size() || left.size() < 2 || left[0] != right[0])
    return {};
  const auto [l, r] = std::mismatch(left.begin(), left.end(), right.begin());
  if (l == left.end() || !std::equal(l + 1, left.end(), r + 1)) return {};
  return difference("cell", *l, *r);
}

Found other_code(const FactPair& pair) {
  const bool lines = pair.left.kind == TextPiece::Kind::code && pair.right.kind == TextPiece::Kind::code;
  if (lines && pair.left.exact == pair.right.exact && same_words(pair) && pair.left.order != pair.right.order)
    return difference("code", pair.left.text, pair.right.text);
  if (!pair.nearest || !similar(pair.left, pair.right)) return {};
  const auto left = minus(pair.left.exact, pair.right.exact), right = minus(pair.right.exact, pair.left.exact);
  const auto is_new = [](const FactWords& words, const FactText& text) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return std::none_of(text.statements.begin(), text.statements.end(),
                          [&](const FactStatement& each) { return each.exact.contains(word); });
    });
  };
  if (!is_new(left, pair.right_text) || !is_new(right, pair.left_text)) return {};
  return difference("code", joined(left), joined(right));
}

}  // namespace

double likeness(const FactStatement& a, const FactStatement& b) { return jaccard(a.features, b.features); }

std::optional<Difference> conflict(const FactPair& pair) {
  if (pair.place == Place::other) return {};
  for (const auto find :
       {new_values, moved_values, other_names, opposite, denied, other_marks, other_roles, other_cells, other_code})
    if (auto found = find(pair)) {
      found->left_sentence = pair.left.text;
      found->right_sentence = pair.right.text;
      return found;
    }
  return {};
}

}  // namespace ai_memory
