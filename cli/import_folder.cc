#include "cli/import_folder.hh"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "cli/import_times.hh"
#include "cli/output.hh"
#include "wiki/error.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

std::string lower_extension(const fs::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension.empty() ? extension : extension.substr(1);
}

struct Listing {
  std::vector<fs::path> files;
  ImportRead read;  // what was seen beside them
};

void list_folder(const fs::path& folder, Listing& listing) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error)
    return listing.read.problems.push_back(
        {cut_to_width(folder.string(), 200), "cannot be listed: " + error.message()});
  for (const fs::directory_entry& entry : entries) {
    const fs::file_status status = entry.symlink_status(error);
    if (status.type() == fs::file_type::none) {  // a path too long for the system, mostly
      listing.read.problems.push_back({cut_to_width(entry.path().string(), 200), "cannot be read: " + error.message()});
      continue;
    }
    const std::string extension = lower_extension(entry.path());
    const bool markdown = fs::is_regular_file(status) && (extension == "md" || extension == "markdown");
    if (entry.path().filename().string().starts_with('.')) {
      if (markdown) listing.read.hidden.push_back(entry.path().string());
    } else if (fs::is_symlink(status)) {
      ++listing.read.symlinks;
    } else if (fs::exists(entry.path() / ".git/ai-memory.lock", error)) {
      listing.read.problems.push_back({entry.path().string(), "is a wiki of ai-memory; its pages are not copied"});
    } else if (fs::is_directory(status)) {
      list_folder(entry.path(), listing);
    } else if (markdown) {
      listing.files.push_back(entry.path());
    } else {
      ++listing.read.other_files[extension];
    }
  }
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  if (in.peek() != std::ifstream::traits_type::eof()) bytes << in.rdbuf();
  if (in.bad() || (!in.is_open())) throw Error(ErrorKind::failed, file.string() + ": cannot be read");
  return std::move(bytes).str();
}

Timestamp file_time(const fs::path& file) {
  using std::chrono::file_clock;
  return std::chrono::floor<std::chrono::seconds>(file_clock::to_sys(fs::last_write_time(file)));
}

class FolderReader {
 public:
  explicit FolderReader(const FolderImport& import) : import_(import) {}

  ImportRead read(const ImportProgress& progress) {
    list();
    git_ = git_times(is_folder_                             ? import_.folder
                     : import_.folder.parent_path().empty() ? "."
                                                            : import_.folder.parent_path());
    std::size_t done = 0;
    if (progress) progress(done, listing_.files.size());
    for (const fs::path& file : listing_.files) {
      const auto relative = (is_folder_ ? file.lexically_relative(import_.folder) : file.filename()).generic_string();
      try {
        add(file, relative);
      } catch (const fs::filesystem_error& problem) {
        read_.problems.push_back({relative, "cannot be read: " + problem.code().message()});
      } catch (const std::exception& problem) {  // one bad file must not stop the others
        read_.problems.push_back({relative, problem.what()});
      }
      if (progress) progress(++done, listing_.files.size());
    }
    read_.sources.push_back({import_.folder.string(), kind()});
    return std::move(read_);
  }

 private:
  void list() {
    std::error_code error;
    const fs::file_status status = fs::status(import_.folder, error);
    if (!fs::exists(status)) throw Error(ErrorKind::not_found, import_.folder.string() + ": no such file or folder");
    is_folder_ = fs::is_directory(status);
    if (is_folder_)
      list_folder(import_.folder, listing_);
    else
      listing_.files.push_back(import_.folder);
    std::sort(listing_.files.begin(), listing_.files.end());
    std::sort(listing_.read.hidden.begin(), listing_.read.hidden.end());
    read_ = std::move(listing_.read);
  }

  void add(const fs::path& file, const std::string& relative) {
    if (fs::file_size(file) > kMaxPageBytes) throw Error(ErrorKind::failed, "is over 20 MB, the limit of a page");
    const std::string place = import_.into.empty() ? relative : import_.into + "/" + relative;
    ImportedPage page{page_path_for(import_.project, place), read_file(file), relative, {}, place};
    if (is_ledger(page.path, page.content))
      throw Error(ErrorKind::failed, "is a ledger or a generated index, not a page");
    take_times(file, relative, page);
    read_.pages.push_back(std::move(page));
  }

  void take_times(const fs::path& file, const std::string& relative, ImportedPage& page) {
    static constexpr const char* kNames[] = {"front matter", "git", "file"};
    const auto matter = FrontMatter::parse(page.content);
    const auto git = git_.find(relative);
    const auto written =
        written_times(matter, page.content, git == git_.end() ? nullptr : &git->second, file_time(file), import_.now);
    if (!written.stated) page.times = written.times;
    ++read_.times_from[kNames[static_cast<int>(written.from)]];
    if (matter.has("permalink") && matter.has("type")) ++of_basic_memory_;
  }

  std::string kind() const {
    if (!is_folder_) return "a file";
    std::error_code error;
    if (fs::is_directory(import_.folder / ".obsidian", error)) return "an Obsidian vault";
    const bool basic = of_basic_memory_ > 0 && of_basic_memory_ * 2 >= read_.pages.size();
    return basic ? "a folder of basic-memory" : "a folder of markdown";
  }

  const FolderImport& import_;
  Listing listing_;
  ImportRead read_;
  std::map<std::string, GitTimes> git_;
  bool is_folder_ = true;
  std::size_t of_basic_memory_ = 0;  // pages with that program's keys
};

}  // namespace

ImportRead read_folder(const FolderImport& import, const ImportProgress& progress) {
  return FolderReader(import).read(progress);
}

}  // namespace ai_memory
