#include "index/edict.hh"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iconv.h>
#include <zlib.h>

#include "index/glossary_layout.hh"
#include "index/unicode.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

using glossary::Entry;
using glossary::Header;

constexpr std::size_t kLongestWord = 14, kMostWords = 4, kMostGlosses = 2, kMostBytes = 120;
// How likely a word is meant: entries marked (P) are the common ones; computing terms are likelier here than elsewhere.
constexpr double kCommon = 2, kComputing = 1.5, kOrdinary = 1, kUnusual = 0;
constexpr double kForm = -0.3, kInKana = -0.5, kAffix = -0.5;
constexpr double kNearlyAsLikely = 0.6;
constexpr std::string_view kCredit =
    "EDICT and COMPDIC, property of the Electronic Dictionary Research and Development Group, used in conformance with "
    "the Group's licence: Creative Commons Attribution-ShareAlike 3.0";

// Words that help to tell where others end, and say nothing.
constexpr std::array<std::string_view, 18> kSilent = {
    "できる", "ところ", "について", "として",     "という", "により", "による",   "によって", "ように",
    "ような", "くらい", "ために",   "どのくらい", "しない", "すぐに", "ところが", "何",       "私"};

constexpr std::array<std::string_view, 6> kLeftOut = {"arch", "obs", "obsc", "rare", "vulg", "derog"};
constexpr std::array<std::string_view, 7> kIrregular = {"ik", "iK", "io", "oK", "ok", "sl", "m-sl"};
constexpr std::array<std::string_view, 9> kAffixes = {"suf", "pref", "n-suf", "n-pref", "ctr",
                                                      "aux", "prt",  "int",   "conj"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// The last syllable of a verb in its dictionary form, and what stands there in its other forms.
struct Row {
  std::string_view tag, last;
  std::array<std::string_view, 5> forms;
};
constexpr std::array<Row, 10> kRows = {{{"v5k-s", "く", {"き", "か", "け", "こ", "っ"}},
                                        {"v5k", "く", {"き", "か", "け", "こ", "い"}},
                                        {"v5g", "ぐ", {"ぎ", "が", "げ", "ご", "い"}},
                                        {"v5s", "す", {"し", "さ", "せ", "そ", "し"}},
                                        {"v5t", "つ", {"ち", "た", "て", "と", "っ"}},
                                        {"v5n", "ぬ", {"に", "な", "ね", "の", "ん"}},
                                        {"v5b", "ぶ", {"び", "ば", "べ", "ぼ", "ん"}},
                                        {"v5m", "む", {"み", "ま", "め", "も", "ん"}},
                                        {"v5r", "る", {"り", "ら", "れ", "ろ", "っ"}},
                                        {"v5u", "う", {"い", "わ", "え", "お", "っ"}}}};

// The stems that a word's other forms begin with.
std::vector<std::string> stems(const std::string& word, const std::vector<std::string>& tags) {
  std::vector<std::string> found;
  const auto add = [&](std::string_view last, std::string_view instead) {
    if (word.size() <= last.size() || !word.ends_with(last)) return;
    found.push_back(word.substr(0, word.size() - last.size()) + std::string(instead));
  };
  for (const std::string& tag : tags) {
    if (tag == "v1" || tag == "v1-s") add("る", "");
    if (tag.starts_with("adj-i"))
      for (const char* form : {"く", "か", "け", "さ"}) add("い", form);
    if (tag == "vs-i") add("する", "し");
    const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& one) { return tag.starts_with(one.tag); });
    if (row == kRows.end()) continue;
    for (const std::string_view form : row->forms) add(row->last, form);
  }
  return found;
}

struct DictionaryLine {
  std::string word;
  std::vector<std::string> readings;
  bool common = false;
  std::vector<std::string> tags;  // of the first meaning
  std::string english;            // of the first meaning, the first words that are few
};

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(at, begin), text.size());
    if (end > begin) parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// Takes "(n,vs) (comp) " off the front; true if "(2)" or later was there.
bool take_tags(std::string& text, std::vector<std::string>& tags) {
  bool later = false;
  while (text.starts_with('(')) {
    const std::size_t close = text.find(')');
    if (close == std::string::npos) break;
    const std::string inner = text.substr(1, close - 1);
    const bool number = inner.find_first_not_of("0123456789") == std::string::npos;
    if (!number && inner.find_first_of(" .'\"") != std::string::npos) break;  // an explanation
    if (number)
      later = later || inner != "1";
    else
      for (std::string& tag : split(inner, ',')) tags.push_back(std::move(tag));
    text.erase(0, std::min(text.find_first_not_of(' ', close + 1), text.size()));
  }
  return later;
}

// Without explanations in brackets and the "to" of verbs.
std::string plain(const std::string& gloss) {
  std::string text;
  int depth = 0;
  for (const char c : gloss) {
    if (c == '(') ++depth;
    if (depth == 0 && c != '~') text += c;
    if (c == ')' && depth > 0) --depth;
  }
  std::string words;
  for (const std::string& word : split(text, ' ')) {
    if (word == "..." || (words.empty() && word == "to")) continue;
    words += (words.empty() ? "" : " ") + word;
  }
  return words;
}

std::string first_words(const std::string& text, std::size_t most) {
  std::string words;
  for (const std::string& word : split(text, ' ')) {
    if (most-- == 0 || words.size() + word.size() >= kMostBytes) break;
    words += (words.empty() ? "" : " ") + word;
  }
  return words;
}

// "戻す [もどす] /(v5s,vt) (1) to put back/to return/(2) to vomit/(P)/"
DictionaryLine read_line(const std::string& line) {
  DictionaryLine read;
  const std::size_t slash = line.find(" /");
  if (slash == std::string::npos) return read;
  const std::string head = line.substr(0, slash);
  const std::size_t bracket = head.find(" [");
  read.word = head.substr(0, bracket);
  if (bracket != std::string::npos && head.ends_with(']'))
    read.readings = split(std::string_view(head).substr(bracket + 2, head.size() - bracket - 3), ';');
  bool first_meaning = true;
  std::string longer;
  for (std::string gloss : split(std::string_view(line).substr(slash + 2), '/')) {
    if (gloss == "(P)") read.common = true;
    if (gloss == "(P)" || !first_meaning) continue;
    std::vector<std::string> tags;
    if (take_tags(gloss, tags)) {
      first_meaning = false;
      continue;
    }
    read.tags.insert(read.tags.end(), tags.begin(), tags.end());
    const std::string words = plain(gloss);
    if (longer.empty()) longer = words;
    if (read.english.empty() && split(words, ' ').size() <= kMostWords) read.english = first_words(words, kMostWords);
  }
  if (read.english.empty()) read.english = first_words(longer, kMostWords);
  return read;
}

double likelihood(const DictionaryLine& line, bool computing) {
  double value = computing ? kComputing : kOrdinary;
  for (const std::string& tag : line.tags)
    if (is_one_of(kIrregular, tag)) value = kUnusual;
  if (line.common) value = kCommon;
  const bool affix = !line.tags.empty() && std::all_of(line.tags.begin(), line.tags.end(),
                                                       [](const auto& tag) { return is_one_of(kAffixes, tag); });
  return value + (affix ? kAffix : 0);
}

// A word as it is looked for; empty: it never is.
struct Key {
  std::string text;
  std::size_t characters = 0;
  bool hiragana = true;  // nothing else
};

Key key_of(std::string_view word) {
  std::vector<FoldedChar> chars;
  fold(word, chars);
  Key key;
  bool digits = true, katakana = true;
  for (const FoldedChar& c : chars) {
    if (c.kind == CharKind::other) continue;  // the dot between the parts of a foreign name
    if (key.text.empty() && c.kind == CharKind::letter) return {};
    append_utf8(key.text, c.code);
    ++key.characters;
    digits = digits && c.kind == CharKind::digit;
    katakana = katakana && c.kind == CharKind::katakana;
    key.hiragana = key.hiragana && c.kind == CharKind::hiragana;
  }
  if (digits || key.characters > kLongestWord || (katakana && key.characters == 1)) return {};
  return key;
}

struct Candidate {
  Key key;
  double likely = 0;
  std::string english;
};

void add_candidates(const DictionaryLine& line, bool computing, std::vector<Candidate>& all) {
  if (line.word.empty() || line.english.empty()) return;
  if (!line.common &&
      std::any_of(line.tags.begin(), line.tags.end(), [](const auto& tag) { return is_one_of(kLeftOut, tag); }))
    return;
  const double likely = likelihood(line, computing);
  const auto add = [&](const std::string& word, double how_likely) {
    constexpr double kLeastInHiragana = 1.2;  // rare ones are found where no word is
    Key key = key_of(word);
    if (key.text.empty() || (key.hiragana && (key.characters < 3 || how_likely < kLeastInHiragana))) return;
    all.push_back({std::move(key), how_likely, line.english});
  };
  std::vector<std::pair<std::string, double>> words = {{line.word, likely}};
  if (line.common && std::find(line.tags.begin(), line.tags.end(), "uk") != line.tags.end())
    for (const std::string& reading : line.readings) words.emplace_back(reading, likely + kInKana);
  for (const auto& [word, how_likely] : words) {
    add(word, how_likely);
    for (const std::string& stem : stems(word, line.tags)) add(stem, how_likely + kForm);
  }
}

// From `first` on, candidates of one word, likeliest first.
std::string english_of(const std::vector<Candidate>& all, std::size_t first, std::size_t last) {
  if (is_one_of(kSilent, all[first].key.text)) return "";
  std::vector<std::string> glosses;
  for (std::size_t i = first; i < last && glosses.size() < kMostGlosses; ++i) {
    if (all[i].likely <= all[first].likely - kNearlyAsLikely) break;
    if (std::find(glosses.begin(), glosses.end(), all[i].english) == glosses.end()) glosses.push_back(all[i].english);
  }
  std::string english;
  for (const std::string& gloss : glosses) english += (english.empty() ? "" : " ") + gloss;
  return english;
}

double cost_of(const Candidate& candidate) {
  constexpr double kWord = 1, kUnlikely = 0.35, kOneCharacter = 0.5, kHiragana = 0.3;
  return kWord + kUnlikely * (kCommon - candidate.likely) + (candidate.key.characters == 1 ? kOneCharacter : 0) +
         (candidate.key.hiragana ? kHiragana : 0);
}

void append_value(std::string& bytes, const auto& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string written(const std::vector<Candidate>& all) {
  std::string offsets, entries;
  std::vector<std::uint32_t> places;
  std::size_t longest = 0;
  for (std::size_t first = 0; first < all.size();) {
    std::size_t last = first;
    while (last < all.size() && all[last].key.text == all[first].key.text) ++last;
    const std::string english = english_of(all, first, last);
    places.push_back(static_cast<std::uint32_t>(entries.size()));
    append_value(entries,
                 Entry{static_cast<std::uint8_t>(all[first].key.text.size()), static_cast<std::uint8_t>(english.size()),
                       static_cast<std::uint8_t>(std::lround(cost_of(all[first]) * glossary::kCostUnit))});
    entries += all[first].key.text + english;
    longest = std::max(longest, all[first].key.characters);
    first = last;
  }
  const std::size_t before = sizeof(Header) + places.size() * sizeof(std::uint32_t);
  for (const std::uint32_t place : places) append_value(offsets, static_cast<std::uint32_t>(before + place));
  const std::string content = offsets + entries + std::string(kCredit) + "\n";
  Header header{};
  std::memcpy(header.magic, glossary::kMagic, sizeof header.magic);
  header.version = glossary::kVersion;
  header.entries = static_cast<std::uint32_t>(places.size());
  header.size = sizeof header + content.size();
  header.checksum = static_cast<std::uint32_t>(
      ::crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())));
  header.longest = static_cast<std::uint32_t>(longest);
  std::string file;
  append_value(file, header);
  return file + content;
}

class EucJp {
 public:
  EucJp() : handle_(::iconv_open("UTF-8", "EUC-JP")) {
    if (handle_ == reinterpret_cast<iconv_t>(-1))
      throw Error(ErrorKind::failed, "EUC-JP: this system cannot read it", "install the C library's gconv modules");
  }
  EucJp(const EucJp&) = delete;
  EucJp& operator=(const EucJp&) = delete;
  ~EucJp() { ::iconv_close(handle_); }

  // Empty if the bytes are no EUC-JP.
  std::string utf8(std::string_view bytes) {
    std::string in(bytes), out(bytes.size() * 3 + 4, '\0');
    char *from = in.data(), *to = out.data();
    std::size_t left = in.size(), room = out.size();
    ::iconv(handle_, nullptr, nullptr, nullptr, nullptr);
    if (::iconv(handle_, &from, &left, &to, &room) == static_cast<std::size_t>(-1)) return "";
    out.resize(out.size() - room);
    return out;
  }

 private:
  iconv_t handle_;
};

}  // namespace

// Its first entry, by which the group's files can be told: 　？？？ in EUC-JP.
bool is_edict(std::string_view text) { return text.starts_with("\xa1\xa1\xa1\xa9\xa1\xa9\xa1\xa9"); }

std::string convert_edict(const std::vector<std::string>& dictionaries) {
  EucJp euc_jp;
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < dictionaries.size(); ++i)
    for (const std::string& line : split(dictionaries[i], '\n'))
      add_candidates(read_line(euc_jp.utf8(line)), i > 0, all);
  if (all.empty()) throw Error(ErrorKind::failed, "no entry of a dictionary in EDICT's format was found");
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    return a.key.text != b.key.text ? a.key.text < b.key.text : a.likely > b.likely;
  });
  return written(all);
}

}  // namespace ai_memory
