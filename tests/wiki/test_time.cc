#include <doctest/doctest.h>

#include "wiki/time.hh"

using namespace ai_memory;

TEST_CASE("a time reads back as it was written") {
  for (const char* text : {"2026-11-29T19:48:13Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"})
    CHECK(format_time(*parse_time(text)) == text);
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

TEST_CASE("what is no time is absent (A38, A40)") {
  for (const char* text : {"", "0", "2026-02-30", "0000-00-00", "2026-13-01", "soon", "2026-12-01T25:00:00Z",
                           "2026-12-01x", "2026-12-01T10", "26-12-01", "2026-12-01T10:00:00+99:00"})
    CHECK_MESSAGE(!parse_time(text), text);
}

TEST_CASE("days are of 86400 seconds and signed") {
  CHECK(days_between(*parse_time("2026-01-01"), *parse_time("2026-01-02T12:00:00Z")) == doctest::Approx(1.5));
  CHECK(days_between(*parse_time("2026-01-02"), *parse_time("2026-01-01")) == doctest::Approx(-1));
}
