#include <cstdio>
#include <doctest/doctest.h>
#include <random>

#include "wiki/time.hh"

using namespace ai_memory;

TEST_CASE("a time reads back as it was written") {
  for (const char* text : {"2026-11-29T19:48:13Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"})
    CHECK(format_time(*parse_time(text)) == text);
}

TEST_CASE("property: every second of the years 1 to 9999 reads back as it was written, in any zone") {
  std::mt19937_64 random(3);
  const auto first = *parse_time("0001-01-02T00:00:00Z"), last = *parse_time("9999-12-30T23:59:59Z");
  const auto span = static_cast<std::uint64_t>((last - first).count());
  for (int round = 0; round < 5000; ++round) {
    const auto time = first + std::chrono::seconds(random() % span);
    const auto text = format_time(time);
    REQUIRE(parse_time(text) == time);
    CHECK(parse_deadline(text) == time);
    CHECK(parse_deadline(format_date(time)) == *parse_time(format_date(time)) + std::chrono::days(1));
    const auto minutes = std::chrono::minutes(random() % (24 * 60));
    char zone[8];
    std::snprintf(zone, sizeof zone, "%02d:%02d", static_cast<int>(minutes.count() / 60) % 24,
                  static_cast<int>(minutes.count() % 60));
    const auto local = text.substr(0, 19);
    CHECK(parse_time(local + "+" + zone) == time - minutes);
    CHECK(parse_time(local + "-" + zone) == time + minutes);
  }
}

TEST_CASE("a zone leads to no year that cannot be written") {
  CHECK(!parse_time("9999-12-31T23:59:59-00:01"));
  CHECK(!parse_time("0001-01-01T00:00:00+00:01"));
  CHECK(parse_time("9999-12-31T23:59:59+00:01"));
  CHECK(parse_deadline("9999-12-31"));
}

TEST_CASE("zones, bare dates and fractions are understood") {
  CHECK(format_time(*parse_time("2026-12-01T00:00:00+09:00")) == "2026-11-30T15:00:00Z");
  CHECK(format_time(*parse_time("2026-12-01 08:00")) == "2026-12-01T08:00:00Z");
  CHECK(format_time(*parse_time("2026-12-01T08:00:00.987Z")) == "2026-12-01T08:00:00Z");
  CHECK(format_time(*parse_time("2026-12-01")) == "2026-12-01T00:00:00Z");
}

TEST_CASE("a deadline that is a bare date means the end of that day (A40)") {
  CHECK(format_time(*parse_deadline("2026-12-01")) == "2026-12-02T00:00:00Z");
  CHECK(format_time(*parse_deadline("2026-12-01T00:00:00Z")) == "2026-12-01T00:00:00Z");
}

TEST_CASE("a month is its first second, as a deadline its end") {
  CHECK(format_time(*parse_time("2026-12")) == "2026-12-01T00:00:00Z");
  CHECK(format_time(*parse_deadline("2026-12")) == "2027-01-01T00:00:00Z");
  CHECK(format_time(*parse_deadline("2024-02")) == "2024-03-01T00:00:00Z");
  CHECK(parse_time("9999-12"));
  for (const char* text : {"2026-13", "2026-00", "0000-01", "2026/12", "202-012", "2026-1"})
    CHECK_FALSE(parse_time(text));
  CHECK(parse_deadline("9999-12") == parse_deadline("9999-12-31"));
}

TEST_CASE("what is no time is absent (A38, A40)") {
  for (const char* text : {"", "0", "2026-02-30", "0000-00-00", "2026-13-01", "soon", "2026-12-01T25:00:00Z",
                           "2026-12-01x", "2026-12-01T10", "26-12-01", "2026-12-01T10:00:00+99:00"})
    CHECK_MESSAGE(!parse_time(text), text);
}

TEST_CASE("days are of 86400 seconds and signed") {
  CHECK(days_between(*parse_time("2026-01-01"), *parse_time("2026-01-02T12:00:00Z")) == doctest::Approx(1.5));
  CHECK(days_between(*parse_time("2026-01-02"), *parse_time("2026-01-01")) == doctest::Approx(-1));
}
