// Included by kernels_avx2.cc and kernels_portable.cc, which differ in what the compiler may use.
#include <cmath>
#include <cstring>
#include <initializer_list>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "index/minilm/kernels.hh"

#pragma GCC diagnostic ignored "-Wpsabi"  // lanes are only passed within this file

namespace ai_memory::minilm {
namespace {

using Lanes = float __attribute__((vector_size(32)));
using IntLanes = std::int32_t __attribute__((vector_size(32)));
constexpr int kLanes = 8;

inline Lanes load(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
inline void store(float* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof lanes); }
inline Lanes all(float value) { return Lanes{value, value, value, value, value, value, value, value}; }
inline Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }
inline Lanes smaller(Lanes a, Lanes b) { return a < b ? a : b; }
inline Lanes magnitude(Lanes a) { return larger(a, -a); }
inline float sum(Lanes a) { return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7])); }
inline float maximum(Lanes a) {
  float most = a[0];
  for (int i = 1; i < kLanes; ++i) most = a[i] > most ? a[i] : most;
  return most;
}

// To the nearest whole number, ties to even; |x| < 2^22.
inline Lanes rounded(Lanes x) {
  const Lanes shift = all(12582912.0F);  // 1.5·2^23: no bits are left behind the point
  return (x + shift) - shift;
}

// e^x to 2 units in the last place for -87 ≤ x ≤ 88; beyond, the value at the border.
inline Lanes exponential(Lanes x) {
  x = smaller(larger(x, all(-87.0F)), all(88.0F));
  const Lanes n = rounded(x * 1.44269504F);
  const Lanes r = (x - n * 0.693359375F) - n * -2.12194440e-4F;  // ln 2 in two parts
  Lanes p = all(1.9875691500e-4F);
  for (const float c : {1.3981999507e-3F, 8.3334519073e-3F, 4.1665795894e-2F, 1.6666665459e-1F, 5.0000001201e-1F})
    p = p * r + c;
  p = p * r * r + r + 1.0F;
  const IntLanes power = (__builtin_convertvector(n, IntLanes) + 127) << 23;
  Lanes scale;
  std::memcpy(&scale, &power, sizeof scale);
  return p * scale;
}

// Abramowitz and Stegun 7.1.26: |error| ≤ 1.5e-7.
inline Lanes error_function(Lanes x) {
  const Lanes size = magnitude(x);
  const Lanes t = 1.0F / (1.0F + 0.3275911F * size);
  Lanes p = all(1.061405429F);
  for (const float c : {-1.453152027F, 1.421413741F, -0.284496736F, 0.254829592F}) p = p * t + c;
  const Lanes y = 1.0F - p * t * exponential(-size * size);
  return x < 0.0F ? -y : y;
}

void quantize(const float* x, const float* balance, int rows, int columns, std::int16_t* values, float* scales) {
  constexpr auto kMost = static_cast<float>(kMostActivation);
  for (int row = 0; row < rows; ++row, x += columns, values += columns) {
    Lanes most = all(0);
    for (int c = 0; c < columns; c += kLanes) most = larger(most, magnitude(load(x + c) * load(balance + c)));
    const float peak = maximum(most);
    scales[row] = peak / kMost;
    const float inverse = peak > 0 ? kMost / peak : 0.0F;
    for (int c = 0; c < columns; c += kLanes) {
      const IntLanes whole = __builtin_convertvector(rounded(load(x + c) * load(balance + c) * inverse), IntLanes);
      for (int i = 0; i < kLanes; ++i) values[c + i] = static_cast<std::int16_t>(whole[i]);
    }
  }
}

constexpr int kColumns = 2;  // outputs at a time

#ifdef __AVX2__
inline std::int32_t sum(__m256i lanes) {
  __m128i half = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
  return _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1)));
}

inline __m256i load_weights(const std::int16_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
inline __m256i load_weights(const std::int8_t* from) {
  return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
}

// Row n of the weights, each integer times its step.
inline void widen(const Linear& layer, int n, std::int16_t* out) {
  const int columns = layer.weights.columns;
  const std::int8_t* w = layer.weights.values + n * columns;
  const std::uint8_t* step = layer.steps + n * (columns / kGroup);
  for (int c = 0; c < columns; c += kGroup, ++step) {
    const __m256i wide = _mm256_mullo_epi16(load_weights(w + c), _mm256_set1_epi16(*step));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + c), wide);
  }
}

template <int kRows, class Weight>
inline void products(const std::int16_t* x, const Weight* w, int columns, std::int32_t (&out)[kRows][kColumns]) {
  __m256i sums[kRows][kColumns];
  for (auto& row : sums)
    for (auto& lane : row) lane = _mm256_setzero_si256();
  for (int c = 0; c < columns; c += 16)
    for (int j = 0; j < kColumns; ++j) {
      const __m256i weight = load_weights(w + j * columns + c);
      for (int r = 0; r < kRows; ++r) {
        const __m256i value = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x + r * columns + c));
        sums[r][j] = _mm256_add_epi32(sums[r][j], _mm256_madd_epi16(value, weight));
      }
    }
  for (int r = 0; r < kRows; ++r)
    for (int j = 0; j < kColumns; ++j) out[r][j] = sum(sums[r][j]);
}
#else
// Row n of the weights, each integer times its step.
inline void widen(const Linear& layer, int n, std::int16_t* out) {
  const int columns = layer.weights.columns;
  const std::int8_t* w = layer.weights.values + n * columns;
  const std::uint8_t* step = layer.steps + n * (columns / kGroup);
  for (int c = 0; c < columns; c += kGroup, ++step)
    for (int i = c; i < c + kGroup; ++i) out[i] = static_cast<std::int16_t>(w[i] * *step);
}

template <int kRows, class Weight>
inline void products(const std::int16_t* x, const Weight* w, int columns, std::int32_t (&out)[kRows][kColumns]) {
  for (int r = 0; r < kRows; ++r)
    for (int j = 0; j < kColumns; ++j) {
      std::uint32_t total = 0;  // of a damaged file it may run over; then as in the other arithmetic
      for (int c = 0; c < columns; ++c) total += static_cast<std::uint32_t>(x[r * columns + c] * w[j * columns + c]);
      out[r][j] = static_cast<std::int32_t>(total);
    }
}
#endif

template <int kRows, class Weight>
inline void linear_block(const Int16Rows& x, int t, const Linear& layer, const Weight* two_rows, int n, float* out) {
  const Int8Rows& w = layer.weights;
  std::int32_t whole[kRows][kColumns];
  products<kRows>(x.values + t * x.columns, two_rows, x.columns, whole);
  for (int r = 0; r < kRows; ++r)
    for (int j = 0; j < kColumns; ++j)
      out[(t + r) * w.rows + n + j] =
          static_cast<float>(whole[r][j]) * (x.scales[t + r] * w.scales[n + j]) + layer.bias[n + j];
}

template <class Weight>
inline void linear_rows(const Int16Rows& x, const Linear& layer, const Weight* two_rows, int n, float* out) {
  int t = 0;
  for (; t + 4 <= x.rows; t += 4) linear_block<4>(x, t, layer, two_rows, n, out);
  for (; t < x.rows; ++t) linear_block<1>(x, t, layer, two_rows, n, out);
}

// Rows of weights outside: they stay in the nearest cache while all tokens pass.
void linear(const Int16Rows& x, const Linear& layer, float* out) {
  std::int16_t wide[kColumns * kMostColumns];
  for (int n = 0; n < layer.weights.rows; n += kColumns) {
    if (!layer.steps) {
      linear_rows(x, layer, layer.weights.values + n * x.columns, n, out);
      continue;
    }
    for (int j = 0; j < kColumns; ++j) widen(layer, n + j, wide + j * x.columns);
    linear_rows(x, layer, wide, n, out);
  }
}

void attend(const float* q, const float* k, const float* v, int tokens, int stride, int width, float* scratch,
            float* out) {
  const int padded = (tokens + kLanes - 1) / kLanes * kLanes;
  float *turned = scratch, *weights = scratch + width * padded;  // turned: keys by column
  for (int d = 0; d < width; ++d)
    for (int s = 0; s < padded; ++s) turned[d * padded + s] = s < tokens ? k[s * stride + d] : 0.0F;
  const float scale = 1.0F / std::sqrt(static_cast<float>(width));
  for (int t = 0; t < tokens; ++t) {
    float most = -1e30F;
    for (int s = 0; s < padded; s += kLanes) {
      Lanes score = all(0);
      for (int d = 0; d < width; ++d) score = score + q[t * stride + d] * load(turned + d * padded + s);
      store(weights + s, score * scale);
      for (int i = s; i < s + kLanes && i < tokens; ++i) most = weights[i] > most ? weights[i] : most;
    }
    Lanes total = all(0);
    for (int s = 0; s < padded; s += kLanes) {
      Lanes weight = exponential(load(weights + s) - most);
      for (int i = tokens - s; i < kLanes; ++i) weight[i] = 0.0F;
      store(weights + s, weight);
      total = total + weight;
    }
    const float inverse = 1.0F / sum(total);
    for (int d = 0; d < width; d += kLanes) {
      Lanes mix = all(0);
      for (int s = 0; s < tokens; ++s) mix = mix + weights[s] * load(v + s * stride + d);
      store(out + t * stride + d, mix * inverse);
    }
  }
}

void add_norm(float* x, const float* y, int rows, int columns, const Norm& norm) {
  for (int row = 0; row < rows; ++row, x += columns, y += columns) {
    Lanes total = all(0), squares = all(0);
    for (int c = 0; c < columns; c += kLanes) {
      const Lanes both = load(x + c) + load(y + c);
      store(x + c, both);
      total = total + both;
    }
    const float mean = sum(total) / static_cast<float>(columns);
    for (int c = 0; c < columns; c += kLanes) {
      const Lanes off = load(x + c) - mean;
      squares = squares + off * off;
    }
    const float inverse = 1.0F / std::sqrt(sum(squares) / static_cast<float>(columns) + 1e-12F);
    for (int c = 0; c < columns; c += kLanes)
      store(x + c, (load(x + c) - mean) * inverse * load(norm.gain + c) + load(norm.bias + c));
  }
}

void gelu(float* x, int count) {
  for (int i = 0; i < count; i += kLanes) {
    const Lanes lanes = load(x + i);
    store(x + i, 0.5F * lanes * (1.0F + error_function(lanes * 0.707106781F)));
  }
}

constexpr Kernels kKernels = {quantize, linear, attend, add_norm, gelu};

}  // namespace
}  // namespace ai_memory::minilm
