#include "index/minilm/word_pieces.hh"

#include <algorithm>
#include <array>
#include <string>
#include <utf8proc.h>

namespace ai_memory::minilm {
namespace {

constexpr std::size_t kMaxLetters = 100;

bool is_space(utf8proc_int32_t c, utf8proc_category_t kind) {
  return c == '\t' || c == '\n' || c == '\r' || kind == UTF8PROC_CATEGORY_ZS || kind == UTF8PROC_CATEGORY_ZL ||
         kind == UTF8PROC_CATEGORY_ZP;
}

bool is_left_out(utf8proc_int32_t c, utf8proc_category_t kind) {
  return c == 0xfffd || kind == UTF8PROC_CATEGORY_CC || kind == UTF8PROC_CATEGORY_CF || kind == UTF8PROC_CATEGORY_CS ||
         kind == UTF8PROC_CATEGORY_CO || kind == UTF8PROC_CATEGORY_CN;
}

bool is_punctuation(utf8proc_int32_t c, utf8proc_category_t kind) {
  const bool ascii = (c >= 33 && c <= 47) || (c >= 58 && c <= 64) || (c >= 91 && c <= 96) || (c >= 123 && c <= 126);
  return ascii || (kind >= UTF8PROC_CATEGORY_PC && kind <= UTF8PROC_CATEGORY_PO);
}

// Those that BERT sets apart: Han, not kana.
bool is_ideograph(utf8proc_int32_t c) {
  constexpr std::array<std::pair<utf8proc_int32_t, utf8proc_int32_t>, 8> kRanges = {{{0x4e00, 0x9fff},
                                                                                     {0x3400, 0x4dbf},
                                                                                     {0x20000, 0x2a6df},
                                                                                     {0x2a700, 0x2b73f},
                                                                                     {0x2b740, 0x2b81f},
                                                                                     {0x2b820, 0x2ceaf},
                                                                                     {0xf900, 0xfaff},
                                                                                     {0x2f800, 0x2fa1f}}};
  return std::any_of(kRanges.begin(), kRanges.end(), [c](auto range) { return c >= range.first && c <= range.second; });
}

class Cutter {
 public:
  Cutter(const Model& model, std::size_t limit)
      : model_(model), limit_(limit), unknown_(model.piece("[UNK]").value_or(0)) {}

  bool full() const { return pieces_.size() >= limit_; }
  void letter(utf8proc_int32_t c, std::size_t begin, std::size_t end);
  void end_word();
  std::vector<Piece> take() { return std::move(pieces_); }

 private:
  const Model& model_;
  std::size_t limit_;
  int unknown_;
  std::string word_;
  std::vector<std::size_t> starts_;  // of its letters
  std::size_t begin_ = 0, end_ = 0;
  std::vector<Piece> pieces_;
};

// Its canonical parts without marks, in lower case.
void Cutter::letter(utf8proc_int32_t c, std::size_t begin, std::size_t end) {
  std::array<utf8proc_int32_t, 32> parts;
  int boundary = 0;
  const auto count = utf8proc_decompose_char(c, parts.data(), static_cast<utf8proc_ssize_t>(parts.size()),
                                             UTF8PROC_DECOMPOSE, &boundary);
  if (word_.empty()) begin_ = begin;
  end_ = end;
  for (utf8proc_ssize_t i = 0; i < std::min<utf8proc_ssize_t>(count, static_cast<utf8proc_ssize_t>(parts.size()));
       ++i) {
    const auto part = parts[static_cast<std::size_t>(i)];
    if (utf8proc_category(part) == UTF8PROC_CATEGORY_MN) continue;
    std::array<utf8proc_uint8_t, 4> bytes;
    const auto length = utf8proc_encode_char(utf8proc_tolower(part), bytes.data());
    starts_.push_back(word_.size());
    word_.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(length));
  }
}

void Cutter::end_word() {
  const std::size_t before = pieces_.size();
  bool known = starts_.size() <= kMaxLetters;
  starts_.push_back(word_.size());
  for (std::size_t first = 0; known && first + 1 < starts_.size();) {
    std::size_t last = starts_.size() - 1;
    std::optional<int> id;
    for (; last > first; --last) {
      const auto text = std::string_view(word_).substr(starts_[first], starts_[last] - starts_[first]);
      id = first == 0 ? model_.piece(text) : model_.piece("##" + std::string(text));
      if (id) break;
    }
    known = id.has_value();
    if (known) pieces_.push_back({*id, begin_, end_});
    first = last;
  }
  if (!known) {
    pieces_.resize(before);
    pieces_.push_back({unknown_, begin_, end_});
  }
  if (pieces_.size() > limit_) pieces_.resize(limit_);
  word_.clear();
  starts_.clear();
}

}  // namespace

std::vector<Piece> word_pieces(const Model& model, std::string_view text, std::size_t limit) {
  Cutter cutter(model, limit);
  std::size_t at = 0;
  while (at < text.size() && !cutter.full()) {
    utf8proc_int32_t c = -1;
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at),
                                         static_cast<utf8proc_ssize_t>(text.size() - at), &c);
    const std::size_t begin = at;
    at += length > 0 ? static_cast<std::size_t>(length) : 1;
    if (length <= 0) continue;
    const auto kind = utf8proc_category(c);
    if (is_space(c, kind)) {
      cutter.end_word();
    } else if (is_left_out(c, kind)) {
      continue;
    } else if (is_ideograph(c) || is_punctuation(c, kind)) {
      cutter.end_word();
      cutter.letter(c, begin, at);
      cutter.end_word();
    } else {
      cutter.letter(c, begin, at);
    }
  }
  cutter.end_word();
  return cutter.take();
}

}  // namespace ai_memory::minilm
