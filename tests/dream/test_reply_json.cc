#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "dream/reply_json.hh"
#include "wiki/error.hh"

using namespace ai_memory;
using nlohmann::json;

namespace {

const std::string kSchema = R"({"type":"object","additionalProperties":false,"required":["title","list"],
  "properties":{"title":{"type":"string"},"list":{"type":"array","items":{"type":"object","required":["a"],
  "properties":{"a":{"type":"string"}}}}}})";
const std::string kGood = R"({"title":"T","list":[{"a":"x"}]})";

std::string read(const std::string& reply) {
  try {
    return reply_object(reply, kSchema).dump();
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::provider);
    return std::string("fault: ") + error.what();
  }
}

bool is_fault(const std::string& reply, const std::string& words) {
  const std::string got = read(reply);
  return got.starts_with("fault: ") && got.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("A42: the object is found in fences, between chatter and after thinking") {
  const std::string same = json::parse(kGood).dump();
  for (const std::string& reply : {
           kGood,
           "\xef\xbb\xbf" + kGood,
           " \n" + kGood + "\n",
           "```json\n" + kGood + "\n```",
           "```\n" + kGood + "\n```\n",
           "Sure! Here it is:\n\n```json\n" + kGood + "\n```\nAnything else?",
           "Here: " + kGood + " Done.",
           "<think>{\"title\": 3}</think>\n" + kGood,
           "<thinking>\nlong {\n</thinking>\n\n```json\n" + kGood + "\n```",
           "so the user wants\n</think>\n" + kGood,
       }) {
    CAPTURE(reply);
    CHECK(read(reply) == same);
  }
}

TEST_CASE("fences and thinking within a text of the object are its own") {
  const std::string reply = R"({"title":"</think> ```json {} ```","list":[]})";
  CHECK(json::parse(read(reply))["title"] == "</think> ```json {} ```");
  const std::string pretty = "{\n\"title\": \"x\\n\",\n\"list\": [\n{\"a\": \"\\n```sh\\nls\\n```\\n\"}]}";
  CHECK(json::parse(read(pretty))["list"][0]["a"] == "\n```sh\nls\n```\n");
}

TEST_CASE("A42: what is no such object is refused, with the reason") {
  CHECK(is_fault("", "no JSON object"));
  CHECK(is_fault("I am sorry, I cannot help with that.", "no JSON object"));
  CHECK(is_fault("[1, 2]", "no JSON object"));
  CHECK(is_fault(kGood.substr(0, kGood.size() - 4), "no JSON object"));
  CHECK(is_fault("<html><body>{}</body></html>", "Missing required property"));
  CHECK(is_fault(R"({"title":"\ud800","list":[]})", "no JSON object"));
  CHECK(is_fault("{\"title\":\"\xff\",\"list\":[]}", "no JSON object"));
  CHECK(is_fault(kGood + kGood, "no JSON object"));
  CHECK(is_fault("```\n" + kGood + "\n```\n```\n" + kGood + "\n```", "no JSON object"));
  CHECK(is_fault("<think>" + kGood, "no JSON object") == false);  // the mark is never closed: chatter
  CHECK(is_fault(std::string(9U << 20U, ' ') + kGood, "8 MiB"));
  CHECK(is_fault("{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}", "no JSON object"));
}

TEST_CASE("A42: an object of another shape is refused, and the place is named") {
  CHECK(is_fault(R"({"title":"T"})", "'list'"));
  CHECK(is_fault(R"({"title":3,"list":[]})", "[title]"));
  CHECK(is_fault(R"({"title":"T","list":[{"a":"x"},{"b":"x"}]})", "[list][1]"));
  CHECK(is_fault(R"({"title":null,"list":[]})", "[title]"));
}

TEST_CASE("A45: members that nobody asked for are let through, for nobody reads them") {
  CHECK(json::parse(read(R"({"title":"T","list":[],"pinned":true,"delete":["a.md"]})"))["title"] == "T");
}

TEST_CASE("marks of thinking are seen wherever they stand") {
  CHECK(has_thinking("a\n<think>b"));
  CHECK(has_thinking("a</reasoning>"));
  CHECK(!has_thinking("I think so <thing> < think >"));
}
