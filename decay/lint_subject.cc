#include "decay/lint_subject.hh"

#include <algorithm>

#include "decay/difference_words.hh"
#include "decay/lint_words.hh"

namespace ai_memory {
namespace {

bool is_ascii(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// "hosting" and "hosted"; of scripts without spaces, one within the other: 保存 and 保存期間.
bool are_related(std::string_view a, std::string_view b) {
  if (a == b) return true;
  if (!is_ascii(a) || !is_ascii(b)) return a.find(b) != a.npos || b.find(a) != b.npos;
  constexpr std::size_t kStem = 4;
  const auto same = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin()).first -
      a.begin());
  return same >= kStem && same + kStem >= std::max(a.size(), b.size());
}

struct Apart {
  std::size_t words = 0;
  bool setting = false;
};

// Whether both sentences name a thing of which there is one: `shop-1`, /srv/scans, the database.
bool name_one_thing(const Statement& left, const Statement& right) {
  const auto is_name = [](TokenKind kind) {
    switch (kind) {
      case TokenKind::identifier:
      case TokenKind::path:
      case TokenKind::file:
      case TokenKind::url:
      case TokenKind::email:
      case TokenKind::mention:
        return true;
      default:
        return false;
    }
  };
  const auto is_there = [&](const Unit* unit) {
    return is_name(unit->token) &&
           std::any_of(right.tokens.begin(), right.tokens.end(), [&](const Unit* other) { return *other == *unit; });
  };
  return std::any_of(left.tokens.begin(), left.tokens.end(), is_there) ||
         (left.words.count("database") > 0 && right.words.count("database") > 0);
}

bool share(const Words& a, const Words& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& word) { return b.count(word) > 0; });
}

// "Environment of the web" beside "Where the database is": the web is no other database. But "the web" and "mobile" set
// two pages apart, as "internal database" and "database" do.
bool is_only_a_part(std::string_view word, const Statement& here, const Statement& there, const Words& agreeing) {
  return is_part_of_whole(word) && !share(here.about, agreeing) &&
         std::none_of(there.about.begin(), there.about.end(), is_setting) && name_one_thing(here, there);
}

// What the page of `here` is about and that of `there` is not, nor the sentence.
Apart apart(const Statement& here, const Statement& there, const Words& agreeing) {
  Apart found;
  for (const std::string& word : here.about) {
    if (there.about.count(word) > 0) continue;
    const auto is_here = [&](const std::string& each) { return are_related(word, each); };
    const bool setting = is_setting(word) && !is_only_a_part(word, here, there, agreeing);
    if (setting || word.starts_with('='))
      found.setting = found.setting || agreeing.count(word) == 0;
    else if (!is_topic_word(word) && std::none_of(agreeing.begin(), agreeing.end(), is_here))
      ++found.words;
  }
  return found;
}

// "Thesis" and "Deadlines" of "the thesis is due on": a title of the sentence, the other one of what is said of it.
bool is_title_of(const Statement& left, const Statement& right, const Words& agreeing) {
  return !left.about.empty() && !right.about.empty() && (share(left.about, agreeing) || share(right.about, agreeing));
}

}  // namespace

bool are_told_apart(const Statement& left, const Statement& right, const Words& agreeing) {
  if (left.numbered != right.numbered) return true;
  const Apart l = apart(left, right, agreeing), r = apart(right, left, agreeing);
  return l.setting || r.setting || (l.words > 0 && r.words > 0);
}

bool are_of_one_thing(const Statement& left, const Statement& right, const Words& agreeing, std::size_t weight) {
  if (are_told_apart(left, right, agreeing)) return false;
  const bool one_sided = apart(left, right, agreeing).words > 0 || apart(right, left, agreeing).words > 0;
  if (share(left.about, right.about) && weight >= (one_sided ? 3U : 2U)) return true;
  const auto things = std::count_if(agreeing.begin(), agreeing.end(), [](const std::string& word) {
    return !is_topic_word(word) && !is_finite_verb(word);
  });
  if (one_sided) return weight >= 3 && things >= 2;
  return things > 0 && weight >= (is_title_of(left, right, agreeing) ? 2U : 3U);
}

}  // namespace ai_memory
