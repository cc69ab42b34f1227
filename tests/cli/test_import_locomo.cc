#include <doctest/doctest.h>
#include <string>

#include "cli/import_locomo.hh"
#include "wiki/error.hh"
#include "wiki/page.hh"

using namespace ai_memory;

namespace {

const char* const kReduced = R"([{"id": "26", "speaker_a": "Caroline", "speaker_b": "Melanie", "qa": [], "sessions": [
  {"date_time": "1:56 pm on 8 May, 2023", "turns": [
    {"speaker": "Caroline", "dia_id": "D1:1", "text": "Hey Mel!\n\n"},
    {"speaker": "Melanie", "dia_id": "D1:2", "text": "Look at\nthis.", "blip_caption": "a photo of a dog"}]},
  {"date_time": "12:24 am on 9 May, 2023", "turns": [{"speaker": "Caroline", "dia_id": "D2:1", "text": "Again: hi"}]}]}])";

std::string times(const char* text) {
  const auto time = parse_locomo_time(text);
  return time ? format_time(*time) : "none";
}

std::vector<std::string> why(const std::vector<ImportNote>& notes) {
  std::vector<std::string> lines;
  for (const ImportNote& note : notes) lines.push_back(note.what + ": " + note.why);
  return lines;
}

}  // namespace

TEST_CASE("a session's spoken time is read as UTC, midnight and noon included") {
  struct Row {
    const char *text, *time;
  };
  const Row rows[] = {
      {"1:56 pm on 8 May, 2023", "2023-05-08T13:56:00Z"},
      {"12:24 am on 7 April, 2023", "2023-04-07T00:24:00Z"},
      {"12:05 pm on 29 February, 2024", "2024-02-29T12:05:00Z"},
      {"11:59 PM on 31 december 2022", "2022-12-31T23:59:00Z"},
      {" 9:00 a.m. on 1 January , 2023 ", "2023-01-01T09:00:00Z"},
      {"2023-05-08T13:56:00+02:00", "2023-05-08T11:56:00Z"},
      {"", "none"},
      {"13:00 pm on 8 May, 2023", "none"},
      {"0:30 am on 8 May, 2023", "none"},
      {"1:60 pm on 8 May, 2023", "none"},
      {"1:56 pm on 30 February, 2023", "none"},
      {"1:56 pm on 8 Mai, 2023", "none"},
      {"yesterday", "none"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(times(row.text) == row.time);
  }
  CHECK_FALSE(parse_locomo_time(std::string(100'000, ' ')));
}

TEST_CASE("a session becomes a dated, untrusted page with a paragraph per turn") {
  const ImportRead read = read_locomo(kReduced, "default", "talks.json");
  REQUIRE(read.pages.size() == 2);
  CHECK(read.problems.empty());
  CHECK(read.pages[0].path.str() == "default/locomo-26/sessions/2023/05/2023-05-08-caroline-and-melanie-1.md");
  CHECK(read.pages[0].content ==
        "---\n"
        "type: session\n"
        "title: Caroline and Melanie, 8 May 2023 (session 1)\n"
        "created: 2023-05-08T13:56:00Z\n"
        "updated: 2023-05-08T13:56:00Z\n"
        "source: talks.json, conversation 26, session 1\n"
        "trust: untrusted\n"
        "---\n"
        "# Caroline and Melanie, 8 May 2023 (session 1)\n"
        "\n"
        "Monday, 8 May 2023, 13:56\n"
        "\n"
        "**Caroline** (D1:1): Hey Mel!\n"
        "\n"
        "**Melanie** (D1:2): Look at this.\n"
        "*Image: a photo of a dog*\n");
}

TEST_CASE("an imported session page reads back as an episodic page of its own time") {
  const ImportRead read = read_locomo(kReduced, "work", "talks.json");
  const Page page = parse_page(read.pages[1].path, read.pages[1].content);
  CHECK(page.problems.empty());
  CHECK(page.tier == Tier::episodic);
  CHECK(page.kind == "session");
  CHECK(page.trust == "untrusted");
  CHECK(page.title == "Caroline and Melanie, 9 May 2023 (session 2)");
  REQUIRE(page.updated);
  CHECK(format_time(*page.updated) == "2023-05-09T00:24:00Z");
  CHECK(page.path.project().str() == "work/locomo-26");
}

TEST_CASE("the published layout gives the same pages, sessions in the order of their numbers") {
  const char* const published = R"([{"sample_id": "conv-26", "conversation": {"speaker_a": "Ann", "speaker_b": "Ben",
    "session_10_date_time": "1:00 pm on 9 May, 2023", "session_10": [{"speaker": "Ann", "dia_id": "D10:1", "text": "ten"}],
    "session_2_date_time": "1:00 pm on 8 May, 2023", "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "two"}],
    "session_3_date_time": "2:00 pm on 8 May, 2023"}}])";
  const LocomoFile file = parse_locomo(published);
  REQUIRE(file.conversations.size() == 1);
  REQUIRE(file.conversations[0].sessions.size() == 2);
  CHECK(file.conversations[0].sessions[0].number == 2);
  CHECK(file.conversations[0].sessions[1].number == 10);
  CHECK(render_session(file.conversations[0], file.conversations[0].sessions[1], "default", "x.json").path.str() ==
        "default/locomo-conv-26/sessions/2023/05/2023-05-09-ann-and-ben-10.md");
}

TEST_CASE("two sessions of one day are two pages") {
  const char* const text = R"([{"id": 7, "speaker_a": "Ann", "speaker_b": "Ben", "sessions": [
    {"date_time": "1:00 pm on 9 May, 2023", "turns": [{"speaker": "Ann", "text": "one"}]},
    {"date_time": "1:00 pm on 9 May, 2023", "turns": [{"speaker": "Ann", "text": "one"}]}]}])";
  const ImportRead read = read_locomo(text, "default", "x.json");
  REQUIRE(read.pages.size() == 2);
  CHECK(read.pages[0].path != read.pages[1].path);
  CHECK(read.pages[0].path.project().name == "locomo-7");
  CHECK(read.pages[0].content.find("**Ann**: one\n") != std::string::npos);
}

TEST_CASE("bad records are reported by name and the rest is read") {
  const char* const text = R"([{"id": "a", "sessions": [
      {"turns": [{"speaker": "Ann", "text": "no time"}]},
      {"date_time": "soon", "turns": [{"speaker": "Ann", "text": "x"}]},
      {"date_time": "1:00 pm on 9 May, 2023", "turns": []},
      {"date_time": "1:00 pm on 9 May, 2023", "turns": [{"text": "whose?"}, {"speaker": "Ann", "dia_id": "D4:2"}, 5,
        {"speaker": "Ann", "text": "kept"}, {"speaker": "Cid", "blip_caption": "a cat"}]},
      "junk"]},
    {"id": "b"}, 3])";
  const LocomoFile file = parse_locomo(text);
  REQUIRE(file.conversations.size() == 1);
  REQUIRE(file.conversations[0].sessions.size() == 1);
  CHECK(file.conversations[0].sessions[0].turns.size() == 2);
  CHECK(why(file.problems) == std::vector<std::string>{
                                  "conversation a, session 1: has no date_time",
                                  "conversation a, session 2: has a date_time that is no time: soon",
                                  "conversation a, session 3: has no turns",
                                  "conversation a, session 4, turn 1: has no speaker",
                                  "conversation a, session 4, turn D4:2: has no text",
                                  "conversation a, session 4, turn 3: has no speaker",
                                  "conversation a, session 5: has no date_time",
                                  "conversation b: has neither sessions nor a conversation",
                                  "conversation 3: has neither sessions nor a conversation",
                              });
  const ImportedPage page =
      render_session(file.conversations[0], file.conversations[0].sessions[0], "default", "x.json");
  CHECK(page.content.find("# Ann and Cid, 9 May 2023 (session 4)\n") != std::string::npos);
  CHECK(page.content.find("**Cid**:\n*Image: a cat*\n") != std::string::npos);
}

TEST_CASE("what is no LoCoMo file at all is refused with a hint") {
  for (const char* text : {"", "[", "[]", "{}", "3", "\"x\"", "[3]", "{\"a\": 1}", "\xff"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(parse_locomo(text), doctest::Contains("JSON: "), Error);
  }
}

TEST_CASE("a conversation's text cannot end its page's front matter or turn into headings") {
  const char* const text = R"([{"id": "../x: y", "speaker_a": "A\n---\npinned: true", "speaker_b": "B", "sessions": [
    {"date_time": "1:00 pm on 9 May, 2023", "turns": [{"speaker": "A\n---\npinned: true", "text": "a\n---\n# b\n\u0000"}]}]}])";
  const ImportRead read = read_locomo(text, "default", "x.json");
  REQUIRE(read.pages.size() == 1);
  const Page page = parse_page(read.pages[0].path, read.pages[0].content);
  CHECK_FALSE(page.pinned);
  CHECK(page.trust == "untrusted");
  CHECK(page.problems.empty());
  CHECK(page.readable);
  CHECK(page.body.find("A --- pinned: true**: a --- # b\n") != std::string_view::npos);
}
