#include "decay/entropy.hh"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>
#include <unordered_map>
#include <utf8proc.h>

#include "wiki/page_path.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kStretch = 200;  // tokens

enum class Kind { blank, mark, word, unspaced };

struct Range {
  std::int32_t first, last;
};
// Thai to Myanmar, kana, Han, Hangul, and the Han of the supplementary planes.
constexpr std::array<Range, 7> kUnspaced = {{{0x0e00, 0x0eff},
                                             {0x1000, 0x109f},
                                             {0x3041, 0x30ff},
                                             {0x3400, 0x9fff},
                                             {0xac00, 0xd7af},
                                             {0xf900, 0xfaff},
                                             {0x20000, 0x323af}}};

bool is_unspaced(std::int32_t code) {
  for (const auto& [first, last] : kUnspaced)
    if (code >= first && code <= last) return true;
  return false;
}

Kind kind_of(std::int32_t code) {
  switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
      return Kind::blank;
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return is_unspaced(code) ? Kind::unspaced : Kind::word;
    default:
      return Kind::mark;
  }
}

// Distinct tokens, of the whole text and of the stretch under way.
class Tokens {
 public:
  void add(std::string_view token) {
    ++count_;
    all_.emplace(token);
    stretch_.emplace(token);
    if (++in_stretch_ == kStretch) close();
  }
  void report(Information& out) {
    // What is left behind the last whole stretch is too short to say anything, unless it is all there is.
    if (count_ > 0 && (in_stretch_ > kStretch / 2 || count_ < kStretch)) close();
    out.tokens = count_;
    out.distinct = all_.size();
    out.repetition = count_ == 0 ? 0 : least_;
  }

 private:
  void close() {
    const double repetition = 1 - static_cast<double>(stretch_.size()) / static_cast<double>(in_stretch_);
    least_ = std::min(least_, repetition);
    stretch_.clear();
    in_stretch_ = 0;
  }

  std::set<std::string, std::less<>> all_, stretch_;
  std::size_t count_ = 0, in_stretch_ = 0;
  double least_ = 1;
};

double entropy(const std::unordered_map<std::int32_t, std::size_t>& counts, std::size_t total) {
  // Summed in the order of characters, so that the last digit does not hang on a hash table.
  const std::map<std::int32_t, std::size_t> ordered(counts.begin(), counts.end());
  double bits = 0;
  for (const auto& [code, count] : ordered) {
    const double share = static_cast<double>(count) / static_cast<double>(total);
    bits -= share * std::log2(share);
  }
  return bits < 0 ? 0 : bits;
}

std::string number(const char* format, double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

}  // namespace

Information information(std::string_view body) {
  const std::string folded = twin_key(body);
  Information out;
  Tokens tokens;
  std::unordered_map<std::int32_t, std::size_t> counts;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) tokens.add(word);
    word.clear();
  };
  for (std::size_t at = 0; at < folded.size();) {
    utf8proc_int32_t code = 0;
    const auto bytes = reinterpret_cast<const utf8proc_uint8_t*>(folded.data()) + at;
    const auto length = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(folded.size() - at), &code);
    const std::size_t size = length > 0 ? static_cast<std::size_t>(length) : 1;
    const Kind kind = length > 0 ? kind_of(code) : Kind::mark;
    if (length <= 0) code = 0xfffd;
    if (kind != Kind::word) end_word();
    if (kind == Kind::word) word.append(folded, at, size);
    if (kind == Kind::unspaced) tokens.add(std::string_view(folded).substr(at, size));
    if (kind != Kind::blank) {
      ++out.characters;
      ++counts[code];
    }
    at += size;
  }
  end_word();
  tokens.report(out);
  out.entropy_bits = entropy(counts, out.characters);
  return out;
}

std::optional<std::string> low_information(const Information& information, const EntropyFilter& filter) {
  if (information.characters < filter.min_characters) {
    return std::to_string(information.characters) + (information.characters == 1 ? " character" : " characters") +
           " only; " + std::to_string(filter.min_characters) + " say something";
  }
  if (information.entropy_bits < filter.min_entropy_bits) {
    return number("%.2f", information.entropy_bits) + " bits of information a character; below " +
           number("%.2f", filter.min_entropy_bits);
  }
  if (information.tokens >= filter.min_tokens && information.repetition > filter.max_repetition) {
    return number("%.0f", 100 * information.repetition) + " % of its words repeat others; more than " +
           number("%.0f", 100 * filter.max_repetition) + " %";
  }
  return std::nullopt;
}

}  // namespace ai_memory
