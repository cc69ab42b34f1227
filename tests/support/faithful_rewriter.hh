// What a faithful language model would answer to rewrite_request(): every line of all notes, once, where it stood.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace ai_memory::test {

struct GivenNote {
  std::string path, title, body;
};

// The notes in a prompt, as marked_block() put them there; none if it has none.
inline std::vector<GivenNote> given_notes(const std::string& prompt) {
  std::vector<GivenNote> notes;
  const auto quote = prompt.find(" BEGIN\"");
  const auto open = quote == prompt.npos ? quote : prompt.rfind('"', quote);
  if (open == prompt.npos) return notes;
  const std::string mark = prompt.substr(open + 1, quote - open - 1);
  const std::string begin = "\n" + mark + " BEGIN\n", end = mark + " END\n";
  for (std::size_t at = prompt.find(begin); at != prompt.npos; at = prompt.find(begin, at)) {
    at += begin.size();
    const auto facts_end = prompt.find("\n\n", at), stop = prompt.find(end, at);
    const auto facts = nlohmann::json::parse(prompt.substr(at, facts_end - at));
    if (facts.contains("path"))
      notes.push_back({facts["path"], facts["title"], prompt.substr(facts_end + 2, stop - facts_end - 2)});
    at = stop;
  }
  return notes;
}

inline std::string joined_body(const std::vector<GivenNote>& notes) {
  struct Line {
    std::string text;
    bool apart;  // an empty line before it
  };
  std::vector<Line> lines;
  for (const GivenNote& note : notes) {
    std::istringstream in(note.body);
    std::size_t at = 0;
    bool apart = false;
    for (std::string text; std::getline(in, text);) {
      if (text.empty() || text.starts_with("# ")) {  // the page has its title
        apart = true;
        continue;
      }
      const auto same = std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.text == text; });
      if (same != lines.end())
        at = static_cast<std::size_t>(same - lines.begin()) + 1;
      else
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at++), {text, apart});
      apart = false;
    }
  }
  std::string body;
  for (const Line& line : lines) body += (line.apart && !body.empty() ? "\n" : "") + line.text + "\n";
  return body;
}

inline nlohmann::json faithful_reply(const std::vector<GivenNote>& notes) {
  nlohmann::json sources = nlohmann::json::array();
  for (const GivenNote& note : notes) sources.push_back(note.path);
  return {{"title", notes.front().title},
          {"body_markdown", joined_body(notes)},
          {"sources", sources},
          {"dropped", nlohmann::json::array()}};
}

}  // namespace ai_memory::test
