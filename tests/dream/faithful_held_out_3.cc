#include "tests/dream/faithful_rewrites.hh"

namespace ai_memory::test {

const std::vector<FaithfulSet>& third_rewrites() {
  static const std::vector<FaithfulSet> sets{
      {"network",
       {{"VPN", R"(The VPN gateway is 10.20.0.1, clients get addresses from 10.20.8.0/24. Split tunnel is off.
Don't route SIP through it.
)"},
        {"VPN changes", R"(On 2026-09-14 Farid renewed the key (valid 2 years). The MTU went from 1500 to 1420.
macOS 12 is not supported by the new client, version 3.4.1.
)"}},
       "VPN",
       R"(# VPN

- Gateway: 10.20.0.1; clients get addresses from 10.20.8.0/24.
- Split tunnel is off. SIP must not be routed through it.
- 2026-09-14: Farid renewed the key, valid 2 years, and the MTU went from 1500 to 1420.
- The new client is version 3.4.1; it does not support macOS 12.
)"},

      {"allergy diary",
       {{"Diary, May", R"(- 3 May: sneezing, birch 4/5
- 9 May: no symptoms, rain
- Cetirizine 10 mg helps within 40 minutes
)"},
        {"Doctor", R"(Dr. Amann, 20 May 2026: not asthma. No cat hair test was made. Come again in 6 months.
)"}},
       "Allergy",
       R"(# Allergy

**Symptoms**

- 3 May: sneezing (birch 4/5)
- 9 May: rain, no symptoms

**Treatment:** Cetirizine 10 mg, helps within 40 minutes.

**Dr. Amann, 20 May 2026:** it is not asthma. A cat hair test was not made. Come again in 6 months.
)"},

      {"book budget",
       {{"Budget", R"(# Budget 2027

Marketing gets 14,000 EUR, travel 6,500 EUR. Nothing is left for printing.
Approved by Mr. Haas on 11 Dec 2026.
)"},
        {"Budget question",
         R"(Wendy asks whether travel includes the fair in Leipzig. Haas: it does not, the fair is paid by marketing.
)"}},
       "Budget 2027",
       R"(# Budget 2027

Approved by Mr. Haas on 2026-12-11:

| item | amount |
| --- | --- |
| Marketing | 14,000 EUR |
| Travel | 6,500 EUR |

Nothing is left for printing. Asked by Wendy, Haas said that travel does not include the fair in Leipzig; the fair is paid
by marketing.
)"},

      {"compiler bug",
       {{"Miscompile",
         R"(gcc 12.2 at `-O2` drops the bounds check in `ring_push()`; clang 14 does not. Seen on aarch64 only.
)"},
        {"Workaround", R"(Reported as GCC-10945 on 2026-04-02 by Lin. Workaround: `volatile` on `head_`, costs 3 %.
Never build `ring.cc` with LTO.
)"}},
       "Miscompiled ring buffer",
       R"(# Miscompiled ring buffer

With gcc 12.2 at `-O2` the bounds check in `ring_push()` is dropped, on aarch64 only. clang 14 does not drop it.

- Reported by Lin as GCC-10945 on 2026-04-02
- Workaround: `volatile` on `head_`, which costs 3 %
- Never build `ring.cc` with LTO
)"},

      {"club rules",
       {{"Tennis court",
         R"(Court 2 is closed until 30 April. Bookings at most 7 days ahead, 1 hour each. Guests pay 8 EUR.
)"},
        {"Tennis, rules", R"(Members must not book twice a day. Without white shoes nobody plays. Key code: ask Ute.
)"}},
       "Tennis",
       R"(# Tennis court

- Until 30 April court 2 is closed.
- Bookings: 1 hour each, at most 7 days ahead. Members must not book twice a day.
- Guests pay 8 EUR.
- Nobody plays without white shoes.
- Ask Ute for the key code.
)"},

      {"shop orders",
       {{"Order 7712",
         R"(Order 7712 of Ingrid, 3 lamps, 147.50 EUR, sent 2026-10-09 with DHL. One was broken on arrival.
)"},
        {"Order 7718",
         R"(Order 7718 of Piotr, 1 mirror, 89 EUR. Not sent yet, the mirror is not in stock before November.
)"},
        {"Refunds", R"(Refund for 7712: 49.17 EUR on 2026-10-16. We don't refund shipping.
)"}},
       "Orders 7712 and 7718",
       R"(# Orders

## 7712 (Ingrid)
3 lamps for 147.50 EUR, sent with DHL on 2026-10-09. One was broken on arrival; 49.17 EUR were refunded on 2026-10-16.

## 7718 (Piotr)
1 mirror for 89 EUR. It has not been sent yet, as it is not in stock before November.

We don't refund shipping.
)"},

      {"田植え",
       {{"田んぼ 5月", R"(5月3日に田植え、3枚で12アール。苗は「ひとめぼれ」80箱。機械は借りない。
)"},
        {"田んぼ 9月",
         R"(9月20日に稲刈り。収量は620kg、昨年より40kg多い。台風で倒れた株はなかった。村上さんに30kg渡した。
)"}},
       "田んぼ",
       R"(# 田んぼ

- 5月3日: 田植え（3枚、12アール）。苗は「ひとめぼれ」80箱。機械は借りない
- 9月20日: 稲刈り。収量は620kgで、昨年より40kg多い。台風で倒れた株はなかった
- 村上さんに30kg渡した
)"},

      {"権限",
       {{"権限の方針", R"(本番の書き込み権限は4人まで。共有アカウントは禁止。鍵の有効期限は90日。
)"},
        {"権限の棚卸し",
         R"(2026年10月1日に棚卸し。藤田さんと`deploy-bot`の権限を外した。監査ログは消さない。次回は2027年1月。
)"}},
       "権限の管理",
       R"(# 権限の管理

## 方針
- 本番の書き込み権限は4人まで
- 共有アカウントは禁止
- 鍵の有効期限は90日
- 監査ログは消さない

## 棚卸し
2026年10月1日: 藤田さんと`deploy-bot`の権限を外した。次回は2027年1月。
)"},

      {"語学",
       {{"韓国語", R"(単語は1日20個、今週は140個。발음は難しい。テストは12月13日、申し込みは済んでいない。
)"},
        {"韓国語の教材", R"(教科書は「はじめの一歩」、第7課まで。金先生は宿題を出さない。授業は木曜日の19時から。
)"}},
       "韓国語",
       R"(# 韓国語

- 授業: 木曜日の19時から。金先生は宿題を出さない
- 教科書: 「はじめの一歩」、第7課まで
- 単語: 1日20個、今週は140個。발음は難しい
- テスト: 12月13日。申し込みは済んでいない
)"},

      {"mixed: hackathon",
       {{"Hackathon", R"(Hackathon on 2027-02-06, 36 hours, teams of at most 5. Prize: 100,000 JPY. No prepared code.
)"},
        {"ハッカソン準備", R"(会場は渋谷、定員60人。食事は出ない。審査員は岡田さんとMartaさん。
)"}},
       "Hackathon 2027-02-06",
       R"(# Hackathon (2027-02-06)

- 36 hours, teams of at most 5, no prepared code
- Prize: 100,000 JPY
- 会場は渋谷、定員60人。食事は出ない
- 審査員: 岡田さん、Martaさん
)"},
  };
  return sets;
}

}  // namespace ai_memory::test
