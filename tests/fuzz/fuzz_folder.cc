// Any folder of notes: every file that can be read is one page of its own, byte for byte; imported again nothing is
// new. The input is names and texts in turn, with a NUL behind each.
#include <fstream>
#include <set>

#include "cli/import_folder.hh"
#include "cli/import_names.hh"
#include "cli/import_survey.hh"
#include "tests/fuzz/fuzz.hh"
#include "tests/support/temp_folder.hh"
#include "wiki/page.hh"

using namespace ai_memory;
namespace fs = std::filesystem;

namespace {

const Project kProject{"w", "p"};

// In memory, where there is such a place.
fs::path folder() {
  static const test::TempFolder made;
  const auto path = made.path / "notes";
  std::error_code ignored;
  fs::remove_all(path, ignored);
  fs::create_directory(path);
  return path;
}

// How many of these names the file system took.
void write_files(const fs::path& folder, const std::vector<std::string>& parts) {
  for (std::size_t i = 0; i + 1 < parts.size() && i < 16; i += 2) {
    const fs::path name = fs::path(parts[i]).relative_path();
    if (name.empty() || std::find(name.begin(), name.end(), "..") != name.end()) continue;
    std::error_code ignored;
    fs::create_directories((folder / name).parent_path(), ignored);
    std::ofstream(folder / name, std::ios::binary) << parts[i + 1];
  }
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

ImportRead named(const fs::path& folder, const ImportedFiles& known, const ImportTarget& target) {
  auto read = read_folder({folder, kProject, "", test::kDay});
  name_pages(read, kProject, known, target);
  return read;
}

}  // namespace

void check(std::string_view bytes) {
  const auto notes = folder();
  write_files(notes, parts_of(bytes));
  std::map<PagePath, std::string> wiki;
  const auto target = [&] {
    ImportTarget there;
    there.read = [&](const PagePath& path) {
      const auto found = wiki.find(path);
      return found == wiki.end() ? std::nullopt : std::optional(found->second);
    };
    for (const auto& [path, text] : wiki) there.live.push_back(path);
    return there;
  };
  auto read = named(notes, {}, target());
  std::set<std::string> keys;
  ImportedFiles known;
  for (const auto& page : read.pages) {
    require(keys.insert(twin_key(page.path.str())).second);
    require(PagePath::create(page.path.str()) == page.path && page.path.project() == kProject);
    require(page.content == bytes_of(notes / page.place));
    known.place_of[page.path.str()] = page.place;
    known.page_of[page.place] = page.path.str();
  }
  survey(read.pages);
  const auto plan = plan_import(read, target(), OnDifference::keep);
  require(plan.added.size() == keys.size() && plan.kept.empty());
  for (const auto& change : plan.changes.changes) wiki.emplace(change.path, *change.content);

  auto again = named(notes, known, target());
  const auto second = plan_import(again, target(), OnDifference::keep);
  require(second.changes.changes.empty() && second.kept.empty() && second.unchanged.size() == wiki.size());
}
