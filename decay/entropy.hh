// Whether a text says enough to learn from (02-aging §5). Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ai_memory {

// [sleep.entropy_filter] of the configuration. A text below the first two, or above the last, is passed over.
struct EntropyFilter {
  std::size_t min_characters = 16;
  double min_entropy_bits = 2.0;  // per character
  std::size_t min_tokens = 6;     // texts of fewer are too short to repeat themselves
  double max_repetition = 0.7;    // 0..1
};

// Case does not count. Bytes that are no UTF-8 count as one character each.
struct Information {
  std::size_t characters = 0;  // that are not blank
  // Words; of scripts that put no spaces between words, each character is one.
  std::size_t tokens = 0, distinct = 0;
  double entropy_bits = 0;  // Shannon's, of the characters that are not blank; 0 without any
  // 1 − distinct/tokens, of the stretch of 200 tokens where it is least: any long text uses the same words again, and
  // only one that does so everywhere repeats itself. 0 without tokens.
  double repetition = 0;
};

Information information(std::string_view body);

// Why a text of this kind is not worth reading, with the number that says so; absent if it is.
std::optional<std::string> low_information(const Information& information, const EntropyFilter& filter);

}  // namespace ai_memory
