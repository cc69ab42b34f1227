#include "cli/import_source.hh"

#include <fstream>
#include <sstream>

#include "cli/import_folder.hh"
#include "cli/import_locomo.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMaxJsonBytes = 500'000'000;

std::string format_of(const fs::path& source, const std::string& asked) {
  if (asked != "auto") return asked;
  if (fs::is_directory(source)) return "markdown";
  const std::string extension = source.extension().string();
  if (extension == ".json") return "locomo";
  if (extension == ".md" || extension == ".markdown" || !fs::exists(source)) return "markdown";
  throw Error(ErrorKind::usage, source.string() + ": not a folder, markdown or JSON file",
              "name its format with --format");
}

// A pipe would be waited for, and a device may never end.
void refuse_special_file(const fs::path& source) {
  std::error_code error;
  const fs::file_status status = fs::status(source, error);
  if (fs::exists(status) && !fs::is_directory(status) && !fs::is_regular_file(status))
    throw Error(ErrorKind::usage, source.string() + ": not a file or folder, but a pipe, a device or the like",
                "save the text as a file first; `ai-memory write-page` takes a page from a pipe");
}

std::string read_file(const fs::path& file) {
  std::error_code error;
  if (fs::file_size(file, error) > kMaxJsonBytes && !error)
    throw Error(ErrorKind::failed, "is over 500 MB, the limit of such a file", "split it by conversations");
  std::ifstream in(file, std::ios::binary);
  if (!in.is_open())
    throw Error(fs::exists(file) ? ErrorKind::failed : ErrorKind::not_found, file.string() + ": cannot be read");
  std::ostringstream bytes;
  if (in.peek() != std::ifstream::traits_type::eof()) bytes << in.rdbuf();
  if (in.bad()) throw Error(ErrorKind::failed, file.string() + ": cannot be read");
  return std::move(bytes).str();
}

void refuse_own_pages(const fs::path& source, const fs::path& wiki) {
  const fs::path relative = fs::weakly_canonical(source).lexically_relative(fs::weakly_canonical(wiki));
  if (!relative.empty() && *relative.begin() != "..") {
    throw Error(ErrorKind::usage, source.string() + ": is in the wiki already", "pages there need no import");
  }
}

// --into, without slashes at its ends. Throws `usage` if it names no folder that a project may have.
std::string inner_folder(const Project& project, std::string into) {
  while (into.starts_with('/')) into.erase(0, 1);
  while (into.ends_with('/')) into.pop_back();
  if (!into.empty()) PagePath::create(project.str() + "/" + into + "/x.md");
  return into;
}

}  // namespace

ImportRead read_source(Context& context, const fs::path& source, const ImportOptions& options, Progress& progress) {
  refuse_special_file(source);
  refuse_own_pages(source, context.wiki().root());
  const Project& project = context.scope().project;
  if (format_of(source, options.format) == "markdown") {
    progress.stage("Looking for markdown in " + source.filename().string());
    return read_folder({source, project, inner_folder(project, options.into), context.now()},
                       [&](std::size_t done, std::size_t total) {
                         if (done == 0) progress.stage("Reading", total);
                         progress.at(done);
                       });
  }
  if (fs::is_directory(source)) {
    throw Error(ErrorKind::usage, source.string() + ": is a folder; --format locomo reads one JSON file");
  }
  progress.stage("Reading " + source.filename().string());
  try {
    return read_locomo(read_file(source), project.workspace, source.filename().string());
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::not_found) throw;
    throw Error(error.kind(), source.string() + ": " + error.what(), error.hint());
  }
}

}  // namespace ai_memory
