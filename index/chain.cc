#include "index/chain.hh"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ai_memory {
namespace {

using Chars = std::span<const FoldedChar>;

constexpr std::size_t kMostPartsOfRun = 8;     // more is a hash or base64, better left alone
constexpr std::size_t kMostPartsOfChain = 12;  // joined names longer than this are nobody's query
constexpr std::size_t kMostBytesOfWhole = 64;

bool is_word(Chars chars, std::size_t i) {
  return i < chars.size() && (chars[i].kind == CharKind::letter || chars[i].kind == CharKind::digit);
}
bool is_letter(Chars chars, std::size_t i) { return i < chars.size() && chars[i].kind == CharKind::letter; }
bool is_digit(Chars chars, std::size_t i) { return i < chars.size() && chars[i].kind == CharKind::digit; }
bool is_code(Chars chars, std::size_t i, char32_t code) { return i < chars.size() && chars[i].code == code; }
bool is_lower(Chars chars, std::size_t i) { return is_letter(chars, i) && !chars[i].upper; }
bool is_upper(Chars chars, std::size_t i) { return is_letter(chars, i) && chars[i].upper; }
bool is_apostrophe(Chars chars, std::size_t i) { return is_code(chars, i, U'\'') || is_code(chars, i, U'’'); }

std::size_t run_end(Chars chars, std::size_t i) {
  while (is_word(chars, i)) ++i;
  return i;
}

bool is_digit_text(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::string text_of(Chars chars, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) append_utf8(text, chars[i].code);
  return text;
}

// A new word of a camelCase run begins at i. The plural of an abbreviation (URLs) is not one.
bool starts_hump(Chars chars, std::size_t i, std::size_t end) {
  if (!is_upper(chars, i)) return false;
  if (is_lower(chars, i - 1)) return true;
  const bool lower_follows = i + 1 < end && is_lower(chars, i + 1);
  if (!lower_follows) return false;
  if (is_digit(chars, i - 1)) return true;
  return !(i + 2 == end && is_code(chars, i + 1, U's'));
}

// Whether [begin, end) is two words with a number between them, as `json2xml` and `sha256sum`; `3f2a`, `p2p` and what
// may be a hash, `ab12cd`, are names of their own.
bool is_word_number_word(Chars chars, std::size_t begin, std::size_t end) {
  std::size_t number = begin, behind = 0;
  while (is_letter(chars, number)) ++number;
  for (behind = number; is_digit(chars, behind); ++behind) {
  }
  if (number - begin < 2 || behind == number || behind >= end || end - behind < 2) return false;
  bool is_hash = true;
  for (std::size_t i = begin; i < end; ++i) {
    if (i >= behind && !is_letter(chars, i)) return false;
    if (is_letter(chars, i)) is_hash = is_hash && chars[i].code <= U'f';
  }
  return !is_hash;
}

// Where `utf8` or `100ms` parts into letters and digits; `end` for `v2`, `A01`, `3f2a`, which are names of their own.
std::size_t number_boundary(Chars chars, std::size_t begin, std::size_t end) {
  std::size_t boundary = end;
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (is_digit(chars, i) == is_digit(chars, i - 1)) continue;
    if (boundary != end) return end;
    boundary = i;
  }
  if (boundary == end) return end;
  const bool word_then_number = is_digit(chars, boundary) && boundary - begin >= 2;
  const bool number_then_unit = is_letter(chars, boundary) && end - boundary <= 3;
  return word_then_number || number_then_unit ? boundary : end;
}

class ChainReader {
 public:
  ChainReader(Chars chars, WordChain& chain) : chars_(chars), chain_(chain) {}

  void read(std::size_t at) {
    chain_.parts.clear();
    chain_.runs.clear();
    chain_.whole.clear();
    bool joined = true;
    do {
      const std::size_t begin = at;
      at = read_run(begin);
      const std::size_t next = behind_connector(begin, at);
      joined = next != at;
      chain_.next = at;
      at = next;
    } while (joined);
    if (chain_.runs.size() > 1) chain_.whole = join(0, chain_.parts.size() - 1);
  }

 private:
  std::size_t read_run(std::size_t begin) {
    const std::size_t end = run_end(chars_, begin);
    WordRun run{.first_part = chain_.parts.size()};
    split(begin, end);
    if (chain_.parts.size() - run.first_part > kMostPartsOfRun) {
      chain_.parts.resize(run.first_part);
      add_part(begin, end);
    }
    run.last_part = chain_.parts.size() - 1;
    const std::size_t next = read_ending(begin, end);
    if (chain_.parts[run.first_part].text == "net" && begin > 0) name_dot_net(begin, chain_.parts[run.first_part]);
    if (run.last_part > run.first_part) run.whole = join(run.first_part, run.last_part);
    name_words_beside_numbers(run);
    chain_.runs.push_back(std::move(run));
    return next;
  }

  void split(std::size_t begin, std::size_t end) {
    for (std::size_t start = begin, i = begin + 1; i <= end; ++i) {
      if (i < end && !starts_hump(chars_, i, end)) continue;
      if (is_word_number_word(chars_, start, i)) {
        const std::size_t first = chain_.parts.size();
        std::string whole = text_of(chars_, start, i);
        for (std::size_t at = start + 1; at < i; ++at)
          if (is_digit(chars_, at) != is_digit(chars_, at - 1)) add_part(std::exchange(start, at), at);
        chain_.parts[first].also.push_back(std::move(whole));  // `json2*` finds parseJSON2XML
      }
      const std::size_t boundary = number_boundary(chars_, start, i);
      add_part(start, boundary);
      if (boundary != i) add_part(boundary, i);
      start = i;
    }
  }

  void add_part(std::size_t begin, std::size_t end) {
    chain_.parts.push_back({text_of(chars_, begin, end), chars_[begin].begin, chars_[end - 1].end, {}});
  }

  // `n't`, `'s`, `++`, `#` behind a run; where it ends.
  std::size_t read_ending(std::size_t begin, std::size_t end) {
    WordPart& part = chain_.parts.back();
    if (is_apostrophe(chars_, end)) {
      const std::size_t suffix_end = run_end(chars_, end + 1);
      const std::string suffix = text_of(chars_, end + 1, std::min(suffix_end, end + 4));
      if (suffix == "s") return suffix_end;
      if (!is_letter(chars_, end - 1)) return end;
      for (const std::string_view contraction : {"t", "re", "ve", "ll", "d", "m"}) {
        if (suffix != contraction) continue;
        part.text += suffix;
        part.end = chars_[suffix_end - 1].end;
        return suffix_end;
      }
    }
    if (!is_letter(chars_, end - 1)) return end;
    const bool one_letter = end - begin == 1;
    if (is_code(chars_, end, U'+') && is_code(chars_, end + 1, U'+') && !is_code(chars_, end + 2, U'+')) {
      if (!one_letter) part.also.push_back(part.text);
      part.text += "++";
      part.end = chars_[end + 1].end;
      return end + 2;
    }
    if (one_letter && is_code(chars_, end, U'#') && !is_word(chars_, end + 1)) {
      part.text += '#';
      part.end = chars_[end].end;
      return end + 1;
    }
    return end;
  }

  // Typed in small letters, toYAML4HTML is `toyaml`, `4`, `html`: words that join stand as one beside their number.
  void name_words_beside_numbers(const WordRun& run) {
    const auto is_number = [this](std::size_t part) { return is_digit_text(chain_.parts[part].text); };
    for (std::size_t first = run.first_part, last = first; first <= run.last_part; first = last + 1) {
      for (last = first; !is_number(first) && last < run.last_part && !is_number(last + 1); ++last) {
      }
      if (last == first || (first == run.first_part && last == run.last_part)) continue;
      chain_.parts[last < run.last_part ? last : first].also.push_back(join(first, last));
    }
  }

  void name_dot_net(std::size_t begin, WordPart& part) {
    if (!is_code(chars_, begin - 1, U'.')) return;
    part.also = {".net"};
    if (begin >= 2 && is_word(chars_, begin - 2)) return;
    std::swap(part.also.front(), part.text);
    part.begin = chars_[begin - 1].begin;
  }

  // The start of the next run if a single connector stands at `end` of the run that began at `begin`; else `end`.
  std::size_t behind_connector(std::size_t begin, std::size_t end) const {
    std::size_t next = end + 1;
    if (is_code(chars_, end, U'_'))
      while (is_code(chars_, next, U'_')) ++next;
    if (!is_word(chars_, next) || end == 0) return end;
    const bool numbers = is_digit(chars_, end - 1) && is_digit(chars_, next);
    switch (chars_[end].code) {
      case U'_':
      case U'-':
      case U'‐':
      case U'&':
        return next;
      case U'.':
        return numbers ? end : next;
      case U',':
        return numbers && is_thousands(begin, end, next) ? next : end;
      default:
        return is_apostrophe(chars_, end) && is_letter(chars_, next) && is_letter(chars_, end - 1) ? next : end;
    }
  }

  bool is_thousands(std::size_t begin, std::size_t end, std::size_t next) const {
    const auto all_digits = [&](std::size_t from, std::size_t to) {
      return std::ranges::all_of(chars_.subspan(from, to - from),
                                 [](const FoldedChar& c) { return c.kind == CharKind::digit; });
    };
    return end - begin <= 3 && run_end(chars_, next) - next == 3 && all_digits(begin, end) &&
           all_digits(next, next + 3);
  }

  std::string join(std::size_t first, std::size_t last) const {
    std::string whole;
    if (last - first >= kMostPartsOfChain) return whole;
    for (std::size_t i = first; i <= last; ++i) whole += chain_.parts[i].text;
    return whole.size() <= kMostBytesOfWhole ? whole : std::string();
  }

  Chars chars_;
  WordChain& chain_;
};

}  // namespace

void read_chain(std::span<const FoldedChar> chars, std::size_t at, WordChain& chain) {
  ChainReader(chars, chain).read(at);
}

}  // namespace ai_memory
