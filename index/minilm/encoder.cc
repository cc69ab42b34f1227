#include "index/minilm/encoder.hh"

#include <cmath>

#include "index/minilm/word_pieces.hh"

namespace ai_memory::minilm {
namespace {

constexpr std::size_t size(int rows, int columns) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

void make_unit(std::vector<float>& vector) {
  double squares = 0;
  for (const float value : vector) squares += static_cast<double>(value) * value;
  if (squares <= 0) return;
  const auto inverse = static_cast<float>(1 / std::sqrt(squares));
  for (float& value : vector) value *= inverse;
}

}  // namespace

void Encoder::apply(const Linear& layer, const std::vector<float>& x, std::vector<float>& out) {
  const int columns = layer.weights.columns;
  whole_.resize(size(tokens_, columns));
  scales_.resize(static_cast<std::size_t>(tokens_));
  out.resize(size(tokens_, layer.weights.rows));
  kernels_.quantize(x.data(), layer.balance, tokens_, columns, whole_.data(), scales_.data());
  kernels_.linear({whole_.data(), scales_.data(), tokens_, columns}, layer, out.data());
}

void Encoder::attend(const Layer& layer) {
  apply(layer.query, x_, query_);
  apply(layer.key, x_, key_);
  apply(layer.value, x_, value_);
  mixed_.resize(size(tokens_, kHidden));
  scratch_.resize(size(kHeadWidth + 1, (tokens_ + 7) / 8 * 8));
  for (int head = 0; head < kHeads; ++head) {
    const int from = head * kHeadWidth;
    kernels_.attend(query_.data() + from, key_.data() + from, value_.data() + from, tokens_, kHidden, kHeadWidth,
                    scratch_.data(), mixed_.data() + from);
  }
}

std::vector<float> Encoder::embed(const std::vector<int>& pieces) {
  tokens_ = static_cast<int>(pieces.size());
  x_.resize(size(tokens_, kHidden));
  const Int8Rows& words = model_.words();
  for (int t = 0; t < tokens_; ++t) {
    const std::size_t piece = static_cast<std::size_t>(pieces[static_cast<std::size_t>(t)]);
    const std::int8_t* word = words.values + piece * kHidden;
    for (std::size_t d = 0; d < kHidden; ++d)
      x_[size(t, kHidden) + d] = static_cast<float>(word[d]) * words.scales[piece] * model_.word_balance()[d];
  }
  kernels_.add_norm(x_.data(), model_.positions(), tokens_, kHidden, model_.embedding_norm());
  for (const Layer& layer : model_.layers()) {
    attend(layer);
    apply(layer.output, mixed_, query_);
    kernels_.add_norm(x_.data(), query_.data(), tokens_, kHidden, layer.after_attention);
    apply(layer.inner, x_, inner_);
    kernels_.gelu(inner_.data(), tokens_ * kInner);
    apply(layer.outer, inner_, query_);
    kernels_.add_norm(x_.data(), query_.data(), tokens_, kHidden, layer.after_inner);
  }
  std::vector<float> mean(kHidden);
  for (int t = 0; t < tokens_; ++t)
    for (std::size_t d = 0; d < kHidden; ++d) mean[d] += x_[size(t, kHidden) + d];
  make_unit(mean);
  return mean;
}

std::vector<float> Encoder::embed(std::string_view text) {
  std::vector<int> ids = {model_.piece("[CLS]").value_or(0)};
  for (const Piece& piece : word_pieces(model_, text, kMaxPieces - 2)) ids.push_back(piece.id);
  ids.push_back(model_.piece("[SEP]").value_or(0));
  return embed(ids);
}

}  // namespace ai_memory::minilm
