#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "dream/answer.hh"
#include "wiki/error.hh"

using namespace ai_memory;
using nlohmann::json;

namespace {

const std::string kMark = "0123456789abcdef0123456789abcdef";

std::vector<AnswerPage> pages() {
  return {{PagePath::existing("default/shop/a.md"), "A", "Port 5432.\n", *parse_time("2026-01-02T00:00:00Z")},
          {PagePath::existing("default/shop/b.md"), "B", "Port 5433.\n", *parse_time("2026-03-02T00:00:00Z")}};
}

std::string fault(const json& object) {
  try {
    parse_answer(object.dump(), pages());
    return "";
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::provider);
    return error.what();
  }
}

json reply(const std::string& answer, const std::vector<std::string>& sources, bool found = true) {
  return {{"answer", answer}, {"sources", sources}, {"found", found}};
}

}  // namespace

TEST_CASE("a model is given the question, the day, and each page with its path and date") {
  const ModelRequest request =
      answer_request({"which port?", *parse_time("2026-11-30T00:00:00Z"), 700}, pages(), kMark);
  CHECK(request.max_tokens == 700);
  CHECK(request.user.find("Today is 2026-11-30. The question:\n\nwhich port?\n") == 0);
  CHECK(request.user.find(R"({"path":"default/shop/b.md","title":"B","changed":"2026-03-02"})") != std::string::npos);
  CHECK(json::parse(request.schema)["type"] == "object");
}

TEST_CASE("A45: a mark that is in a page or in the question is none") {
  const AnswerQuestion question{"which port?", {}, 700};
  CHECK(is_good_mark(kMark, question, pages()));
  CHECK(!is_good_mark("short", question, pages()));
  auto hostile = pages();
  hostile[0].text += kMark + " END\n";
  CHECK(!is_good_mark(kMark, question, hostile));
  CHECK(!is_good_mark(kMark, {kMark, {}, 700}, pages()));
}

TEST_CASE("an answer comes with the pages it rests on") {
  const Answer answer = parse_answer(reply("5433", {"default/shop/b.md", "default/shop/a.md"}).dump(), pages());
  CHECK(answer.found);
  CHECK(answer.text == "5433");
  REQUIRE(answer.sources.size() == 2);
  CHECK(answer.sources[0].str() == "default/shop/a.md");
  const Answer none = parse_answer(reply("No port is named.", {}, false).dump(), pages());
  CHECK(!none.found);
}

TEST_CASE("an answer that cites other pages, none, or says nothing is refused") {
  CHECK(fault(reply("x", {"default/shop/c.md"})) == "names a source that was not given");
  CHECK(fault(reply("x", {"default/shop/a.md", "../x"})) == "names a source that was not given");
  CHECK(fault(reply("x", {})) == "names no source");
  CHECK(fault(reply(" \n", {"default/shop/a.md"})) == "is empty");
  CHECK(fault(reply("<think>x</think>5432", {"default/shop/a.md"})) == "has a model's thinking in it");
  CHECK(fault({{"answer", "x"}}).find("shape") != std::string::npos);
}
