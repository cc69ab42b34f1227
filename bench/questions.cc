#include "bench/questions.hh"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

namespace ai_memory {
namespace {

using nlohmann::json;

Question read_question(const json& record, Questions& all) {
  Question question{record.value("question", ""), record.value("category", 0), {}};
  for (const json& entry : record.value("evidence", json::array())) {
    const std::string text = entry.is_string() ? entry.get<std::string>() : entry.dump();
    const std::vector<std::string> ids = turn_ids(text);
    if (ids.empty()) all.malformed.push_back(text);
    if (!ids.empty() && (ids.size() > 1 || ids[0] != text)) ++all.repaired;
    for (const std::string& id : ids) {
      const auto& known = question.evidence;
      if (std::find(known.begin(), known.end(), id) == known.end()) question.evidence.push_back(id);
    }
  }
  return question;
}

}  // namespace

std::vector<std::string> turn_ids(const std::string& text) {
  static const std::regex turn("D:?0*([0-9]+):0*([0-9]+)");
  std::vector<std::string> ids;
  for (std::sregex_iterator at(text.begin(), text.end(), turn), end; at != end; ++at) {
    ids.push_back("D" + (*at)[1].str() + ":" + (*at)[2].str());
  }
  return ids;
}

Questions read_questions(std::string_view text) {
  Questions questions;
  for (const json& conversation : json::parse(text)) {
    std::vector<Question> list;
    for (const json& record : conversation.value("qa", json::array())) list.push_back(read_question(record, questions));
    questions.by_conversation.push_back(std::move(list));
  }
  return questions;
}

}  // namespace ai_memory
