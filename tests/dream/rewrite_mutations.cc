#include "tests/dream/rewrite_mutations.hh"

#include <algorithm>
#include <array>
#include <set>

#include "decay/token_scan.hh"
#include "decay/tokens.hh"
#include "dream/rewrite_facts.hh"
#include "wiki/lines.hh"

namespace ai_memory::test {
namespace {

// A token in the title and body of a rewrite, which are looked at as one text.
struct Place {
  std::size_t begin = 0, end = 0;
  TokenKind kind{};
  std::vector<RewriteFact> facts;
  std::size_t line = 0;
};

std::string text_of(const Rewrite& rewrite) { return rewrite.title + "\n" + rewrite.body; }

Rewrite rewrite_from(const std::string& text) {
  const auto end = text.find('\n');
  return {text.substr(0, end), text.substr(end + 1), {}};
}

std::vector<Place> places_in(const std::string& text) {
  std::vector<Place> places;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size(); ++number) {
    const auto line = line_at(text, at);
    for (const FoundToken& token : find_tokens(line.of(text))) {
      if (token.kind == TokenKind::quoted) continue;
      const auto as_written = line.of(text).substr(token.begin, token.end - token.begin);
      if (token.begin == 0 && line.of(text).substr(token.end).starts_with(". ")) continue;  // a list's own number
      places.push_back({at + token.begin, at + token.end, token.kind, facts_of(token.kind, as_written), number});
    }
    at = line.next;
  }
  return places;
}

FactSet facts_in(const FaithfulSet& set) {
  FactSet known;
  for (const FaithfulPage& page : set.sources)
    for (const Place& place : places_in(std::string(page.title) + "\n" + page.body))
      for (const auto& fact : place.facts) known.add(fact);
  return known;
}

std::string without(const std::string& text, const std::vector<Place>& places) {
  std::string out = text;
  for (auto place = places.rbegin(); place != places.rend(); ++place)
    out.erase(place->begin, place->end - place->begin);
  return out;
}

// All places that tell the fact, by a fuller date too.
std::vector<Place> telling(const std::vector<Place>& places, const RewriteFact& wanted) {
  std::vector<Place> found;
  for (const Place& place : places) {
    FactSet own;
    for (const auto& fact : place.facts) own.add(fact);
    if (own.states(wanted)) found.push_back(place);
  }
  return found;
}

// Another token of the kind that no source has: other digits, or other letters.
std::string changed(const std::string& token, TokenKind kind, const FactSet& known) {
  constexpr auto kDays = std::to_array<std::string_view>({"Sunday", "Saturday", "Wednesday", "日曜日", "土曜日"});
  const auto is_new = [&](std::string_view text) {
    const auto facts = facts_of(kind, text);
    return std::any_of(facts.begin(), facts.end(), [&](const auto& fact) { return !known.yields(fact); });
  };
  const auto digit = token.find_last_of("0123456789");
  for (char c = '0'; digit != std::string::npos && c <= '9'; ++c) {
    auto other = token;
    other[digit] = c;
    if (other != token && is_new(other)) return other;
  }
  if (kind == TokenKind::date)
    for (const auto day : kDays)
      if ((static_cast<unsigned char>(token[0]) < 0x80) == (static_cast<unsigned char>(day[0]) < 0x80) && is_new(day))
        return std::string(day);
  auto other = token;
  for (char& c : other)
    if (is_ascii_letter(c) && (c | 0x20) != 'q') return c = 'q', other;
  return {};
}

}  // namespace

std::vector<Mutation> token_mutations(const FaithfulSet& set) {
  std::vector<Mutation> made;
  std::set<std::string> seen;
  const auto known = facts_in(set);
  const auto text = text_of(rewrite_of(set));
  const auto places = places_in(text);
  for (const Place& place : places) {
    const auto token = text.substr(place.begin, place.end - place.begin);
    for (const auto& fact : place.facts)
      if (known.states(fact) && seen.insert(fact.key).second)
        made.push_back({token + " deleted", rewrite_from(without(text, telling(places, fact)))});
    const auto other = changed(token, place.kind, known);
    if (other.empty()) continue;
    auto one = text;
    made.push_back({token + " as " + other, rewrite_from(one.replace(place.begin, place.end - place.begin, other))});
  }
  return made;
}

namespace {

// What stands between ticks, and the lines of fenced code.
std::vector<Place> code_in(const std::string& text) {
  std::vector<Place> places;
  bool fenced = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto line = line_at(text, at);
    const auto own = line.of(text);
    if (own.starts_with("```")) {
      fenced = !fenced;
    } else if (fenced) {
      if (!trim(own).empty()) places.push_back({at, at + own.size(), {}, {}, 0});
    } else {
      for (auto open = own.find('`'); open != own.npos; open = own.find('`', open)) {
        const auto close = own.find('`', open + 1);
        if (close == own.npos) break;
        places.push_back({at + open + 1, at + close, {}, {}, 0});
        open = close + 1;
      }
    }
    at = line.next;
  }
  return places;
}

}  // namespace

std::vector<Mutation> code_mutations(const FaithfulSet& set) {
  std::vector<Mutation> made;
  const auto text = text_of(rewrite_of(set));
  const auto places = code_in(text);
  for (const Place& place : places) {
    const auto code = text.substr(place.begin, place.end - place.begin);
    std::vector<Place> same;
    for (const Place& other : places)
      if (text.compare(other.begin, other.end - other.begin, code) == 0) same.push_back(other);
    made.push_back({code + " deleted", rewrite_from(without(text, same))});
    auto one = text;
    const auto letter = std::find_if(one.begin() + static_cast<std::ptrdiff_t>(place.begin), one.end(), is_ascii_alnum);
    *letter = *letter == 'q' ? 'z' : 'q';
    made.push_back({code + " changed", rewrite_from(one)});
  }
  return made;
}

std::vector<Mutation> denial_mutations(const FaithfulSet& set) {
  struct Change {
    std::string_view from, to;
  };
  constexpr auto kEnglish = std::to_array<Change>({{"do not ", ""},
                                                   {"does not ", ""},
                                                   {"did not ", ""},
                                                   {" not ", " "},
                                                   {"Not ", ""},
                                                   {"n't ", " "},
                                                   {"n't.", "."},
                                                   {" never ", " "},
                                                   {"Never ", ""},
                                                   {" no ", " "},
                                                   {"No ", ""},
                                                   {"Nobody ", "Everybody "},
                                                   {"nothing ", "something "},
                                                   {" none ", " all "},
                                                   {"without ", "with "},
                                                   {"must not", "need not"},
                                                   {"must not", "does not have to"},
                                                   {"Must not", "Need not"},
                                                   {"must never", "never have to"},
                                                   {"may not ", "need not "},
                                                   {"not allowed", "not required"},
                                                   {"forbidden", "not required"},
                                                   {"prohibited", "optional"},
                                                   {"Do not ", "You need not "},
                                                   {"Don't ", "You don't have to "},
                                                   {"Never ", "You need not "}});
  constexpr auto kJapanese = std::to_array<Change>({{"しない", "する"},
                                                    {"できない", "できる"},
                                                    {"はない", "はある"},
                                                    {"がない", "がある"},
                                                    {"いない", "いる"},
                                                    {"ではいけない", "てよい"},
                                                    {"ない", "る"},
                                                    {"なかった", "た"},
                                                    {"なし", "あり"},
                                                    {"禁止", "許可"},
                                                    {"てはいけない", "なくてよい"},
                                                    {"てはならない", "なくてもよい"},
                                                    {"てはいけません", "なくてもいいです"},
                                                    {"しないこと", "しなくてよい"},
                                                    {"禁止", "不要"}});
  std::vector<Mutation> made;
  const auto text = text_of(rewrite_of(set));
  const auto add = [&](const Change& change) {
    for (auto at = text.find(change.from); at != text.npos; at = text.find(change.from, at + 1)) {
      auto one = text;
      const auto around =
          std::string(change.from) + "at " + std::to_string(at) + " as \"" + std::string(change.to) + "\"";
      made.push_back({around, rewrite_from(one.replace(at, change.from.size(), change.to))});
    }
  };
  for (const Change& change : kEnglish) add(change);
  for (const Change& change : kJapanese) add(change);
  return made;
}

namespace {

struct Turn {
  std::string_view from, to;
};

// The name, path or number that the preposition at `at` is of; empty if another word follows.
std::string_view named_behind(std::string_view text, const Turn& turn, std::size_t at) {
  const auto rest = text.substr(at + turn.from.size());
  const bool named = !rest.empty() && (is_ascii_upper(rest[0]) || is_ascii_digit(rest[0]) || rest[0] == '/');
  return named ? rest.substr(0, rest.find_first_of(" ,.;:)\n|")) : std::string_view();
}

// The last sign of what the particle at `at` is of; empty if that is hiragana, which a verb ends in.
std::string_view named_before(std::string_view text, std::size_t at) {
  const auto before = text.substr(0, at);
  for (const std::string_view title : {"さん", "くん"})
    if (before.ends_with(title) && at >= 12) return text.substr(at - 12, 12);
  if (at < 6) return {};
  const auto sign = before.substr(at - 3);
  const bool kana = sign >= "\u3041" && sign <= "\u309f";
  return static_cast<unsigned char>(sign[0]) < 0xe3 || kana || sign[1] == '\x80' ? std::string_view()
                                                                                 : text.substr(at - 6, 6);
}

// 3日に, 7時半から: when, not to or from where.
bool is_of_time(std::string_view named) {
  for (const std::string_view unit : {"日", "時", "半", "年", "月", "曜", "前", "後"})
    if (named.ends_with(unit)) return true;
  return false;
}

// 棚にある, 会計になる: where it is, or what becomes of it.
bool is_state(std::string_view text, const Turn& turn, std::size_t at) {
  const auto rest = text.substr(at + turn.from.size());
  if (turn.from != "に") return false;
  return rest.size() < 3 || (rest.substr(0, 3) >= "\u3041" && rest.substr(0, 3) <= "\u309f") ||
         rest.substr(0, rest.find("。")).find("ある") != std::string_view::npos;
}

// "from 8 to 10" is one statement.
bool is_range(const std::string& text, std::size_t at) {
  const auto end = text.find_first_of(" \n", at + 6);
  return at > 0 && (text.compare(at, 4, " to ") == 0 ? is_ascii_digit(text[at - 1])
                                                     : end != text.npos && text.compare(end, 4, " to ") == 0);
}

}  // namespace

std::vector<Mutation> direction_mutations(const FaithfulSet& set) {
  constexpr auto kTurns = std::to_array<Turn>({{" to ", " from "},
                                               {" from ", " to "},
                                               {" into ", " out of "},
                                               {" before ", " after "},
                                               {" after ", " before "},
                                               {"から", "へ"},
                                               {"へ", "から"},
                                               {"に", "から"}});
  std::vector<Mutation> made;
  const auto text = text_of(rewrite_of(set));
  std::string sources;
  for (const FaithfulPage& page : set.sources) sources += std::string(page.body) + "\n";
  for (const Turn& turn : kTurns)
    for (auto at = text.find(turn.from); at != text.npos; at = text.find(turn.from, at + 1)) {
      const bool ascii = turn.from[0] == ' ';
      const std::string named(ascii ? named_behind(text, turn, at) : named_before(text, at));
      const auto told = [&](std::string_view where) {
        return sources.find(ascii ? std::string(where) + named : named + std::string(where)) != sources.npos;
      };
      if (named.empty() || is_of_time(named) || is_range(text, at) || is_state(text, turn, at) || !told(turn.from) ||
          told(turn.to))
        continue;
      auto one = text;
      made.push_back(
          {(ascii ? std::string(turn.from) + named : named + std::string(turn.from)) + " as" + std::string(turn.to),
           rewrite_from(one.replace(at, turn.from.size(), turn.to))});
    }
  return made;
}

std::vector<Mutation> swaps(const FaithfulSet& set) {
  std::vector<Mutation> made;
  const auto text = text_of(rewrite_of(set));
  const auto places = places_in(text);
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      const Place &a = places[i], &b = places[j];
      if (a.line <= 2 || a.line == b.line || a.kind != b.kind || a.facts.size() != 1 || b.facts.size() != 1) continue;
      if (a.facts[0].group != b.facts[0].group || a.facts[0].key == b.facts[0].key) continue;
      if (telling({a}, b.facts[0]).size() + telling({b}, a.facts[0]).size() > 0) continue;  // 2026-11-30 and 30 Nov
      const auto left = text.substr(a.begin, a.end - a.begin), right = text.substr(b.begin, b.end - b.begin);
      auto one = text;
      one.replace(b.begin, b.end - b.begin, left).replace(a.begin, a.end - a.begin, right);
      made.push_back({left + " for " + right, rewrite_from(one)});
    }
  return made;
}

std::string told(const RewriteVerdict& verdict) {
  std::string all;
  for (const RewriteFinding& finding : verdict.findings) all += "\n  " + describe(finding);
  return all;
}

}  // namespace ai_memory::test
