#include "support/temp_wiki.hh"
#include "wiki/error.hh"
#include "wiki/git_lock.hh"
#include "wiki/pack.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

// Names of loose object files, as "ab/cdef…".
std::vector<fs::path> loose_files(const test::TempWiki& home) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(home.wiki.root() / ".git/objects"))
    if (entry.is_regular_file() && entry.path().filename().string().size() == 38) files.push_back(entry.path());
  return files;
}

test::TempWiki& with_pages(test::TempWiki& home, int count) {
  for (int i = 0; i < count; ++i) home.write("notes/p" + std::to_string(i) + ".md", "page " + std::to_string(i) + "\n");
  return home;
}

TEST_CASE("packing keeps every object, also those that no commit reaches") {
  test::TempWiki home;
  with_pages(home, 20);
  home.edit("stray.txt", "in no commit\n");
  const std::string stray = home.git("hash-object -w stray.txt").substr(0, 40);
  const std::string before = home.git("cat-file --batch-all-objects --batch-check");
  const std::size_t files = loose_files(home).size();

  const PackReport report = pack_loose_objects(home.wiki.root(), false);
  CHECK(report.objects == files);
  CHECK(report.packs == 1);
  CHECK(report.damaged.empty());
  CHECK(loose_files(home).empty());
  CHECK(home.git("cat-file --batch-all-objects --batch-check") == before);
  CHECK(home.git("cat-file -p " + stray) == "in no commit\n");
  CHECK(home.git("fsck --full --strict").find("error") == std::string::npos);
  CHECK(*home.wiki.read(PagePath::existing("notes/p7.md")) == "page 7\n");
  // The wiki that was open before goes on, and so does packing.
  home.write("notes/later.md", "later\n");
  CHECK(home.wiki.blob(*home.wiki.blob_at(home.wiki.head(), "notes/p3.md")) == "page 3\n");
  CHECK(pack_loose_objects(home.wiki.root(), false).packs == 2);
}

TEST_CASE("a dry run of packing counts and changes nothing") {
  test::TempWiki home;
  with_pages(home, 3);
  const auto files = loose_files(home);
  const PackReport report = pack_loose_objects(home.wiki.root(), true);
  CHECK(report.objects == files.size());
  CHECK(report.bytes > 0);
  CHECK(report.pack_bytes == 0);
  CHECK(loose_files(home) == files);
}

TEST_CASE("with nothing loose, packing makes no pack") {
  test::TempWiki home;
  pack_loose_objects(home.wiki.root(), false);
  const PackReport again = pack_loose_objects(home.wiki.root(), false);
  CHECK(again.objects == 0);
  CHECK(again.packs == 1);
}

TEST_CASE("a damaged object is named and left alone, the others are packed") {
  test::TempWiki home;
  with_pages(home, 3);
  const std::string blob = *home.wiki.blob_at(home.wiki.head(), "notes/p1.md");
  const fs::path file = home.wiki.root() / ".git/objects" / blob.substr(0, 2) / blob.substr(2);
  fs::permissions(file, fs::perms::owner_write, fs::perm_options::add);
  std::ofstream(file, std::ios::trunc) << "";
  const std::size_t files = loose_files(home).size();
  const PackReport report = pack_loose_objects(home.wiki.root(), false);
  REQUIRE(report.damaged.size() == 1);
  CHECK(report.damaged[0] == file.string());
  CHECK(report.objects == files - 1);
  CHECK(loose_files(home) == std::vector<fs::path>{file});
}

TEST_CASE("half-written files of killed commands go, unless somebody may still be writing them") {
  test::TempWiki home;
  with_pages(home, 1);
  const fs::path git = home.wiki.root() / ".git";
  const std::vector<fs::path> halves = {git / "objects/pack/pack_git2_abcdef", git / "objects/tmp_object_git2_abcdef"};
  for (const fs::path& half : halves) std::ofstream(half) << "half";
  CHECK(pack_loose_objects(home.wiki.root(), false).leftovers == 0);  // of another program, perhaps
  for (const fs::path& half : halves) fs::last_write_time(half, fs::last_write_time(half) - std::chrono::hours(2));
  const auto there = [&] { return std::count_if(halves.begin(), halves.end(), [](auto& f) { return fs::exists(f); }); };
  {
    const FileLock writing(git / "ai-memory.lock", 0, "test");
    CHECK(pack_loose_objects(home.wiki.root(), false).leftovers == 0);
    CHECK(there() == 2);
  }
  CHECK(pack_loose_objects(home.wiki.root(), true).leftovers == 2);
  CHECK(there() == 2);
  CHECK(pack_loose_objects(home.wiki.root(), false).leftovers == 2);
  CHECK(there() == 0);
}

TEST_CASE("two processes do not pack at once") {
  test::TempWiki home;
  const auto lock = FileLock::try_lock(home.wiki.root() / ".git/ai-memory-maintain.lock");
  REQUIRE(lock);
  try {
    pack_loose_objects(home.wiki.root(), false);
    FAIL("packed");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::conflict);
  }
}

}  // namespace
}  // namespace ai_memory
