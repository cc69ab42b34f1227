#include "cli/import_folder.hh"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "wiki/error.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

bool is_markdown(const fs::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".md" || extension == ".markdown";
}

bool page_may_be_named(const std::string& path) {
  try {
    return is_page_name(PagePath::create(path).str());
  } catch (const Error&) {
    return false;
  }
}

std::string slug_or_hash(const std::string& name) {
  try {
    return slug(name);
  } catch (const Error&) {  // blank
    return "page-" + blob_id(name).substr(0, 8);
  }
}

// One folder of the path: as it is, else composed, else a slug.
std::string folder_name(const std::string& name) {
  for (const std::string& candidate : {name, to_nfc(name)}) {
    if (page_may_be_named("w/p/" + candidate + "/x.md")) return candidate;
  }
  return slug_or_hash(name);
}

// The last part, always ending in ".md".
std::string file_name(const std::string& project_prefix, const std::string& name) {
  const std::string stem = fs::path(name).stem().string();
  for (const std::string& candidate : {name, to_nfc(name), stem + ".md", to_nfc(stem) + ".md"}) {
    if (page_may_be_named(project_prefix + candidate)) return candidate;
  }
  const std::string sluggish = slug_or_hash(stem);
  // A slug can still be a name with a meaning ("con", "index"): the hash of the old name sets it apart.
  const bool taken = !page_may_be_named(project_prefix + sluggish + ".md");
  return sluggish + (taken ? "-" + blob_id(name).substr(0, 8) : "") + ".md";
}

struct Listing {
  std::vector<fs::path> files;
  std::vector<ImportNote> problems;
  std::size_t skipped = 0;
};

void list_folder(const fs::path& folder, Listing& listing) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error) return listing.problems.push_back({folder.string(), "cannot be listed: " + error.message()});
  for (const fs::directory_entry& entry : entries) {
    const fs::file_status status = entry.symlink_status(error);
    if (entry.path().filename().string().starts_with('.')) continue;
    if (fs::exists(entry.path() / ".git/ai-memory.lock", error)) {
      listing.problems.push_back({entry.path().string(), "is a wiki of ai-memory; its pages are not copied"});
    } else if (fs::is_directory(status)) {
      list_folder(entry.path(), listing);
    } else if (fs::is_regular_file(status) && is_markdown(entry.path())) {
      listing.files.push_back(entry.path());
    } else {
      ++listing.skipped;
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

// `path` itself, or the first of path-2, path-3, … that no other file of this import has.
PagePath untaken(const PagePath& path, std::set<std::string>& taken) {
  const std::string base = path.str().substr(0, path.str().size() - 3);
  PagePath candidate = path;
  for (int n = 2; !taken.insert(twin_key(candidate.str())).second; ++n) {
    candidate = PagePath::create(base + "-" + std::to_string(n) + ".md");
  }
  return candidate;
}

}  // namespace

PagePath page_path_for(const Project& project, const std::string& relative) {
  std::string path = project.str() + "/";
  std::stringstream parts(relative);
  std::string part, next;
  std::getline(parts, part, '/');
  while (std::getline(parts, next, '/')) {
    path += folder_name(part) + "/";
    part = std::move(next);
  }
  return PagePath::create(path + file_name(path, part));
}

ImportRead read_folder(const fs::path& folder, const Project& project, const ImportProgress& progress) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) throw Error(ErrorKind::not_found, folder.string() + ": no such file or folder");
  const bool is_folder = fs::is_directory(status);
  Listing listing;
  if (is_folder) {
    list_folder(folder, listing);
  } else {
    listing.files.push_back(folder);
  }
  std::sort(listing.files.begin(), listing.files.end());

  ImportRead read;
  read.problems = std::move(listing.problems);
  read.skipped = listing.skipped;
  std::set<std::string> taken;
  std::size_t done = 0;
  if (progress) progress(done, listing.files.size());
  for (const fs::path& file : listing.files) {
    const std::string relative = (is_folder ? file.lexically_relative(folder) : file.filename()).generic_string();
    try {
      if (fs::file_size(file) > kMaxPageBytes) throw Error(ErrorKind::failed, "is over 20 MB, the limit of a page");
      const PagePath path = untaken(page_path_for(project, relative), taken);
      std::string text = read_file(file);
      if (is_ledger(path, text)) throw Error(ErrorKind::failed, "is a ledger or a generated index, not a page");
      if (path.str() != project.str() + "/" + relative) read.renamed.push_back({relative, path.in_project()});
      read.pages.push_back({path, std::move(text), relative});
    } catch (const std::exception& problem) {  // one bad file must not stop the others
      read.problems.push_back({relative, problem.what()});
    }
    if (progress) progress(++done, listing.files.size());
  }
  return read;
}

}  // namespace ai_memory
