#include "dream/rewrite_synonyms.hh"

#include <algorithm>
#include <unordered_map>

#include "decay/content_words.hh"

namespace ai_memory {
namespace {

// The first word of a line stands for all. None of what one could put for another by mistake: lend and borrow.
constexpr std::string_view kEnglish = R"(
say says said saying mention state recommend advise suggest accord remark report explain
doc docs documentation manual
mean means meant stand stands denote signify
get gets got gotten getting become became receive obtain
give gives gave given giving offer provide supply
answer respond reply replied response
stay stays stayed remain keep keeps keeping kept
begin began begun start commence
finish complete end ends ended ending
buy buys buying bought purchase
sell sells sold
pay pays paid paying payment
send sends sent sending
bring brings brought
take takes took taken taking
make makes made making create produce
build builds built
write writes wrote written writing
show shows shown display
see sees saw seen
find finds found
lose loses lost
choose chose chosen pick picks picked select
think thinks thought believe
know knows knew known
meet meets met
hold holds held
run ran running
come comes came coming arrive arrives arrived arriving
go goes went gone going
fall falls fell fallen
rise rises rose risen
grow grows grew grown
speak spoke spoken talk
teach teaches taught
hear hears heard
draw draws drew drawn
drive drives drove driven
eat eats ate eaten
drink drank drunk
break broke broken
fix fixes fixed fixing repair mend
wear wears wore worn
sow sows sown sowed
sew sews sewn
throw threw thrown
win wins won
hang hangs hung
spend spent
lend lends lent
feed feeds fed
lead leads led
lay lays laid laying
close shut
delete remove removal
change alter modify modified adjust
check verify verified examine inspect
ask asks asked asking request
call calls called phone
want wants wanted wish
move moves moved moving relocate
replace exchange swap
try tries tried trying
prefer favour favourite favorite favor
big bigger biggest large
quick quickly fast
beside besides next near alongside
problem issue
task job
car vehicle
bill invoice
photo picture image
child children kid kids
person people
flat apartment
rubbish garbage trash waste
shop store
mail email
info information
happen occur
allow permit
forbid forbade forbidden prohibit
cancel cancellation
postpone delay
confirm confirmation
approve approval
renew renewal
book reserve booking reservation
expensive costly
ill sick
join attend
help helps assist
add adds added adding
mix mixes mixed mixing
use uses used using
like likes liked
do does did done
cheap inexpensive
annual yearly
currently present presently
merge combine
restart reboot
burn burnt burned
weigh weighs weight
)";

constexpr std::string_view kJapanese = R"(
行 開催 実施 開
使 利用 使用 活用
頼 依頼
買 購入 購買
売 販売
受 受領 受取
始 開始
終 終了 完了
変 変更
増 増加
減 減少 削減
送 送付 送信
言 発言 述 話 語
決 決定
作 作成 製作
要 必要
返 返却
移 移動 移転
直 修理 修繕
続 継続
書 記入 記載
置 設置 配置
払 支払
閉 閉鎖
待 待機
集 集合 収集
今 現在
価格 値段
持参 持
担当 受持
届 到着 着
貸 貸与
借 借用
選 選択
知 通知 知
見 閲覧
広 広大
参加 出席
皆 全員
)";

// Of "baked" and "baking" bake, of "asked" ask: what word_key() leaves as it is; empty if the word is no such.
std::string short_verb(std::string_view word) {
  const std::size_t end = word.size() == 5 && word.ends_with("ed")    ? 2
                          : word.size() == 6 && word.ends_with("ing") ? 3
                                                                      : 0;
  if (end == 0) return {};
  const auto is_vowel = [](char c) { return std::string_view("aeiou").find(c) != std::string_view::npos; };
  std::string stem(word.substr(0, 3));
  if (std::none_of(stem.begin(), stem.end(), is_vowel) || stem.ends_with('e')) return {};
  const bool open = !is_vowel(stem[0]) && is_vowel(stem[1]) && !is_vowel(stem[2]);
  return open && std::string_view("wxy").find(stem[2]) == std::string_view::npos ? stem + "e" : stem;
}

using Table = std::unordered_map<std::string, std::string>;

template <typename Form>
Table table_of(std::string_view rows, Form form) {
  Table table;
  while (!rows.empty()) {
    auto row = rows.substr(0, rows.find('\n'));
    rows.remove_prefix(std::min(row.size() + 1, rows.size()));
    const std::string first = form(row.substr(0, row.find(' ')));
    while (!row.empty()) {
      const auto word = row.substr(0, row.find(' '));
      row.remove_prefix(std::min(word.size() + 1, row.size()));
      table.emplace(std::string(word), first);
      table.emplace(form(word), first);
    }
  }
  return table;
}

}  // namespace

std::string plain_word_key(std::string_view word, std::string key) {
  static const Table table = table_of(kEnglish, [](std::string_view word_of) { return word_key(word_of); });
  if (const auto verb = short_verb(word); !verb.empty()) key = verb;
  // cancelled, planned
  const auto size = key.size();
  const bool cut = word.ends_with("ed") || word.ends_with("ing");
  if (cut && size > 4 && size < word.size() && key[size - 1] == key[size - 2] && key[size - 1] != 's') key.pop_back();
  for (const auto& form : {std::string(word), key})
    if (const auto found = table.find(form); found != table.end()) return found->second;
  return key;
}

std::string_view plain_run(std::string_view run) {
  static const Table table = table_of(kJapanese, [](std::string_view word) { return std::string(word); });
  const auto found = table.find(std::string(run));
  return found == table.end() ? run : std::string_view(found->second);
}

}  // namespace ai_memory
