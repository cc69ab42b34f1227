// One statement turned round: the same words and values, each of which has changed places with another.
#include <algorithm>
#include <map>

#include "decay/difference_words.hh"
#include "decay/fact_conflicts.hh"

namespace ai_memory {
namespace {

using Turned = std::optional<std::pair<std::string, std::string>>;

// "3 lamps and 8 chairs", "8 lamps and 3 chairs".
Turned other_counts(const FactStatement& left, const FactStatement& right) {
  const auto counted = [](const FactStatement& statement) {
    std::map<std::string, std::string> numbers;
    for (const FactValue& value : statement.values)
      if (!value.next.empty() && !numbers.emplace(value.next, value.number).second) numbers[value.next].clear();
    return numbers;
  };
  const auto there = counted(right);
  for (const auto& [what, number] : counted(left))
    if (const auto found = there.find(what); found != there.end())
      if (!number.empty() && !found->second.empty() && found->second != number)
        return std::pair(number + ' ' + what, found->second + ' ' + what);
  return {};
}

// "Ann told Ben", "Ben told Ann": two names with the same words between them.
Turned other_doer(const FactStatement& left, const FactStatement& right) {
  struct Deed {
    std::string who, whom;
    std::vector<std::string> what;
  };
  const auto deeds = [](const FactStatement& statement) {
    std::vector<Deed> found;
    Deed open;
    bool tells = false;
    for (const std::string& word : statement.order) {
      const auto key = fact_key(word);
      if (statement.names.contains(key) || statement.capitals.contains(key)) {
        if (!open.who.empty() && tells) found.push_back({open.who, key, open.what});
        open = {key, {}, {}};
        tells = false;
      } else {
        open.what.push_back(word);
        const bool mutual = word == "and" || word == "or" || word == "with" || word == "met";
        if (mutual || static_cast<unsigned char>(word[0]) >= 0x80) open.who.clear();
        tells = tells || !is_linking(word);
      }
    }
    return found;
  };
  const auto there = deeds(right);
  for (const Deed& here : deeds(left))
    for (const Deed& other : there)
      if (here.who == other.whom && here.whom == other.who && here.who != here.whom && here.what == other.what)
        return std::pair(here.who, here.whom);
  return {};
}

}  // namespace

std::optional<std::pair<std::string, std::string>> turned(const FactStatement& left, const FactStatement& right) {
  using Role = std::pair<std::string, std::string>;
  if (left.words != right.words || left.passive != right.passive) return {};
  const auto role = [&](const std::string& word) -> const std::string* {
    const auto found =
        std::find_if(right.roles.begin(), right.roles.end(), [&](const Role& each) { return each.first == word; });
    return found == right.roles.end() ? nullptr : &found->second;
  };
  const auto is_way = [](std::string_view what) {
    for (const std::string_view way : {"から", "まで", "from", "until", "to"})
      if (what == way) return true;
    return false;
  };
  for (const auto& [one, is] : left.roles) {
    const std::string* one_there = role(one);
    if (one_there == nullptr || is == *one_there) continue;
    if (is_way(is) && is_way(*one_there)) return Role(one + is, one + *one_there);
    for (const auto& [other, what] : left.roles) {
      const std::string* other_there = role(other);
      if (is == what || other_there == nullptr || *one_there != what || *other_there != is) continue;
      if (is.empty() || what.empty() || is_way(is) || is == "では") return Role(one, other);
    }
  }
  if (auto counts = other_counts(left, right)) return counts;
  return other_doer(left, right);
}

}  // namespace ai_memory
