#include "decay/difference_words.hh"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace ai_memory {
namespace {

using Words = std::span<const std::string_view>;

bool is_one_of(std::string_view word, Words words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::string_view kNegations[] = {"not", "no",      "never",  "none",    "neither",
                                           "nor", "without", "nobody", "nothing", "nowhere"};

constexpr std::string_view kGlueNegations[] = {"ません", "なかっ", "なけれ", "ないで", "ない",
                                               "なく",   "なし",   "せず",   "ずに"};
constexpr std::string_view kNoNegations[] = {"かもしれない", "かもしれません", "すみません"};

constexpr std::string_view kArticles[] = {"a", "an", "the"};

constexpr std::pair<std::string_view, std::string_view> kOpposites[] = {{"on", "off"},
                                                                        {"true", "false"},
                                                                        {"yes", "no"},
                                                                        {"enabled", "disabled"},
                                                                        {"enable", "disable"},
                                                                        {"enables", "disables"},
                                                                        {"always", "never"},
                                                                        {"before", "after"},
                                                                        {"allow", "deny"},
                                                                        {"allowed", "denied"},
                                                                        {"allowed", "forbidden"},
                                                                        {"allow", "forbid"},
                                                                        {"left", "right"},
                                                                        {"increase", "decrease"},
                                                                        {"increases", "decreases"},
                                                                        {"up", "down"},
                                                                        {"open", "closed"},
                                                                        {"opened", "closed"},
                                                                        {"public", "private"},
                                                                        {"required", "optional"},
                                                                        {"supported", "unsupported"},
                                                                        {"safe", "unsafe"},
                                                                        {"include", "exclude"},
                                                                        {"includes", "excludes"},
                                                                        {"included", "excluded"},
                                                                        {"minimum", "maximum"},
                                                                        {"first", "last"},
                                                                        {"success", "failure"},
                                                                        {"start", "stop"},
                                                                        {"synchronous", "asynchronous"},
                                                                        {"mandatory", "optional"},
                                                                        {"encrypted", "unencrypted"},
                                                                        {"有効", "無効"},
                                                                        {"可能", "不可能"},
                                                                        {"可", "不可"},
                                                                        {"必要", "不要"},
                                                                        {"開始", "終了"},
                                                                        {"増加", "減少"},
                                                                        {"許可", "禁止"},
                                                                        {"許可", "拒否"},
                                                                        {"前", "後"},
                                                                        {"左", "右"},
                                                                        {"上", "下"},
                                                                        {"公開", "非公開"},
                                                                        {"必須", "任意"},
                                                                        {"成功", "失敗"},
                                                                        {"オン", "オフ"},
                                                                        {"最大", "最小"},
                                                                        {"賛成", "反対"},
                                                                        {"対応", "非対応"},
                                                                        {"同期", "非同期"}};

// The first of a row stands for all.
constexpr std::array<std::string_view, 10> kConcepts[] = {
    {"database", "db", "postgres", "postgresql", "mysql", "mariadb", "データベース"},
    {"authentication", "auth", "login", "signin", "認証"},
    {"repository", "repo"},
    {"configuration", "config", "settings"},
    {"kubernetes", "k8s"},
    {"phone", "telephone", "電話"},
    {"boss", "manager"},
    {"maximum", "max"},
    {"minimum", "min"},
    {"deadline", "due", "締切", "締め切り", "期限"},
    {"nightly", "daily", "night", "day", "every"},
    {"サーバ", "サーバー"},
    {"lead", "leader"},
};

constexpr std::string_view kLinking[] = {
    "a", "an", "the", "is", "are", "be", "of", "on", "in", "at", "to", "for", "and", "by", "from", "with", "it", "its",
    "this", "that", "we", "our", "you", "your", "they", "their", "has", "have", "use", "uses", "using", "run", "runs",
    "running", "listen", "listens", "listening", "serve", "serves", "served", "set", "configured", "default",
    "defaults", "currently", "now", "as", "there", "can", "will", "must", "should", "happens", "takes", "take", "costs",
    "cost", "starts", "start", "begins", "begin", "allows", "me", "my", "s", "which", "per", "a", "also", "called",
    "named", "do", "does", "please", "live", "lives", "located", "stored", "kept", "hosted", "falls",
    // Japanese verbs that only link, as the runs of kanji that they begin with.
    "動", "使", "使用", "利用", "設定", "稼働", "行", "現在", "待受", "待ち受け", "開始", "始", "値", "目"};

constexpr std::string_view kVerbs[] = {"is",     "are",   "has",    "have", "uses",    "use",   "takes",    "take",
                                       "costs",  "cost",  "runs",   "run",  "listens", "lives", "starts",   "start",
                                       "begins", "opens", "closes", "ends", "expires", "needs", "requires", "holds",
                                       "keeps",  "will",  "must",   "can",  "lasts"};

constexpr std::string_view kGeneral[] = {
    "server",  "service", "system",        "app",          "application", "api",        "page",          "note",
    "meeting", "setup",   "guide",         "plan",         "project",     "team",       "configuration", "overview",
    "readme",  "recipe",  "port",          "number",       "version",     "limit",      "rate",          "timeout",
    "size",    "time",    "date",          "status",       "name",        "address",    "url",           "path",
    "file",    "host",    "user",          "client",       "operation",   "operations", "info",          "information",
    "detail",  "summary", "documentation", "doc",          "list",        "todo",       "runbook",       "process",
    "tool",    "test",    "machine",       "instance",     "node",        "worker",     "web",           "house",
    "room",    "price",   "サーバ",        "サービス",     "システム",    "ページ",     "メモ",          "会議",
    "設定",    "手順",    "計画",          "プロジェクト", "ポート",      "番号",       "バージョン",    "上限",
    "概要",    "一覧",    "資料",          "時間",         "日付",        "日時",       "名前",          "住所",
    "値段",    "価格"};

constexpr std::string_view kEvents[] = {
    "i",       "i'm",   "i've",    "i'd",     "私",        "僕",       "俺",  // who that is, and when, is not said

    "was",     "were",  "did",     "had",     "met",       "ran",      "went",   "took",      "spent",
    "bought",  "sold",  "paid",    "sent",    "got",       "made",     "gave",   "saw",       "ate",
    "drank",   "slept", "won",     "lost",    "came",      "said",     "told",   "wrote",     "read",
    "found",   "felt",  "thought", "built",   "cut",       "left",     "began",  "became",    "brought",
    "caught",  "rose",  "fell",    "grew",    "drove",     "flew",     "today",  "yesterday", "tomorrow",
    "tonight", "week",  "monday",  "tuesday", "wednesday", "thursday", "friday", "saturday",  "sunday",
    "今日",    "昨日",  "明日",    "今週",    "先週",      "来週",     "今月",   "先月",      "今朝",
    "昨夜",    "月曜",  "火曜",    "水曜",    "木曜",      "金曜",     "土曜",   "日曜"};

// Words in -ed that tell a state.
constexpr std::string_view kStates[] = {
    "enabled",     "disabled", "needed",     "required",    "allowed",    "supported", "configured",
    "hosted",      "located",  "based",      "used",        "limited",    "scheduled", "encrypted",
    "unencrypted", "denied",   "included",   "excluded",    "shared",     "signed",    "speed",
    "need",        "feed",     "seed",       "embed",       "bed",        "red",       "founded",
    "maintained",  "owned",    "managed",    "unsupported", "named",      "called",    "served",
    "stored",      "closed",   "replicated", "cached",      "compressed", "indexed",   "retained"};

constexpr std::string_view kAsides[] = {
    "until",      "formerly", "previously",  "former",    "previous", "old",        "older",    "deprecated",
    "originally", "earlier",  "ago",         "once",      "since",    "used",       "planned",  "proposed",
    "example",    "e.g",      "eg",          "instance",  "perhaps",  "maybe",      "might",    "could",
    "would",      "may",      "if",          "unless",    "when",     "whether",    "or",       "historical",
    "history",    "archive",  "archived",    "changelog", "log",      "logs",       "template", "draft",
    "idea",       "option",   "alternative", "legacy",    "obsolete", "superseded", "about",    "approximately",
    "around",     "roughly",  "estimate",    "estimated", "quote",    "said",       "says",     "wrong",
    "bug",        "issue",    "fix",         "fixes",     "except",   "only",       "unlike",   "instead",
    "versus",     "vs",       "release",
    "from",  // a change: from 5 to 6
    "以前",       "旧",       "過去",        "当時",      "例",       "予定",       "案",       "仮",
    "検討",       "提案",     "履歴",        "変更履歴",  "議事録",   "約",         "前回",     "次回",
    "昔",         "元",       "頃",          "もし",      "場合",     "日記",       "雛形",     "テンプレート"};

constexpr std::string_view kAsideGlue[] = {"まで", "だった",   "でした",   "ました", "かつて",
                                           "たら", "なら",     "かもしれ", "だろう", "でしょう",
                                           "ころ", "っていた", "ていた",   "らしい", "から"};

constexpr std::string_view kOneDay[] = {
    "deadline", "birthday", "born",     "founded",    "expires", "expiry",   "expire", "opens",  "closes",
    "open",     "close",    "starts",   "start",      "begins",  "ends",     "end",    "launch", "standup",
    "freeze",   "wedding",  "election", "graduation", "結婚式",  "standups", "締切",   "期限",   "誕生日",
    "開始",     "終了",     "開店",     "閉店",       "発売",    "発売日",   "開館",   "閉館",   "創業",
    "設立",     "納期",     "締め",     "定例会",     "営業"};

constexpr std::string_view kOneName[] = {"lead",       "leader",    "leads",     "owner",   "owns",        "manager",
                                         "manages",    "boss",      "head",      "heads",   "ceo",         "cto",
                                         "maintainer", "maintains", "capital",   "captain", "responsible", "chair",
                                         "chairs",     "director",  "president", "担当",    "担当者",      "責任者",
                                         "代表",       "部長",      "社長",      "首都",    "窓口",        "リーダー"};

bool is_ascii_word(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::string singular(std::string_view word) {
  if (word.size() < 4 || !is_ascii_word(word) || word.ends_with("ss") || word.ends_with("us") || word.ends_with("is"))
    return std::string(word);
  if (word.ends_with("ies") && word.size() > 4) return std::string(word.substr(0, word.size() - 3)) + "y";
  return std::string(word.ends_with('s') ? word.substr(0, word.size() - 1) : word);
}

}  // namespace

bool is_negation(std::string_view word) { return is_one_of(word, kNegations); }

std::optional<std::string> negated_stem(std::string_view word) {
  if (word == "cannot") return "can";
  if (!word.ends_with("n't") || word.size() < 5) return std::nullopt;
  const auto stem = word.substr(0, word.size() - 3);
  if (stem == "wo") return "will";
  if (stem == "ca") return "can";
  return std::string(stem == "sha" ? "shall" : stem);
}

GluePart first_negation(std::string_view run) {
  for (std::size_t at = 0; at < run.size();) {
    const auto rest = run.substr(at);
    const auto begins = [&](std::string_view part) { return rest.starts_with(part); };
    if (const auto found = std::find_if(std::begin(kNoNegations), std::end(kNoNegations), begins);
        found != std::end(kNoNegations)) {
      at += found->size();
      continue;
    }
    if (const auto found = std::find_if(std::begin(kGlueNegations), std::end(kGlueNegations), begins);
        found != std::end(kGlueNegations))
      return {at, at + found->size()};
    at += std::min<std::size_t>(3, rest.size());  // every hiragana has three bytes
  }
  return {run.size(), run.size()};
}

bool is_article(std::string_view word) { return is_one_of(word, kArticles); }

std::string plain_glue(std::string_view glue) {
  if (glue == "です" || glue == "だ" || glue == "である") return {};
  return glue == "が" ? "は" : std::string(glue);
}

bool is_misspelling(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.size() < 5 || b.size() - a.size() > 1 || a == b || !is_ascii_word(a) || !is_ascii_word(b)) return false;
  std::size_t same = 0;
  while (same < a.size() && a[same] == b[same]) ++same;
  if (same == 0 || a.back() != b.back() || same == a.size()) return false;
  const auto rest = a.substr(same), other = b.substr(same);
  if (a.size() < b.size()) return rest == other.substr(1);
  if (rest.substr(1) == other.substr(1)) return true;
  return rest.size() > 2 && rest[0] == other[1] && rest[1] == other[0] && rest.substr(2) == other.substr(2);
}

bool is_opposite(std::string_view a, std::string_view b) {
  return std::any_of(std::begin(kOpposites), std::end(kOpposites), [&](const auto& pair) {
    return (pair.first == a && pair.second == b) || (pair.first == b && pair.second == a);
  });
}

std::string concept_of(std::string_view word) {
  if (word.ends_with("'s")) word.remove_suffix(2);
  const std::string one = singular(word);
  for (const auto& row : kConcepts)
    for (const auto each : row)
      if (!each.empty() && (each == one || each == word)) return std::string(row[0]);
  return one;
}

bool is_linking(std::string_view word) { return is_one_of(word, kLinking); }
bool is_verb(std::string_view word) { return is_one_of(word, kVerbs); }
bool is_general(std::string_view word) { return is_one_of(word, kGeneral); }

bool is_event(std::string_view word) {
  if (is_one_of(word, kEvents)) return true;
  return word.size() > 4 && word.ends_with("ed") && is_ascii_word(word) && !is_one_of(word, kStates);
}

bool is_aside(std::string_view word) { return is_one_of(word, kAsides); }

bool is_aside_glue(std::string_view glue) {
  return std::any_of(std::begin(kAsideGlue), std::end(kAsideGlue),
                     [glue](std::string_view part) { return glue.find(part) != std::string_view::npos; });
}

bool has_one_day(std::string_view word) { return is_one_of(word, kOneDay); }
bool has_one_name(std::string_view word) { return is_one_of(word, kOneName); }

}  // namespace ai_memory
