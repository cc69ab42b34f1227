#include <algorithm>
#include <cmath>
#include <optional>

#include "index/embedder.hh"
#include "index/glossary.hh"
#include "index/minilm/encoder.hh"
#include "index/minilm/word_pieces.hh"
#include "index/ngrams.hh"

namespace ai_memory {
namespace {

constexpr double kMeaning = 0.8, kMeaningWithoutSpaces = 0.2, kMeaningByGlossary = 0.7;

bool has_letters(std::string_view text) { return !ngram_vector(text).empty(); }

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

// A text as MiniLM gets it, and how much what it makes of it counts beside the spelling.
struct Reading {
  std::string text;
  double meaning_weight;
};

class LocalEmbedder : public Embedder {
 public:
  LocalEmbedder(const std::filesystem::path& model, const std::filesystem::path& glossary)
      : model_(minilm::Model::open(model)), encoder_(model_) {
    if (glossary.empty()) return;
    glossary_.emplace(Glossary::open(glossary));
    id_ += "+edict-1";
  }

  const std::string& id() const override { return id_; }
  int dimension() const override { return minilm::kHidden + kNgramDimension; }
  bool knows_meaning() const override { return true; }
  std::size_t fitting(std::string_view text) const override;
  std::vector<Vector> embed_documents(const std::vector<std::string>& texts) override {
    std::vector<Vector> vectors;
    for (const std::string& text : texts) vectors.push_back(embed_query(text));
    return vectors;
  }
  Vector embed_query(const std::string& text) override {
    const Vector spelling = ngram_vector(text);
    if (spelling.empty()) return {};
    const Reading reading = read(text);
    const auto meaning_weight = static_cast<float>(std::sqrt(reading.meaning_weight)),
               spelling_weight = static_cast<float>(std::sqrt(1 - reading.meaning_weight));
    Vector vector = encoder_.embed(reading.text);
    for (float& value : vector) value *= meaning_weight;
    for (const float value : spelling) vector.push_back(value * spelling_weight);
    return vector;
  }

 private:
  Reading read(const std::string& text) const;

  // The number grows with every change of the arithmetic, however small: else a page's vector would depend on when it
  // was made, and two equal texts would differ.
  std::string id_ = "minilm-l6-v2-int8-2";
  minilm::Model model_;
  minilm::Encoder encoder_;
  std::optional<Glossary> glossary_;
};

Reading LocalEmbedder::read(const std::string& text) const {
  const double foreign = share_without_spaces(text);
  if (glossary_ && foreign > 0) {
    Glossed glossed = glossary_->english(text);
    if (has_letters(glossed.text) && foreign * (1 - glossed.known) <= kMostWithoutSpaces)
      return {std::move(glossed.text), foreign > kMostWithoutSpaces ? kMeaningByGlossary : kMeaning};
  }
  return {text, foreign > kMostWithoutSpaces ? kMeaningWithoutSpaces : kMeaning};
}

std::size_t LocalEmbedder::fitting(std::string_view text) const {
  constexpr std::size_t kRoom = minilm::kMaxPieces - 2;
  const auto pieces = minilm::word_pieces(model_, text, kRoom + 1);
  std::size_t fits = text.size();
  if (pieces.size() > kRoom) {
    std::size_t last = kRoom;  // the first piece that has no room; its whole word goes with it
    while (last > 0 && pieces[last - 1].begin == pieces[kRoom].begin) --last;
    fits = last > 0 ? pieces[kRoom].begin : pieces[kRoom].end;
  }
  // The English of some words is longer than they are.
  while (glossary_) {
    const std::string reading = read(std::string(text.substr(0, fits))).text;
    const std::size_t count = minilm::word_pieces(model_, reading, 8 * kRoom).size();
    if (count <= kRoom) break;
    fits = fits_in_bytes(text, fits * kRoom / (count + count / 16));
  }
  return fits;
}

}  // namespace

std::unique_ptr<Embedder> make_ngram_embedder() { return std::make_unique<NgramEmbedder>(); }

std::unique_ptr<Embedder> make_local_embedder(const std::filesystem::path& model,
                                              const std::filesystem::path& glossary) {
  return std::make_unique<LocalEmbedder>(model, glossary);
}

}  // namespace ai_memory
