#include "tests/dream/faithful_rewrites.hh"

namespace ai_memory::test {

const std::vector<FaithfulSet>& second_rewrites() {
  static const std::vector<FaithfulSet> sets{
      {"choir",
       {{"Rehearsal 14 Sep", R"(Rehearsal on 14 September 2026 with 23 singers. Mozart, bars 40 to 72, needs work.
Pauline is ill and will not sing the solo.
)"},
        {"Rehearsal 21 Sep", R"(# Rehearsal 21 September

- Olga takes the solo
- Entry is free, no reserved seats
- The concert is on 8 November at 18:30 in St. Anne
)"}},
       "Choir",
       R"(# Choir, autumn 2026

**Concert:** 8 November, 18:30, in St. Anne. Entry is free and there are no reserved seats.

**Solo:** Pauline is ill and will not sing it; Olga takes the solo.

## Rehearsals

- 14 September 2026, 23 singers: Mozart, bars 40 to 72, needs work.
- 21 September: solo and concert as above were settled.
)"},

      {"queue tuning",
       {{"Queue depth", R"(With `prefetch=10` the consumer handles 340 messages per second, with `prefetch=50` 910.
Beyond 100 nothing is gained.
)"},
        {"Queue, second look",
         R"(Memory grows to 2.1 GB at `prefetch=50`. Marek does not want to go over 1 GB, so we stay at 10 for now.
See https://wiki.example.org/queue?rev=3 for the graphs.
)"}},
       "Queue tuning",
       R"(# Queue tuning

- `prefetch=10`: 340 messages per second
- `prefetch=50`: 910 messages per second, but memory grows to 2.1 GB
- Beyond 100 nothing is gained.

Decision: we stay at 10 for now, because Marek does not want to go over 1 GB. Graphs:
https://wiki.example.org/queue?rev=3
)"},

      {"school",
       {{"Parents' evening", R"(Parents' evening on 3 Nov 2026, room 204. Mrs. Fuchs teaches class 4b, 26 children.
Phones are not allowed in class.
)"},
        {"School trip",
         R"(The class goes to Bremen from 8 to 10 June 2027. 145 EUR, due by 15 January. Nuts must not be packed, Leo is allergic.
)"}},
       "School, class 4b",
       R"(# Class 4b (Mrs. Fuchs, 26 children)

- Phones are not allowed in class.
- Parents' evening: 2026-11-03 in room 204.

## Trip to Bremen
From 8 to 10 June 2027, for 145 EUR, due by 15 January. As Leo is allergic, nuts must not be packed.
)"},

      {"feature flags",
       {{"Flags", R"(| flag | default | owner |
| --- | --- | --- |
| `new_cart` | on | Ines |
| `fast_search` | off | Tobias |

Flags are removed after 90 days.
)"},
        {"Flags, update",
         R"(On 2026-10-30 `fast_search` was turned on for 20 % of users. `new_cart` cannot be turned off any more.
)"}},
       "Feature flags",
       R"(# Feature flags

Flags are removed after 90 days.

| flag | default | owner | remarks |
| --- | --- | --- | --- |
| `new_cart` | on | Ines | cannot be turned off any more |
| `fast_search` | off | Tobias | since 2026-10-30 on for 20 % of users |
)"},

      {"car",
       {{"Car service",
         R"(Inspection on 2 March 2026 at Wagner, 412 EUR, 84,300 km. Brakes are fine, tyres were not changed.
)"},
        {"Car, autumn",
         R"(Winter tyres since 24 Oct (205/55 R16). Next inspection at 100,000 km. Don't use the automatic car wash, the antenna is loose.
)"}},
       "Car",
       R"(# Car

- 2026-03-02, inspection at Wagner: 412 EUR at 84,300 km. The brakes are fine; the tyres were not changed.
- Next inspection: 100,000 km.
- Winter tyres (205/55 R16) since 24 Oct.
- The antenna is loose, so don't use the automatic car wash.
)"},

      {"postmortem",
       {{"Postmortem 12",
         R"(The nightly job failed from 2026-05-02 to 2026-05-05 with exit code 137. Nobody noticed, as alerts went to old@example.org.
)"},
        {"Actions of postmortem 12", R"(- [ ] Rosa: alert to #ops
- [x] Kenji: raise the memory limit from 512 MB to 2 GB
- logs are not kept longer than 7 days
)"}},
       "Postmortem 12",
       R"(# Postmortem 12

From 2026-05-02 to 2026-05-05 the nightly job failed with exit code 137. Because alerts went to old@example.org, nobody
noticed. Logs are not kept longer than 7 days.

- [ ] Rosa: alert to #ops
- [x] Kenji: raise the memory limit from 512 MB to 2 GB
)"},

      {"引越し",
       {{"引越しの見積もり", R"(2027年2月27日に引越す。A社は98,000円、B社は112,000円。段ボールは40箱。
ピアノは運ばない。
)"},
        {"新居", R"(新居は4階、エレベーターはない。家賃は86,000円、駐車場は使わない。鍵は2月26日に石田さんから受け取る。
)"}},
       "引越し",
       R"(# 引越し（2027年2月27日）

- 見積もり: A社 98,000円、B社 112,000円
- 段ボール40箱。ピアノは運ばない
- 鍵は2月26日に石田さんから受け取る
- 新居は4階でエレベーターはない。家賃86,000円。駐車場は使わない
)"},

      {"監視",
       {{"監視の設定", R"(`disk_usage`が85%を超えたら通知。間隔は60秒。夜間は通知しない。
)"},
        {"監視の見直し",
         R"(2026年8月3日、前田さんがしきい値を85%から90%に上げた。担当は週替わり。手動で再起動してはいけない。
)"}},
       "監視",
       R"(# 監視

- `disk_usage`のしきい値: 85%を超えたら通知。2026年8月3日に前田さんが85%から90%に上げた。
- 間隔は60秒。夜間は通知しない。
- 担当は週替わり。
- 手動で再起動してはいけない。
)"},

      {"読書会",
       {{"読書会 5月", R"(5月18日、参加は6人。課題は『砂の城』。結末は納得できないという意見が3人。
)"},
        {"読書会 6月", R"(6月22日、参加は9人。課題は『夜の橋』、320ページ。次回は休み、7月は開かない。
)"}},
       "読書会",
       R"(# 読書会

| 日付 | 参加 | 課題 |
| --- | --- | --- |
| 5月18日 | 6人 | 『砂の城』 |
| 6月22日 | 9人 | 『夜の橋』（320ページ） |

『砂の城』の結末は納得できないという意見が3人。次回は休みで、7月は開かない。
)"},

      {"mixed: contract",
       {{"Contract",
         R"(The contract with Kobo GmbH runs until 31 March 2028. Notice period: 3 months. Price changes are not allowed.
)"},
        {"契約の要点", R"(契約は2028年3月31日まで。通知は3か月前。大野さんが署名した。再委託はできない。
)"}},
       "Contract with Kobo GmbH",
       R"(# Contract with Kobo GmbH

- Runs until 31 March 2028（契約は2028年3月31日まで）.
- Notice period: 3 months（通知は3か月前）.
- Price changes are not allowed.
- 大野さんが署名した。再委託はできない。
)"},
  };
  return sets;
}

}  // namespace ai_memory::test
