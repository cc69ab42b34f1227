#include "index/ngrams.hh"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "index/unicode.hh"

namespace ai_memory {
namespace {

bool has_no_spaces(CharKind kind) {
  return kind == CharKind::han || kind == CharKind::hiragana || kind == CharKind::katakana ||
         kind == CharKind::hangul || kind == CharKind::thai;
}

bool is_spaced(CharKind kind) { return kind == CharKind::letter || kind == CharKind::digit; }

constexpr char32_t kEdge = U' ';  // before and after a word: its ends are said apart from its middle

// FNV-1a over code points.
std::uint64_t hash(const char32_t* from, std::size_t count) {
  std::uint64_t value = 14695981039346656037ULL;
  for (std::size_t i = 0; i < count; ++i) {
    value ^= from[i];
    value *= 1099511628211ULL;
  }
  return value ^ (value >> 29);
}

void add_grams(const std::u32string& run, std::size_t least, std::size_t most, std::vector<std::uint64_t>& grams) {
  for (std::size_t length = least; length <= most; ++length)
    for (std::size_t at = 0; at + length <= run.size(); ++at) grams.push_back(hash(run.data() + at, length));
}

std::vector<std::uint64_t> grams_of(std::string_view text) {
  std::vector<FoldedChar> folded;
  fold(text, folded);
  std::vector<std::uint64_t> grams;
  for (std::size_t at = 0; at < folded.size();) {
    const bool spaced = is_spaced(folded[at].kind), unspaced = has_no_spaces(folded[at].kind);
    std::u32string run;
    const auto belongs = [&](const FoldedChar& c) {
      return c.continues || (spaced ? is_spaced(c.kind) : has_no_spaces(c.kind));
    };
    std::size_t end = at;
    for (; end < folded.size() && (spaced || unspaced) && belongs(folded[end]); ++end) run += folded[end].code;
    if (spaced) add_grams(kEdge + run + kEdge, 3, 5, grams);
    if (unspaced) add_grams(run, 1, 3, grams);
    at = std::max(end, at + 1);
  }
  std::sort(grams.begin(), grams.end());
  return grams;
}

}  // namespace

std::vector<float> ngram_vector(std::string_view text) {
  const auto grams = grams_of(text);
  if (grams.empty()) return {};
  std::vector<double> sums(kNgramDimension);
  for (std::size_t at = 0; at < grams.size();) {
    std::size_t end = at;
    while (end < grams.size() && grams[end] == grams[at]) ++end;
    const double weight = 1 + std::log(static_cast<double>(end - at));
    // The sign comes from another bit than the place, so that what falls together by chance cancels out.
    sums[grams[at] % kNgramDimension] += grams[at] >> 63 ? weight : -weight;
    at = end;
  }
  double squares = 0;
  for (const double sum : sums) squares += sum * sum;
  if (squares <= 0) return {};
  std::vector<float> vector;
  for (const double sum : sums) vector.push_back(static_cast<float>(sum / std::sqrt(squares)));
  return vector;
}

double share_without_spaces(std::string_view text) {
  std::vector<FoldedChar> folded;
  fold(text, folded);
  const auto count = [&](auto test) { return std::count_if(folded.begin(), folded.end(), test); };
  const auto without = count([](const FoldedChar& c) { return has_no_spaces(c.kind); });
  const auto letters = without + count([](const FoldedChar& c) { return c.kind == CharKind::letter; });
  return letters ? static_cast<double>(without) / static_cast<double>(letters) : 0;
}

}  // namespace ai_memory
