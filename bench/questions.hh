// The questions of a LoCoMo file and the turns that hold their answers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ai_memory {

struct Question {
  std::string text;
  int category = 0;                   // 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, 5 adversarial
  std::vector<std::string> evidence;  // turn ids, "D8:6", each once
};

struct Questions {
  std::vector<std::vector<Question>> by_conversation;  // in the order of the file
  std::vector<std::string> malformed;                  // evidence entries of which no turn id could be made
  std::size_t repaired = 0;                            // entries that are no single turn id but could be read
};

Questions read_questions(std::string_view json);

// Every turn id in the text: "D8:6; D9:17" holds two; "D:11:26" is read as D11:26; "D" holds none.
std::vector<std::string> turn_ids(const std::string& text);

}  // namespace ai_memory
