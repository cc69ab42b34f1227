#include "dream/rewrite_directions.hh"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "decay/content_words.hh"
#include "decay/difference_words.hh"
#include "decay/token_scan.hh"
#include "decay/tokens.hh"
#include "dream/rewrite_clauses.hh"
#include "dream/rewrite_facts.hh"
#include "dream/rewrite_text.hh"

namespace ai_memory {
namespace {

struct Unit {
  std::size_t begin = 0, end = 0;
  std::string key, lower;
  bool tells = false, is_time = false, is_token = false;  // is_time: a date or time
};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Tokens, and the words beside them.
std::vector<Unit> units_of(std::string_view text) {
  constexpr std::size_t kMost = 200;
  std::vector<Unit> units;
  for (const FoundToken& token : find_tokens(text)) {
    if (token.kind == TokenKind::quoted) continue;
    const auto one = text.substr(token.begin, token.end - token.begin);
    const auto facts = facts_of(token.kind, one);
    if (facts.empty()) continue;
    const char kind = facts[0].key[0];
    units.push_back({token.begin, token.end, facts[0].key, ascii_lower(one), true,
                     kind == 'd' || token.kind == TokenKind::date, true});
  }
  const auto tokens = units.size();
  for (const TextWord& word : text_words(text)) {
    if (units.size() >= kMost) break;
    const bool held = std::any_of(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(tokens),
                                  [&](const Unit& one) { return word.begin < one.end && one.begin < word.end; });
    if (held) continue;
    const auto one = word.of(text);
    const auto lower = ascii_lower(one);
    const bool ascii = static_cast<unsigned char>(one[0]) < 0x80;
    units.push_back({word.begin, word.end, content_key(one), lower,
                     !ascii || (word_weight(one) > 0 && !is_linking(lower)), false, false});
  }
  std::sort(units.begin(), units.end(), [](const Unit& a, const Unit& b) { return a.begin < b.begin; });
  if (units.size() > kMost) units.resize(kMost);
  return units;
}

// "due to" and "has to" lead nowhere.
bool leads_nowhere(std::string_view before) {
  constexpr auto kBefore = std::to_array<std::string_view>(
      {"due",    "thanks", "owing", "according", "up",       "next",     "close",     "near",  "compared", "used",
       "able",   "have",   "has",   "had",       "need",     "needs",    "needed",    "ought", "is",       "are",
       "was",    "were",   "be",    "allowed",   "required", "supposed", "obliged",   "going", "wants",    "want",
       "wanted", "plans",  "plan",  "planned",   "likes",    "apart",    "different", "aside", "as",       "in"});
  return is_one_of(before, kBefore);
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), units_(units_of(text)) {}

  DirectedSentence read() {
    for (std::size_t i = 0; i < units_.size(); ++i) {
      if (units_[i].tells) out_.keys.push_back(units_[i].key);
      if (const auto where = preposition(i)) english(i + 1, *where);
      if (const auto where = particle(i)) {
        out_.directed.push_back({units_[i].key, as_written(i), *where});
        const bool joined = i > 0 && units_[i - 1].is_token && units_[i - 1].end == units_[i].begin;  // 第2室に
        if (joined) out_.directed.push_back({units_[i - 1].key, as_written(i - 1), *where});
      }
    }
    std::sort(out_.keys.begin(), out_.keys.end());
    out_.keys.erase(std::unique(out_.keys.begin(), out_.keys.end()), out_.keys.end());
    out_.denies = kana_denials(text_).count > 0 ||
                  std::any_of(units_.begin(), units_.end(), [](const Unit& one) { return is_negation(one.lower); });
    return std::move(out_);
  }

 private:
  std::string as_written(std::size_t at) const {
    return std::string(text_.substr(units_[at].begin, units_[at].end - units_[at].begin));
  }
  std::string_view gap_behind(std::size_t at) const {
    const auto end = at + 1 < units_.size() ? units_[at + 1].begin : text_.size();
    return text_.substr(units_[at].end, end - units_[at].end);
  }

  std::optional<Direction> preposition(std::size_t at) const {
    const auto& word = units_[at].lower;
    const auto before = at > 0 ? std::string_view(units_[at - 1].lower) : std::string_view();
    if (word == "of" && before == "out") return Direction::from;
    if (word == "above" || word == "over") return Direction::above;
    if (word == "below" || word == "under" || word == "beneath") return Direction::below;
    if (leads_nowhere(before) || before == "not") return std::nullopt;
    if (word == "to" || word == "into" || word == "onto" || word == "towards" || word == "toward") return Direction::to;
    if (word == "from") return Direction::from;
    if (word == "before") return Direction::before;
    if (word == "after") return Direction::after;
    return std::nullopt;
  }

  // "the archive room" behind "to": up to the next word that is none of it.
  void english(std::size_t at, Direction where) {
    constexpr auto kOpeners = std::to_array<std::string_view>(
        {"the", "a", "an", "our", "my", "your", "their", "his", "her", "its", "this", "that", "these", "those", "all"});
    constexpr std::size_t kMost = 4;
    bool began = false;
    for (std::size_t read = 0; at < units_.size() && read < kMost; ++at) {
      const bool parted = gap_behind(at - 1).find_first_not_of(" `\"'*_[<@#") != std::string_view::npos;
      if (parted || (began && !units_[at].tells)) return;
      if (!began && is_one_of(units_[at].lower, kOpeners)) continue;
      if (!units_[at].tells) return;
      began = true;
      out_.directed.push_back({units_[at].key, as_written(at), where});
      ++read;
    }
  }

  // Whether someone is given or told something in what follows: of him に says from whom.
  bool takes(std::size_t at) const {
    auto rest = text_.substr(units_[at].end);
    rest = rest.substr(0, std::min(rest.find("、"), rest.find("。")));
    for (const std::string_view sign :
         {"もら", "借", "教わ", "習", "聞", "受", "られ", "され", "われ", "かれ", "まれ", "ばれ", "もって"})
      if (rest.find(sign) != std::string_view::npos) return true;
    return false;
  }

  std::optional<Direction> particle(std::size_t at) const {
    auto glue = gap_behind(at);
    for (bool cut = true; cut;) {
      cut = false;
      for (const std::string_view skipped : {" ", "`", "」", "』", "）", ")", "さん", "くん", "ちゃん", "さま"})
        if (glue.starts_with(skipped)) glue.remove_prefix(skipped.size()), cut = true;
    }
    const auto starts = [&](std::string_view one) { return glue.starts_with(one); };
    if (starts("からな")) return std::nullopt;
    if (starts("から") || (starts("より") && !starts("よりも"))) return Direction::from;
    if (starts("へ") || starts("まで")) return Direction::to;
    if (!starts("に") || units_[at].is_time) return std::nullopt;
    for (const std::string_view other :
         {"につ", "によ", "に関", "にお", "に比", "には", "にも", "にて", "にあ", "にい", "に限"})
      if (starts(other)) return std::nullopt;
    if (!units_[at].is_token && (starts("にな") || starts("にし")))
      return std::nullopt;  // 中止になる; 300秒にする leads there
    return takes(at) ? std::nullopt : std::optional(Direction::to);
  }

  std::string_view text_;
  std::vector<Unit> units_;
  DirectedSentence out_;
};

}  // namespace

Direction opposite_of(Direction where) {
  switch (where) {
    case Direction::to:
      return Direction::from;
    case Direction::from:
      return Direction::to;
    case Direction::before:
      return Direction::after;
    case Direction::after:
      return Direction::before;
    case Direction::above:
      return Direction::below;
    case Direction::below:
      break;
  }
  return Direction::above;
}

DirectedSentence directions_of(std::string_view sentence) { return Reader(sentence).read(); }

}  // namespace ai_memory
