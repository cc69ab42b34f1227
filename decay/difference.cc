#include "decay/difference.hh"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>

#include "decay/difference_compare.hh"
#include "decay/difference_words.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kNone = SIZE_MAX;
constexpr std::size_t kMostApart = 2000;

std::string key_of(const std::vector<Unit>& units) {
  std::string key;
  for (const Unit& unit : units) key += static_cast<char>('0' + static_cast<int>(unit.kind)) + unit.value + '\n';
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
    if (unmatched(of_left_).size() > kMostApart && unmatched(of_right_).size() > kMostApart) {
      too_far_ = true;
      return;
    }
    align_similar();
    align_by_place();
  }

  bool too_far() const { return too_far_; }
  std::size_t of_left(std::size_t at) const { return of_left_[at]; }

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

  void align_similar() {
    struct Candidate {
      double score;
      std::size_t l, r;
    };
    std::vector<Candidate> candidates;
    const auto lefts = unmatched(of_left_), rights = unmatched(of_right_);
    std::vector<std::vector<std::string>> features;
    for (const std::size_t r : rights) features.push_back(features_of(right_[r]));
    for (const std::size_t l : lefts) {
      const auto own = features_of(left_[l]);
      for (std::size_t i = 0; i < rights.size(); ++i) {
        const double score = similarity(own, features[i]);
        constexpr double kSamePlace = 0.25;
        const bool same = key_of(left_[l].context) == key_of(right_[rights[i]].context);
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
  bool too_far_ = false;
};

void add(std::vector<Difference>& found, Difference difference, const Sentence& left, const Sentence& right) {
  difference.left_sentence = left.text;
  difference.right_sentence = right.text;
  difference.left_line = left.line;
  difference.right_line = right.line;
  found.push_back(std::move(difference));
}

std::vector<Difference> differences_for_merging(const std::vector<Sentence>& left, const std::vector<Sentence>& right) {
  std::vector<Difference> found;
  const Alignment alignment(left, right);
  if (alignment.too_far()) add(found, {"word", "", "", {}, {}}, left.front(), right.front());
  for (std::size_t l = 0; l < left.size() && !alignment.too_far(); ++l) {
    if (alignment.of_left(l) == kNone) continue;
    const Sentence& a = left[l];
    const Sentence& b = right[alignment.of_left(l)];
    for (Difference& difference : compare_for_merging(a.units, b.units)) add(found, std::move(difference), a, b);
    // "port 5432" under "Staging" is not that under "Production".
    if (a.context.empty() || b.context.empty()) continue;
    for (Difference& difference : compare_for_merging(a.context, b.context)) add(found, std::move(difference), a, b);
  }
  return found;
}

}  // namespace

std::vector<Difference> differences(std::string_view left_body, std::string_view right_body,
                                    const DifferenceOptions& options) {
  return differences(sentences_of(left_body), sentences_of(right_body), options);
}

std::vector<Difference> differences(const std::vector<Sentence>& left, const std::vector<Sentence>& right,
                                    const DifferenceOptions& options) {
  if (options.strictness == Strictness::merging) return differences_for_merging(left, right);
  return contradictions(left, options.left_title, right, options.right_title);
}

}  // namespace ai_memory
