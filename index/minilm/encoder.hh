// A text's meaning as 384 numbers of unit length: six BERT layers over its word pieces, averaged.
#pragma once

#include <string_view>
#include <vector>

#include "index/minilm/model.hh"

namespace ai_memory::minilm {

class Encoder {
 public:
  explicit Encoder(const Model& model, const Kernels& kernels = best_kernels()) : model_(model), kernels_(kernels) {}

  // Of the first kMaxPieces - 2 word pieces; the rest is not looked at. Same text, same bits, on every processor.
  std::vector<float> embed(std::string_view text);
  // `pieces` with the marks at both ends; at most kMaxPieces.
  std::vector<float> embed(const std::vector<int>& pieces);

 private:
  void apply(const Linear& layer, const std::vector<float>& x, std::vector<float>& out);
  void attend(const Layer& layer);

  const Model& model_;
  const Kernels& kernels_;
  int tokens_ = 0;
  std::vector<float> x_, query_, key_, value_, mixed_, inner_, scratch_;
  std::vector<std::int16_t> whole_;
  std::vector<float> scales_;
};

}  // namespace ai_memory::minilm
