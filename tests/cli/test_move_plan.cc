#include <doctest/doctest.h>
#include <set>

#include "cli/move_plan.hh"
#include "wiki/error.hh"

using namespace ai_memory;

namespace {

PagePath path(const std::string& text) { return PagePath::existing(text); }

PathRequest typed(const std::string& text) {
  return {.typed = text, .project = {"w", "s"}, .current_dir = "/elsewhere", .wiki_root = "/wiki"};
}

NamesInWiki names(const std::vector<std::string>& pages, const std::set<std::string>& other_files = {},
                  const std::set<std::string>& folders = {}) {
  NamesInWiki all;
  for (const auto& page : pages) all.pages.push_back(path(page));
  all.is_folder = [=](const std::string& name) {
    bool found = folders.contains(name);
    for (const auto& page : pages) found = found || page.starts_with(name + "/");
    return found;
  };
  all.exists = [=, is_folder = all.is_folder](const std::string& name) {
    bool found = other_files.contains(name) || is_folder(name);
    for (const auto& page : pages) found = found || page == name;
    return found;
  };
  return all;
}

std::string shown(const std::vector<PageMove>& moves) {
  std::string out;
  for (const auto& [from, to] : moves) out += (out.empty() ? "" : ", ") + from.str() + " > " + to.str();
  return out;
}

ErrorKind refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    CHECK(error.hint() != "");
    return error.kind();
  }
  FAIL("not refused");
  return ErrorKind::failed;
}

}  // namespace

TEST_CASE("a page gets the new name, or goes into a folder that is there or ends in a slash") {
  const auto all = names({"w/s/notes/plan.md", "w/s/archive/x.md", "w/other/y.md", "w/s/both.md", "w/s/both/z.md"}, {},
                         {"w/s/empty"});
  struct Row {
    const char* to;
    const char* result;
  };
  for (const Row& row : {
           Row{"notes/new", "w/s/notes/new.md"},
           Row{"notes/new.md", "w/s/notes/new.md"},
           Row{"new", "w/s/new.md"},
           Row{"archive", "w/s/archive/plan.md"},
           Row{"archive/", "w/s/archive/plan.md"},
           Row{"empty", "w/s/empty/plan.md"},
           Row{"fresh/deep/", "w/s/fresh/deep/plan.md"},
           Row{"both", "w/s/both/plan.md"},
           Row{"both.md", "w/s/both.md"},
           Row{"other:", "w/other/plan.md"},
           Row{"other:notes/", "w/other/notes/plan.md"},
           Row{"other:new", "w/other/new.md"},
           Row{"v/far:new", "v/far/new.md"},
           Row{"w/s/archive", "w/s/archive/plan.md"},
           Row{"Entwürfe/新", "w/s/Entwürfe/新.md"},
       })
    CHECK_MESSAGE(name_page(path("w/s/notes/plan.md"), typed(row.to), all).to.str() == row.result, row.to);
}

TEST_CASE("a folder goes into a folder that is there, else becomes what TO names, with all that lies below") {
  const auto all = names({"w/s/archive/x.md", "w/s/notes/a.md", "w/s/notes/deep/b.md", "w/s/notes2/c.md"});
  CHECK(shown(name_folder("w/s/notes", false, typed("archive"), all)) ==
        "w/s/notes/a.md > w/s/archive/notes/a.md, w/s/notes/deep/b.md > w/s/archive/notes/deep/b.md");
  CHECK(shown(name_folder("w/s/notes", false, typed("archive/notes/"), all)) ==
        "w/s/notes/a.md > w/s/archive/notes/a.md, w/s/notes/deep/b.md > w/s/archive/notes/deep/b.md");
  CHECK(shown(name_folder("w/s/notes/deep", false, typed("top"), all)) == "w/s/notes/deep/b.md > w/s/top/b.md");
  CHECK(shown(name_folder("w/s", true, typed("t:"), names({"w/s/a.md", "w/s/b/c.md", "w/t/d.md"}))) ==
        "w/s/a.md > w/t/a.md, w/s/b/c.md > w/t/b/c.md");
}

TEST_CASE("a folder is found by every form in which a path is typed") {
  const auto all = names({"w/s/notes/a.md", "w/other/notes/b.md"});
  for (const char* text : {"notes", "notes/", "notes//", "s:notes", "w/s:notes/", "w/s/notes", "/wiki/w/s/notes"})
    CHECK_MESSAGE(existing_folder(typed(text), all) == std::optional<std::string>("w/s/notes"), text);
  CHECK(existing_folder(typed("other:"), all) == std::optional<std::string>("w/other"));
  for (const char* text : {"note", "notes/a", "none:", "/tmp/notes", ""})
    CHECK_MESSAGE(!existing_folder(typed(text), all), text);
}

TEST_CASE("what cannot be moved is refused with the reason (A06, A10)") {
  const auto all = names({"w/s/A.md", "w/s/b.md", "w/s/n/c.md"}, {"w/s/file", "w/s/taken.md"});
  const auto check = [&](const char* from, const char* to) {
    return refusal([&] { check_moves({{path(from), path(to)}}, all); });
  };
  CHECK(check("w/s/b.md", "w/s/b.md") == ErrorKind::usage);
  CHECK(check("w/s/b.md", "w/s/A.md") == ErrorKind::conflict);
  CHECK(check("w/s/b.md", "w/s/a.md") == ErrorKind::conflict);
  CHECK(check("w/s/b.md", "w/s/taken.md") == ErrorKind::conflict);
  CHECK(check("w/s/b.md", "w/s/file/x.md") == ErrorKind::conflict);
  CHECK(refusal([&] { name_folder("w/s/n", false, typed("n/deeper"), all); }) == ErrorKind::usage);
  CHECK(refusal([&] { name_folder("w/s/n", false, typed("n"), all); }) == ErrorKind::usage);
  CHECK(refusal([&] { name_folder("w/s/n", false, typed("x.md"), all); }) == ErrorKind::usage);
  for (const char* to : {"../x", "a:b:c", "CON", "x?", "-rf", ".hidden", "notes/.git/x", "a\\b"})
    CHECK_MESSAGE(refusal([&] { name_page(path("w/s/b.md"), typed(to), all); }) == ErrorKind::usage, to);
  check_moves({{path("w/s/A.md"), path("w/s/a.md")}}, all);  // only the case changes
  check_moves({{path("w/s/b.md"), path("w/s/new/b.md")}}, all);
}

TEST_CASE("two pages that would differ in case alone after the move are refused") {
  const auto all = names({"w/s/a/x.md", "w/s/b/X.md"});
  CHECK(refusal([&] {
          check_moves({{path("w/s/a/x.md"), path("w/s/c/x.md")}, {path("w/s/b/X.md"), path("w/s/c/X.md")}}, all);
        }) == ErrorKind::conflict);
}

namespace {

MoveInput input(std::vector<std::pair<std::string, std::string>> pages,
                const std::vector<std::pair<std::string, std::string>>& moves) {
  MoveInput made;
  for (auto& [name, text] : pages) made.pages.emplace_back(path(name), std::move(text));
  for (const auto& [from, to] : moves) made.moves.push_back({path(from), path(to)});
  return made;
}

std::string content(const MovePlan& plan, const std::string& page) {
  for (const auto& change : plan.changes.changes)
    if (change.path == path(page)) return change.content.value_or("(removed)");
  return "(unchanged)";
}

}  // namespace

TEST_CASE("a plan removes the old names, puts the new ones and rewrites the links, every other byte as it was") {
  const auto plan = plan_move(input({{"w/s/a.md", "---\ntitle: 'A'  # own\nupdated: 2020-01-01\n---\n[b](b.md)\r\n"},
                                     {"w/s/b.md", "[[a]] `[[a]]`\n[A](a.md)"},
                                     {"w/s/c.md", "nothing"}},
                                    {{"w/s/a.md", "w/s/n/z.md"}}));
  CHECK(content(plan, "w/s/a.md") == "(removed)");
  CHECK(content(plan, "w/s/n/z.md") == "---\ntitle: 'A'  # own\nupdated: 2020-01-01\n---\n[b](../b.md)\r\n");
  CHECK(content(plan, "w/s/b.md") == "[[z]] `[[a]]`\n[A](n/z.md)");
  CHECK(content(plan, "w/s/c.md") == "(unchanged)");
  CHECK(plan.left.empty());
  REQUIRE(plan.relinked.size() == 2);
  CHECK(plan.relinked[1].links == 2);
}

TEST_CASE("pages that move together keep their links to each other") {
  const auto plan = plan_move(input({{"w/s/n/a.md", "[b](b.md) [[b]] [[n/b]] [x](../x.md)"},
                                     {"w/s/n/b.md", "[a](a.md)"},
                                     {"w/s/x.md", "[[n/a]] [b](n/b.md)"}},
                                    {{"w/s/n/a.md", "w/s/m/o/a.md"}, {"w/s/n/b.md", "w/s/m/o/b.md"}}));
  CHECK(content(plan, "w/s/m/o/a.md") == "[b](b.md) [[b]] [[m/o/b]] [x](../../x.md)");
  CHECK(content(plan, "w/s/m/o/b.md") == "[a](a.md)");
  CHECK(content(plan, "w/s/x.md") == "[[m/o/a]] [b](m/o/b.md)");
}

TEST_CASE("pages that must not be touched are told of, and the others are done") {
  auto in = input({{"w/s/a.md", "---\ntitle: [broken\n---\n[b](b.md)"},
                   {"w/s/b.md", "x"},
                   {"w/s/staged.md", "[[a]]"},
                   {"w/s/broken.md", "---\nt: a: b\n---\n[[a]]"},
                   {"w/s/tier.md", "---\ntier: odd\n---\n[[a]] [[b]]"},
                   {"w/s/binary.md", std::string("[[a]]\0x", 7)},
                   {"w/s/log.md", "## [2026-01-01T00:00:00Z] x | y\n[[a]]\n"},
                   {"w/s/good.md", "[[a]]"}},
                  {{"w/s/a.md", "w/s/n/z.md"}});
  in.untouchable.emplace(path("w/s/staged.md"), "it has staged changes");
  const auto plan = plan_move(in);
  CHECK(content(plan, "w/s/n/z.md") == "---\ntitle: [broken\n---\n[b](b.md)");
  CHECK(content(plan, "w/s/good.md") == "[[z]]");
  CHECK(plan.changes.changes.size() == 3);
  std::set<std::string> left;
  for (const auto& one : plan.left) left.insert(one.page.str() + ": " + one.target);
  CHECK(left == std::set<std::string>{"w/s/n/z.md: 1 link", "w/s/staged.md: 1 link", "w/s/broken.md: 1 link",
                                      "w/s/tier.md: 1 link"});
}

TEST_CASE("a page without a title of its own is looked for by its new name") {
  const auto plan = plan_move(input({{"w/s/a.md", "x"}, {"w/s/b.md", "[[A]]"}}, {{"w/s/a.md", "w/s/c.md"}}));
  CHECK(content(plan, "w/s/b.md") == "[[c]]");
}

TEST_CASE("the diff of a plan shows renames and changed links") {
  const auto in = input({{"w/s/a.md", "x\n"}, {"w/s/b.md", "[[a]]\n"}}, {{"w/s/a.md", "w/s/c.md"}});
  const auto diff = move_diff(plan_move(in), in);
  CHECK(diff.find("rename from w/s/a.md\nrename to w/s/c.md\n") != std::string::npos);
  CHECK(diff.find("-[[a]]\n+[[c]]\n") != std::string::npos);
}
