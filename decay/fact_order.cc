#include "decay/fact_order.hh"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "decay/token_scan.hh"
#include "decay/twins.hh"
#include "wiki/lines.hh"

namespace ai_memory {
namespace {

// A numbered list or a block of code.
struct Block {
  bool code = false;
  std::vector<std::string> lines;
};

bool is_fence(std::string_view line) { return line.starts_with("```") || line.starts_with("~~~"); }

// What "2. close" or "2) close" says; empty: it is no step.
std::string_view step_of(std::string_view line) {
  const auto digits = digits_size(line, 3);
  const auto rest = line.substr(digits);
  if (digits == 0 || rest.size() < 3 || (rest[0] != '.' && rest[0] != ')') || rest[1] != ' ') return {};
  return trim(rest.substr(2));
}

std::vector<Block> blocks_of(std::string_view body) {
  std::vector<Block> blocks;
  bool fenced = false, in_list = false;
  for (std::size_t begin = 0; begin < body.size();) {
    const Line line = line_at(body, begin);
    begin = line.next;
    const auto text = trim(line.of(body));
    if (is_fence(text)) {
      fenced = !fenced;
      if (fenced) blocks.push_back({true, {}});
      in_list = false;
    } else if (fenced) {
      blocks.back().lines.emplace_back(text);
    } else if (const auto step = step_of(text); !step.empty()) {
      if (!in_list) blocks.push_back({false, {}});
      in_list = true;
      blocks.back().lines.push_back(normalised_text(step));
    } else if (!text.empty() && line.of(body)[0] != ' ' && line.of(body)[0] != '\t') {
      in_list = false;
    }
  }
  return blocks;
}

// Where each line stands that is there once.
std::map<std::string_view, std::size_t> places_of(const Block& block) {
  std::map<std::string_view, std::size_t> places;
  std::vector<std::string_view> twice;
  for (std::size_t i = 0; i < block.lines.size(); ++i)
    if (!block.lines[i].empty() && !places.emplace(block.lines[i], i).second) twice.push_back(block.lines[i]);
  for (const auto line : twice) places.erase(line);
  return places;
}

std::optional<Difference> compare(const Block& left, const Block& right) {
  const auto there = places_of(right);
  std::string_view before;
  std::size_t last = 0;
  for (const auto& here = places_of(left); const std::string& line : left.lines) {
    const auto place = there.find(line);
    if (place == there.end() || !here.contains(line)) continue;
    if (!before.empty() && place->second < last)
      return Difference{left.code ? "code" : "step", std::string(before), line, std::string(before), line};
    before = line;
    last = place->second;
  }
  return {};
}

}  // namespace

std::optional<Difference> other_order(std::string_view left_body, std::string_view right_body) {
  const auto lefts = blocks_of(left_body), rights = blocks_of(right_body);
  for (const Block& left : lefts)
    for (const Block& right : rights) {
      if (left.code != right.code) continue;
      if (auto found = compare(left, right)) return found;
    }
  return {};
}

}  // namespace ai_memory
