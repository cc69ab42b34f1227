#include <algorithm>
#include <cmath>

#include "index/embedder.hh"
#include "index/minilm/encoder.hh"
#include "index/minilm/word_pieces.hh"
#include "index/ngrams.hh"

namespace ai_memory {
namespace {

constexpr double kMeaning = 0.8, kMeaningWithoutSpaces = 0.2, kMostWithoutSpaces = 0.3;

class NgramEmbedder : public Embedder {
 public:
  const std::string& id() const override { return id_; }
  int dimension() const override { return kNgramDimension; }
  bool knows_meaning() const override { return false; }
  // As much as the other embedder takes, about: so chunks stay of a size when weights come or go.
  std::size_t fitting(std::string_view text) const override { return fits_in_bytes(text, 1000); }
  std::vector<Vector> embed_documents(const std::vector<std::string>& texts) override {
    std::vector<Vector> vectors;
    for (const std::string& text : texts) vectors.push_back(ngram_vector(text));
    return vectors;
  }
  Vector embed_query(const std::string& text) override { return ngram_vector(text); }

 private:
  std::string id_ = "ngrams-1";
};

class LocalEmbedder : public Embedder {
 public:
  explicit LocalEmbedder(const std::filesystem::path& file) : model_(minilm::Model::open(file)), encoder_(model_) {}

  const std::string& id() const override { return id_; }
  int dimension() const override { return minilm::kHidden + kNgramDimension; }
  bool knows_meaning() const override { return true; }
  std::size_t fitting(std::string_view text) const override {
    constexpr std::size_t kRoom = minilm::kMaxPieces - 2;
    const auto pieces = minilm::word_pieces(model_, text, kRoom + 1);
    if (pieces.size() <= kRoom) return text.size();
    std::size_t last = kRoom;  // the first piece that has no room; its whole word goes with it
    while (last > 0 && pieces[last - 1].begin == pieces[kRoom].begin) --last;
    return last > 0 ? pieces[kRoom].begin : pieces[kRoom].end;
  }
  std::vector<Vector> embed_documents(const std::vector<std::string>& texts) override {
    std::vector<Vector> vectors;
    for (const std::string& text : texts) vectors.push_back(embed_query(text));
    return vectors;
  }
  Vector embed_query(const std::string& text) override {
    const Vector spelling = ngram_vector(text);
    if (spelling.empty()) return {};
    const double share = share_without_spaces(text) > kMostWithoutSpaces ? kMeaningWithoutSpaces : kMeaning;
    const auto meaning_weight = static_cast<float>(std::sqrt(share)),
               spelling_weight = static_cast<float>(std::sqrt(1 - share));
    Vector vector = encoder_.embed(text);
    for (float& value : vector) value *= meaning_weight;
    for (const float value : spelling) vector.push_back(value * spelling_weight);
    return vector;
  }

 private:
  std::string id_ = "minilm-l6-v2-int8-1";
  minilm::Model model_;
  minilm::Encoder encoder_;
};

}  // namespace

std::unique_ptr<Embedder> make_ngram_embedder() { return std::make_unique<NgramEmbedder>(); }

std::unique_ptr<Embedder> make_local_embedder(const std::filesystem::path& model) {
  return std::make_unique<LocalEmbedder>(model);
}

}  // namespace ai_memory
