#include "index/near_lists.hh"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "index/minilm/kernels.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kBlock = 256;  // rows that are multiplied together; both sides of a product stay in the cache

struct Products {
  explicit Products(const PackedVectors& vectors)
      : all(vectors),
        columns(static_cast<std::size_t>(vectors.dimension)),
        ones(kBlock, 1.0F),
        zeros(kBlock),
        asked(kBlock * columns),
        padded(kBlock * columns),
        out(kBlock * kBlock) {}

  void ask(const std::size_t* rows, std::size_t count) {
    asked_rows = count;
    for (std::size_t i = 0; i < count; ++i)
      std::copy_n(all.values.begin() + static_cast<std::ptrdiff_t>(rows[i] * columns), columns,
                  asked.begin() + static_cast<std::ptrdiff_t>(i * columns));
  }
  // out[i * kBlock + j]: Σ of what was asked in place i times row `from` + j. Whole numbers below 2^24, so exact.
  void with_block(std::size_t from) {
    const std::size_t count = std::min(kBlock, all.size() - from);
    const std::int8_t* values = all.values.data() + from * columns;
    if (count < kBlock) {
      std::fill(padded.begin(), padded.end(), std::int8_t{0});
      std::copy_n(values, count * columns, padded.begin());
      values = padded.data();
    }
    const minilm::Int16Rows x{asked.data(), ones.data(), static_cast<int>(asked_rows), all.dimension};
    minilm::best_kernels().linear(
        x, {.weights = {values, ones.data(), static_cast<int>(kBlock), all.dimension}, .bias = zeros.data()},
        out.data());
  }

  const PackedVectors& all;
  std::size_t columns, asked_rows = 0;
  std::vector<float> ones, zeros;
  std::vector<std::int16_t> asked;
  std::vector<std::int8_t> padded;
  std::vector<float> out;
};

// What one search for near pairs works with.
class Search {
 public:
  Search(const PackedVectors& all, const NearFrom& from)
      : all_(all), from_(from), least_(std::min(from.spaced, from.unspaced)), products_(all) {
    for (const double square : all.squares) lengths_.push_back(std::sqrt(square));
  }

  // Calls found(row, other, cosine) for each of `count` rows and what is near it in the block that begins at `block`.
  template <class Found>
  void compare(const std::size_t* rows, std::size_t count, std::size_t block, const Found& found) {
    products_.with_block(block);
    const std::size_t others = std::min(kBlock, all_.size() - block);
    for (std::size_t i = 0; i < count; ++i) {
      const float* const out = products_.out.data() + i * kBlock;
      // A sieve by multiplication alone; what passes it is reckoned exactly.
      const double sieve = (least_ - 1e-6) * lengths_[rows[i]];
      for (std::size_t j = 0; j < others; ++j)
        if (out[j] >= sieve * lengths_[block + j]) reckon(rows[i], block + j, out[j], found);
    }
  }
  void ask(const std::size_t* rows, std::size_t count) { products_.ask(rows, count); }

 private:
  template <class Found>
  void reckon(std::size_t row, std::size_t other, double product, const Found& found) const {
    const double squares = all_.squares[row] * all_.squares[other];
    if (row == other || squares <= 0) return;
    const double cosine = product / std::sqrt(squares);
    if (cosine >= from_.of(all_.scripts[row], all_.scripts[other])) found(row, other, cosine);
  }

  const PackedVectors& all_;
  NearFrom from_;
  double least_;
  Products products_;
  std::vector<double> lengths_;
};

std::vector<std::size_t> every_row(const PackedVectors& all) {
  std::vector<std::size_t> rows(all.size());
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

// Each block of rows with itself and with those behind it: a pair is multiplied once.
std::vector<std::vector<Near>> lists_of_all(const PackedVectors& all, const NearFrom& from) {
  std::vector<std::vector<Near>> lists(all.size());
  const auto rows = every_row(all);
  Search search(all, from);
  for (std::size_t first = 0; first < all.size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, all.size() - first);
    search.ask(rows.data() + first, count);
    for (std::size_t block = first; block < all.size(); block += kBlock)
      search.compare(rows.data() + first, count, block, [&](std::size_t row, std::size_t other, double cosine) {
        keep_near(lists[row], {other, cosine}, all);
        if (block != first) keep_near(lists[other], {row, cosine}, all);
      });
  }
  return lists;
}

}  // namespace

void keep_near(std::vector<Near>& list, const Near& one, const PackedVectors& all) {
  const auto nearer = [&all](const Near& a, const Near& b) {
    return a.cosine != b.cosine ? a.cosine > b.cosine : all.paths[a.row] < all.paths[b.row];
  };
  if (list.size() == kMostNear && !nearer(one, list.back())) return;
  list.insert(std::upper_bound(list.begin(), list.end(), one, nearer), one);
  if (list.size() > kMostNear) list.pop_back();
}

std::vector<std::vector<Near>> near_lists(const PackedVectors& all, const std::vector<std::size_t>& asked,
                                          const NearFrom& from, std::vector<std::pair<std::size_t, Near>>* offers) {
  std::vector<std::vector<Near>> lists(asked.size());
  if (asked.size() == all.size()) {
    auto of_row = lists_of_all(all, from);
    for (std::size_t i = 0; i < asked.size(); ++i) lists[i] = std::move(of_row[asked[i]]);
    return lists;
  }
  std::vector<std::size_t> place(all.size(), asked.size());  // of a row among those asked
  for (std::size_t i = 0; i < asked.size(); ++i) place[asked[i]] = i;
  Search search(all, from);
  for (std::size_t first = 0; first < asked.size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, asked.size() - first);
    search.ask(asked.data() + first, count);
    for (std::size_t block = 0; block < all.size(); block += kBlock)
      search.compare(asked.data() + first, count, block, [&](std::size_t row, std::size_t other, double cosine) {
        keep_near(lists[place[row]], {other, cosine}, all);
        if (offers && place[other] == asked.size()) offers->push_back({other, {row, cosine}});
      });
  }
  return lists;
}

}  // namespace ai_memory
