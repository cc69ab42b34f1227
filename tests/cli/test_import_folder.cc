#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/import_folder.hh"
#include "wiki/error.hh"

using namespace ai_memory;
namespace fs = std::filesystem;

namespace {

const Project kShop{"default", "shop"};
const Timestamp kNow = *parse_time("2026-11-29");

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "import-XXXXXX").string();
    root_ = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(root_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name, std::ios::binary) << text;
  }
  const fs::path& root() const { return root_; }
  ImportRead read() const { return read_folder({root_, kShop, "", kNow}); }
  ImportRead named() const {  // for an empty wiki
    ImportRead read = this->read();
    name_pages(read, kShop, {}, {[](const PagePath&) { return std::nullopt; }, {}});
    return read;
  }

 private:
  fs::path root_;
};

std::map<std::string, std::string> texts(const ImportRead& read) {
  std::map<std::string, std::string> pages;
  for (const ImportedPage& page : read.pages) pages[page.path.str()] = page.content;
  return pages;
}

}  // namespace

TEST_CASE("files keep every byte and their place below the folder") {
  const Folder folder;
  const std::string bytes = "\xEF\xBB\xBF---\r\ntitle: x # why\r\n---\r\nno final newline";
  folder.put("notes/plan.md", bytes);
  folder.put("empty.md", "");
  folder.put("latin.md", "caf\xE9\n");
  const ImportRead read = folder.read();
  CHECK(texts(read) == std::map<std::string, std::string>{{"default/shop/notes/plan.md", bytes},
                                                          {"default/shop/empty.md", ""},
                                                          {"default/shop/latin.md", "caf\xE9\n"}});
  CHECK(read.renamed.empty());
  CHECK(read.problems.empty());
  CHECK(read.skipped() == 0);
}

TEST_CASE("A23: other files and symbolic links are counted, dot folders are left out") {
  const Folder folder;
  folder.put("a.md", "a");
  folder.put("picture.png", "b");
  folder.put("README", "c");
  folder.put(".obsidian/x.md", "d");
  folder.put(".hidden.md", "e");
  fs::create_symlink("/etc/passwd", folder.root() / "link.md");
  fs::create_directory_symlink("/etc", folder.root() / "etc");
  const ImportRead read = folder.read();
  CHECK(texts(read) == std::map<std::string, std::string>{{"default/shop/a.md", "a"}});
  CHECK(read.skipped() == 5);
  CHECK(read.hidden == std::vector{(folder.root() / ".hidden.md").string()});
  CHECK(read.symlinks == 2);
  CHECK(read.other_files == std::map<std::string, std::size_t>{{"", 1}, {"png", 1}});
}

TEST_CASE("a name that no page may have is changed and the change is told") {
  const Folder folder;
  folder.put("Why?/What: now.md", "1");
  folder.put("UPPER.MD", "2");
  folder.put("long.markdown", "3");
  folder.put("cafe\xCC\x81.md", "4");
  const ImportRead read = folder.named();
  const auto pages = texts(read);
  CHECK(pages.at("default/shop/why/what-now.md") == "1");
  CHECK(pages.at("default/shop/UPPER.md") == "2");
  CHECK(pages.at("default/shop/long.md") == "3");
  CHECK(pages.at("default/shop/caf\xC3\xA9.md") == "4");
  REQUIRE(read.renamed.size() == 4);
  CHECK(read.renamed[0].what == "UPPER.MD");
  CHECK(read.renamed[0].page == "UPPER.md");
  CHECK(read.renamed[0].why == "a page's name ends in .md");
}

TEST_CASE("A06: two files that would be one page on some disks become two pages, valid names first") {
  const Folder folder;
  folder.put("Plan.md", "upper");
  folder.put("plan.md", "lower");
  folder.put("plan.markdown", "third");
  const ImportRead read = folder.named();
  const auto pages = texts(read);
  CHECK(pages.at("default/shop/Plan.md") == "upper");
  CHECK(pages.at("default/shop/plan-2.md") == "third");
  CHECK(pages.at("default/shop/plan-3.md") == "lower");
  REQUIRE(read.renamed.size() == 2);
  CHECK(read.renamed[1].why == "its name differs from Plan.md only in case or Unicode form");
}

TEST_CASE("every name gives a page path of the project that a page may have") {
  for (const char* name : {"con.md", "-rf.md", "a b .md", "x/../y.md", "a\\b.md", "C:.md", "???.md", "nul/aux.md",
                           " .md", "index.md", "trailing./x.md", "4913/x.md", "4913.md", "con:/x.md", "\xff.md",
                           "tab\there.md", "\xE7\x85\xA7\xE6\x98\x8E.md"}) {
    CAPTURE(name);
    const PagePath path = page_path_for(kShop, name);
    CHECK(path.str().starts_with("default/shop/"));
    CHECK(path.str().ends_with(".md"));
    CHECK(is_page_name(path.str()));
    CHECK(PagePath::create(path.str()) == path);
  }
}

TEST_CASE("one file can be imported by itself") {
  const Folder folder;
  folder.put("deep/notes.md", "text");
  const ImportRead read = read_folder({folder.root() / "deep/notes.md", kShop, "", kNow});
  CHECK(texts(read) == std::map<std::string, std::string>{{"default/shop/notes.md", "text"}});
}

TEST_CASE("a folder that is not there is told as such") {
  try {
    read_folder({"/nonexistent/vault", kShop, "", kNow});
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::not_found);
  }
}

TEST_CASE("a file too large for a page is a problem and the others are read") {
  const Folder folder;
  folder.put("a.md", "a");
  folder.put("big.md", "");
  fs::resize_file(folder.root() / "big.md", 20u * 1024 * 1024 + 1);
  const ImportRead read = folder.read();
  CHECK(read.pages.size() == 1);
  REQUIRE(read.problems.size() == 1);
  CHECK(read.problems[0].what == "big.md");
}

TEST_CASE("progress counts the files read") {
  const Folder folder;
  folder.put("a.md", "a");
  folder.put("b.md", "b");
  std::vector<std::size_t> seen;
  read_folder({folder.root(), kShop, "", kNow},
              [&](std::size_t done, std::size_t total) { seen.push_back(10 * total + done); });
  CHECK(seen == std::vector<std::size_t>{20, 21, 22});
}
