#include "decay/difference.hh"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>

#include "decay/difference_compare.hh"
#include "decay/difference_wording.hh"
#include "decay/difference_words.hh"
#include "wiki/lines.hh"
#include "wiki/markdown_text.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kNone = SIZE_MAX;
constexpr std::size_t kMostApart = 2000;

std::string key_of(const std::vector<Unit>& units) {
  std::string key;
  for (const Unit& unit : units)
    key += static_cast<char>('0' + static_cast<int>(unit.kind)) + (unit.exact ? unit.text : unit.value) + '\n';
  return key;
}

// What two sentences share if they are about the same: content words, and that there is a number or a date.
std::vector<std::string> features_of(const Sentence& sentence) {
  std::vector<std::string> features;
  for (const Unit& unit : sentence.units) {
    if (unit.kind == Unit::Kind::token) features.push_back("#" + std::string(token_kind_name(unit.token)));
    if (unit.kind == Unit::Kind::word && !is_linking(unit.value)) features.push_back(concept_of(unit.value));
  }
  std::sort(features.begin(), features.end());
  features.erase(std::unique(features.begin(), features.end()), features.end());
  return features;
}

// 0 if they are not about the same thing.
double similarity(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::size_t shared = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j)
      ++shared, ++i, ++j;
    else
      *i < *j ? ++i : ++j;
  }
  if (shared == 0) return 0;
  const auto common = static_cast<double>(shared);
  const double jaccard = common / (static_cast<double>(a.size() + b.size()) - common);
  const double containment = common / static_cast<double>(std::min(a.size(), b.size()));
  constexpr double kLeastJaccard = 1.0 / 3, kLeastContainment = 0.5;
  if (jaccard < kLeastJaccard - 1e-9 && containment < kLeastContainment) return 0;
  return jaccard + containment / 2;
}

class Alignment {
 public:
  Alignment(const std::vector<Sentence>& left, const std::vector<Sentence>& right)
      : left_(left), right_(right), of_left_(left.size(), kNone), of_right_(right.size(), kNone) {
    align_equal(true);
    align_equal(false);
    align_paragraphs();
    if (unmatched(of_left_).size() > kMostApart && unmatched(of_right_).size() > kMostApart) {
      too_far_ = true;
      return;
    }
    align_similar();
    align_by_place();
  }

  bool too_far() const { return too_far_; }
  std::size_t of_left(std::size_t at) const { return of_left_[at]; }
  // Whether the sentence's paragraph was found whole in the other text.
  bool is_one(std::size_t at) const { return !whole_.empty() && whole_[at]; }

 private:
  static std::vector<std::size_t> unmatched(const std::vector<std::size_t>& partners) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < partners.size(); ++i)
      if (partners[i] == kNone) found.push_back(i);
    return found;
  }

  void match(std::size_t l, std::size_t r) {
    of_left_[l] = r;
    of_right_[r] = l;
  }

  void align_equal(bool same_context) {
    const auto key = [&](const Sentence& sentence) {
      return key_of(sentence.units) + (same_context ? "\n" + key_of(sentence.context) : "");
    };
    std::map<std::string, std::vector<std::size_t>> waiting;
    const auto rights = unmatched(of_right_);
    for (auto r = rights.rbegin(); r != rights.rend(); ++r) waiting[key(right_[*r])].push_back(*r);
    for (const std::size_t l : unmatched(of_left_)) {
      const auto found = waiting.find(key(left_[l]));
      if (found == waiting.end() || found->second.empty()) continue;
      match(l, found->second.back());
      found->second.pop_back();
    }
  }

  // The end of the run of unmatched sentences of one paragraph that begins at `at`; `at` if there is none.
  static std::size_t run_end(const std::vector<Sentence>& sentences, const std::vector<std::size_t>& partners,
                             std::size_t at) {
    const std::size_t piece = sentences[at].piece;
    if (sentences[at].kind == TextPiece::Kind::code) return at;
    while (at < sentences.size() && sentences[at].piece == piece && partners[at] == kNone) ++at;
    return at;
  }
  static std::string run_key(const std::vector<Sentence>& sentences, std::size_t begin, std::size_t end) {
    std::string key;
    for (std::size_t i = begin; i < end; ++i) {
      key += key_of(plain_units(sentences[i].units));
      for (const std::string& code : sentences[i].codes) key += '`' + code + '\n';
    }
    return key + '\n' + key_of(sentences[begin].context);
  }

  // "It ran. the log is full" and "It ran. The log is full": the same words, of which one text makes more sentences.
  void align_paragraphs() {
    std::map<std::string, std::size_t> runs;  // of the right text, each by its first sentence
    std::vector<std::size_t> ends(right_.size());
    for (std::size_t r = 0, end; r < right_.size(); r = std::max(end, r + 1)) {
      end = ends[r] = run_end(right_, of_right_, r);
      if (end > r) runs.emplace(run_key(right_, r, end), r);
    }
    if (runs.empty()) return;
    whole_.resize(left_.size());
    for (std::size_t l = 0, end; l < left_.size(); l = std::max(end, l + 1)) {
      end = run_end(left_, of_left_, l);
      if (end == l) continue;
      const auto found = runs.find(run_key(left_, l, end));
      if (found == runs.end()) continue;
      const std::size_t first = found->second;
      runs.erase(found);
      for (std::size_t i = l; i < end; ++i) of_left_[i] = ends[first] - 1, whole_[i] = true;
      for (std::size_t i = first; i < ends[first]; ++i) of_right_[i] = l;
    }
  }

  void align_similar() {
    struct Candidate {
      double score;
      std::size_t l, r;
    };
    std::vector<Candidate> candidates;
    const auto lefts = unmatched(of_left_), rights = unmatched(of_right_);
    if (lefts.empty() || rights.empty()) return;
    std::vector<std::vector<std::string>> features;
    std::vector<std::string> contexts;
    for (const std::size_t r : rights) {
      features.push_back(features_of(right_[r]));
      contexts.push_back(key_of(right_[r].context));
    }
    for (const std::size_t l : lefts) {
      const auto own = features_of(left_[l]);
      const std::string context = key_of(left_[l].context);
      for (std::size_t i = 0; i < rights.size(); ++i) {
        const double score = similarity(own, features[i]);
        constexpr double kSamePlace = 0.25;
        const bool same = score > 0 && context == contexts[i];
        if (score > 0) candidates.push_back({score + (same ? kSamePlace : 0), l, rights[i]});
      }
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return a.score != b.score ? a.score > b.score : a.l != b.l ? a.l < b.l : a.r < b.r;
    });
    for (const auto& [score, l, r] : candidates)
      if (of_left_[l] == kNone && of_right_[r] == kNone) match(l, r);
  }

  // "Yes." for "No.": both come next after partners.
  void align_by_place() {
    for (std::size_t l = 0; l < of_left_.size(); ++l) {
      if (of_left_[l] != kNone || (l > 0 && of_left_[l - 1] == kNone)) continue;
      const std::size_t r = l == 0 ? 0 : of_left_[l - 1] + 1;
      if (r < of_right_.size() && of_right_[r] == kNone && ends_alike(l, r)) match(l, r);
    }
  }
  bool ends_alike(std::size_t l, std::size_t r) const {
    const bool l_last = l + 1 == of_left_.size(), r_last = r + 1 == of_right_.size();
    return l_last || r_last ? l_last && r_last : of_left_[l + 1] == r + 1;
  }

  const std::vector<Sentence>& left_;
  const std::vector<Sentence>& right_;
  std::vector<std::size_t> of_left_, of_right_;
  std::vector<bool> whole_;  // of the left sentences; empty: none is
  bool too_far_ = false;
};

void add(std::vector<Difference>& found, Difference difference, const Sentence& left, const Sentence& right) {
  difference.left_sentence = left.text;
  difference.right_sentence = right.text;
  difference.left_line = left.line;
  difference.right_line = right.line;
  found.push_back(std::move(difference));
}

// Of two lists, what one alone has, where both have something that the other has not. What only one of them has is
// more, not other.
template <typename List>
std::optional<std::pair<typename List::value_type, typename List::value_type>> other_item(List left, List right) {
  std::sort(left.begin(), left.end());
  std::sort(right.begin(), right.end());
  List of_left, of_right;
  std::set_difference(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(of_left));
  std::set_difference(right.begin(), right.end(), left.begin(), left.end(), std::back_inserter(of_right));
  if (of_left.empty() || of_right.empty()) return std::nullopt;
  return std::pair{of_left.front(), of_right.front()};
}

std::vector<Difference> compare(const Sentence& left, const Sentence& right) {
  std::vector<Difference> found = compare_for_merging(left.units, right.units);
  if (!found.empty()) return found;
  // The same without ticks is only another way to write it.
  const auto not_in = [](std::vector<std::string> codes, const std::string& text) {
    std::erase_if(codes, [&](const std::string& code) { return text.find(code) != std::string::npos; });
    return codes;
  };
  if (auto codes = other_item(not_in(left.codes, right.text), not_in(right.codes, left.text)))
    return {{"code", codes->first, codes->second, {}, {}}};
  return {};
}

struct CodeBlock {
  std::string text;
  std::size_t line = 0;
  bool operator<(const CodeBlock& other) const { return text < other.text; }
};
std::vector<CodeBlock> code_blocks(std::string_view body) {
  std::vector<CodeBlock> blocks;
  for (TextPiece& piece : text_pieces(body)) {
    if (piece.kind != TextPiece::Kind::code) continue;
    std::erase(piece.text, '\r');
    blocks.push_back({std::string(trim(piece.text, "\n")), piece.line});
  }
  return blocks;
}

// The first line in which two blocks differ.
Difference code_difference(const CodeBlock& left, const CodeBlock& right) {
  std::size_t same = 0, begin = 0, line = 0;
  for (; same < left.text.size() && same < right.text.size() && left.text[same] == right.text[same]; ++same)
    if (left.text[same] == '\n') begin = same + 1, ++line;
  const auto line_of = [&](const std::string& text) { return std::string(line_at(text, begin).of(text)); };
  const std::string one = line_of(left.text), other = line_of(right.text);
  return {"code", one, other, one, other, left.line + line, right.line + line};
}

enum class Wanted { all, first };

std::vector<Difference> differences_for_merging(const std::vector<Sentence>& left, const std::vector<Sentence>& right,
                                                Wanted wanted) {
  std::vector<Difference> found;
  const Alignment alignment(left, right);
  if (alignment.too_far()) add(found, {"word", "", "", {}, {}}, left.front(), right.front());
  for (std::size_t l = 0; l < left.size() && !alignment.too_far(); ++l) {
    if (wanted == Wanted::first && !found.empty()) break;
    if (alignment.of_left(l) == kNone) continue;
    const Sentence& a = left[l];
    const Sentence& b = right[alignment.of_left(l)];
    if (alignment.is_one(l)) continue;
    for (Difference& difference : compare(a, b)) add(found, std::move(difference), a, b);
    // "port 5432" under "Staging" is not that under "Production".
    if (a.context.empty() || b.context.empty()) continue;
    for (Difference& difference : compare_for_merging(a.context, b.context)) add(found, std::move(difference), a, b);
  }
  return found;
}

std::vector<Difference> body_differences(std::string_view left, std::string_view right, Wanted wanted) {
  std::vector<Difference> found =
      differences_for_merging(sentences_of(usual_writing(left)), sentences_of(usual_writing(right)), wanted);
  if (!found.empty()) return found;
  if (const auto blocks = other_item(code_blocks(left), code_blocks(right)))
    found.push_back(code_difference(blocks->first, blocks->second));
  return found;
}

}  // namespace

std::vector<Difference> differences(std::string_view left_body, std::string_view right_body,
                                    const DifferenceOptions& options) {
  if (options.strictness != Strictness::merging)
    return differences(sentences_of(left_body), sentences_of(right_body), options);
  return body_differences(left_body, right_body, Wanted::all);
}

bool differ_for_merging(std::string_view left_body, std::string_view right_body) {
  return !body_differences(left_body, right_body, Wanted::first).empty();
}

std::vector<Difference> differences(const std::vector<Sentence>& left, const std::vector<Sentence>& right,
                                    const DifferenceOptions& options) {
  if (options.strictness == Strictness::merging) return differences_for_merging(left, right, Wanted::all);
  return contradictions(left, options.left_title, right, options.right_title);
}

}  // namespace ai_memory
