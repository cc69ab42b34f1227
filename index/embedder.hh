// Turns texts into vectors whose cosine says how near they are in meaning.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

// Of unit length; empty: there is none (a text without letters, an answer that was no good).
using Vector = std::vector<float>;

class Embedder {
 public:
  virtual ~Embedder() = default;

  // Model and version. Vectors of different ids are never compared.
  virtual const std::string& id() const = 0;
  virtual int dimension() const = 0;
  // As the model gives it, where zeros fill it up to what the vector file holds: to be told, not to be reckoned with.
  virtual int own_dimension() const { return dimension(); }
  // False: spelling only. Good for telling near-duplicates, not for ranking.
  virtual bool knows_meaning() const = 0;
  // The length of the longest beginning of `text`, in bytes, that one vector can stand for; ends between words.
  virtual std::size_t fitting(std::string_view text) const = 0;

  // One vector for each text, in their order. A text that gives none is an empty one; the rest counts all the same.
  // Throws `provider` where nothing is known of any of them, since whoever makes the vectors cannot be asked.
  virtual std::vector<Vector> embed_documents(const std::vector<std::string>& texts) = 0;
  // Empty also where nobody could be asked.
  virtual Vector embed_query(const std::string& text) = 0;

  // Why the last text without a vector has none, in words; empty: there is no more to say.
  virtual std::string why_none() const { return {}; }

  // How many texts are best asked about at once.
  virtual std::size_t batch_size() const { return 1; }
  // Begins a run of calls of embed_documents(): while it waits for somebody else this is asked, and when it says no
  // the call throws. Empty: wait to the end.
  virtual void go_on_while(std::function<bool()>) {}
};

// The length of the longest beginning of `text` that ends between words and has at most `most` bytes.
std::size_t fits_in_bytes(std::string_view text, std::size_t most);

// The n-grams of ngrams.hh alone.
std::unique_ptr<Embedder> make_ngram_embedder();

// all-MiniLM-L6-v2 and n-grams side by side, 768 numbers: √w·MiniLM, √(1−w)·n-grams, with w = 0.8, but 0.2 for a text
// of which more than 30 % of the letters are of scripts without spaces, since MiniLM knows English.
// `model`: a file that minilm::convert() made. `glossary`: one that convert_edict() made, or empty. With it Japanese is
// embedded as the English words of the glossary, and w = 0.7 where no more than 30 % of the letters stay unknown; the
// id is another one. Throws as minilm::Model::open() and Glossary::open() do.
std::unique_ptr<Embedder> make_local_embedder(const std::filesystem::path& model,
                                              const std::filesystem::path& glossary = {});

}  // namespace ai_memory
