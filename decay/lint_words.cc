#include "decay/lint_words.hh"

#include <algorithm>
#include <span>

#include "decay/difference_words.hh"

namespace ai_memory {
namespace {

using List = std::span<const std::string_view>;

bool is_in(std::string_view word, List list) { return std::find(list.begin(), list.end(), word) != list.end(); }

bool is_ascii(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool ends_in(std::string_view word, List endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return word.ends_with(end); });
}

constexpr std::string_view kSmall[] = {
    "a",      "an",   "the",   "is",    "are",   "be",   "am",   "of",    "on",   "in",     "at",  "to",
    "for",    "and",  "by",    "from",  "with",  "it",   "its",  "this",  "that", "we",     "our", "you",
    "your",   "they", "their", "us",    "has",   "have", "can",  "will",  "must", "should", "may", "shall",
    "do",     "does", "as",    "there", "which", "who",  "per",  "every", "each", "all",    "any", "than",
    "within", "most", "least", "under", "over",  "into", "up",   "down",  "off",  "out",    "s",   "so",
    "my",     "me",   "his",   "her",   "get",   "gets", "need", "needs", "not"};

constexpr std::string_view kTopics[] = {"fact",
                                        "remark",
                                        "rule",
                                        "policy",
                                        "handbook",
                                        "reference",
                                        "basics",
                                        "notes",
                                        "memo",
                                        "thing",
                                        "misc",
                                        "faq",
                                        "setting",
                                        "settings",
                                        "config",
                                        "hosting",
                                        "storage",
                                        "security",
                                        "support",
                                        "deadline",
                                        "schedule",
                                        "calendar",
                                        "requirement",
                                        "hour",
                                        "opening",
                                        "timeout",
                                        "quota",
                                        "right",
                                        "access",
                                        "facts",
                                        "checklist",
                                        "how",
                                        "where",
                                        "what",
                                        "when",
                                        "why",
                                        "howto",
                                        "introduction",
                                        "intro",
                                        "question",
                                        "answer",
                                        "description",
                                        "data",
                                        "decision",
                                        "agreement",
                                        "standard",
                                        "convention",
                                        "practice",
                                        "knowledge",
                                        "infrastructure",
                                        "architecture",
                                        "operation",
                                        "administration",
                                        "onboarding",
                                        "behaviour",
                                        "behavior",
                                        "feature",
                                        "current",
                                        "general",
                                        "common",
                                        "main",
                                        "key",
                                        "figure",
                                        "value",
                                        "parameter",
                                        "option",
                                        "place",
                                        "location",
                                        "people",
                                        "role",
                                        "owner",
                                        "contact",
                                        "cost",
                                        "fee",
                                        "rhythm",
                                        "cycle",
                                        "routine",
                                        "duty",
                                        "responsibility",
                                        "today",
                                        "state",
                                        "situation",
                                        "times",
                                        "cadence",
                                        "maintenance",
                                        "retention",
                                        "deployment",
                                        "monitoring",
                                        "day",
                                        "week",
                                        "summary",
                                        "keeping",
                                        "build",
                                        "minute",
                                        "案内",
                                        "規則",
                                        "ルール",
                                        "方針",
                                        "覚書",
                                        "まとめ",
                                        "予定",
                                        "仕様",
                                        "構成",
                                        "運用",
                                        "基本",
                                        "情報",
                                        "方法",
                                        "担当",
                                        "担当者",
                                        "期間",
                                        "上限",
                                        "扱",
                                        "取",
                                        "注意",
                                        "事項",
                                        "ノート",
                                        "メモ",
                                        "スケジュール",
                                        "詳細",
                                        "項目",
                                        "条件",
                                        "保管",
                                        "時刻",
                                        "曜日",
                                        "費用",
                                        "料金",
                                        "説明",
                                        "管理",
                                        "現状",
                                        "決",
                                        "備考",
                                        "事実",
                                        "要件"};

constexpr std::string_view kSettings[] = {
    "staging",  "production", "prod",     "dev",       "development", "testing", "qa",      "preview", "sandbox",
    "local",    "linux",      "windows",  "macos",     "mac",         "ios",     "android", "iphone",  "ipad",
    "web",      "desktop",    "mobile",   "europe",    "asia",        "us",      "eu",      "north",   "south",
    "east",     "west",       "summer",   "winter",    "spring",      "autumn",  "old",     "new",     "first",
    "second",   "third",      "primary",  "secondary", "replica",     "backup",  "beta",    "alpha",   "admin",
    "guest",    "internal",   "external", "public",    "private",     "本番",    "検証",    "開発",    "試験",
    "本番環境", "検証環境",   "開発環境", "冬",        "夏",          "春",      "秋",      "東",      "西",
    "南",       "北",         "新",       "旧",        "社内",        "社外"};

// Of those above, what is as often a part of the whole.
constexpr std::string_view kParts[] = {"web",    "desktop",  "mobile",   "admin",  "guest",
                                       "backup", "internal", "external", "public", "private"};

constexpr std::string_view kUnsettledTitles[] = {
    "changelog", "history",    "historical",   "archive",    "archived",      "diary",    "journal",
    "draft",     "template",   "example",      "examples",   "idea",          "ideas",    "options",
    "proposal",  "proposals",  "alternatives", "old",        "former",        "previous", "legacy",
    "obsolete",  "deprecated", "log",          "superseded", "retrospective", "quotes",   "履歴",
    "変更履歴",  "議事録",     "日記",         "雛形",       "テンプレート",  "案",       "仮",
    "例",        "旧",         "以前",         "過去",       "前回",          "次回",     "検討",
    "提案",      "日誌"};

constexpr std::string_view kUnsettled[] = {"i",           "i'm",
                                           "i've",        "i'd",
                                           "i'll",        "until",
                                           "till",        "formerly",
                                           "previously",  "former",
                                           "previous",    "old",
                                           "older",       "deprecated",
                                           "originally",  "earlier",
                                           "ago",         "once",
                                           "since",       "planned",
                                           "plan",        "plans",
                                           "proposed",    "example",
                                           "e.g",         "eg",
                                           "perhaps",     "maybe",
                                           "might",       "could",
                                           "would",       "if",
                                           "unless",      "when",
                                           "whether",     "or",
                                           "historical",  "draft",
                                           "idea",        "option",
                                           "alternative", "legacy",
                                           "obsolete",    "superseded",
                                           "about",       "approximately",
                                           "around",      "roughly",
                                           "estimate",    "estimated",
                                           "quote",       "said",
                                           "says",        "say",
                                           "wrong",       "unlike",
                                           "instead",     "versus",
                                           "vs",          "next",
                                           "today",       "yesterday",
                                           "tomorrow",    "tonight",
                                           "usually",     "often",
                                           "sometimes",   "typically",
                                           "mostly",      "also",
                                           "too",         "another",
                                           "other",       "likely",
                                           "probably",    "some",
                                           "several",     "many",
                                           "few",         "was",
                                           "were",        "did",
                                           "had",         "been",
                                           "will",        "going",
                                           "wants",       "want",
                                           "hopes",       "thinks",
                                           "believes",    "claims",
                                           "heard",       "suggests",
                                           "like",        "such",
                                           "either",      "both",
                                           "anymore",     "meanwhile",
                                           "temporarily", "almost",
                                           "nearly",      "except",
                                           "where",       "while",
                                           "but",         "then",
                                           "again",       "sample",
                                           "demo",        "私",
                                           "僕",          "俺",
                                           "今日",        "昨日",
                                           "明日",        "今週",
                                           "先週",        "来週",
                                           "今月",        "先月",
                                           "今朝",        "昨夜",
                                           "今回",        "今年",
                                           "昨年",        "去年",
                                           "来年",        "来月",
                                           "当初",        "従来",
                                           "一部",        "約",
                                           "新"};
constexpr std::string_view kUnsettledGlue[] = {
    "だった", "でした", "ました",   "かつて", "たら", "なら",   "れば",   "かもしれ", "だろう", "でしょう",
    "ころ",   "ていた", "らしい",   "たい",   "はず", "みたい", "つもり", "ほしい",   "という", "とのこと",
    "ほか",   "そうだ", "そうです", "など",   "や",   "も",     "または", "ごろ"};

constexpr std::string_view kFinite[] = {
    "is",        "are",      "am",      "has",       "have",    "can",      "cannot",   "must",     "may",
    "should",    "shall",    "will",    "do",        "does",    "use",      "uses",     "take",     "takes",
    "cost",      "costs",    "run",     "runs",      "listen",  "listens",  "live",     "lives",    "start",
    "starts",    "begin",    "begins",  "open",      "opens",   "close",    "closes",   "end",      "ends",
    "expire",    "expires",  "need",    "needs",     "require", "requires", "hold",     "holds",    "keep",
    "keeps",     "last",     "lasts",   "get",       "gets",    "return",   "returns",  "sync",     "syncs",
    "meet",      "meets",    "lie",     "lies",      "stand",   "stands",   "hang",     "hangs",    "belong",
    "belongs",   "report",   "reports", "lead",      "leads",   "own",      "owns",     "maintain", "maintains",
    "manage",    "manages",  "allow",   "allows",    "accept",  "accepts",  "support",  "supports", "store",
    "stores",    "send",     "sends",   "write",     "writes",  "read",     "reads",    "serve",    "serves",
    "handle",    "handles",  "refresh", "refreshes", "rotate",  "rotates",  "fail",     "fails",    "retry",
    "retries",   "wait",     "waits",   "sit",       "sits",    "rest",     "rests",    "weigh",    "weighs",
    "measure",   "measures", "arrive",  "arrives",   "leave",   "leaves",   "work",     "works",    "eat",
    "eats",      "happen",   "happens", "fire",      "fires",   "execute",  "executes", "finish",   "finishes",
    "receive",   "receives", "contain", "contains",  "include", "includes", "pay",      "pays",     "earn",
    "earns",     "reach",    "reaches", "log",       "logs",    "poll",     "polls",    "fit",      "fits",
    "seat",      "seats",    "sleep",   "sleeps",    "play",    "plays",    "speak",    "speaks",   "go",
    "goes",      "ship",     "ships",   "falls",     "fall",    "point",    "points",   "connect",  "connects",
    "draws",     "draw",     "depends", "depend",    "limits",  "caps",     "times",    "charges",  "consumes",
    "produces",  "delivers", "covers",  "burns",     "heats",   "cools",    "turns",    "moves",    "sells",
    "tolerates", "ignores",  "drops",   "purges",    "deletes", "removes",  "checks",   "scans",    "publishes",
    "sleeps"};

constexpr std::string_view kCommands[] = {
    "set",    "wait",   "cook",   "bake",  "add",   "use",    "put",     "take", "press",  "stop", "start",  "restart",
    "keep",   "do",     "please", "open",  "close", "copy",   "install", "go",   "turn",   "mix",  "stir",   "knead",
    "boil",   "click",  "select", "enter", "type",  "call",   "write",   "read", "check",  "make", "let",    "run",
    "see",    "see",    "heat",   "cut",   "pour",  "rest",   "leave",   "move", "build",  "ask",  "send",   "choose",
    "remove", "delete", "create", "rinse", "fry",   "simmer", "scale",   "try",  "switch", "log",  "connect"};

constexpr std::string_view kSeveral[] = {
    "support", "supports", "supported", "include", "includes",  "contain", "contains", "accept", "accepts",
    "offers",  "offer",    "knows",     "know",    "likes",     "like",    "loves",    "plays",  "play",
    "sells",   "sell",     "reads",     "read",    "speaks",    "speak",   "visits",   "visit",  "tests",
    "tested",  "covers",   "cover",     "lists",   "list",      "listed",  "mentions", "see",    "sees",
    "uses",    "use",      "works",     "work",    "available", "has",     "have",     "allows", "needs",
    "eats",    "buys",     "teaches",   "studies", "handles",   "話",      "持",       "含",     "好",
    "使",      "買",       "売",        "知",      "食",        "対応"};

constexpr std::string_view kOne[] = {
    "hosted",      "written",    "located",   "stored",     "kept",       "based",    "built",    "published",
    "licensed",    "tagged",     "managed",   "maintained", "owned",      "led",      "lives",    "live",
    "deployed",    "housed",     "saved",     "held",       "produced",   "printed",  "signed",   "approved",
    "reviewed",    "monitored",  "lies",      "stands",     "hangs",      "belongs",  "reports",  "implemented",
    "assembled",   "registered", "insured",   "sits",       "run",        "runs",     "rented",   "headquartered",
    "coordinated", "moderated",  "chaired",   "edited",     "designed",   "handled",  "sent",     "paid",
    "delivered",   "billed",     "stationed", "married",    "anchored",   "buried",   "compiled", "authored",
    "operated",    "supervised", "cleaned",   "audited",    "replicated", "mirrored", "fed",      "書",
    "保管",        "保存",       "置",        "住",         "動",         "行",       "開催",     "管理",
    "格納",        "稼働",       "運用",      "記述",       "実装",       "配置",     "設置",     "実施",
    "撮影",        "印刷",       "承認",      "作成",       "開発",       "ホスト",   "構築"};

constexpr std::string_view kOnePlace[] = {"stored", "kept", "located", "housed", "lies", "stands", "hangs",
                                          "sits",   "held", "parked",  "保管",   "保存", "置",     "格納",
                                          "設置",   "配置", "行",      "開催",   "実施"};

constexpr std::string_view kOneOfAKind[] = {
    "language",   "currency", "region",    "provider",  "vendor",     "supplier",   "editor",       "licence",
    "license",    "branch",   "colour",    "color",     "format",     "protocol",   "timezone",     "registrar",
    "bank",       "doctor",   "dentist",   "landlord",  "contact",    "sponsor",    "headquarters", "brand",
    "model",      "shell",    "framework", "broker",    "backend",    "encoding",   "compiler",     "carrier",
    "venue",      "host",     "secretary", "treasurer", "chairwoman", "chairman",   "coach",        "teacher",
    "supervisor", "mentor",   "successor", "deputy",    "approver",   "maintainer", "tutor",        "principal",
    "librarian",  "chef",     "言語",      "本社",      "場所",       "所在地",     "形式",         "通貨",
    "主催",       "承認者",   "宛先",      "拠点",      "会場",       "方式",       "単位",         "文字コード",
    "監督",       "講師",     "主治医",    "校長",      "店長",       "会長",       "幹事",         "司会",
    "振込先",     "委託先",   "連絡先",    "所有者",    "管理者",     "編集長",     "主任",         "顧問"};

constexpr std::string_view kTimed[] = {
    "is",       "are",     "run",   "runs",  "start",  "starts",  "begin",     "begins",   "open",     "opens",
    "close",    "closes",  "end",   "ends",  "happen", "happens", "takes",     "take",     "executes", "fires",
    "finishes", "meet",    "meets", "falls", "syncs",  "rotates", "refreshes", "restarts", "ships",    "expires",
    "cleans",   "reports", "開",    "閉",    "始",     "終",      "行",        "実行",     "起動",     "開始",
    "終了",     "動",      "走",    "稼働",  "送信",   "更新",    "取得",      "配信",     "点検",     "締",
    "開催",     "実施",    "開店",  "閉店",  "開館",   "閉館",    "集",        "回収",     "再起動",   "送",
    "届",       "公開",    "発行",  "提出",  "掃除",   "清掃",    "出荷",      "同期",     "切"};

constexpr std::string_view kOften[] = {
    "train",   "trains",   "bus",    "buses",   "flight",    "flights", "tram",        "ferry", "lesson",
    "lessons", "shift",    "shifts", "film",    "screening", "dose",    "pill",        "pills", "meal",
    "meals",   "fed",      "taken",  "course",  "class",     "slot",    "off",         "away",  "free",
    "absent",  "duty",     "leaves", "departs", "arrives",   "tour",    "appointment", "game",  "match",
    "concert", "delivery", "next",   "visit",   "call",      "電車",    "列車",        "バス",  "便",
    "回",      "次",       "休",     "出勤",    "出社",      "授業",    "食事",        "餌",    "試合",
    "発車",    "予約",     "面談",   "来",      "通",        "働",      "出張"};

constexpr std::string_view kOneDate[] = {
    "due",        "deadline",   "exam",     "audit",       "go-live",  "cutover",     "migration", "hearing",
    "move",       "licence",    "license",  "certificate", "warranty", "contract",    "lease",     "thesis",
    "submission", "inspection", "ceremony", "festival",    "party",    "anniversary", "premiere",  "vote",
    "strike",     "監査",       "引っ越し", "発表会",      "移行",     "運動会",      "文化祭",    "入学式",
    "卒業式",     "満期",       "期日",     "試験",        "選挙",     "更新日",      "車検"};

constexpr std::string_view kCounted[] = {
    "step",     "chapter", "page",    "room",   "line",  "issue",   "phase",  "day",   "week",
    "sprint",   "section", "figure",  "table",  "part",  "episode", "season", "level", "exercise",
    "question", "lesson",  "grade",   "volume", "track", "round",   "stage",  "no",    "number",
    "item",     "ticket",  "invoice", "order",  "run",   "build",   "error",  "code",  "gate"};

// Each a line of words with blanks between.
constexpr std::string_view kClasses[] = {
    "january february march april may june july august september october november december",
    "hourly daily nightly weekly fortnightly monthly quarterly yearly annually biannually",
    "hour day night week month quarter year minute morning evening",
    "毎時 毎日 毎晩 毎朝 毎週 毎月 毎年 隔週 隔月 四半期",
    "red green blue yellow black white grey gray brown orange purple pink",
    "赤 青 緑 黄 黒 白 灰 茶 紫 橙 桃",
    "赤色 青色 緑色 黄色 黒色 白色 灰色 茶色 紫色",
    "two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty ninety",
    "rust go python ruby perl java kotlin swift scala haskell elixir erlang typescript javascript php lua zig ocaml "
    "clojure fortran cobol",
    "postgresql postgres mysql mariadb sqlite oracle mongodb cassandra dynamodb",
    "aws azure gcp",
    "debian ubuntu fedora centos alpine freebsd openbsd nixos",
    "north south east west",
    "left right",
    "merge squash rebase",
    "metric imperial",
};

}  // namespace

bool is_small_word(std::string_view word) { return is_in(word, kSmall); }
bool is_topic_word(std::string_view word) {
  constexpr std::string_view kEndings[] = {"時間", "一覧", "規則", "案内", "設定", "概要",
                                           "方針", "手順", "情報", "要件", "仕様", "条件"};
  const std::string meant = concept_of(word);
  return is_general(word) || is_general(meant) || is_in(word, kTopics) || is_in(meant, kTopics) ||
         (!is_ascii(word) && ends_in(word, kEndings));
}
bool is_setting(std::string_view word) { return is_in(word, kSettings); }
bool is_part_of_whole(std::string_view word) { return is_in(word, kParts); }
bool is_unsettled_title(std::string_view word) { return is_in(word, kUnsettledTitles); }

bool is_unsettled(std::string_view word) { return is_in(word, kUnsettled) || (!is_ascii(word) && is_aside(word)); }

bool is_unsettled_glue(std::string_view glue) {
  return std::any_of(std::begin(kUnsettledGlue), std::end(kUnsettledGlue), [glue](std::string_view part) {
    const bool is_particle = part.size() == 3;  // one kana, also found within words
    return is_particle ? glue == part : glue.find(part) != std::string_view::npos;
  });
}

bool tells_one_of_several(std::string_view word) {
  constexpr std::string_view kSome[] = {"some", "several", "many",    "few",   "another",   "other",     "also",
                                        "too",  "next",    "usually", "often", "typically", "sometimes", "either"};
  return is_in(word, kSome);
}

bool is_finite_verb(std::string_view word) { return is_in(word, kFinite) || is_verb(word); }
bool is_command(std::string_view word) { return is_in(word, kCommands); }
bool takes_several(std::string_view word) { return is_in(word, kSeveral); }
bool takes_one(std::string_view word) { return is_in(word, kOne); }
bool takes_one_place(std::string_view word) { return is_in(word, kOnePlace); }

bool is_one_of_a_kind(std::string_view word) {
  constexpr std::string_view kEndings[] = {"担当", "担当者", "責任者", "代表", "部長", "社長", "首都", "窓口", "言語",
                                           "場所", "本社",   "色",     "者",   "長",   "先",   "形式", "会場"};
  constexpr std::string_view kRoles[] = {"or", "er", "ist"};  // conductor, trainer, organist
  const bool is_role = word.size() > 5 && is_ascii(word) && ends_in(word, kRoles);
  return is_role || has_one_name(word) || has_one_name(concept_of(word)) || is_in(word, kOneOfAKind) ||
         (!is_ascii(word) && ends_in(word, kEndings));
}

bool keeps_time(std::string_view word) { return is_in(word, kTimed); }
bool comes_often(std::string_view word) { return is_in(word, kOften); }
bool has_one_date(std::string_view word) {
  return has_one_day(word) || has_one_day(concept_of(word)) || is_in(word, kOneDate);
}
bool is_counted(std::string_view word) { return is_in(word, kCounted); }

int word_class(std::string_view word) {
  const auto is_in_line = [word](std::string_view line) {
    for (std::size_t begin = 0; begin < line.size();) {
      const std::size_t end = std::min(line.find(' ', begin), line.size());
      if (line.substr(begin, end - begin) == word) return true;
      begin = end + 1;
    }
    return false;
  };
  for (std::size_t i = 0; i < std::size(kClasses); ++i)
    if (is_in_line(kClasses[i])) return static_cast<int>(i) + 1;
  return 0;
}

bool are_other_duties(std::string_view one, std::string_view other) {
  constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
      {"must", "need not"}, {"must", "may"},        {"must not", "may"}, {"must not", "can"},
      {"must", "can not"},  {"must not", "should"}, {"always", "not"}};
  return std::any_of(std::begin(kPairs), std::end(kPairs), [&](const auto& pair) {
    return (pair.first == one && pair.second == other) || (pair.first == other && pair.second == one);
  });
}

}  // namespace ai_memory
