#include "tests/dream/faithful_rewrites.hh"

namespace ai_memory::test {

const std::vector<FaithfulSet>& held_out_rewrites() {
  static const std::vector<FaithfulSet> sets{
      {"hiking club",
       {{"Hike in May", R"(# Hike 9 May 2026

Route: Oberstdorf to Gerstruben, 14 km, 620 m up.
Present: Karl, Hanna, Olaf.

- Olaf forgot his boots, so we didn't take the ridge.
)"},
        {"Hike in June",
         R"(On 6 June 2026 Karl and Hanna walked 18 km to the Nebelhorn. Dogs are not allowed in the cable car.
The hut costs 32 EUR a night.
)"},
        {"Rules of the club", R"(- at least 1.5 l of water each
- nobody walks alone
- call +49 8322 96060 when late
)"}},
       "Hiking club",
       R"(# Hiking club

## Rules

- Nobody walks alone.
- At least 1.5 l of water each.
- When late, call +49 8322 96060.

## Hikes

- **9 May 2026:** Oberstdorf to Gerstruben, 14 km and 620 m up, with Karl, Hanna and Olaf. Olaf forgot his boots, so the
  ridge was not taken.
- **6 June 2026:** Karl and Hanna walked 18 km to the Nebelhorn. The hut costs 32 EUR a night; dogs are not allowed in the
  cable car.
)"},

      {"build system",
       {{"Meson notes",
         R"(We moved from CMake to Meson 1.0 on 2026-02-11. A clean build takes 4 minutes 20 s with ccache.
Unity builds don't work because of name clashes in `src/net`.
)"},
        {"Compilers", R"(Supported: gcc 12, clang 14. MSVC is not supported.
Set `-Dwerror=true` in CI, see `ci/build.yml`.
)"},
        {"ccache", R"(The cache is limited to 5 GB (`CCACHE_MAXSIZE`) and lies in `~/.cache/ccache`.
)"}},
       "Build system",
       R"(# Build system

- On 2026-02-11 we moved to Meson 1.0 from CMake.
- Compilers: gcc 12 and clang 14; MSVC is not supported.
- CI sets `-Dwerror=true`, see `ci/build.yml`.
- A clean build with ccache takes 4 minutes 20 s. The cache lies in `~/.cache/ccache` and is limited to 5 GB
  (`CCACHE_MAXSIZE`).
- Because of name clashes in `src/net`, unity builds don't work.
)"},

      {"customer call",
       {{"Call with Acme, 5 Oct", R"(Acme (Mr. Ortega) wants SSO by Q1 2027. They have 340 seats and pay $12k a year.
They will not sign without a DPA.
)"},
        {"Call with Acme, 19 Oct", R"(Ortega was away; Ms. Lindqvist took the call. She asked for a quote for 400 seats.
DPA sent on 20 Oct. No answer yet.
)"}},
       "Acme",
       R"(# Acme

Acme has 340 seats and pays $12k a year.

## 5 Oct (Mr. Ortega)
- Wants SSO by Q1 2027.
- Will not sign without a DPA.

## 19 Oct (Ms. Lindqvist, Ortega was away)
- Asked for a quote for 400 seats.
- The DPA was sent on 20 Oct, no answer yet.
)"},

      {"garden",
       {{"Tomatoes", R"(Sown on 3 March, planted out on 15 May. 6 plants of San Marzano, 60 cm apart.
Do not water the leaves.
)"},
        {"Garden log", R"(- 2 July: first blossoms
- 21 July: lice on the beans, soap helped
- no slugs this year
)"}},
       "Garden",
       R"(# Garden

## Tomatoes (San Marzano)
6 plants, 60 cm apart, sown on 3 March and planted out on 15 May. The leaves must not be watered.

## Log
- 2 July: first blossoms.
- 21 July: lice on the beans; soap helped.
- This year there were no slugs.
)"},

      {"machine learning run",
       {{"Run 17", R"(# Run 17

Learning rate 0.01, 40 epochs, loss 0.31. Not better than the baseline (0.30).
)"},
        {"Run 18", R"(# Run 18

Learning rate 0.001, 60 epochs, loss 0.28. Trained on `gpu-node-3` in 5 h.
)"},
        {"Data of the runs",
         R"(The set has 12,400 sentences, split 80/10/10. Seeds: 1, 7, 42. Duplicates were never removed.
)"}},
       "Runs 17 and 18",
       R"(# Runs 17 and 18

Data: 12,400 sentences, split 80/10/10; duplicates were never removed. Seeds: 1, 7, 42.

| run | learning rate | epochs | loss | remarks |
| --- | --- | --- | --- | --- |
| 17 | 0.01 | 40 | 0.31 | not better than the baseline (0.30) |
| 18 | 0.001 | 60 | 0.28 | trained on `gpu-node-3` in 5 h |
)"},

      {"flat hunting",
       {{"Flat in Elm Street",
         R"(Elm Street 14, 3rd floor, 68 m², 940 EUR warm. Pets are not allowed. Viewing on 4 Dec at 17:00 with Mrs. Novak.
)"},
        {"Flat at the canal",
         R"(Canal Road 3, 2 rooms, 54 m² for 1,020 EUR. Has a balcony but no cellar. Viewing 5 Dec, 9:15.
)"}},
       "Flats to look at",
       R"(# Flats

- **Elm Street 14** (3rd floor): 68 m², 940 EUR warm, pets not allowed. Viewing with Mrs. Novak on 4 Dec at 17:00.
- **Canal Road 3:** 2 rooms, 54 m², 1020 EUR, a balcony but no cellar. Viewing on 5 Dec at 9:15.
)"},

      {"security review",
       {{"Review of the login", R"(Found by Yusuf on 2026-06-30:

- passwords shorter than 12 characters are accepted
- the session cookie has no `SameSite` attribute
- `bcrypt` cost is 8
)"},
        {"Fixes",
         R"(In v4.2.0 the cost went to 12 and the cookie got `SameSite=Lax`. The minimal length is not fixed yet (SEC-31).
)"}},
       "Security review of the login",
       R"(# Login: security review

Yusuf's findings of 2026-06-30, and what came of them:

- Passwords shorter than 12 characters are accepted: not fixed yet, the minimal length is SEC-31.
- The session cookie had no `SameSite` attribute; since v4.2.0 it is `SameSite=Lax`.
- The `bcrypt` cost was 8; v4.2.0 raised it to 12.
)"},

      {"図書館",
       {{"図書館の利用", R"(中央図書館は9時から20時まで。月曜日は休館。貸出は10冊、2週間まで。
)"},
        {"予約した本", R"(- 「海辺の光」を2026年12月1日に予約、順番は7番目
- 延長はできない
)"}},
       "中央図書館",
       R"(# 中央図書館

- 開館は9時から20時まで、月曜日は休館
- 貸出は10冊、2週間まで。延長はできない
- 2026年12月1日に「海辺の光」を予約した（順番は7番目）
)"},

      {"採用",
       {{"面接 山本さん", R"(山本さん、経験6年。RustとGoが得意。Kafkaの経験はない。希望年収は800万円。
)"},
        {"二次面接", R"(2026年11月12日、課題を25分で解いた。2027年3月1日より前には入社できない。
)"}},
       "山本さんの面接",
       R"(# 山本さん

- 経験6年、RustとGoが得意。Kafkaの経験はない
- 希望年収: 800万円
- 二次面接（2026年11月12日）: 課題を25分で解いた
- 入社は2027年3月1日より前にはできない
)"},

      {"サーバ移行",
       {{"移行計画", R"(旧サーバはweb01、新サーバはweb02。移行日は2026年12月20日の22時から。
停止時間は90分の見込み。DNSのTTLは300秒にしておく。
)"},
        {"移行の注意", R"(移行中は書き込みを止める。旧サーバは30日間消さない。連絡先はops@example.jp。
)"}},
       "サーバ移行",
       R"(# サーバ移行

移行日は2026年12月20日、22時から。停止時間は90分の見込み。

- 旧サーバ: web01（30日間消さない）、新サーバ: web02
- DNSのTTLは300秒にしておく
- 移行中は書き込みを止める
- 連絡先: ops@example.jp
)"},

      {"mixed: release in two languages",
       {{"Release 5.2", R"(Release 5.2 is planned for 2026-12-07. Yuki tests on Windows 11.
)"},
        {"5.2の準備", R"(リリースは12月7日。Yukiさんが「設定」画面を確認する。Windows 10は対象外、サポートしない。
)"}},
       "Release 5.2",
       R"(# Release 5.2

- Planned for 2026-12-07（リリースは12月7日）.
- Yuki tests on Windows 11.
- Yukiさんが「設定」画面を確認する。Windows 10は対象外で、サポートしない。
)"},

      {"家計",
       {{"10月の家計", R"(食費は32,000円、光熱費は11,400円。外食は4回だけ。貯金はできなかった。
)"},
        {"11月の家計", R"(食費は35,000円、光熱費は12,900円。ボーナス前なので旅行はしない。
)"}},
       "家計 10月・11月",
       R"(# 家計

| 月 | 食費 | 光熱費 |
| --- | --- | --- |
| 10月 | 32,000円 | 11,400円 |
| 11月 | 35,000円 | 12,900円 |

10月: 外食は4回だけ、貯金はできなかった。
11月: ボーナス前なので旅行はしない。
)"},

      {"lab book",
       {{"Buffer", R"(20 mM Tris, pH 7.4, 150 mM NaCl. Keep at 4 °C. Never freeze.
)"},
        {"Gel of 12 Jan", R"(12 Jan 2026: 8 lanes, 120 V for 45 min. Lane 5 shows no band. Stored in box B-7 by Chen.
)"}},
       "Buffer and gel",
       R"(# Buffer and gel

**Buffer:** 20 mM Tris at pH 7.4 with 150 mM NaCl; keep at 4 °C and never freeze it.

**Gel (2026-01-12):** 8 lanes, 45 min at 120 V. There is no band in lane 5. Chen stored it in box B-7.
)"},

      {"町内会",
       {{"町内会の会合", R"(# 町内会の会合

2026年9月5日、公民館。出席は14名。祭りは10月10日に開くと決定。
)"},
        {"祭りの準備", R"(予算は15万円。火は使わない。屋台は6台、係は木村さんと石井さん。雨でも中止しない。
)"}},
       "町内会の祭り",
       R"(# 町内会の祭り

2026年9月5日の会合（公民館、出席14名）で、祭りは10月10日に開くと決定。雨でも中止しない。

- 予算: 15万円
- 屋台: 6台（係は木村さんと石井さん）
- 火は使わない
)"},
  };
  return sets;
}

}  // namespace ai_memory::test
