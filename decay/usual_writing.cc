#include <string>

#include "decay/difference_wording.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

bool is_ascii_word(char c) { return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); }

// The ASCII character that a full-width one (U+FF01 … U+FF5E) is; 0 for other text.
char narrow(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xef') return 0;
  const auto second = static_cast<unsigned char>(text[1]), third = static_cast<unsigned char>(text[2]);
  if (second != 0xbc && second != 0xbd) return 0;
  const unsigned code = 0xf000U | (second & 0x3fU) << 6 | (third & 0x3fU);
  return code >= 0xff01 && code <= 0xff5e ? static_cast<char>(code - 0xff01 + '!') : '\0';
}

// Of one line, or the part of it between two pieces of code.
class Writer {
 public:
  explicit Writer(std::string_view line) : rest_(line) {}

  std::string write() {
    bool code = false;
    while (!rest_.empty()) {
      if (rest_[0] == '`') code = !code;
      if (code || !write_other()) take(std::string_view(rest_).substr(0, 1), 1);
    }
    return std::move(out_);
  }

 private:
  bool take(std::string_view as, std::size_t size) {
    out_ += as;
    rest_.remove_prefix(size);
    return true;
  }

  bool behind_word() const { return !out_.empty() && is_ascii_word(out_.back()); }
  static bool begins_word(std::string_view text) {
    if (text.empty()) return false;
    const char c = narrow(text);
    return is_ascii_word(c != 0 ? c : text[0]);
  }

  // Whether the next character is one that has another usual form, which is then written.
  bool write_other() {
    if (rest_.starts_with("\xe3\x80\x80")) return take(out_.empty() ? "" : " ", 3);
    for (const std::string_view mark : {"“", "”", "„", "‟", "＂"})
      if (rest_.starts_with(mark)) return take("\"", mark.size());
    for (const std::string_view mark : {"‘", "’", "‛", "ʼ", "＇"})
      if (rest_.starts_with(mark)) return take("'", mark.size());
    const char c = narrow(rest_);
    if ((rest_[0] == '&' || c == '&') && (out_.empty() || out_.back() == ' ')) {
      const std::size_t size = c == '&' ? 3 : 1;
      if (rest_.size() > size && rest_[size] == ' ') return take("and", size);
    }
    if (c == 0) return false;
    const std::string_view narrowed(&c, 1);
    if (is_ascii_word(c)) return take(narrowed, 3);
    const bool within = behind_word() && begins_word(rest_.substr(3));
    if (within && std::string_view("./:-,%@_+=").find(c) != std::string_view::npos) return take(narrowed, 3);
    if (c == '%' && behind_word()) return take(narrowed, 3);
    if (c == '.') return take("。", 3);
    if (c == ',') return take("、", 3);
    return false;
  }

  std::string_view rest_;
  std::string out_;
};

}  // namespace

std::string usual_writing(std::string_view body) {
  std::string out;
  out.reserve(body.size());
  bool fenced = false;
  for (std::size_t begin = 0; begin < body.size();) {
    const Line at = line_at(body, begin);
    const auto line = at.of(body);
    const auto text = trim(line);
    const bool fence = text.starts_with("```") || text.starts_with("~~~");
    if (fence) fenced = !fenced;
    out += fence || fenced ? std::string(line) : Writer(line).write();
    out += body.substr(at.end, at.next - at.end);
    begin = at.next;
  }
  return out;
}

}  // namespace ai_memory
