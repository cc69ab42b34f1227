// all-MiniLM-L6-v2 (Apache-2.0) as one file that is mapped into memory: 8-bit weights with a scale a row, and the word
// pieces. Made once from the published weights; the same input gives the same bytes.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/minilm/kernels.hh"

namespace ai_memory::minilm {

inline constexpr int kHidden = 384, kInner = 1536, kLayers = 6, kHeads = 12, kHeadWidth = kHidden / kHeads;
inline constexpr int kMaxPieces = 256;  // of a text, with the two marks around it

struct Layer {
  Linear query, key, value, output, inner, outer;
  Norm after_attention, after_inner;
};

class Model {
 public:
  // Throws `failed` naming the file if it is none of ours, cut short, or of another version.
  static Model open(const std::filesystem::path& file);
  Model(Model&& other) noexcept;
  Model& operator=(Model&&) = delete;
  ~Model();

  int pieces() const { return words_.rows; }
  std::optional<int> piece(std::string_view text) const;  // "##ing" → its id
  const Int8Rows& words() const { return words_; }
  const float* word_balance() const { return word_balance_; }  // kHidden numbers the columns of words() are times
  const float* positions() const { return positions_; }        // kMaxPieces rows, the token type already added
  const Norm& embedding_norm() const { return embedding_norm_; }
  const std::array<Layer, kLayers>& layers() const { return layers_; }

  // Reads all of the file against its checksum; empty, or what is wrong.
  std::string damage() const;

 private:
  Model() = default;
  void read(std::string_view name);

  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
  Int8Rows words_;
  const float *word_balance_ = nullptr, *positions_ = nullptr;
  Norm embedding_norm_;
  std::array<Layer, kLayers> layers_;
  const std::uint32_t* slots_ = nullptr;  // hash table: id + 1, or 0
  const std::uint32_t* starts_ = nullptr;
  const char* letters_ = nullptr;
};

// The pieces of a published tokenizer.json, by id. Throws `failed` if there are none, or not one for each id.
std::vector<std::string> read_vocabulary(std::string_view tokenizer);

// `weights`: model.fp16.safetensors; `vocabulary`: one piece an id. Throws `failed` naming what is missing or has
// another shape.
std::string convert(std::string_view weights, const std::vector<std::string>& vocabulary);

}  // namespace ai_memory::minilm
