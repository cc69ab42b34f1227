// States and judgements that no source tells: "is still open", "was rejected", まだ, 却下; and what is done as planned.
#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "decay/content_words.hh"
#include "decay/token_scan.hh"
#include "dream/rewrite_checks.hh"
#include "dream/rewrite_sentences.hh"

namespace ai_memory {
namespace {

// In each row the words up to the bar tell a state; that a source has it any word of the row shows.
constexpr std::string_view kEnglish = R"(
open pending unresolved outstanding undecided unsettled unanswered ongoing | opened incomplete unfinished todo tbd waiting wait waits awaits question questions asked asks whether unclear unknown unconfirmed progress not yet nobody
closed resolved solved | settled close closes fixed fix done finished completed complete ended over shut decided solution resolution agreed
wrong incorrect mistaken faulty erroneous inaccurate invalid | false error errors bad broken bug defect typo misprint mistake not fails failed misleading
outdated obsolete stale deprecated | old older former formerly previously superseded replaced expired longer dated legacy previous
missing lost stolen vanished | lack lacks lacking gone absent without no not lose found disappeared misplaced
broken damaged defective | broke break breaks damage defect fault faulty dead cracked torn burst leaks leak failed fails
planned scheduled intended supposed upcoming | plan plans schedule planning will shall going future next due expected should must meant appointment agreed wants
failed unsuccessful crashed | fail fails failure failing crash crashes broke broken error errors not abort aborted down outage died
cancelled canceled aborted | cancel cancels cancellation canceling cancelling abort dropped withdrawn called stopped not scrapped
rejected refused declined dismissed | reject rejects refuse refuses decline denied deny denies turned no not against disapproved rejection refusal
approved accepted authorised authorized granted | approve approves approval accept accepts agreed agree agrees confirmed allowed signed permitted permission ok okay accord yes grant grants
revoked withdrawn | revoke revokes withdraw withdrew removed disabled invalidated cancelled took taken blocked
blocked stuck stalled halted | block blocks stall stalls halt stop stops stopped wait waits waiting hung hangs
delayed postponed overdue late | delay delays postpone later lateness behind moved slipped
unfinished incomplete | not open partial partly half part remaining rest until yet todo
urgent critical | urgently immediately asap important priority severe
still | remain remains remained continue continues continued yet keep keeps kept stay stays stayed open pending unresolved until currently now unchanged so far
already | yet earlier before by since done now finished previously had has have
)";

constexpr std::string_view kJapanese = R"(
まだ いまだ 未だ | 未 続 残 引き続き 依然 ていない てない
すでに 既に | もう 済 完了 前に 以前 先に 終
保留 未定 未解決 未決 検討中 懸案 | 待ち ペンディング 決まっていない 不明 要確認 検討 課題 か。 ？
却下 否決 不採用 棄却 不承認 | 拒否 断 認めない 認められ 落選 反対
承認 許可 可決 採用 了承 受理 | 認め 決裁 合意 賛成 OK 通
中止 取りやめ 取り止め 中断 廃止 | 取消 取り消 キャンセル やめ 止め 止ま 流れ
延期 | 延び 延ば 遅 先送り 後ろ倒し 変更
失敗 | 落ち エラー 障害 できな うまくいか 不合格 だめ
間違 誤 不正確 | 違っ 違う ミス 正しくな バグ 不正
古い 古く 旧式 | 旧 古 以前 期限切れ 昔
紛失 行方不明 見当たら | なくな なくし 失 無くな 見つから
故障 壊れ 破損 | 壊 損 不具合 動かな 障害 割れ 故障
予定 見込み はずだ つもり | 計画 今後 これから 次回 明日 来週 来月 来年 たい はず 目標 見込 考え
)";

struct State {
  std::string_view word;
  std::size_t row = 0;
};
struct Table {
  std::vector<State> states;
  std::vector<std::vector<std::string_view>> tellers;  // by row, the states included
};

Table table_of(std::string_view rows) {
  Table table;
  while (!rows.empty()) {
    auto row = rows.substr(0, rows.find('\n'));
    rows.remove_prefix(std::min(row.size() + 1, rows.size()));
    if (row.empty()) continue;
    table.tellers.emplace_back();
    for (bool is_state = true; !row.empty();) {
      const auto word = row.substr(0, row.find(' '));
      row.remove_prefix(std::min(word.size() + 1, row.size()));
      if (word == "|") {
        is_state = false;
        continue;
      }
      table.tellers.back().push_back(word);
      if (is_state) table.states.push_back({word, table.tellers.size() - 1});
    }
  }
  return table;
}

const Table& english() {
  static const Table table = table_of(kEnglish);
  return table;
}
const Table& japanese() {
  static const Table table = table_of(kJapanese);
  return table;
}

std::vector<std::string> lower_words(std::string_view text) {
  std::vector<std::string> words;
  for (const TextWord& word : text_words(text)) words.push_back(ascii_lower(word.of(text)));
  return words;
}

bool is_past(const std::string& word) { return word == "was" || word == "were" || word == "been"; }

bool has_any(const std::set<std::string>& words, const std::vector<std::string_view>& row) {
  return std::any_of(row.begin(), row.end(), [&](auto word) { return words.contains(std::string(word)); });
}
bool has_any(const std::string& text, const std::vector<std::string_view>& row) {
  return std::any_of(row.begin(), row.end(), [&](auto word) { return text.find(word) != std::string::npos; });
}

// "Concert: 8 November" may be told as planned; "the audit began on 9 June" may not.
bool is_plan(std::string_view word) { return word == "planned" || word == "scheduled" || word == "upcoming"; }

// What is said in some place.
struct Place {
  std::set<std::string> words;
  std::string text;

  void add(const std::string& sentence) {
    for (auto& word : lower_words(sentence)) words.insert(std::move(word));
    text += sentence + "\n";
  }
};

bool is_over(const Place& place) {
  constexpr auto kPast = std::to_array<std::string_view>({"was", "were", "been", "had", "did", "began", "took", "went",
                                                          "came", "sent", "got", "made", "gave", "ran", "met"});
  return std::any_of(place.words.begin(), place.words.end(), [&](const std::string& word) {
    return (word.size() > 4 && word.ends_with("ed")) || std::find(kPast.begin(), kPast.end(), word) != kPast.end();
  });
}

// The sources as far as states go.
class Sources {
 public:
  explicit Sources(const RewriteComparison& all) : index_(pointers(all.texts)) {
    for (const auto& entry : index_.entries()) {
      known_.insert(entry.sentence->text);
      everything_.add(entry.sentence->text);
      const auto own = lower_words(entry.sentence->text);
      for (std::size_t i = 0; i + 1 < own.size(); ++i) {
        if (is_past(own[i])) done_.insert(own[i + 1]);
        if (own[i] == "be") open_.insert(own[i + 1]);
      }
    }
  }

  bool has_sentence(const std::string& text) const { return known_.contains(text); }

  // A state in the sentence that the sources do not tell; empty if there is none.
  std::string new_state(const std::string& sentence) {
    const auto words = lower_words(sentence);
    const auto states = states_in(sentence, words);
    if (!states.empty()) {
      const Place here = around(sentence);
      for (const State& state : states) {
        const bool ascii = static_cast<unsigned char>(state.word[0]) < 0x80;
        const Table& table = ascii ? english() : japanese();
        const auto& row = table.tellers[state.row];
        if (ascii ? has_any(here.words, row) : has_any(here.text, row)) continue;
        if (is_plan(state.word) && !is_over(here)) continue;
        const bool told = ascii ? everything_.words.contains(std::string(state.word))
                                : everything_.text.find(state.word) != std::string::npos;
        if (!told) return std::string(state.word);
      }
    }
    for (std::size_t i = 0; i + 2 < words.size(); ++i)
      if (words[i] == "to" && words[i + 1] == "be" && is_done(words[i + 2])) return "to be " + words[i + 2];
    return {};
  }

 private:
  static std::vector<const RewriteText*> pointers(const std::vector<RewriteText>& texts) {
    std::vector<const RewriteText*> found;
    for (const RewriteText& text : texts) found.push_back(&text);
    return found;
  }

  static std::vector<State> states_in(const std::string& sentence, const std::vector<std::string>& words) {
    std::vector<State> found;
    for (const State& state : english().states)
      if (std::find(words.begin(), words.end(), state.word) != words.end()) found.push_back(state);
    for (const State& state : japanese().states)
      if (sentence.find(state.word) != std::string::npos) found.push_back(state);
    return found;
  }

  static std::size_t shared_words(const std::vector<SentenceWord>& a, const std::vector<SentenceWord>& b) {
    return static_cast<std::size_t>(std::count_if(a.begin(), a.end(), [&](const auto& word) {
      return std::any_of(b.begin(), b.end(), [&](const auto& other) { return other.key == word.key; });
    }));
  }

  // The sentences that say most of what `sentence` does, each with the next one, and the heading and mark it stands
  // under.
  Place around(const std::string& sentence) {
    constexpr std::size_t kNear = 4;
    Place place;
    const auto& entries = index_.entries();
    const auto own = sentence_words(sentence);
    std::size_t most = 0;
    for (const auto* entry : index_.near(own, kNear)) {
      const auto shared = shared_words(own, entry->words);
      most = std::max(most, shared);
      if (shared * 2 <= most) continue;
      const auto at = static_cast<std::size_t>(entry - entries.data());
      place.add(entry->sentence->text);
      if (at + 1 < entries.size() && entries[at + 1].text == entry->text) place.add(entries[at + 1].sentence->text);
      for (std::size_t above = at; above-- > 0 && entries[above].text == entry->text;)
        if (entries[above].sentence->heading > 0) {
          place.add(entries[above].sentence->text);
          break;
        }
      place.text += entry->sentence->mark + "\n";
    }
    return place;
  }

  // "was revoked": the sources tell it as done, and nowhere as what will or should be.
  bool is_done(const std::string& participle) const {
    return done_.contains(participle) && !open_.contains(participle);
  }

  SentenceIndex index_;
  Place everything_;
  std::set<std::string> known_, done_, open_;
};

}  // namespace

void find_changed_states(RewriteComparison& all) {
  Sources sources(all);
  for (const RewriteSentence& sentence : all.result.sentences) {
    if (sentence.heading > 0 || sources.has_sentence(sentence.text)) continue;
    if (auto state = sources.new_state(sentence.text); !state.empty())
      all.about_result(RewriteFault::invented, "word", std::move(state), sentence);
  }
}

}  // namespace ai_memory
