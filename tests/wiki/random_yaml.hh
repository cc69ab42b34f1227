// Random front matter: mappings of all forms that people and programs write, whose parts are known.
#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace ai_memory::test {

// One entry of the mapping: key, ':', gap, value, behind, line end, below. Bytes that a change of the value keeps are
// key, gap and behind; all go when the entry is removed.
struct YamlEntryText {
  std::string key, gap, value, behind, below;
  bool keeps_blanks = false;  // blank lines that follow belong to the value: |+
  bool is_block = false;      // so do indented comments
  std::string text() const { return key + ":" + gap + value + behind + "\n" + below; }
};

class RandomYaml {
 public:
  explicit RandomYaml(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  const std::string& pick(const std::vector<std::string>& from) { return from[below(from.size())]; }

  // No key twice, but many that look like `tier`.
  std::string key() {
    static const std::vector<std::string> names = {
        "x-owner", "tiers", "Tier", "tier-2", "tier tier", "漢字", "a.b",      "a/b", "on", "0123",   "été",
        "k:v",     "-k",    "?k",   "tags",   "tier_",     "no",   "tier#tag", "C++", "🐘",  "e\u0301"};
    auto name = pick(names) + std::to_string(++keys_);
    switch (below(6)) {
      case 0:
        return "\"" + name + "\"";
      case 1:
        return "'" + name + "'";
      default:
        return name;
    }
  }

  // An entry that no edit of another may touch, be its key no text at all.
  YamlEntryText stranger(std::size_t indent = 0) {
    auto made = entry(key(), indent);
    if (!one_in(8)) return made;
    return {pick({"? q" + std::to_string(++keys_) + "\n", "~ ", "[a, b]", "{a: b}", "? [c]\n", "<<", "? |\n  a\n"}),
            " ", "{r: 1}", "", ""};
  }

  YamlEntryText entry(std::string key, std::size_t indent = 0) {
    YamlEntryText made;
    made.key = std::move(key) + (one_in(20) ? " " : "");
    made.gap = pick({" ", " ", " ", "  ", " \t", "\t"});
    made.behind = pick({"", "", "", "  ", "\t", " # remark", "\t# tier: x", " #", "  # it's \"odd\": [", " # 漢"});
    const std::string in(indent + 2, ' ');
    switch (below(12)) {
      case 0:
        empty(made);
        break;
      case 1:
        made.value = pick({"|", ">", "|-", ">+", "|+", ">-", "|2", ">2-"});
        made.keeps_blanks = made.value.find('+') != made.value.npos;
        made.is_block = true;
        made.below = scalar_lines(in);
        break;
      case 2:
        block_of(made, in, [&] { return "- " + item() + "\n"; });
        break;
      case 3:
        block_of(made, in, [&] { return nested(in); });
        break;
      case 4:
        made.value = one_in(2) ? "[" + flow(in) + "]" : "{" + flow_map(in) + "}";
        break;
      case 5:
        made.value = pick({"\"two\n" + in + "lines # x\"", "'it''s\n\n" + in + "# so'",
                           "one\n" + in + "two\n" + in + "three", "\"a \\\n" + in + "b\"", "plain\n\n" + in + "more"});
        break;
      case 6:
        made.value = pick({"!!str ", "&a" + std::to_string(++keys_) + " ", "!local "}) + pick({"12", "text", "'q'"});
        break;
      default:
        made.value = item();
    }
    return made;
  }

  // Comments and blank lines that may stand behind `before`.
  std::string filler(const YamlEntryText& before) {
    std::string text;
    for (auto n = one_in(2) ? 0 : below(3); n > 0; --n) {
      const bool blank = !before.keeps_blanks && one_in(3);
      const bool indented = !before.is_block && before.value.find('\n') == before.value.npos && one_in(4);
      text += blank ? pick({"\n", "\n", "  \n"})
                    : (indented ? "   " : "") + pick({"# tier: old\n", "#\n", "# - x: [\n", "#x\n"});
    }
    return text;
  }

 private:
  std::string item() {
    return pick(
        {"x",       "0123",    "no",      "~x",          "2026-05-26", "12:30:45",       "a#b",   "http://x/#y", "it's",
         "a \"b\"", "'it''s'", "'# not'", "\"\\\" # \"", "\"a: b\"",   "\"\\u6f22\\n\"", "'- a'", "漢字 かな",   "🐘",
         "1.10",    "C:\\x",   "-x",      ":x",          "?x",         "tier",           "[]",    "{}",          "null",
         "a,b",     "a]",      "b}"});
  }

  void empty(YamlEntryText& made) {
    made.gap.clear();
    if (!made.behind.empty() && made.behind[0] == '#') made.behind = " " + made.behind;
  }

  std::string scalar_lines(const std::string& in) {
    std::string text = in + "first: line\n";
    for (auto n = below(4); n > 0; --n)
      text += pick({in + "# no remark\n", in + "tier: x\n", "\n", in + "  deeper\n", in + "- a\n"});
    return text + in + "last\n";
  }

  template <class Line>
  void block_of(YamlEntryText& made, const std::string& in, Line line) {
    made.gap.clear();
    if (made.behind.find('#') == made.behind.npos) made.behind.clear();
    made.is_block = true;
    for (auto n = 1 + below(3); n > 0; --n) {
      if (one_in(4)) made.below += pick({in + "# within\n", "\n", in + "# tier: x\n"});
      made.below += in + line();
    }
  }

  // One line of a nested map, and what is below it.
  std::string nested(const std::string& in) {
    const std::string name = one_in(4) ? "'q r'" : pick({"tier", "deep", "x y"}) + std::to_string(++keys_);
    switch (below(4)) {
      case 0:
        return name + ":\n" + in + "  - a # one\n" + in + "  - {b: c}\n";
      case 1:
        return name + ": |\n" + in + "  text\n\n" + in + "  # text\n";
      default:
        return name + ": " + item() + "\n";
    }
  }

  std::string flow(const std::string& in) {
    return pick({"a, b", "", "'x, y', \"]\"", "a,\n" + in + "b # ]\n" + in, "[a, [b]], {c: d}",
                 "2026, # one\n\n" + in + "no\n"});
  }
  std::string flow_map(const std::string& in) {
    return pick({"a: b", "", "a: 'x}', tier: y", "a: [b, c],\n" + in + "d: e", "\"q\": 1, 'r': # }\n" + in + "2"});
  }

  std::mt19937 random_;
  std::size_t keys_ = 0;
};

}  // namespace ai_memory::test
