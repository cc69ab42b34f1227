#include "decay/compaction_pick.hh"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "decay/compaction_denials.hh"
#include "decay/markdown_out.hh"
#include "decay/token_scan.hh"

namespace ai_memory {
namespace {

bool is_raw(const TextPiece& piece) {
  return piece.kind == TextPiece::Kind::code || piece.kind == TextPiece::Kind::html;
}

// A word at the start of a sentence is a name if it is one elsewhere; with small letters somewhere it has them.
void note(PageWord& word, std::string_view text, bool name) {
  ++word.count;
  if (!word.name && !name) {
    const bool small = !is_upper(code_point_at(text).code) || !is_upper(code_point_at(word.text).code);
    if (text.size() < word.text.size()) word.text = text;
    if (small) word.text = ascii_lower(word.text);
  }
  if (name && !word.name) {
    word.name = true;
    word.text = text;
  }
}

struct Candidate {
  std::size_t piece = 0;
  TextRange range;
  double worth = 0;  // at first, when nothing was picked
};

constexpr std::size_t kShortest = 20, kLongest = 240;  // bytes of a sentence that is worth keeping whole

std::string_view part(const TextPiece& piece, const TextRange& range) {
  return std::string_view(piece.text).substr(range.begin, range.end - range.begin);
}

// What is said in it that is not covered.
double facts(std::string_view sentence, const Covered& covered) {
  const auto said = sentence.substr(label_size(sentence));
  double sum = 0;
  for (const FoundToken& token : find_tokens(said))
    if (!covered.has_token(std::string(said.substr(token.begin, token.end - token.begin)))) sum += 2;
  for (const TextWord& word : text_words(said)) {
    const auto text = word.of(said);
    if (word_weight(text) < 2 || covered.has_word(text)) continue;
    sum += looks_like_name(text) && !word.starts_sentence ? 2 : 1;
  }
  const bool question = said.ends_with('?') || said.ends_with("？");
  return question ? sum / 2 : sum;
}

// Facts a byte.
double worth(std::string_view sentence, const Covered& covered) {
  return facts(sentence, covered) / static_cast<double>(sentence.size() + 3);
}

void add_candidates(const TextPiece& piece, std::size_t index, const Covered& covered, std::vector<Candidate>& out) {
  for (const TextRange& range : sentences(piece.text, unbroken_ranges(piece))) {
    const auto size = range.end - range.begin;
    if (size >= kShortest && size <= kLongest) out.push_back({index, range, worth(part(piece, range), covered)});
  }
}

// What a sentence costs beyond its words and tokens, which would else be kept one by one.
std::size_t extra_cost(std::string_view sentence, const Covered& covered) {
  std::size_t alone = 0;
  for (const TextWord& word : text_words(sentence)) {
    const auto text = word.of(sentence);
    if (word_weight(text) > 1 && !covered.has_word(text)) alone += text.size() + 1;
  }
  const auto cost = sentence.size() + 3;
  return cost > alone ? cost - alone : 0;
}

bool take(SentenceRoom& room, std::size_t size, std::size_t extra) {
  if (extra <= room.extra)
    room.extra -= extra;
  else if (size <= room.bytes)
    room.bytes -= size;
  else
    return false;
  return true;
}

std::string write(const TextPiece& piece, const TextRange& range, Covered& covered) {
  auto text = inline_text(piece, range.begin, range.end);
  covered.add(text);
  for (const TextSpan& span : piece.spans)
    if (span.begin >= range.begin && span.begin < range.end) covered.add_mark(span_text(piece, span));
  return text;
}

bool before(const KeptSentence& a, const KeptSentence& b) {
  return a.piece != b.piece ? a.piece < b.piece : a.range.begin < b.range.begin;
}

// By piece, each in order: what a candidate may not touch.
class Taken {
 public:
  explicit Taken(const std::vector<KeptSentence>& fixed) {
    for (const KeptSentence& each : fixed) ranges_[each.piece].push_back(each.range);
  }
  bool touches(const Candidate& one) const {
    const auto found = ranges_.find(one.piece);
    if (found == ranges_.end()) return false;
    const auto& ranges = found->second;
    const auto next = std::upper_bound(ranges.begin(), ranges.end(), one.range.begin,
                                       [](std::size_t at, const TextRange& range) { return at < range.end; });
    return next != ranges.end() && next->begin < one.range.end;
  }

 private:
  std::unordered_map<std::size_t, std::vector<TextRange>> ranges_;
};

// So frequent in any text that they tell pages apart less than others do.
bool is_everyday(std::string_view word) {
  static const std::unordered_set<std::string> words{
      "able",     "add",       "ago",         "allow",    "another",    "around",     "ask",       "away",
      "bad",      "become",    "began",       "begin",    "believe",    "best",       "better",    "big",
      "bring",    "call",      "came",        "care",     "catch",      "chance",     "change",    "check",
      "come",     "coming",    "continue",    "couple",   "create",     "deal",       "decide",    "different",
      "easy",     "end",       "enough",      "enjoy",    "especially", "every",      "everyone",  "exactly",
      "excited",  "far",       "few",         "find",     "fine",       "follow",     "found",     "full",
      "fun",      "future",    "gave",        "give",     "given",      "guess",      "hard",      "hear",
      "heard",    "help",      "helped",      "helping",  "high",       "hold",       "home",      "idea",
      "imagine",  "important", "interesting", "job",      "join",       "last",       "late",      "lately",
      "learn",    "left",      "life",        "live",     "long",       "lucky",      "matter",    "maybe",
      "mean",     "means",     "meet",        "mind",     "mine",       "moment",     "moments",   "move",
      "never",    "next",      "often",       "ok",       "okay",       "old",        "others",    "part",
      "pay",      "people",    "perfect",     "person",   "place",      "plan",       "plans",     "play",
      "probably", "proud",     "put",         "ready",    "real",       "reason",     "remember",  "same",
      "seem",     "seems",     "seen",        "set",      "share",      "show",       "since",     "small",
      "somebody", "someone",   "soon",        "special",  "spend",      "start",      "started",   "stay",
      "stop",     "stuff",     "support",     "talk",     "talking",    "thankful",   "think",     "though",
      "thought",  "times",     "today",       "together", "told",       "took",       "top",       "tried",
      "true",     "try",       "trying",      "turn",     "two",        "understand", "until",     "usually",
      "wait",     "wanna",     "gonna",       "whole",    "wish",       "without",    "wonderful", "word",
      "words",    "work",      "working",     "world",    "worth",      "year",       "years",     "yet",
      "yesterday"};
  return words.contains(ascii_lower(word));
}

std::size_t cost(const PageWord& word) { return word.text.size() + 1; }

// Short words first, for more of them find room: questions ask for "dog" as well as for "photography". What is said
// again and again is what the page is about.
double rank(const PageWord& word) {
  constexpr double kEveryday = 12;
  const auto length = static_cast<double>(std::min<std::size_t>(word.text.size(), 10));
  return 20.0 * word.weight - length + (word.name ? 10 : 0) - (is_everyday(word.text) ? kEveryday : 0) +
         6.0 * static_cast<double>(word.count - 1);
}

// Where the words beside a handle or an address of mail are: Ann Lee (@ann_l), @ann_l (Ann Lee).
std::vector<TextRange> beside_people(std::string_view text) {
  constexpr std::size_t kReach = 24;
  std::vector<TextRange> ranges;
  if (text.find('@') == std::string_view::npos) return ranges;
  for (const FoundToken& token : find_tokens(text))
    if (token.kind == TokenKind::mention || token.kind == TokenKind::email)
      ranges.push_back({token.begin - std::min(token.begin, kReach), token.end + kReach});
  return ranges;
}

bool is_beside(const TextWord& word, const std::vector<TextRange>& ranges) {
  const auto next = std::lower_bound(ranges.begin(), ranges.end(), word.end,
                                     [](const TextRange& range, std::size_t end) { return range.end < end; });
  return next != ranges.end() && next->begin <= word.begin;
}

}  // namespace

std::string form_key(std::string_view word) {
  auto key = word_key(word);
  constexpr std::size_t kStem = 4, kLongStem = 7;
  if (key.ends_with("ful") && key.size() >= 3 + kStem) key.resize(key.size() - 3);
  if (key.ends_with("ness") && key.size() >= 4 + kStem) key.resize(key.size() - 4);
  if (key.ends_with("ment") && key.size() >= 4 + kLongStem) key.resize(key.size() - 4);
  return key;
}

std::vector<PageWord> page_words(const std::vector<TextPiece>& pieces,
                                 const std::function<bool(std::string_view)>& is_common, const Covered& covered) {
  std::vector<PageWord> words;
  std::unordered_map<std::string, std::size_t> seen;
  for (const TextPiece& piece : pieces) {
    if (is_raw(piece)) continue;
    const auto people = beside_people(piece.text);
    for (const TextWord& word : text_words(piece.text)) {
      const auto text = word.of(piece.text);
      const int weight = word_weight(text);
      const auto lower = ascii_lower(text);
      if (weight == 0 || (is_common && is_common(lower))) continue;
      const bool name = looks_like_name(text) && (!word.starts_sentence || is_beside(word, people));
      const auto [at, fresh] = seen.emplace(covered.key(text), words.size());
      if (fresh)
        words.push_back({std::string(text), 1, name, weight});
      else
        note(words[at->second], text, name);
    }
  }
  return words;
}

std::vector<TextRange> unbroken_ranges(const TextPiece& piece) {
  std::vector<TextRange> whole;
  for (const FoundToken& token : find_tokens(piece.text)) whole.push_back({token.begin, token.end});
  for (const TextSpan& span : piece.spans) whole.push_back({span.begin, span.end});
  std::sort(whole.begin(), whole.end(), [](const TextRange& a, const TextRange& b) { return a.begin < b.begin; });
  return whole;
}

std::string span_text(const TextPiece& piece, const TextSpan& span) {
  return span.kind == TextSpan::Kind::code ? code_span(part(piece, {span.begin, span.end})) : link_text(piece, span);
}

std::vector<KeptSentence> pick_sentences(const std::vector<TextPiece>& pieces, SentenceRoom room, Covered& covered,
                                         std::vector<KeptSentence> fixed) {
  const Taken taken(fixed);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (pieces[i].kind == TextPiece::Kind::paragraph || pieces[i].kind == TextPiece::Kind::item)
      add_candidates(pieces[i], i, covered, candidates);
  std::erase_if(candidates, [&](const Candidate& one) { return taken.touches(one); });
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.worth > b.worth; });
  auto picked = std::move(fixed);
  for (const Candidate& candidate : candidates) {
    const auto sentence = part(pieces[candidate.piece], candidate.range);
    // What others said already makes it worth less than it was.
    if (candidate.worth <= 0 || worth(sentence, covered) < candidate.worth / 2) continue;
    if (!take(room, sentence.size() + 3, extra_cost(sentence, covered))) continue;
    picked.push_back({candidate.piece, candidate.range, write(pieces[candidate.piece], candidate.range, covered)});
  }
  std::stable_sort(picked.begin(), picked.end(), before);
  return picked;
}

std::vector<std::string> pick_often(const std::vector<PageWord>& words, std::size_t least, std::size_t bytes) {
  std::vector<const PageWord*> often;
  for (const PageWord& word : words)
    if (word.count >= least && word.weight > 1) often.push_back(&word);
  std::stable_sort(often.begin(), often.end(), [](auto a, auto b) { return a->count > b->count; });
  std::vector<std::string> texts;
  for (const PageWord* word : often) {
    if (cost(*word) > bytes) break;
    bytes -= cost(*word);
    texts.push_back(word->text);
  }
  return texts;
}

std::vector<std::string> pick_words(const std::vector<PageWord>& words, std::size_t bytes, const Covered& covered) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (!covered.has_word(words[i].text)) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return rank(words[a]) > rank(words[b]); });
  std::erase_if(order, [&](std::size_t i) {
    if (cost(words[i]) > bytes) return true;
    bytes -= cost(words[i]);
    return false;
  });
  std::sort(order.begin(), order.end());
  std::vector<std::string> texts;
  for (const std::size_t i : order) texts.push_back(words[i].text);
  return texts;
}

}  // namespace ai_memory
