#include "cli/export_folder.hh"

#include <set>

#include "wiki/error.hh"
#include "wiki/work_tree.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

struct Put {
  const ExportFile* file;
  BlobId base;  // empty: nothing is there
};

// What is to be written; all else goes into the report.
std::vector<Put> plan_puts(const WorkTree* tree, const std::vector<ExportFile>& files, OnDifference on_difference,
                           ExportReport& report) {
  std::vector<Put> puts;
  for (const ExportFile& file : files) {
    if (const auto what = tree ? tree->obstacle(file.path) : std::nullopt) {
      report.kept.push_back({file.path, *what});
      continue;
    }
    const auto present = tree ? tree->read(file.path) : std::nullopt;
    const bool replace = on_difference == OnDifference::replace ||
                         (file.ours && present && present->find(kGeneratedMark) != std::string::npos);
    if (!present) {
      report.added.push_back(file.path);
      puts.push_back({&file, ""});
    } else if (*present == file.content) {
      report.unchanged.push_back(file.path);
    } else if (replace) {
      report.replaced.push_back(file.path);
      puts.push_back({&file, blob_id(*present)});
    } else {
      report.kept.push_back({file.path, std::string(kOtherText)});
    }
  }
  return puts;
}

// By the exact form of temporary_name(): a person has no file of such a name.
bool is_leftover(const fs::directory_entry& entry) {
  constexpr std::string_view head = ".ai-memory-", tail = ".tmp";
  const std::string name = entry.path().filename().string();
  std::error_code none;
  return name.size() == temporary_name("").size() && name.starts_with(head) && name.ends_with(tail) &&
         name.find_first_not_of("0123456789abcdef", head.size()) == name.size() - tail.size() &&
         fs::is_regular_file(entry.symlink_status(none));
}

// Only in folders that the export writes to, and never in a wiki, where such a file may hold text of somebody.
void remove_leftovers(const WorkTree& tree, const std::vector<ExportFile>& files) {
  std::error_code none;
  if (fs::exists(tree.root() / ".git/ai-memory.lock", none)) return;
  std::set<fs::path> folders;
  for (const ExportFile& file : files)
    if (!tree.obstacle(file.path)) folders.insert((tree.root() / file.path).parent_path());
  for (const fs::path& folder : folders)
    for (fs::directory_iterator at(folder, none), end; !none && at != end; at.increment(none))
      if (std::error_code ignored; is_leftover(*at)) fs::remove(at->path(), ignored);
}

void write_puts(const WorkTree& tree, const std::vector<Put>& puts) {
  std::size_t staged = 0, done = 0;
  try {
    for (; staged < puts.size(); ++staged) tree.stage(puts[staged].file->path, puts[staged].file->content);
    tree.flush();
    for (; done < puts.size(); ++done) {
      const auto& [file, base] = puts[done];
      const auto placed = tree.put(file->path, file->content, base, WorkTree::Durable::by_flush);
      if (!placed)
        throw Error(ErrorKind::conflict, (tree.root() / file->path).string() + ": changed while it was written",
                    "run the export again");
      tree.discard(*placed);
    }
    tree.flush();
  } catch (...) {
    for (; done < puts.size() && done <= staged; ++done) tree.unstage(puts[done].file->path);
    throw;
  }
}

}  // namespace

ExportReport export_files(const fs::path& folder, const std::vector<ExportFile>& files, OnDifference on_difference,
                          bool dry_run) {
  if (fs::exists(folder) && !fs::is_directory(folder))
    throw Error(ErrorKind::usage, folder.string() + ": is not a folder", "name a folder, or one to be made");
  ExportReport report;
  if (!fs::exists(folder) && dry_run) {
    plan_puts(nullptr, files, on_difference, report);
    return report;
  }
  fs::create_directories(folder);
  const WorkTree tree(folder);
  if (!dry_run) remove_leftovers(tree, files);
  const auto puts = plan_puts(&tree, files, on_difference, report);
  if (!dry_run && !puts.empty()) write_puts(tree, puts);
  return report;
}

}  // namespace ai_memory
