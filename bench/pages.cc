#include "bench/pages.hh"

#include <algorithm>
#include <array>
#include <random>

namespace ai_memory {
namespace {

constexpr std::size_t kBytes = 3200;
constexpr int kMonths = 180;

// Words that a few sounds make; low numbers come up more often, as in any language.
std::string word(std::mt19937& random) {
  static const std::array<const char*, 16> sounds = {"ka", "to", "mi",  "re",  "so",  "lu",  "ne",  "vi",
                                                     "da", "po", "shi", "gra", "tem", "ber", "lin", "or"};
  const unsigned most = random() % 4 == 0 ? 4096 : 128;
  std::string text;
  for (auto left = random() % most + 16; left > 0; left /= 16) text += sounds[left % 16];
  return text;
}

std::string padded(int number, std::size_t digits) {
  const std::string text = std::to_string(number);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

}  // namespace

Change made_up_page(int number, int count) {
  std::mt19937 random(static_cast<unsigned>(number));
  const int month = number % kMonths;
  const std::string date =
      std::to_string(2010 + month / 12) + "-" + padded(month % 12 + 1, 2) + "-" + padded(number / kMonths % 28 + 1, 2);
  const std::string path = "default/bench/sessions/" + date.substr(0, 4) + "/" + date.substr(5, 2) + "/" + date +
                           "-page-" + padded(number, 6) + ".md";
  std::string text = "---\ntype: session\ncreated: " + date + "T12:00:00Z\nupdated: " + date +
                     "T12:00:00Z\n---\n# Page " + std::to_string(number) + "\n\n" + kCommonWord;
  if (number == count / 2) text += std::string(" ") + kRareWord;
  for (int words = 1; text.size() < kBytes; ++words) text += (words % 12 == 0 ? ".\n" : " ") + word(random);
  text += ".\n";
  return {PagePath::create(path), std::move(text), "", ""};
}

}  // namespace ai_memory
