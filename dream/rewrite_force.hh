// Words that make another statement of the same facts: how many, how certain, under which condition, how it is
// compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ai_memory {

// Sets of meanings; words of one meaning have a bit in common, and "may" has two: it allows, and it doubts.
using Force = std::uint64_t;

namespace force {
constexpr Force bit(int at) { return Force{1} << at; }
// Of numbers.
constexpr Force kAtLeast = bit(0), kAtMost = bit(1), kMore = bit(2), kLess = bit(3), kAbout = bit(4);
constexpr Force kBounds = kAtLeast | kAtMost | kMore | kLess | kAbout;
// How many of them.
constexpr Force kAll = bit(5), kMost = bit(6), kSome = bit(7), kFew = bit(8), kMany = bit(9), kOnly = bit(10);
constexpr Force kShares = kAll | kMost | kSome | kFew | kMany;
// Duty, leave, doubt, will.
constexpr Force kMust = bit(11), kShould = bit(12), kCan = bit(13), kMaybe = bit(14), kWant = bit(15), kPlan = bit(16);
constexpr Force kForbid = bit(42), kNeedNot = bit(43);  // "must not"; "does not have to"
constexpr Force kModes = kMust | kShould | kCan | kMaybe | kWant | kPlan | kForbid | kNeedNot;
constexpr Force kAlways = bit(17), kUsually = bit(18), kSometimes = bit(19);
constexpr Force kHabits = kAlways | kUsually | kSometimes;
// Condition and order.
constexpr Force kIf = bit(20), kUnless = bit(21), kUntil = bit(22), kBefore = bit(23), kAfter = bit(24),
                kWhile = bit(25), kBecause = bit(26), kAlthough = bit(27), kInstead = bit(28);
constexpr Force kConditions = kIf | kUnless | kUntil | kBefore | kAfter | kWhile | kBecause | kAlthough | kInstead;
// Comparisons, each with its opposite.
constexpr Force kLarger = bit(29), kSmaller = bit(30), kFaster = bit(31), kSlower = bit(32), kFirst = bit(33),
                kLast = bit(34), kAbove = bit(35), kBelow = bit(36), kPlusMinus = bit(37);
constexpr Force kEach = bit(40), kExcept = bit(41);  // every week; all but
constexpr Force kDenied = bit(44);                   // of a sentence: something is denied in it; no word has it
constexpr Force kOn = bit(38), kOff = bit(39);       // ✅ ❌ of what is done or right
}  // namespace force

struct ForceWord {
  Force means = 0;
  bool asks = false;  // it must be kept; else it only tells what another one asks for: "required" for "must"
  std::size_t begin = 0, end = 0;  // bytes of the text
};

// In order, none within another: of "at most" no "most" is told.
std::vector<ForceWord> force_words(std::string_view text);

// The meanings of its family, or those that exclude it: of kAll the other shares.
Force rivals_of(Force means);

// Whether it must be in the rewrite even where no rival took its place.
bool is_strong(Force means);

}  // namespace ai_memory
