#include <doctest/doctest.h>
#include <filesystem>
#include <set>

#include "cli/scope.hh"
#include "tests/support/temp_folder.hh"
#include "wiki/error.hh"

using namespace ai_memory;
namespace fs = std::filesystem;

namespace {

std::string resolved(const ScopeRequest& request) {
  const Scope scope = resolve_scope(request);
  return scope.project.str() + " by " + scope.resolved_by;
}

PathRequest typed(const std::string& path, Project project = {"default", "shop"}) {
  return {.typed = path, .project = project, .current_dir = "/elsewhere", .wiki_root = "/home/wiki"};
}

std::string existing(const PathRequest& request, const std::set<std::string>& files) {
  return existing_page(request, [&](const PagePath& path) { return files.contains(path.str()); }).str();
}

}  // namespace

TEST_CASE("the strongest word on the project wins: flag, environment, file, git, default") {
  test::TempFolder folder;
  fs::create_directories(folder.path / "web-shop/.git");
  fs::create_directories(folder.path / "web-shop/src");
  ScopeRequest request{.current_dir = "/", .wiki_root = "/home/wiki"};
  CHECK(resolved(request) == "default/default by default");
  request.current_dir = folder.path / "web-shop/src";
  CHECK(resolved(request) == "default/web-shop by git");
  request.file_project = "from-file";
  CHECK(resolved(request) == "default/from-file by .ai-memory.toml");
  request.environment_project = "from-env";
  CHECK(resolved(request) == "default/from-env by environment");
  request.flag_project = "from-flag";
  CHECK(resolved(request) == "default/from-flag by flag");
}

TEST_CASE("inside the wiki the folder decides, unless a flag or the environment does") {
  ScopeRequest request{
      .file_project = "from-file", .current_dir = "/home/wiki/work/shop/notes", .wiki_root = "/home/wiki"};
  CHECK(resolved(request) == "work/shop by wiki folder");
  request.current_dir = "/home/wiki/work";
  CHECK(resolved(request) == "default/default by wiki folder");
  request.current_dir = "/home/wiki";
  CHECK(resolved(request) == "default/default by wiki folder");
  request.current_dir = "/home/wikipedia";
  CHECK(resolved(request) == "default/from-file by .ai-memory.toml");
  request.current_dir = "/home/wiki/work/shop";
  request.flag_project = "other";
  CHECK(resolved(request) == "default/other by flag");
}

TEST_CASE("a workspace comes from its own flag, variable or key, or stands before the project") {
  ScopeRequest request{.current_dir = "/", .wiki_root = "/home/wiki"};
  request.file_workspace = "file-ws";
  request.file_project = "p";
  CHECK(resolved(request) == "file-ws/p by .ai-memory.toml");
  request.file_workspace.clear();
  request.file_project = "ws/p";
  CHECK(resolved(request) == "ws/p by .ai-memory.toml");
  request.environment_workspace = "env-ws";
  CHECK(resolved(request) == "env-ws/p by .ai-memory.toml");
  request.flag_project = "a/b";
  CHECK(resolved(request) == "a/b by flag");
  request.flag_workspace = "c";
  CHECK_THROWS_AS(resolve_scope(request), Error);
  request.flag_project = "b";
  CHECK(resolved(request) == "c/b by flag");
}

TEST_CASE("a name that can be no folder is refused, wherever it comes from") {
  for (const char* name : {"..", ".git", "a|b", "a/b/c", "-x", "con"}) {
    ScopeRequest request{.current_dir = "/", .wiki_root = "/home/wiki"};
    request.flag_project = name;
    CHECK_THROWS_AS_MESSAGE(resolve_scope(request), Error, name);
    request.flag_project.clear();
    request.environment_project = name;
    CHECK_THROWS_AS_MESSAGE(resolve_scope(request), Error, name);
  }
}

TEST_CASE("a git work tree whose name can be no project gives a name made from it") {
  test::TempFolder folder;
  fs::create_directories(folder.path / ".dotfiles/.git");
  const ScopeRequest request{.current_dir = folder.path / ".dotfiles", .wiki_root = "/home/wiki"};
  CHECK(resolved(request) == "default/dotfiles by git");
}

TEST_CASE("a typed path finds its page in the project, in a named one, or from the wiki's root") {
  const std::set<std::string> files = {"default/shop/notes/plan.md", "default/other/notes/plan.md",
                                       "work/shop/notes/plan.md", "top.md", "default/shop/a:b.md"};
  struct Row {
    const char *path, *found;
  };
  for (const auto& [path, found] : std::vector<Row>{
           {"notes/plan", "default/shop/notes/plan.md"},
           {"notes/plan.md", "default/shop/notes/plan.md"},
           {"other:notes/plan", "default/other/notes/plan.md"},
           {"work/shop:notes/plan.md", "work/shop/notes/plan.md"},
           {":top", "top.md"},
           {":work/shop/notes/plan", "work/shop/notes/plan.md"},
           {"work/shop/notes/plan.md", "work/shop/notes/plan.md"},
           {"default/shop/notes/plan.md", "default/shop/notes/plan.md"},
           {"/home/wiki/work/shop/notes/plan.md", "work/shop/notes/plan.md"},
           {"a:b", "default/shop/a:b.md"},
           {"no/such", "default/shop/no/such.md"},
       })
    CHECK(existing(typed(path), files) == found);
}

TEST_CASE("pages above the project folders are found in default/default by their bare name") {
  const std::set<std::string> files = {"top.md", "default/deep.md", "default/default/notes/x.md"};
  const Project project;
  CHECK(existing(typed("top", project), files) == "top.md");
  CHECK(existing(typed("default/deep", project), files) == "default/deep.md");
  CHECK(existing(typed("notes/x", project), files) == "default/default/notes/x.md");
  CHECK(existing(typed("default:notes/x", project), files) == "default/default/notes/x.md");
}

TEST_CASE("a path typed inside the wiki is a file name first") {
  auto request = typed("plan.md");
  request.current_dir = "/home/wiki/work/shop/notes";
  const std::set<std::string> files = {"default/shop/plan.md", "work/shop/notes/plan.md", "work/shop/top.md"};
  CHECK(existing(request, files) == "work/shop/notes/plan.md");
  request.typed = "../top.md";
  CHECK(existing(request, files) == "work/shop/top.md");
  request.typed = "../../../../etc/passwd";
  CHECK_THROWS_AS(existing(request, files), Error);
}

TEST_CASE("a new page lies in the project unless it plainly is a file name") {
  CHECK(new_page(typed("notes/plan")).str() == "default/shop/notes/plan.md");
  CHECK(new_page(typed("other:notes/plan.md")).str() == "default/other/notes/plan.md");
  CHECK(new_page(typed("/home/wiki/work/shop/x.md")).str() == "work/shop/x.md");
  CHECK(new_page(typed("default/shop/notes/plan")).str() == "default/shop/notes/plan.md");
  CHECK(new_page(typed(":notes/plan")).str() == "notes/plan.md");
  auto request = typed("notes/plan");
  request.current_dir = "/home/wiki/work/shop/notes";
  CHECK(new_page(request).str() == "default/shop/notes/plan.md");
  request.typed = "./plan";
  CHECK(new_page(request).str() == "work/shop/notes/plan.md");
}

TEST_CASE("paths that lead out of the wiki, or name no page, are refused (A08)") {
  for (const char* path : {"", "../x", "../../x", "notes/", "/etc/passwd", "a/../../../b", "C:\\x", "-rf",
                           ".git/config", "other:../../../x", "con"})
    CHECK_THROWS_AS_MESSAGE(new_page(typed(path)), Error, path);
}

TEST_CASE("a page is found by its name in either Unicode normal form, its own spelling first") {
  const std::string composed = "zo\xc3\xab", decomposed = "zoe\xcc\x88", folder = "default/shop/notes/";
  const auto found = [&](const std::string& path, const std::vector<std::string>& files) -> std::string {
    std::vector<PagePath> pages;
    for (const auto& file : files) pages.push_back(PagePath::existing(folder + file + ".md"));
    const auto page = page_spelled_alike(typed("notes/" + path), [&] { return pages; });
    return page ? page->stem() : "";
  };
  CHECK(found(composed, {"a", decomposed}) == decomposed);
  CHECK(found(decomposed, {"a", composed}) == composed);
  CHECK(found(composed, {"zoe", "Zo\xc3\xab"}) == "");
  CHECK(found("caf\xe9", {"a"}) == "");
  page_spelled_alike(typed("notes/plain"), []() -> std::vector<PagePath> { throw "asked for nothing"; });
}

TEST_CASE("every shown path, typed again, means the same page") {
  const Scope scope{{"default", "shop"}, "flag"};
  for (const char* file : {"default/shop/notes/plan.md", "default/other/notes/plan.md", "work/shop/x.md", "top.md",
                           "default/deep.md", "default/default/notes/x.md"}) {
    const auto path = PagePath::existing(file);
    CHECK_MESSAGE(existing(typed(shown_path(path, scope)), {file}) == file, shown_path(path, scope));
    CHECK_MESSAGE(existing(typed(path.str()), {file}) == file, path.str());
  }
  CHECK(shown_path(PagePath::existing("default/shop/notes/plan.md"), scope) == "notes/plan.md");
  CHECK(shown_path(PagePath::existing("work/shop/x.md"), scope) == "work/shop:x.md");
}
