#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>
#include <sys/stat.h>

#include "cli/body.hh"
#include "cli/editor.hh"
#include "tests/support/temp_folder.hh"

using namespace ai_memory;
using test::TempFolder;
namespace fs = std::filesystem;

namespace {

// The variables that choose an editor, put back at the end.
class Environment {
 public:
  Environment(const char* visual, const char* editor, const char* term) {
    set("VISUAL", visual);
    set("EDITOR", editor);
    set("TERM", term);
  }
  ~Environment() {
    for (const auto& [name, value] : before_) value ? setenv(name, value->c_str(), 1) : unsetenv(name);
  }

 private:
  void set(const char* name, const char* value) {
    const char* old = std::getenv(name);
    before_.emplace_back(name, old ? std::optional<std::string>(old) : std::nullopt);
    value ? setenv(name, value, 1) : unsetenv(name);
  }
  std::vector<std::pair<const char*, std::optional<std::string>>> before_;
};

std::vector<fs::path> drafts(const TempFolder& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path))
    if (entry.is_regular_file()) found.push_back(entry.path());
  return found;
}

std::string hint_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what() + std::string(" | ") + error.hint();
  }
  return "no error";
}

}  // namespace

TEST_CASE("VISUAL goes before EDITOR, except on a dumb terminal; without both nothing is started unasked") {
  {
    const Environment set("one -x", "two", "xterm");
    CHECK(editor_command(false) == "one -x");
  }
  {
    const Environment set("one -x", "two", "dumb");
    CHECK(editor_command(true) == "two");
  }
  {
    const Environment set("", "two", "xterm");
    CHECK(editor_command(true) == "two");
  }
  {
    const Environment set(nullptr, nullptr, "xterm");
    CHECK_THROWS_AS(editor_command(false), Error);
  }
  {
    const Environment set(nullptr, "", "dumb");
    CHECK_THROWS_AS(editor_command(true), Error);
  }
}

TEST_CASE(
    "the editor gets a file of the page's name that only its owner can read, and the text comes back as it left it") {
  const TempFolder folder;
  const std::string name = "a 'b' \"c\" $d 会議.md";
  Draft draft(folder.path / "state", name, "old\r\nno end");
  REQUIRE(drafts(folder).size() == 1);
  const fs::path file = drafts(folder)[0];
  CHECK(file.filename() == name);
  CHECK((fs::status(file).permissions() & fs::perms::all) == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK((fs::status(file.parent_path()).permissions() & fs::perms::all) == fs::perms::owner_all);
  CHECK(draft.edit("true") == "old\r\nno end");
  CHECK(draft.edit("f() { printf ' and\\r\\nmore' >> \"$1\"; }; f") == "old\r\nno end and\r\nmore");
  CHECK(draft.edit("sh -c 'printf new > \"$1.x\"; mv \"$1.x\" \"$1\"' -") == "new");
}

TEST_CASE("a draft goes when its text was put to use or nothing was typed, and stays when it could not be") {
  const TempFolder folder;
  {
    Draft draft(folder.path, "x.md", "old");
    draft.keeping([&] { return draft.edit("printf new >").size(); });
  }
  CHECK(drafts(folder).empty());
  {
    Draft draft(folder.path, "x.md", "old");
    const auto hint = hint_of([&] { draft.keeping([&]() -> int { throw Error(ErrorKind::conflict, "no", "wait"); }); });
    CHECK(hint == "no | wait");
  }
  CHECK(drafts(folder).empty());
  {
    Draft draft(folder.path, "x.md", "old");
    const auto hint = hint_of([&] {
      draft.keeping([&]() -> int {
        draft.edit("printf new >");
        throw Error(ErrorKind::conflict, "no", "wait");
      });
    });
    CHECK(hint == "no | wait; what you typed is in " + drafts(folder).at(0).string());
  }
  REQUIRE(drafts(folder).size() == 1);
  fs::remove_all(drafts(folder)[0].parent_path());
  {
    Draft draft(folder.path, "x.md", "old");
    const auto hint = hint_of([&] {
      draft.keeping([&]() -> int {
        draft.edit("printf new >");
        throw std::runtime_error("no memory");
      });
    });
    CHECK(hint.starts_with("no memory | what you typed is in "));
  }
  CHECK(drafts(folder).size() == 1);
}

TEST_CASE("an editor that fails is told by name and status, and what it wrote is kept") {
  const TempFolder folder;
  const auto fail = [&](const std::string& editor) {
    Draft draft(folder.path, "x.md", "old");
    return hint_of([&] { draft.keeping([&] { return draft.edit(editor).size(); }); });
  };
  CHECK(fail("false") == "editor `false`: exit status 1 | ");
  CHECK(fail("exit 3; :") == "editor `exit 3; :`: exit status 3 | ");
  CHECK(fail("kill -9 $$; :").starts_with("editor `kill -9 $$; :`: ended by signal 9"));
  CHECK(fail("no-such-editor-anywhere 2>/dev/null").find("not found") != std::string::npos);
  CHECK(fail("rm -f").find("x.md") != std::string::npos);
  CHECK(drafts(folder).empty());
  CHECK(fail("f() { echo more >> \"$1\"; return 1; }; f").find("what you typed is in") != std::string::npos);
  REQUIRE(drafts(folder).size() == 1);
  CHECK(folder.read(fs::relative(drafts(folder)[0], folder.path).string()) == "oldmore\n");
}

TEST_CASE("what can be no page is refused") {
  CHECK_NOTHROW(check_text("会議\r\n"));
  CHECK_THROWS_AS(check_text("caf\xe9"), Error);
  CHECK_THROWS_AS(check_text(std::string("a\0b", 3)), Error);
  CHECK_THROWS_AS(check_text(std::string(20u * 1024 * 1024 + 1, 'x')), Error);
  CHECK_NOTHROW(check_text(std::string(20u * 1024 * 1024, 'x')));
}
