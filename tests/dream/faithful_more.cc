#include "tests/dream/faithful_rewrites.hh"

namespace ai_memory::test {

const std::vector<FaithfulSet>& more_rewrites() {
  static const std::vector<FaithfulSet> sets{
      {"interview notes",
       {{"Interview with Priya",
         R"(Priya Nair, 6 years at Initech, speaks Rust and Go. She wants 85,000 EUR and four days a week.
She has never worked with Kafka.
)"},
        {"Second interview, Priya",
         R"(12 Nov 2026, with Tom. Solved the task in 25 minutes. She cannot start before 1 March 2027.
We offered 82,000 EUR.
)"}},
       "Priya Nair: interviews",
       R"(# Priya Nair

6 years at Initech. Speaks Rust and Go, has never worked with Kafka.

- Wants 85,000 EUR and four days a week; we offered 82,000 EUR.
- Second interview on 2026-11-12 with Tom: solved the task in 25 minutes.
- Cannot start before 2027-03-01.
)"},

      {"API notes",
       {{"Orders API", R"(`POST /v1/orders` returns 201 with the new id. The rate limit is 100 requests per minute.
Errors are JSON with `code` and `message`.
)"},
        {"Orders API, questions", R"(- Does the API support PATCH? No, PATCH is not supported.
- Ids are UUIDs such as 123e4567-e89b-12d3-a456-426614174000
- see https://docs.example.org/orders#errors
)"},
        {"Rate limits",
         R"(Over the limit the API answers 429 and `Retry-After: 30`. The limit does not count health checks.
)"}},
       "Orders API",
       R"(# Orders API

- `POST /v1/orders` returns 201 with the new id. Ids are UUIDs such as 123e4567-e89b-12d3-a456-426614174000.
- PATCH is not supported.
- Errors are JSON with `code` and `message`: https://docs.example.org/orders#errors
- The rate limit is 100 requests per minute, health checks not counted. Over the limit the API answers 429 and
  `Retry-After: 30`.
)"},

      {"reading list",
       {{"Books", R"(- "The Left Hand of Darkness" by Le Guin, 304 pages, finished 2 Feb 2026
- "Dune", given up on page 211
)"},
        {"Books to read",
         R"(Noor recommends "Kindred". I don't want to read more than 3 books at a time. Library card 77120.
)"}},
       "Books",
       R"(# Books

Library card: 77120. I don't want to read more than 3 books at a time.

- Finished on 2 Feb 2026: "The Left Hand of Darkness" by Le Guin, 304 pages
- Given up on page 211: "Dune"
- Recommended by Noor: "Kindred"
)"},

      {"running",
       {{"Run, Monday", R"(5.2 km in 31 minutes, pulse 148. Knee did not hurt.
)"},
        {"Run, Thursday", R"(8 km in 50 minutes, pulse 152. Rain, no wind.
)"},
        {"Plan", R"(Half marathon on 18 April 2027 in Freiburg. Not more than 4 runs a week, says the coach, Ines.
)"}},
       "Running",
       R"(# Running

| day | distance | time | pulse | remarks |
| --- | --- | --- | --- | --- |
| Monday | 5.2 km | 31 minutes | 148 | knee did not hurt |
| Thursday | 8 km | 50 minutes | 152 | rain, no wind |

**Plan:** half marathon in Freiburg on 2027-04-18. The coach, Ines, says not more than 4 runs a week.
)"},

      {"release notes",
       {{"2.4.0", R"(## 2.4.0 (2026-08-03)

- `export --format csv` added
- the default page size is 50
- Windows 7 is no longer supported
)"},
        {"2.4.1", R"(## 2.4.1 (2026-08-10)

- fixes a crash in `export` with 0 rows
- nothing else changed
)"}},
       "Releases 2.4.0 and 2.4.1",
       R"(# Releases

## 2.4.1 (2026-08-10)
- Fixes a crash in `export` with 0 rows; nothing else changed.

## 2.4.0 (2026-08-03)
- Added `export --format csv`.
- The default page size is 50.
- No longer supports Windows 7.
)"},

      {"mixed: support in two languages",
       {{"Ticket 3341",
         R"(Ticket 3341, from Sato at Hoshino Ltd: the export is empty since 2026-07-01. The filter was not cleared.
)"},
        {"チケット3341", R"(佐藤さんに7月3日に電話した。フィルタを消すと12,000行が出た。追加の費用は請求しない。
)"}},
       "Ticket 3341",
       R"(# Ticket 3341

Sato at Hoshino Ltd: since 2026-07-01 the export is empty, because the filter was not cleared.

- 7月3日に佐藤さんに電話した。フィルタを消すと12,000行が出た。
- 追加の費用は請求しない。
)"},
  };
  return sets;
}

}  // namespace ai_memory::test
