#include "decay/twins.hh"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace ai_memory {
namespace {

constexpr double kLeastJaccard = 0.8;
constexpr std::size_t kMostPairs = 200;

using Shingles = std::vector<std::uint64_t>;  // each once

// Scripts written without blanks: U+2E80 and above but for Hangul, presentation forms and what is beyond U+FFFF.
bool is_unspaced(std::string_view character) {
  if (character.size() != 3) return false;
  const auto code = (static_cast<unsigned>(character[0]) & 0x0fU) << 12 |
                    (static_cast<unsigned>(character[1]) & 0x3fU) << 6 | (static_cast<unsigned>(character[2]) & 0x3fU);
  return (code >= 0x2e80 && code < 0xac00) || (code >= 0x0e00 && code < 0x0f00);
}

std::size_t character_size(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

bool is_word_byte(char c) {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

// FNV-1a, and a last mixing, so that sums of hashes do not meet.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return (hash ^ hash >> 32) * 0xd6e8feb86659fd93;
}

struct Unit {
  std::uint64_t hash = 0;
  bool unspaced = false;
};

// Words, and characters of scripts without blanks.
std::vector<Unit> units_of(std::string_view text) {
  std::vector<Unit> units;
  std::size_t word = 0, at = 0;
  const auto end_word = [&] {
    if (at > word) units.push_back({hash_of(text.substr(word, at - word)), false});
  };
  while (at < text.size()) {
    const auto character = text.substr(at, character_size(text[at]));
    const bool unspaced = is_unspaced(character);
    if (unspaced || !is_word_byte(text[at])) end_word();
    if (unspaced) units.push_back({hash_of(character), true});
    at += character.size();
    if (unspaced || !is_word_byte(character[0])) word = at;
  }
  end_word();
  return units;
}

Shingles shingles_of(std::string_view text) {
  const std::vector<Unit> units = units_of(text);
  Shingles shingles;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const std::size_t size = units[i].unspaced ? 3 : 2;
    if (i > 0 && i + size > units.size()) continue;  // a text shorter than a shingle is one
    std::uint64_t hash = size;
    for (std::size_t j = i; j < std::min(i + size, units.size()); ++j)
      hash = (hash ^ units[j].hash) * 0x9e3779b97f4a7c15 + (hash >> 29);
    shingles.push_back(hash);
  }
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return shingles;
}

bool is_sampled(std::uint64_t shingle) { return shingle * 0x9e3779b97f4a7c15 >> 62 == 0; }

// 0 as soon as it cannot reach kLeastJaccard. Both ascending.
double jaccard(const Shingles& a, const Shingles& b) {
  const auto sum = static_cast<double>(a.size() + b.size());
  std::size_t missed = 0, shared = 0, i = 0, j = 0;
  // shared/(sum − shared) >= t  <=>  what is in one alone is at most sum·(1−t)/(1+t).
  const auto bound = static_cast<std::size_t>(sum * (1 - kLeastJaccard) / (1 + kLeastJaccard) + 1e-9);
  while (i < a.size() && j < b.size() && missed <= bound) {
    if (a[i] == b[j])
      ++shared, ++i, ++j;
    else
      ++missed, a[i] < b[j] ? ++i : ++j;
  }
  missed += (a.size() - i) + (b.size() - j);
  return missed > bound ? 0 : static_cast<double>(shared) / (sum - static_cast<double>(shared));
}

// How often each shingle comes, and sometimes more: those of one bucket are counted together, for a table of all of
// them would take several times what they take.
class Frequencies {
 public:
  explicit Frequencies(const std::vector<Shingles>& texts) {
    std::size_t total = 1;
    for (const Shingles& shingles : texts) total += shingles.size();
    constexpr std::size_t kBucketsEach = 4;
    bits_ = static_cast<int>(std::bit_width(total * kBucketsEach));
    counts_.resize(std::size_t{1} << bits_);
    for (const Shingles& shingles : texts)
      for (const auto shingle : shingles)
        if (auto& count = counts_[bucket(shingle)]; count < UINT16_MAX) ++count;
  }
  std::uint16_t of(std::uint64_t shingle) const { return counts_[bucket(shingle)]; }

 private:
  std::size_t bucket(std::uint64_t shingle) const {
    return static_cast<std::size_t>((shingle ^ shingle >> 32) * 0x9e3779b97f4a7c15 >> (64 - bits_));
  }

  int bits_ = 0;
  std::vector<std::uint16_t> counts_;
};

// The shingles of each text by which it is found, rarest first: of n, all but those that may all be missing. Any order
// finds all pairs if it is the same for all texts; this one compares few.
std::vector<Shingles> rarest(const std::vector<Shingles>& texts) {
  const Frequencies frequencies(texts);
  std::vector<Shingles> found(texts.size());
  std::vector<std::pair<std::uint16_t, std::uint64_t>> order;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    order.clear();
    for (const auto shingle : texts[i]) order.emplace_back(frequencies.of(shingle), shingle);
    std::sort(order.begin(), order.end());
    const auto needed = static_cast<std::size_t>(std::ceil(kLeastJaccard * static_cast<double>(order.size()) - 1e-9));
    if (!order.empty()) order.resize(order.size() - needed + 1);
    for (const auto& [times, shingle] : order)
      if (times > 1) found[i].push_back(shingle);
  }
  return found;
}

// Which texts have a key, by key and text.
struct KeyOf {
  std::uint64_t key = 0;
  std::uint32_t text = 0;
};

std::vector<KeyOf> texts_by_key(const std::vector<Shingles>& keys) {
  std::size_t total = 0;
  for (const Shingles& own : keys) total += own.size();
  std::vector<KeyOf> all;
  all.reserve(total);
  for (std::size_t i = 0; i < keys.size(); ++i)
    for (const auto key : keys[i]) all.push_back({key, static_cast<std::uint32_t>(i)});
  std::sort(all.begin(), all.end(),
            [](const KeyOf& x, const KeyOf& y) { return x.key != y.key ? x.key < y.key : x.text < y.text; });
  return all;
}

void pair_with_earlier(std::size_t at, const std::vector<Shingles>& texts, const Shingles& keys,
                       const std::vector<KeyOf>& where, std::vector<std::size_t>& seen_by,
                       std::vector<NearPair>& pairs) {
  std::size_t found = 0;
  for (const auto key : keys) {
    auto each = std::lower_bound(where.begin(), where.end(), key, [](const KeyOf& x, auto k) { return x.key < k; });
    for (; each != where.end() && each->key == key && each->text < at; ++each) {
      const std::size_t other = each->text;
      if (found >= kMostPairs) return;
      if (seen_by[other] == at) continue;
      seen_by[other] = at;
      const double share = jaccard(texts[other], texts[at]);
      if (share < kLeastJaccard) continue;
      pairs.push_back({other, at, 1 - share});
      ++found;
    }
  }
}

}  // namespace

std::vector<NearPair> twin_pairs(const std::vector<std::string>& normalised) {
  std::vector<NearPair> pairs;
  std::vector<Shingles> texts(normalised.size());
  std::unordered_map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < normalised.size(); ++i) {
    if (normalised[i].empty()) continue;
    const auto [known, is_new] = first.try_emplace(normalised[i], i);
    if (is_new)
      texts[i] = shingles_of(normalised[i]);
    else
      pairs.push_back({known->second, i, 0});
  }
  const std::vector<Shingles> keys = rarest(texts);
  const std::vector<KeyOf> where = texts_by_key(keys);
  std::vector<std::size_t> seen_by(texts.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) pair_with_earlier(i, texts, keys[i], where, seen_by, pairs);
  std::sort(pairs.begin(), pairs.end(),
            [](const NearPair& x, const NearPair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  return pairs;
}

TextSketch sketch_of(std::string_view normalised) {
  constexpr std::size_t kMost = 256;
  TextSketch sketch{shingles_of(normalised), false};
  if (sketch.shingles.size() <= kMost) return sketch;
  std::erase_if(sketch.shingles, [](std::uint64_t shingle) { return !is_sampled(shingle); });
  sketch.shingles.shrink_to_fit();
  sketch.sampled = true;
  return sketch;
}

bool share_words(const TextSketch& a, const TextSketch& b) {
  constexpr double kLeast = 0.3;
  const bool sampled = a.sampled || b.sampled;
  const auto counts = [&](std::uint64_t shingle) { return !sampled || is_sampled(shingle); };
  std::size_t shared = 0;
  for (auto i = a.shingles.begin(), j = b.shingles.begin(); i != a.shingles.end() && j != b.shingles.end();) {
    if (*i == *j) shared += counts(*i) ? 1 : 0;
    const bool next_i = *i <= *j, next_j = *j <= *i;
    i += next_i ? 1 : 0;
    j += next_j ? 1 : 0;
  }
  const auto size = [&](const TextSketch& sketch) {
    return std::count_if(sketch.shingles.begin(), sketch.shingles.end(), counts);
  };
  return static_cast<double>(shared) >= kLeast * static_cast<double>(std::min(size(a), size(b))) - 1e-9;
}

}  // namespace ai_memory
