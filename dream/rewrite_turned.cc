// Words and tokens that go where the sources have them come from, stand below what they are above, and so on.
#include <algorithm>
#include <set>
#include <unordered_map>

#include "dream/rewrite_checks.hh"
#include "dream/rewrite_directions.hh"

namespace ai_memory {
namespace {

class Known {
 public:
  explicit Known(const std::vector<RewriteText>& texts) {
    constexpr std::size_t kMost = 24;
    for (const RewriteText& text : texts)
      for (const RewriteSentence& sentence : text.sentences) {
        if (!texts_.insert(sentence.text).second) continue;
        sentences_.push_back(directions_of(sentence.text));
        for (const auto& key : sentences_.back().keys)
          if (auto& places = places_[key]; places.size() < kMost) places.push_back(sentences_.size() - 1);
        for (const Directed& one : sentences_.back().directed) directed_[one.key].insert(one.where);
      }
  }

  bool has_sentence(const std::string& text) const { return texts_.contains(text); }

  // Whether the sources know the word in the opposite direction only, and tell so where they say most of `told`.
  bool is_turned(const DirectedSentence& told, const Directed& one) const {
    const auto known = directed_.find(one.key);
    const auto opposite = opposite_of(one.where);
    if (known == directed_.end() || !known->second.contains(opposite) || known->second.contains(one.where))
      return false;
    const bool is_short = told.keys.size() <= 2;  // "Trip to Bremen"
    std::size_t most = is_short ? 0 : 1;          // else the word alone is not enough
    bool turned = false;
    for (const auto at : places_.at(one.key)) {
      const DirectedSentence& source = sentences_[at];
      const auto shared = shared_with(told, source);
      const bool here = is_opposite_in(source, one.key, opposite) && (is_short || shared * 2 >= source.keys.size()) &&
                        source.denies == told.denies;
      if (shared > most)
        turned = here, most = shared;
      else if (shared == most)
        turned = turned && here;
    }
    return turned;
  }

 private:
  static std::size_t shared_with(const DirectedSentence& a, const DirectedSentence& b) {
    return static_cast<std::size_t>(std::count_if(a.keys.begin(), a.keys.end(), [&](const auto& key) {
      return std::binary_search(b.keys.begin(), b.keys.end(), key);
    }));
  }
  static bool is_opposite_in(const DirectedSentence& source, const std::string& key, Direction opposite) {
    return std::any_of(source.directed.begin(), source.directed.end(),
                       [&](const Directed& one) { return one.key == key && one.where == opposite; });
  }

  std::set<std::string> texts_;
  std::vector<DirectedSentence> sentences_;
  std::unordered_map<std::string, std::vector<std::size_t>> places_;
  std::unordered_map<std::string, std::set<Direction>> directed_;
};

}  // namespace

void find_turned(RewriteComparison& all) {
  const Known known(all.texts);
  for (const RewriteSentence& sentence : all.result.sentences) {
    if (known.has_sentence(sentence.text)) continue;
    const auto told = directions_of(sentence.text);
    const auto turned = std::find_if(told.directed.begin(), told.directed.end(),
                                     [&](const Directed& one) { return known.is_turned(told, one); });
    if (turned != told.directed.end()) all.about_result(RewriteFault::misplaced, "order", turned->text, sentence);
  }
}

}  // namespace ai_memory
