#include "index/glossary.hh"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <sys/mman.h>
#include <sys/stat.h>
#include <utility>
#include <zlib.h>

#include "index/glossary_layout.hh"
#include "index/unicode.hh"
#include "wiki/error.hh"
#include "wiki/work_tree.hh"

namespace ai_memory {
namespace {

using glossary::Entry;
using glossary::Header;

// What a character costs that no word takes; a word costs about 1.
constexpr double kHan = 3, kKatakana = 2.2, kHiragana = 0.7, kDigit = 0.3;

const Header& header(const char* bytes) { return *reinterpret_cast<const Header*>(bytes); }

bool is_japanese(CharKind kind) {
  return kind == CharKind::han || kind == CharKind::hiragana || kind == CharKind::katakana;
}

// Hiragana is mostly particles and endings: nothing is missed where it has no word.
bool counts(CharKind kind) { return kind == CharKind::han || kind == CharKind::katakana; }

double cost_alone(CharKind kind) {
  switch (kind) {
    case CharKind::han:
      return kHan;
    case CharKind::katakana:
      return kKatakana;
    case CharKind::hiragana:
      return kHiragana;
    default:
      return kDigit;
  }
}

}  // namespace

// Glosses one text.
class Glosser {
 public:
  Glosser(const Glossary& glossary, std::string_view text) : glossary_(glossary), text_(text) { fold(text, chars_); }

  Glossed gloss() {
    for (std::size_t at = 0; at < chars_.size();) {
      if (!begins_run(at)) {
        keep(at++);
        continue;
      }
      std::size_t end = at;
      while (end < chars_.size() && (is_japanese(chars_[end].kind) || chars_[end].kind == CharKind::digit)) ++end;
      gloss_run(at, end);
      at = end;
    }
    glossed_.known = all_ ? static_cast<double>(known_) / static_cast<double>(all_) : 1;
    return std::move(glossed_);
  }

 private:
  struct Step {
    double cost = std::numeric_limits<double>::infinity();
    std::size_t from = 0;
    std::size_t word = kNone;
  };
  static constexpr std::size_t kNone = SIZE_MAX;

  // A number belongs to the Japanese behind it (５月 is May), but not the digits of `utf8`.
  bool begins_run(std::size_t at) const {
    if (is_japanese(chars_[at].kind)) return true;
    if (chars_[at].kind != CharKind::digit || (at > 0 && chars_[at - 1].kind == CharKind::letter)) return false;
    while (at < chars_.size() && chars_[at].kind == CharKind::digit) ++at;
    return at < chars_.size() && is_japanese(chars_[at].kind);
  }

  void say(std::string_view words) {
    if (!glossed_.text.empty() && glossed_.text.back() != ' ' && glossed_.text.back() != '\n') glossed_.text += ' ';
    glossed_.text += words;
    glossed_.text += ' ';
  }

  // One character as it is written; several folded ones can come from one.
  void keep(std::size_t at) {
    if (chars_[at].kind == CharKind::hangul || chars_[at].kind == CharKind::thai) ++all_;
    if (at > 0 && chars_[at].begin == chars_[at - 1].begin) return;
    const std::string_view written = text_.substr(chars_[at].begin, chars_[at].end - chars_[at].begin);
    if (written == "。")
      glossed_.text += ". ";
    else if (written == "、")
      glossed_.text += ", ";
    else
      glossed_.text += written;
  }

  void gloss_run(std::size_t begin, std::size_t end);
  void extend(std::size_t at, std::size_t begin, std::size_t end);

  const Glossary& glossary_;
  std::string_view text_;
  std::vector<FoldedChar> chars_;
  std::vector<Step> steps_;  // how each place of the run is reached
  std::string prefix_;
  Glossed glossed_;
  std::size_t known_ = 0, all_ = 0;
};

// Reaches what one character or one word beginning at `at` leads to.
void Glosser::extend(std::size_t at, std::size_t begin, std::size_t end) {
  const double cost = steps_[at - begin].cost;
  const auto reach = [&](std::size_t to, double more, std::size_t word) {
    Step& step = steps_[to - begin];
    if (cost + more < step.cost - 1e-9) step = {cost + more, at, word};
  };
  reach(at + 1, cost_alone(chars_[at].kind), kNone);
  const std::size_t longest = std::min<std::size_t>(end, at + header(glossary_.bytes_).longest);
  prefix_.clear();
  // Words are sorted: those that begin with the characters so far lie side by side.
  std::size_t first = 0, last = glossary_.words();
  for (std::size_t to = at; to < longest && first < last; ++to) {
    append_utf8(prefix_, chars_[to].code);
    const auto lower = [&](std::size_t from, std::size_t until, auto before) {
      while (from < until) {
        const std::size_t middle = from + (until - from) / 2;
        if (before(glossary_.word(middle).text))
          from = middle + 1;
        else
          until = middle;
      }
      return from;
    };
    first = lower(first, last, [&](std::string_view word) { return word < prefix_; });
    last = lower(first, last, [&](std::string_view word) { return word.substr(0, prefix_.size()) <= prefix_; });
    if (first >= last) break;
    const auto word = glossary_.word(first);
    if (word.text == prefix_) reach(to + 1, word.cost, first);
  }
}

void Glosser::gloss_run(std::size_t begin, std::size_t end) {
  steps_.assign(end - begin + 1, {});
  steps_[0].cost = 0;
  for (std::size_t at = begin; at < end; ++at) extend(at, begin, end);
  std::vector<std::size_t> places;  // where each word or lone character ends, last first
  for (std::size_t at = end; at > begin; at = steps_[at - begin].from) places.push_back(at);
  std::size_t from = begin;
  for (auto place = places.rbegin(); place != places.rend(); from = *place++) {
    const std::size_t word = steps_[*place - begin].word;
    for (std::size_t at = from; at < *place; ++at) {
      if (!counts(chars_[at].kind)) continue;
      ++all_;
      if (word != kNone) ++known_;
    }
    if (word != kNone && !glossary_.word(word).english.empty()) say(glossary_.word(word).english);
    if (word == kNone && chars_[from].kind == CharKind::digit) keep(from);
  }
}

Glossary::Glossary(Glossary&& other) noexcept : bytes_(std::exchange(other.bytes_, nullptr)), size_(other.size_) {}

Glossary::~Glossary() {
  if (bytes_) ::munmap(const_cast<char*>(bytes_), size_);
}

Glossary Glossary::open(const std::filesystem::path& file) {
  const FileDescriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info {};
  if (!opened.open() || ::fstat(opened.get(), &info) != 0) throw_errno(file.string());
  Glossary glossary;
  glossary.size_ = static_cast<std::size_t>(info.st_size);
  void* const bytes = glossary.size_ < sizeof(Header)
                          ? MAP_FAILED
                          : ::mmap(nullptr, glossary.size_, PROT_READ, MAP_PRIVATE, opened.get(), 0);
  if (bytes != MAP_FAILED) glossary.bytes_ = static_cast<const char*>(bytes);
  glossary.check(file.string());
  return glossary;
}

void Glossary::check(const std::string& name) const {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::failed, name + ": " + why, "make it anew: ai-memory embed --install /usr/share/edict/edict");
  };
  if (!bytes_ || std::memcmp(header(bytes_).magic, glossary::kMagic, sizeof glossary::kMagic) != 0)
    refuse("is no glossary of ai-memory");
  if (header(bytes_).version != glossary::kVersion)
    refuse("has version " + std::to_string(header(bytes_).version) + ", not " + std::to_string(glossary::kVersion));
  if (header(bytes_).size != size_ || (size_ - sizeof(Header)) / sizeof(std::uint32_t) < words())
    refuse("is cut short");
}

Glossed Glossary::english(std::string_view text) const { return Glosser(*this, text).gloss(); }

std::size_t Glossary::words() const { return header(bytes_).entries; }

Glossary::Word Glossary::word(std::size_t index) const {
  std::uint32_t at = 0;
  std::memcpy(&at, bytes_ + sizeof(Header) + index * sizeof at, sizeof at);
  Entry entry{};
  if (at > size_ || size_ - at < sizeof entry) return {};
  std::memcpy(&entry, bytes_ + at, sizeof entry);
  const std::size_t rest = size_ - at - sizeof entry;
  if (rest < std::size_t{entry.word} + entry.english) return {};
  const char* const text = bytes_ + at + sizeof entry;
  return {{text, entry.word}, {text + entry.word, entry.english}, entry.cost / glossary::kCostUnit};
}

std::string Glossary::damage() const {
  const auto* content = reinterpret_cast<const Bytef*>(bytes_ + sizeof(Header));
  const auto sum = ::crc32(0, content, static_cast<uInt>(size_ - sizeof(Header)));
  return sum == header(bytes_).checksum ? std::string() : "its bytes are not those that were written";
}

}  // namespace ai_memory
