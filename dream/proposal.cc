#include "dream/proposal.hh"

#include <nlohmann/json.hpp>

#include "wiki/error.hh"

namespace ai_memory {

using nlohmann::json;

std::string format_proposal(const ProposedRewrite& rewrite) {
  json pages = json::array(), changes = json::array();
  for (const PagePath& page : rewrite.pages) pages.push_back(page.str());
  for (const Change& change : rewrite.changes) {
    json content = change.content ? json(*change.content) : json();
    changes.push_back(
        {{"path", change.path.str()}, {"content", content}, {"base", change.base}, {"reason", change.reason}});
  }
  return json{{"model", rewrite.model}, {"pages", pages}, {"changes", changes}, {"doubts", rewrite.doubts}}.dump();
}

std::string doubts_text(std::size_t count) {
  if (count == 0) return {};
  return ", with " + std::to_string(count) + (count == 1 ? " doubt" : " doubts");
}

ProposedRewrite parse_proposal(const std::string& document) try {
  const json read = json::parse(document);
  ProposedRewrite rewrite;
  rewrite.model = read.at("model").get<std::string>();
  for (const json& page : read.at("pages")) rewrite.pages.push_back(PagePath::existing(page.get<std::string>()));
  for (const json& change : read.at("changes")) {
    const json& content = change.at("content");
    rewrite.changes.push_back({PagePath::existing(change.at("path").get<std::string>()),
                               content.is_null() ? std::optional<std::string>() : content.get<std::string>(),
                               change.at("base").get<std::string>(), change.at("reason").get<std::string>()});
  }
  rewrite.doubts = read.value("doubts", std::vector<std::string>());  // one of before has none
  return rewrite;
} catch (const json::exception&) {
  throw Error(ErrorKind::failed, "a proposal in the search index is damaged", "`ai-memory proposals reject` drops it");
}

}  // namespace ai_memory
