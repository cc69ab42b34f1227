#include "tests/dream/faithful_rewrites.hh"

namespace ai_memory::test {

const std::vector<FaithfulSet>& english_rewrites() {
  static const std::vector<FaithfulSet> sets{
      {"database choice",
       {{"Storage meeting", R"(# Storage meeting

Ann, Ben and Carla met on 3 Oct 2026.

- We decided to keep sessions in PostgreSQL 15.
- The database listens on port 5432 on `db1.example.org`.
- Backups run nightly at 02:00 and are kept for 14 days.
- We will not use MongoDB.
)"},
        {"Storage follow-up", R"(Ben measured the size of the data on 17 October 2026: 1,200 MB in 48 tables.
The connection pool holds 20 connections. Reconsider beyond 5 GB.
Do not run `VACUUM FULL` during office hours.
)"}},
       "Storage",
       R"(# Storage

On 2026-10-03 Ann, Ben and Carla decided to keep sessions in PostgreSQL 15, not in MongoDB.

- The database listens on `db1.example.org`, port 5432, with a pool of 20 connections.
- Nightly backups run at 02:00 and are kept for 14 days.
- Size, measured by Ben on 2026-10-17: 1200 MB in 48 tables. To be reconsidered beyond 5 GB.
- Never run `VACUUM FULL` during office hours.
)"},

      {"deploy steps",
       {{"Deploying the shop", R"(## Deploying the shop

1. Run the tests with `scripts/test`.
2. Tag the commit, for example `v2.3.1`.
3. Push the image:

```sh
docker build -t shop:2.3.1 .
docker push registry.example.org/shop:2.3.1
```

4. Do not deploy on Fridays.
)"},
        {"Rollback", R"(If the health check at https://shop.example.org/health fails for 5 minutes, roll back:

```sh
kubectl rollout undo deployment/shop
```

The rollback takes about 90 seconds. Tell @ben.
)"}},
       "Deploying and rolling back the shop",
       R"(# Deploying the shop

Do not deploy on Fridays.

1. Run the tests with `scripts/test`.
2. Tag the commit, for example `v2.3.1`.
3. Build and push the image:

```sh
docker build -t shop:2.3.1 .
docker push registry.example.org/shop:2.3.1
```

## Rollback

Roll back if the health check at https://shop.example.org/health fails for 5 minutes, and tell @ben. It takes about 90
seconds:

```sh
kubectl rollout undo deployment/shop
```
)"},

      {"three stand-ups",
       {{"Stand-up 2026-11-02", R"(# Stand-up 2026-11-02

- Ann: fixed the login bug (#412), 3 reviews left
- Ben: is blocked by the missing API key
)"},
        {"Stand-up 2026-11-03", R"(# Stand-up 2026-11-03

- Ann: finished 2 reviews
- Ben: got the API key, started the importer in `src/import.py`
)"},
        {"Stand-up 2026-11-04", R"(# Stand-up 2026-11-04

- Ben: the importer reads 1,500 rows per second
- Carla: will not be here until 9 November
)"}},
       "Stand-ups 2026-11-02 to 2026-11-04",
       R"(# Stand-ups, 2026-11-02 to 2026-11-04

## Ann
- 2026-11-02: fixed the login bug (#412); 3 reviews left.
- 2026-11-03: finished 2 reviews.

## Ben
- 2026-11-02: blocked by the missing API key.
- 2026-11-03: got the API key and started the importer in `src/import.py`.
- 2026-11-04: the importer reads 1,500 rows per second.

## Carla
- 2026-11-04: will not be here until 9 November.
)"},

      {"two values in conflict",
       {{"Timeout", R"(The request timeout is 30 seconds, as agreed on 2026-09-01 with Dana.
Retries: 3.
)"},
        {"Timeouts again",
         R"(Since 2026-10-20 the request timeout is 60 seconds because the reports of Emil were cut off.
We never retry a payment.
)"}},
       "Request timeout",
       R"(# Request timeout

- 2026-09-01: 30 seconds, as agreed with Dana.
- Since 2026-10-20: 60 seconds, because Emil's reports were cut off.

Retries: 3. A payment is never retried.
)"},

      {"people and preferences",
       {{"Mia", R"(Mia is vegetarian and does not like mushrooms. Her birthday is 14 May 1991.
She lives in Hamburg with 2 cats.
)"},
        {"Dinner with Mia", R"(On 8 Nov 2026 we had dinner with Mia at Luigi's. She took the risotto for 18 EUR.
She can't come on Tuesdays, she has choir at 19:30.
)"},
        {"Gift ideas", R"(- Mia wants a cookbook (at most 35 EUR)
- nothing made of wool, she is allergic
)"}},
       "Mia",
       R"(# Mia

- Birthday: 1991-05-14. Lives in Hamburg with 2 cats.
- Vegetarian; does not like mushrooms.
- Allergic to wool, so nothing made of it.
- Has choir on Tuesdays at 19:30 and can't come then.
- Gift idea: Mia wants a cookbook, at most 35 EUR.
- Dinner on 8 Nov 2026 at Luigi's: she took the risotto for 18 EUR.
)"},

      {"error and its cause",
       {{"Crash in the worker", R"(The worker died with `ECONNREFUSED` at 2026-11-11T04:12:00Z. Stack trace:

```
File "worker/queue.py", line 88, in pull
redis.exceptions.ConnectionError: Error 111
```

Restarting did not help.
)"},
        {"Cause of the crash",
         R"(Redis had been moved to `cache2.internal:6380`, but `REDIS_URL` still named the old host.
Fixed in commit 7f3a9c1e by Jonas. No data was lost.
)"}},
       "Worker crash of 2026-11-11",
       R"(# Worker crash

At 2026-11-11T04:12:00Z the worker died with `ECONNREFUSED`; restarting did not help.

```
File "worker/queue.py", line 88, in pull
redis.exceptions.ConnectionError: Error 111
```

**Cause:** Redis had been moved to `cache2.internal:6380` while `REDIS_URL` still named the old host. Jonas fixed it in
commit 7f3a9c1e. No data was lost.
)"},

      {"prices in a table",
       {{"Plans", R"(# Plans

| plan | price | users |
| --- | --- | --- |
| Basic | $9 | 5 |
| Team | $29 | 25 |
| Company | $99 | 200 |

Prices are without tax.
)"},
        {"Plan changes",
         R"(From January 2027 the Team plan costs $35. Basic stays as it is. The Company plan is not sold in Brazil.
)"}},
       "Plans and prices",
       R"(# Plans and prices

Prices are without tax.

| plan | users | price |
| --- | --- | --- |
| Basic | 5 | $9, stays as it is |
| Team | 25 | $29; from January 2027 $35 |
| Company | 200 | $99; not sold in Brazil |
)"},

      {"linked pages",
       {{"Search design", R"(Words are ranked by BM25, see [[concepts/bm25|BM25]] and [the notes](../notes/ranking.md).
k1 is 1.2 and b is 0.75. #search
)"},
        {"Search results", R"(MRR@10 rose from .743 to .781 with fusion, see [[concepts/fusion]].
Stop words are not removed. #search #bench
)"}},
       "Search",
       R"(# Search

- Ranking of words: BM25 with k1 = 1.2 and b = 0.75 (see [[concepts/bm25|BM25]] and [the notes](../notes/ranking.md)).
- Stop words are not removed.
- With fusion ([[concepts/fusion]]) MRR@10 rose from .743 to .781.

#search #bench
)"},

      {"travel",
       {{"Trip to Lisbon", R"(# Trip to Lisbon

- Flight TP571 on 12 Dec, leaves Berlin at 06:55
- Hotel Avenida, booking 88231, 4 nights, 480 EUR
- no breakfast included
)"},
        {"Lisbon ideas", R"(Sofia recommends the tram 28 before 9:00 and the Gulbenkian museum (closed on Tuesdays).
Not to be missed: pastéis at Belém.
)"}},
       "Trip to Lisbon",
       R"(# Trip to Lisbon

**Flight:** TP571 leaves Berlin on 12 Dec at 06:55.
**Hotel:** Avenida, booking 88231, 4 nights for 480 EUR, no breakfast included.

Sofia's recommendations:

- Tram 28 before 9:00
- The Gulbenkian museum (closed on Tuesdays)
- Pastéis at Belém, not to be missed
)"},

      {"configuration keys",
       {{"Settings of the importer",
         R"(`batch_size` is 500 and `max_workers` is 8. The importer reads `/etc/importer/config.toml`.
It must not run as root.
)"},
        {"Importer, changes", R"(- [decision] `batch_size` goes to 250 on staging only
- TODO: measure `max_workers` = 16
- the importer writes no log file by default; use `--log-file`
)"}},
       "Importer settings",
       R"(# Importer settings

The importer reads `/etc/importer/config.toml` and must not run as root. By default it writes no log file; use
`--log-file`.

- `batch_size` is 500
- [decision] `batch_size` goes to 250 on staging only
- `max_workers` is 8; TODO: measure `max_workers` = 16
)"},

      {"incident timeline",
       {{"Outage, first notes", R"(2026-08-19, outage of the checkout:

- 10:02 alarms from Pingdom
- 10:09 Lena looks at the load balancer
- 10:31 all green again
)"},
        {"Outage, review",
         R"(The certificate of pay.example.org had expired on 2026-08-19 at 10:00. 312 orders failed; none was charged.
Lena added a reminder 30 days ahead. We do not renew certificates by hand any more.
)"}},
       "Checkout outage of 2026-08-19",
       R"(# Checkout outage, 2026-08-19

Cause: the certificate of pay.example.org had expired on 2026-08-19 at 10:00.

- 10:02: alarms from Pingdom
- 10:09: Lena looked at the load balancer
- 10:31: all green again

312 orders failed, none of them was charged. Lena added a reminder 30 days ahead, and certificates are no longer renewed
by hand.
)"},

      {"recipe",
       {{"Bread", R"(# Bread

- 500 g flour
- 350 ml water
- 10 g salt

Bake for 45 minutes at 230 °C.
)"},
        {"Bread, second try", R"(With 380 ml water the crumb was better. Don't open the oven in the first 20 minutes.
)"}},
       "Bread",
       R"(# Bread

- 500 g flour
- 350 ml water; with 380 ml the crumb was better
- 10 g salt

Bake at 230 °C for 45 minutes, and don't open the oven in the first 20 minutes.
)"},
  };
  return sets;
}

}  // namespace ai_memory::test
