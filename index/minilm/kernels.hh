// The arithmetic of the sentence encoder, twice: compiled for AVX2 and for any processor. Both give the same bits,
// since integers are exact and floats are added in the same order of eight lanes.
#pragma once

#include <cstdint>

namespace ai_memory::minilm {

// Rows of 8-bit integers, each with its own scale: value = scale · integer. Columns are a multiple of 32.
struct Int8Rows {
  const std::int8_t* values = nullptr;
  const float* scales = nullptr;
  int rows = 0, columns = 0;
};

// What passes through the layers, rounded: 14 bits, so that the rounding is lost in that of the weights.
struct Int16Rows {
  const std::int16_t* values = nullptr;
  const float* scales = nullptr;
  int rows = 0, columns = 0;
};
inline constexpr int kMostActivation = 8191;
inline constexpr int kMostColumns = 1536;          // where there are steps
inline constexpr int kGroup = 16, kMostStep = 16;  // columns that share a step; a step is 1..kMostStep
// Of the magnitudes of step · integer in one row: so the sum of its products stays within 32 bits.
inline constexpr std::int32_t kMostOfRow = INT32_MAX / kMostActivation;

// y = W·x + b for rows x; weight = scale of the row · step of its group · integer. The steps follow the size of the
// weights of each 16 columns, so a large one takes bits from its neighbours alone: with one scale a row the vectors had
// a cosine of .9988 to the exact ones at the least, with steps of .9994, most of it won in the two wide layers.
// The columns of W are divided by `balance` before they are rounded and x is multiplied by it: so a few large columns
// do not take all of the bits from the others.
struct Linear {
  Int8Rows weights;                     // one row an output
  const std::uint8_t* steps = nullptr;  // columns / kGroup a row; null: all are 1
  const float *bias = nullptr, *balance = nullptr;
};

struct Norm {
  const float *gain = nullptr, *bias = nullptr;
};

struct Kernels {
  // Each row of `x`, times `balance` by column, as integers of -kMostActivation..kMostActivation and a scale.
  void (*quantize)(const float* x, const float* balance, int rows, int columns, std::int16_t* values, float* scales);
  // out[t][n]: row t of `x` against row n of the weights.
  void (*linear)(const Int16Rows& x, const Linear& layer, float* out);
  // Softmax attention of one head: out[t] = Σ_s softmax_s(q[t]·k[s] / √width) · v[s]. Rows lie `stride` floats apart;
  // `width` is a multiple of 8. `scratch` holds (width + 1) · (tokens rounded up to 8) floats.
  void (*attend)(const float* q, const float* k, const float* v, int tokens, int stride, int width, float* scratch,
                 float* out);
  // x = norm(x + y) by rows; `columns` is a multiple of 8.
  void (*add_norm)(float* x, const float* y, int rows, int columns, const Norm& norm);
  // x·Φ(x), the exact form by erf (error below 2e-7); `count` is a multiple of 8.
  void (*gelu)(float* x, int count);
};

const Kernels& portable_kernels();
const Kernels& avx2_kernels();  // call only where has_avx2()
bool has_avx2();
const Kernels& best_kernels();

}  // namespace ai_memory::minilm
