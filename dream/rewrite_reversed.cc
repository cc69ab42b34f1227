// Relations of two things that the rewrite tells the other way round.
#include <algorithm>
#include <set>
#include <unordered_map>

#include "dream/rewrite_checks.hh"
#include "dream/rewrite_relations.hh"

namespace ai_memory {
namespace {

bool share(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](const auto& key) { return std::find(b.begin(), b.end(), key) != b.end(); });
}

bool is_same(const Relation& a, const Relation& b) { return share(a.first, b.first) && share(a.second, b.second); }

bool is_reversed(const Relation& a, const Relation& b) {
  const bool crossed = share(a.first, b.second) && share(a.second, b.first) && !share(a.first, b.first);
  return crossed && (a.kind == "cause" || !share(a.second, b.second));  // "it hums, due to" has its verb in one half
}

// The relations of the sources by the words of their first half and of their second.
class Known {
 public:
  explicit Known(const std::vector<RewriteText>& texts) {
    for (const RewriteText& text : texts)
      for (const RewriteSentence& sentence : text.sentences) {
        if (!sentences_.insert(sentence.text).second) continue;
        for (Relation& relation : relations_of(sentence.text)) add(std::move(relation));
      }
  }

  bool has_sentence(const std::string& text) const { return sentences_.contains(text); }

  // Some relation of the sources is the reverse of `told`, and none is `told`.
  bool is_turned(const Relation& told) const {
    bool turned = false;
    for (const auto& key : told.first) {
      for (const auto at : places(told.kind, "/1 ", key))
        if (is_same(relations_[at], told)) return false;
      for (const auto at : places(told.kind, "/2 ", key)) turned = turned || is_reversed(relations_[at], told);
    }
    return turned;
  }

 private:
  void add(Relation relation) {
    const auto note = [&](const std::vector<std::string>& keys, const char* half) {
      constexpr std::size_t kMost = 16;
      for (const auto& key : keys)
        if (auto& places = index_[relation.kind + half + key]; places.size() < kMost)
          places.push_back(relations_.size());
    };
    note(relation.first, "/1 ");
    note(relation.second, "/2 ");
    relations_.push_back(std::move(relation));
  }
  const std::vector<std::size_t>& places(const std::string& kind, const char* half, const std::string& key) const {
    static const std::vector<std::size_t> kNone;
    const auto found = index_.find(kind + half + key);
    return found == index_.end() ? kNone : found->second;
  }

  std::set<std::string> sentences_;
  std::vector<Relation> relations_;
  std::unordered_map<std::string, std::vector<std::size_t>> index_;
};

}  // namespace

void find_reversed(RewriteComparison& all) {
  const Known known(all.texts);
  for (const RewriteSentence& sentence : all.result.sentences) {
    if (known.has_sentence(sentence.text)) continue;
    for (const Relation& relation : relations_of(sentence.text))
      if (known.is_turned(relation)) all.about_result(RewriteFault::misplaced, "order", relation.text, sentence);
  }
}

}  // namespace ai_memory
