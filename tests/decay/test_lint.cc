#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <set>

#include "decay/lint.hh"
#include "decay/lint_links.hh"
#include "decay/lint_names.hh"
#include "decay/lint_page.hh"
#include "decay/lint_target.hh"
#include "tests/decay/sweep_pages.hh"

using namespace ai_memory;

namespace {

PagePath path_of(const std::string& name) { return PagePath::existing("default/shop/" + name + ".md"); }

LintPage note(const std::string& name) {
  const PagePath path = path_of(name);
  return {.path = path, .title = path.stem(), .kind = "note", .tier = default_tier(path), .links = {}};
}

// A link to a page of the project if `to` is one, else to nothing.
LintLink link_to(const std::string& to, bool there = true, const std::string& kind = "link", std::size_t line = 1) {
  const PagePath path = path_of(to);
  return {path.str(), there ? std::optional(path) : std::nullopt, kind, line};
}

// "kind line message" of each.
std::vector<std::string> said(std::vector<LintFinding> findings) {
  finish_findings(findings);
  std::vector<std::string> lines;
  for (const auto& one : findings)
    lines.push_back(std::string(lint_kind_info(one.kind).name) + " " + one.path.in_project() + ":" +
                    std::to_string(one.line) + " " + one.message);
  return lines;
}

std::vector<LintFinding> of_page(const std::string& text, const std::string& name = "notes/plan") {
  const PagePath path = path_of(name);
  auto findings = lint_page(parse_page(path, text), text, kNow, {});
  finish_findings(findings);
  return findings;
}

std::vector<LintFinding> only(std::vector<LintFinding> findings, LintKind kind) {
  std::erase_if(findings, [kind](const LintFinding& one) { return one.kind != kind; });
  return findings;
}

}  // namespace

TEST_CASE("the table of kinds has each once, in the order of the enumeration, under a name that finds it again") {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kLintKinds; ++i) {
    const LintKindInfo& info = lint_kinds()[i];
    CHECK(static_cast<std::size_t>(info.kind) == i);
    CHECK(names.insert(info.name).second);
    CHECK(lint_kind_from_name(info.name) == info.kind);
    CHECK(&lint_kind_info(info.kind) == &info);
    CHECK_FALSE(info.help.empty());
  }
  CHECK_FALSE(lint_kind_from_name("banana").has_value());
  CHECK_FALSE(lint_kind_info(LintKind::orphan).by_default);
}

TEST_CASE("a page's text alone tells what is wrong with it, and where") {
  struct Row {
    const char *text, *kind;
    std::size_t line;
    const char* message;  // how it begins
  };
  const std::string aws = "AKIA" + std::string("IOSFODNN7REALKEY");
  const std::string with_key = "one\ntwo " + aws + "\n";
  const Row rows[] = {
      {"---\ntitle: a: b\n---\nx\n", "bad_front_matter", 2, ""},
      {"---\npinned: maybe\n---\nx\n", "bad_front_matter", 2, "pinned: 'maybe' is neither"},
      {"---\nimportance: high\n---\nx\n", "bad_front_matter", 2, "importance: 'high' is no number"},
      {"---\na: b\ntier: banana\n---\nx\n", "unknown_tier", 3, "tier: 'banana' is none of"},
      {"---\nexpires_at: 2026-02-30\n---\nx\n", "bad_date", 2, "expires_at: '2026-02-30' is no date"},
      {"---\ncreated: 0000-00-00\n---\nx\n", "bad_date", 2, "created: "},
      {"---\nvalid_until: soon\n---\nx\n", "bad_date", 2, "valid_until: "},
      {"---\ncreated: 9999-12-31\n---\nx\n", "future_date", 2,
       "its date lies ahead of the clock: created is 9999-12-31"},
      {"---\nupdated: 2026-11-30T12:00:01Z\n---\nx\n", "future_date", 2,
       "its date lies ahead of the clock: updated is"},
      {"---\npinned: true\nexpires_at: 2026-12-01\n---\nx\n", "pinned_expiring", 3, "pinned, yet it goes"},
      {"---\nexpires_at: 2026-11-01\npinned: yes\n---\nx\n", "pinned_expiring", 2, "pinned, yet the next sweep"},
      {"---\nsalience: 0.25\n---\nx\n", "feedback_flagged", 2, "salience is as low"},
      {with_key.c_str(), "secret", 2, "looks like a secret ("},
      {"a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n", "conflict_markers", 2, "holds the two versions"},
      {"---\na: b\n---\n- [question] Which port?\n", "unresolved_question", 4, "has no answer: Which port?"},
      {"- [?] Who has the key?\n", "unresolved_question", 1, "has no answer: Who has the key?"},
      {"\xfc is Latin-1\n", "not_text", 0, "the file is not UTF-8"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const auto found = of_page(row.text);
    REQUIRE(found.size() == 1);
    CHECK(lint_kind_info(found[0].kind).name == row.kind);
    CHECK(found[0].line == row.line);
    CHECK(found[0].message.starts_with(row.message));
    CHECK_FALSE(found[0].hint.empty());
    CHECK(found[0].message.find(aws) == std::string::npos);
    CHECK(found[0].what.find(aws) == std::string::npos);
  }
}

TEST_CASE("a file that is no text says so, and nothing else but where its secrets are") {
  CHECK(of_page(std::string("a\0b", 3)).at(0).kind == LintKind::not_text);
  CHECK(of_page(std::string(kMaxPageBytes + 1, 'a')).at(0).kind == LintKind::oversize);
  CHECK(of_page(std::string(kMaxPageBytes, 'a')).empty());
}

TEST_CASE("pages that only resemble these are left in peace") {
  const char* const texts[] = {
      "",
      "Short.",
      "---\ncreated: 2026-11-30T12:00:00Z\n---\nA day ahead is a time zone.\n",
      "---\nvalid_from: 2030-01-01\nexpires_at: 2030-01-01\n---\nPlans may lie ahead.\n",
      "---\nsalience: 0.5\n---\nx\n",
      "---\nsalience: 0.25\nsuperseded_by: '[[notes/b]]'\n---\nx\n",
      "---\npinned: true\n---\nx\n",
      "    <<<<<<< ours\n    =======\n    >>>>>>> theirs\n",
      "- [question] Which port?\n- [answer] 5432\n",
      "- [Question] Which port?\n  - [ANSWER] 5432\n",
      "- [ ] a task\n- [x] done\n- [decision] Why? Because.\n",
      "```\n- [question] in code?\n```\n",
      "What is the question] mark for?\n",
      "commit 3f786850e387550fdab836ed7e6dc881de23001b, sk-learn, risk-based, no API key needed\n",
  };
  for (const char* text : texts) {
    CAPTURE(text);
    CHECK(said(of_page(text)) == std::vector<std::string>{});
  }
}

TEST_CASE("an answer settles the last question above it") {
  CHECK(said(of_page("- [question] One?\n- [question] Two?\n- [answer] To two.\n")) ==
        std::vector<std::string>{"unresolved_question notes/plan.md:1 has no answer: One?"});
  CHECK(of_page("- [question] One?\n- [question] Two?\n- [answer] b\n- [answer] a\n").empty());
  CHECK(of_page("- [answer] of what?\n- [question] Late?\n").size() == 1);
}

TEST_CASE("only an episodic page is judged by how much it says") {
  CHECK(of_page("ok").empty());
  const auto found = of_page("ok", "sessions/2026/11/standup");
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == LintKind::low_information);
  CHECK(of_page("---\ncompacted: true\n---\nok", "sessions/2026/11/standup").empty());
  CHECK(of_page("We moved the deadline of the lamp order to Friday.", "sessions/2026/11/standup").empty());
}

TEST_CASE("each secret is a finding of its own, and the last of very many counts the rest") {
  std::string text;
  for (int i = 0; i < 25; ++i) text += "AKIA" + std::string("IOSFODNN7REALK") + static_cast<char>('A' + i) + "Q\n";
  const auto found = of_page(text);
  REQUIRE(found.size() == 20);
  CHECK(found[2].line == 3);
  CHECK(found[19].message.ends_with("; 5 more follow"));
  CHECK(found[18].message.ends_with(")"));
}

TEST_CASE("an id stays when lines come above it, and tells findings of one page apart") {
  const std::string questions = "- [question] One?\n- [question] Two?\n- [question] One?\n";
  const auto before = of_page(questions), after = of_page("---\na: b\n---\n# Head\n\nMore.\n\n" + questions);
  REQUIRE(before.size() == 3);
  REQUIRE(after.size() == 3);
  std::set<std::string> ids;
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(before[i].id == after[i].id);
    CHECK(before[i].line + 7 == after[i].line);
    CHECK(before[i].id.size() == 10);
    ids.insert(before[i].id);
  }
  CHECK(ids.size() == 3);
  CHECK(of_page(questions, "notes/other")[0].id != before[0].id);
}

TEST_CASE("a link that leads nowhere is one, unless a file of that name lies there") {
  LintPage page = note("notes/a");
  page.links = {link_to("notes/gone", false, "link", 7),
                link_to("notes/there", true),
                {"default/shop/log", std::nullopt, "link", 9}};
  LintPaths paths;
  paths.is_file = [](const std::string& path) { return path == "default/shop/log.md"; };
  const auto found = lint_links({page, note("notes/there")}, paths, kNow);
  const auto broken = only(found, LintKind::broken_link);
  REQUIRE(broken.size() == 1);
  CHECK(broken[0].line == 7);
  CHECK_FALSE(broken[0].fix.has_value());
}

TEST_CASE("a removed page is offered back where a link still leads to it") {
  LintPage page = note("notes/a");
  page.links = {link_to("notes/gone", false)};
  const auto found =
      only(lint_links({page}, {.moved = {}, .removed = {"default/shop/notes/gone.md"}, .is_file = {}}, kNow),
           LintKind::broken_link);
  REQUIRE(found.size() == 1);
  CHECK(found[0].message.ends_with("which was removed"));
  CHECK(found[0].hint.find("restore-page default/shop:notes/gone.md`") != std::string::npos);
  page.links = {link_to("notes/went off", false)};
  const auto quoted =
      only(lint_links({page}, {.moved = {}, .removed = {"default/shop/notes/went off.md"}, .is_file = {}}, kNow),
           LintKind::broken_link);
  REQUIRE(quoted.size() == 1);
  CHECK(quoted[0].hint.find("restore-page 'default/shop:notes/went off.md'`") != std::string::npos);
}

TEST_CASE("a lost link has an obvious target only if there is one and no choice") {
  const std::vector<PagePath> pages = {path_of("notes/plan"),
                                       path_of("archive/budget"),
                                       path_of("drafts/budget"),
                                       path_of("notes/My Trip"),
                                       path_of("people/Zoë"),
                                       path_of("notes/new-name"),
                                       PagePath::existing("default/tools/notes/elsewhere.md")};
  const std::map<std::string, std::string> moved = {{"default/shop/notes/old.md", "default/shop/notes/middle.md"},
                                                    {"default/shop/notes/middle.md", "default/shop/notes/new-name.md"},
                                                    {"default/shop/notes/round.md", "default/shop/notes/about.md"},
                                                    {"default/shop/notes/about.md", "default/shop/notes/round.md"},
                                                    {"default/shop/a/budget.md", "default/shop/drafts/budget.md"}};
  const LintTargets targets(pages, moved);
  struct Row {
    const char *target, *found;  // found: empty for none
  };
  const Row rows[] = {
      {"default/shop/decisions/plan.md", "notes/plan.md"},  // the same name elsewhere
      {"default/shop/decisions/PLAN.md", "notes/plan.md"},
      {"default/shop/decisions/plan", "notes/plan.md"},
      {"default/shop/notes/budget.md", ""},                   // there are two
      {"default/shop/a/budget.md", "drafts/budget.md"},       // but history knows which
      {"default/shop/notes/my-trip.md", "notes/My Trip.md"},  // the same but for blanks and case
      {"my_trip", "notes/My Trip.md"},
      {"default/shop/notes/old.md", "notes/new-name.md"},  // moved twice
      {"old", "notes/new-name.md"},
      {"Old.md", "notes/new-name.md"},
      {"default/shop/notes/round.md", ""},
      {"round", ""},
      {"default/shop/notes/elsewhere.md", ""},  // of another project
      {"elsewhere", ""},
      {"default/shop/notes/start.md", ""},  // the page itself
      {"nothing", ""},
      {"default/shop/notes/ .md", ""},
      {" ", ""},
  };
  for (const auto& [target, expected] : rows) {
    const auto& shown_target = target;
    CAPTURE(shown_target);
    const auto found = targets.find(target, path_of("notes/start"));
    CHECK((found ? found->in_project() : "") == expected);
  }
}

TEST_CASE("superseded_by must lead to a page that holds, and lint knows the end of the chain") {
  LintPage a = note("notes/a"), b = note("notes/b"), c = note("notes/c"), d = note("notes/d");
  a.superseded = b.superseded = true;
  a.links = {link_to("notes/b", true, "superseded_by", 3)};
  b.links = {link_to("notes/c", true, "superseded_by", 2)};
  d.links = {link_to("notes/c", true, "superseded_by")};
  d.superseded = true;
  const auto found = only(lint_links({d, c, b, a}, {}, kNow), LintKind::stub_chain);
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == a.path);
  CHECK(found[0].line == 3);
  CHECK(found[0].message.starts_with("is superseded by notes/b.md, which is superseded itself; notes/c.md"));
  REQUIRE(found[0].fix.has_value());
  CHECK(found[0].fix->to == c.path);
  CHECK(found[0].fix->target == b.path.str());
}

TEST_CASE("a circle of superseded pages has no end, nor has a page that two supersede") {
  LintPage a = note("notes/a"), b = note("notes/b"), c = note("notes/c");
  a.superseded = b.superseded = c.superseded = true;
  a.links = {link_to("notes/b", true, "superseded_by")};
  b.links = {link_to("notes/a", true, "superseded_by")};
  c.links = {link_to("notes/a", true, "superseded_by")};
  const auto circle = only(lint_links({a, b, c}, {}, kNow), LintKind::stub_chain);
  REQUIRE(circle.size() == 3);
  for (const auto& one : circle) CHECK_FALSE(one.fix.has_value());
  LintPage alone = note("notes/alone");
  alone.superseded = true;
  alone.links = {link_to("notes/alone", true, "superseded_by")};
  CHECK(only(lint_links({alone}, {}, kNow), LintKind::stub_chain).size() == 1);

  b.superseded = false;
  b.links.clear();
  c.links.push_back(link_to("notes/lost", false, "superseded_by"));
  const auto two = only(lint_links({a, b, c}, {}, kNow), LintKind::stub_chain);
  REQUIRE(two.size() == 2);  // both of c's
  for (const auto& one : two) CHECK_FALSE(one.fix.has_value());
}

TEST_CASE("a missing successor is a stub's fault, not a broken link, and found where it moved") {
  LintPage a = note("notes/a");
  a.superseded = true;
  a.links = {link_to("notes/lost", false, "superseded_by", 4)};
  const LintPaths paths{
      .moved = {{"default/shop/notes/lost.md", "default/shop/notes/b.md"}}, .removed = {}, .is_file = {}};
  const auto found = lint_links({a, note("notes/b")}, paths, kNow);
  CHECK(only(found, LintKind::broken_link).empty());
  const auto stub = only(found, LintKind::stub_chain);
  REQUIRE(stub.size() == 1);
  CHECK(stub[0].line == 4);
  REQUIRE(stub[0].fix.has_value());
  CHECK(stub[0].fix->to == path_of("notes/b"));
}

TEST_CASE("a page that is over is linked as current by notes that hold, not by records and provenance") {
  LintPage over = note("notes/over");
  over.valid_until = kNow;  // the instant from which it no longer holds
  struct Row {
    const char *from, *kind;
    bool is_over, superseded, found;
  };
  const Row rows[] = {
      {"notes/a", "link", false, false, true},        {"procedures/a", "part_of", false, false, true},
      {"scratch/a", "link", false, false, true},      {"sessions/a", "link", false, false, false},
      {"notes/a", "supersedes", false, false, false}, {"notes/a", "derived_from", false, false, false},
      {"notes/a", "link", true, false, false},        {"notes/a", "link", false, true, false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.from);
    CAPTURE(row.kind);
    LintPage page = note(row.from);
    page.links = {link_to("notes/over", true, row.kind, 5)};
    if (row.is_over) page.valid_until = kNow;
    page.superseded = row.superseded;
    const auto found = only(lint_links({over, page}, {}, kNow), LintKind::stale_context);
    CHECK(found.size() == (row.found ? 1 : 0));
    if (row.found) CHECK(found.at(0).line == 5);
  }
  over.valid_until = kNow + std::chrono::seconds(1);
  LintPage page = note("notes/a");
  page.links = {link_to("notes/over")};
  CHECK(only(lint_links({over, page}, {}, kNow), LintKind::stale_context).empty());
}

TEST_CASE("a declared contradiction is told once, until one side is settled") {
  LintPage a = note("notes/a"), b = note("notes/b");
  a.links = {link_to("notes/b", true, "contradicts", 2), link_to("notes/b", true, "contradicts", 8)};
  b.links = {link_to("notes/a", true, "contradicts", 3)};
  const auto found = only(lint_links({b, a}, {}, kNow), LintKind::contradiction);
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == a.path);
  CHECK(found[0].line == 2);
  CHECK(found[0].others == std::vector<PagePath>{b.path});
  b.superseded = true;
  CHECK(only(lint_links({a, b}, {}, kNow), LintKind::contradiction).empty());
  b.superseded = false;
  a.valid_until = kNow;
  CHECK(only(lint_links({a, b}, {}, kNow), LintKind::contradiction).empty());
}

TEST_CASE("an orphan has no link either way; a link to itself is none") {
  LintPage a = note("notes/a"), b = note("notes/b"), c = note("notes/c"), pinned = note("notes/pinned");
  a.links = {link_to("notes/b")};
  c.links = {link_to("notes/c"), link_to("notes/lost", false)};
  pinned.pinned = true;
  LintPage rule = note("_rules/tidy"), session = note("sessions/x");
  rule.kind = "rule";
  const auto found = only(lint_links({a, b, c, pinned, rule, session}, {}, kNow), LintKind::orphan);
  REQUIRE(found.size() == 1);
  CHECK(found[0].path == c.path);
}

TEST_CASE("names that are in each other's way are told on the first, naming the rest") {
  LintPage copy = note("plan (Ann's conflicted copy 2026-11-01)"),
           sync = note("plan.sync-conflict-20261101-101010-ABC");
  copy.title = sync.title = "plan";
  const LintPage lonely = note("gone.sync-conflict-20261101-101010-ABC");
  CHECK(said(lint_names({copy, sync, note("plan"), lonely})) ==
        std::vector<std::string>{
            "conflict_copy plan (Ann's conflicted copy 2026-11-01).md:0 is a conflict copy of plan.md",
            "conflict_copy plan.sync-conflict-20261101-101010-ABC.md:0 is a conflict copy of plan.md"});
  CHECK(said(lint_names({note("notes/plan"), note("notes/PLAN"), note("notes/Plan")})) ==
        std::vector<std::string>{
            "case_twins notes/PLAN.md:0 differs only in case or Unicode form from notes/Plan.md and notes/plan.md"});
}

TEST_CASE("titles are compared among the notes of one project that hold") {
  LintPage a = note("notes/a"), b = note("concepts/b"), c = note("notes/c"), session = note("sessions/d");
  a.title = c.title = session.title = "Größe";
  b.title = "GRÖSSE";
  c.superseded = true;
  LintPage elsewhere = a;
  elsewhere.path = PagePath::existing("default/tools/notes/a.md");
  CHECK(said(lint_names({session, elsewhere, c, b, a})) ==
        std::vector<std::string>{"duplicate_title concepts/b.md:0 has the same title as notes/a.md"});
}

TEST_CASE("a page is stale when nobody read it in 0.6/λ days, and that is known") {
  SweepPage page = session_page("default/shop/sessions/a.md", 30.1);
  page.usage_known_since = days_before(20);
  const DecayConfig config;
  const auto stale = [&](const SweepPage& one) { return lint_ages({one}, kNow, config).size() == 1; };
  CHECK(stale(page));
  SweepPage other = page;
  other.usage.body_changed = days_before(29.9);
  CHECK_FALSE(stale(other));
  other = page;
  other.usage.accesses = 1;
  other.usage.last_access = days_before(29);
  CHECK_FALSE(stale(other));
  other = page;
  other.pinned = true;
  CHECK_FALSE(stale(other));
  other = page;
  other.usage.tier = Tier::semantic;
  CHECK_FALSE(stale(other));
  other = page;
  other.usage_known_since = days_before(13);  // a clone of a wiki that may have been read elsewhere
  CHECK_FALSE(stale(other));

  DecayConfig slow;
  slow.half_life_episodic = 100;  // λ = 0.00693, 0.6/λ = 86.6 days
  CHECK(lint_ages({page}, kNow, slow).empty());
  DecayConfig other_curve;
  other_curve.curve = "fsrs6";
  CHECK(lint_ages({page}, kNow, other_curve).size() == 1);
  DecayConfig never;
  never.lambda = 0;
  CHECK(lint_ages({page}, kNow, never).empty());
}

TEST_CASE("a reading that lies ahead of the clock is told, by more than a day") {
  SweepPage page = session_page("default/shop/sessions/a.md", 1);
  page.usage.accesses = 1;
  page.usage.last_access = days_before(-1);
  CHECK(lint_ages({page}, kNow, {}).empty());
  page.usage.last_access = days_before(-1.01);
  const auto found = lint_ages({page}, kNow, {});
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == LintKind::future_date);
}

TEST_CASE("the order in which pages come changes nothing") {
  std::mt19937 random(11);
  std::vector<LintPage> pages;
  for (int i = 0; i < 40; ++i) {
    LintPage page = note((i % 3 == 0 ? "notes/p" : "sessions/p") + std::to_string(i));
    page.title = "title " + std::to_string(random() % 12);
    page.superseded = random() % 4 == 0;
    for (int links = static_cast<int>(random() % 4); links > 0; --links) {
      const std::string to = "notes/p" + std::to_string(random() % 14 * 3);
      const char* const kinds[] = {"link", "contradicts", "superseded_by"};
      page.links.push_back(link_to(to, to < "notes/p40", kinds[random() % (page.superseded ? 3 : 2)], random() % 9));
    }
    if (random() % 5 == 0) page.valid_until = kNow;
    pages.push_back(std::move(page));
  }
  const auto look = [](const std::vector<LintPage>& list) {
    auto found = lint_links(list, {}, kNow);
    for (auto& one : lint_names(list)) found.push_back(std::move(one));
    finish_findings(found);
    std::vector<std::string> lines;
    for (const auto& one : found) lines.push_back(one.id + one.path.str() + one.message);
    return lines;
  };
  const auto expected = look(pages);
  CHECK(expected.size() > 20);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(pages.begin(), pages.end(), random);
    REQUIRE(look(pages) == expected);
  }
}
