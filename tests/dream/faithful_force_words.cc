// Faithful rewrites that say must, at most, only, if and their like in other words. Written before the rules that
// compare such words.
#include "tests/dream/faithful_rewrites.hh"

namespace ai_memory::test {

const std::vector<FaithfulSet>& force_word_rewrites() {
  static const std::vector<FaithfulSet> sets{
      {"on call",
       {{"On call", R"(The person on call must answer within 15 minutes. Deploys are allowed only before 16:00.
If the pager is silent for more than 7 days, test it.
)"},
        {"Rota", R"(At most 3 people share the rota. Each of them has a spare phone.
Ben may swap with Ann, but he has to tell Carol.
)"}},
       "On call",
       R"(# On call

- Whoever is on call has to answer within 15 minutes.
- Deploys are only allowed before 16:00.
- Test the pager when it is silent for over 7 days.
- No more than 3 people share the rota, and every one of them has a spare phone.
- Ben can swap with Ann but must tell Carol.
)"},

      {"backup rules",
       {{"Backups", R"(Backups are kept for at least 90 days. All of them must be encrypted before upload.
The job usually takes about 40 minutes.
)"},
        {"Backups, restore test",
         R"(We should try a restore every 3 months. Until the new disk arrives, only `/home` is saved.
If the checksum differs, the upload might be broken.
)"}},
       "Backups",
       R"(# Backups

Backups are kept no less than 90 days, and every backup is required to be encrypted before it is uploaded. Normally the
job takes roughly 40 minutes. A restore ought to be tried every 3 months. Only `/home` is saved until the new disk
arrives. The upload may be broken when the checksum differs.
)"},

      {"rate limits in other words",
       {{"Limits", R"(A key may send up to 100 requests per minute. Clients must wait 30 s after a 429.
Uploads larger than 20 MB are split into parts.
)"},
        {"Limits, part two", R"(Because the proxy is slow, timeouts need to be at least 10 s.
Some keys have no limit. Requests are always logged, although the body is not.
)"}},
       "Limits",
       R"(# Limits

- At most 100 requests per minute are allowed for a key.
- After a 429, clients have to wait 30 s.
- Uploads of more than 20 MB are split into parts.
- The timeouts must be 10 s or more since the proxy is slow.
- A few keys have no limit.
- Requests are always logged, but not their body.
)"},

      {"trip",
       {{"Trip to Lisbon", R"(Mia wants to fly on 3 May. We plan to spend less than 900 EUR.
We might take the train from Porto to Lisbon if it costs under 30 EUR.
)"},
        {"Trip to Lisbon, hotel", R"(Tom must book the hotel before 10 April. The room has to have two beds.
Breakfast is only included on weekends. Most museums are closed on Mondays.
)"}},
       "Trip to Lisbon",
       R"(# Trip to Lisbon

- Mia would like to fly on 3 May.
- The plan is to spend under 900 EUR.
- If it is less than 30 EUR, we may take the train from Porto to Lisbon.
- The hotel needs to be booked by Tom before 10 April; the room must have two beds.
- Breakfast: included only on weekends.
- The majority of museums are closed on Mondays.
)"},

      {"medicine",
       {{"Medicine", R"(Grandpa takes the pill after breakfast, never before it. He must not take more than 2 a day.
If he feels dizzy, he should call Dr Lang.
)"},
        {"Medicine, new", R"(The drops are kept in the fridge until they are opened. They last approximately 6 weeks.
Sometimes he forgets the drops. Unless it rains, he walks 20 minutes.
)"}},
       "Medicine",
       R"(# Medicine

Grandpa takes the pill after breakfast and never before it. More than 2 a day he must not take. He ought to call Dr Lang
in case he feels dizzy.

The drops stay in the fridge until opened and last around 6 weeks. Occasionally he forgets the drops. He walks 20 minutes
unless it rains.
)"},

      {"migration",
       {{"Migration", R"(1. Stop the writers before the dump starts.
2. Copy the dump from `alpha` to `beta`.
3. Start the readers after the import has finished.
)"},
        {"Migration, notes",
         R"(Ann decided to use PostgreSQL 16 instead of 15. The import can take up to 5 hours. Ben asked Ann for a second run.
We will only switch if all checks are green.
)"}},
       "Migration",
       R"(# Migration

1. Before the dump starts, stop the writers.
2. Copy the dump from `alpha` to `beta`.
3. Once the import has finished, start the readers.

Ann decided on PostgreSQL 16 rather than 15. The import may take 5 hours at most. Ben asked Ann for a second run. The
switch happens only if every check is green.
)"},

      {"hiring",
       {{"Hiring", R"(Candidates need at least 3 years of Go. Each candidate talks to two engineers.
Only Carol may sign offers. Offers above 90,000 EUR require a second signature.
)"},
        {"Hiring, state", R"(- [x] ad is online
- [ ] interview with Ravi
- Ravi said he could start in June, possibly earlier. He wants to work from Graz.
)"}},
       "Hiring",
       R"(# Hiring

Candidates must have 3 or more years of Go, and every one of them talks to two engineers. Offers may be signed only by
Carol; a second signature is needed for offers over 90,000 EUR.

- [x] ad is online
- [ ] interview with Ravi
- Ravi said that he can start in June, perhaps earlier; he would like to work from Graz.
)"},

      {"heating",
       {{"Heating", R"(The boiler must be checked every year. While it is off, open the valve only with the key.
The pressure has to stay between 1.2 and 1.8 bar.
)"},
        {"Heating, winter", R"(In winter the pump always runs. Before you leave for longer than 3 days, set it to 15 °C.
The new pump is quieter than the old one, and it uses about 40 W, nearly all of it at night.
)"}},
       "Heating",
       R"(# Heating

- The boiler needs to be checked each year.
- The valve may be opened only with the key while the boiler is off.
- The pressure must stay between 1.2 and 1.8 bar.
- In winter the pump runs all the time. Set it to 15 °C before leaving for more than 3 days.
- The new pump is quieter than the old one. It needs around 40 W, almost all of it at night.
)"},

      {"会議室",
       {{"会議室", R"(予約は最大2時間。使用は20人以下に限る。
使った後は必ず机を戻さなければならない。
)"},
        {"会議室 補足", R"(土曜は管理者だけが開けられる。鍵は受付から借りる。
予約がない場合は、当日でも使ってよい。
)"}},
       "会議室",
       R"(# 会議室

- 予約は2時間まで。使用は最大20人。
- 使用後は必ず机を戻す必要がある。
- 土曜に開けられるのは管理者のみ。鍵は受付から借りる。
- 予約がないときは当日でも使用可。
)"},

      {"バックアップ規則",
       {{"バックアップ", R"(バックアップは90日以上保存する。すべて暗号化すること。
処理には約40分かかる。
)"},
        {"復元", R"(復元テストは3か月ごとに行うべき。新しいディスクが届くまで、`/home` だけを保存する。
検査に失敗した場合、転送が壊れているかもしれない。
)"}},
       "バックアップ",
       R"(# バックアップ

バックアップは少なくとも90日保存し、全て暗号化する必要がある。処理時間はおよそ40分。

- 復元テストは3か月ごとに行うのが望ましい。
- 新しいディスクが届くまでは `/home` のみ保存。
- 検査に失敗したら、転送が壊れている可能性がある。
)"},

      {"京都旅行",
       {{"京都", R"(5月3日に京都へ行く予定。予算は9万円以下。
大阪から京都まで新快速に乗る。
)"},
        {"京都 宿", R"(宿は田中さんが4月10日までに予約する。朝食は週末だけ付く。
雨なら美術館に行くかもしれない。
)"}},
       "京都",
       R"(# 京都

- 5月3日に京都へ行くつもり。予算は9万円を超えない。
- 大阪から京都へは新快速。
- 宿の予約は4月10日までに田中さんが行う。朝食は週末のみ。
- 雨の場合は美術館に行く可能性がある。
)"},

      {"勤怠",
       {{"勤怠", R"(勤怠は月末までに必ず入力してください。残業が45時間を超える場合は部長の承認が必要。
休暇は半日から取れる。
)"},
        {"勤怠 補足", R"(佐藤さんは鈴木さんに確認を頼んだ。在宅は週3日以内。
たいてい入力は5分で終わるが、たまに遅い。
)"}},
       "勤怠",
       R"(# 勤怠

勤怠の入力は月末までに必ず行う。45時間より多い残業には部長の承認が要る。休暇は半日から取得できる。

佐藤さんが鈴木さんに確認を頼んだ。在宅は週に最大3日。入力は普段5分で終わるが、ときどき遅い。
)"},

      {"植物",
       {{"植物", R"(水やりは土が乾いてから行う。夏はいつも朝に、冬は10日に1回程度。
サボテンには冬の間、水をやってはいけない。
)"},
        {"植物 鉢", R"(鉢は直径12cm以上を使う。植え替えは春の前に済ませたい。
ほとんどの鉢は南の窓へ移せる。
)"}},
       "植物",
       R"(# 植物

- 土が乾いた後に水をやる。夏は常に朝、冬は約10日に1回。
- 冬の間、サボテンに水やりは禁止。
- 鉢は直径12cmかそれ以上。植え替えは春になる前に済ませたい。
- 大半の鉢は南の窓へ移すことができる。
)"},

      {"APIの制限",
       {{"API", R"(1つのキーで毎分100回まで送信できる。429の後は30秒待たなければならない。
20MBより大きいファイルは分割する。
)"},
        {"API 補足", R"(プロキシが遅いため、タイムアウトは10秒以上にする。一部のキーには制限がない。
v1の代わりにv2を使うべき。
)"}},
       "API",
       R"(# API

- キーごとに送信可能なのは毎分最大100回。429の後は30秒待つ必要がある。
- 20MBを超えるファイルは分割。
- プロキシが遅いので、タイムアウトは最低10秒とする。
- 制限がないキーも一部ある。
- v1ではなくv2を使うこと。
)"},

      {"引っ越し",
       {{"引っ越し", R"(引っ越しは6月20日より後にする。荷物は午前中に出すほうがいい。
ガスの停止は住人が立ち会う必要がある。
)"},
        {"引っ越し 費用", R"(費用は12万円を上限とする。高い業者より安い業者を選ぶ。
全員が箱を5個ずつ運ぶ。もし足りなければ佐々木さんに頼む。
)"}},
       "引っ越し",
       R"(# 引っ越し

- 引っ越しは6月20日の後。荷物は午前中に出すべき。
- ガスの停止には住人が立ち会わなければならない。
- 費用は最大12万円。業者は高い所より安い所を選ぶ。
- 箱は全員が5個ずつ運ぶ。足りない場合は佐々木さんに頼む。
)"},
  };
  return sets;
}

}  // namespace ai_memory::test
