// Any text as a title gives a name that a new page may have; any text as a path is taken or refused; any file's name
// gives an import a page within its project.
#include "cli/import_names.hh"
#include "tests/fuzz/fuzz.hh"
#include "wiki/error.hh"
#include "wiki/page_path.hh"

using namespace ai_memory;

namespace {

void as_title(std::string_view text) {
  try {
    const auto name = slug(text);
    require(PagePath::create(name + ".md").stem() == name);
    require(is_page_name(name + ".md"));
    require(name.size() <= 100);
    require(name.size() > 80 || name.ends_with("-page") || slug(name) == name);
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::usage && std::string_view(error.what()).starts_with("title"));
  }
}

void as_path(const std::string& path) {
  if (is_page_name(path)) require(!path.starts_with('/') && PagePath::existing(path).str() == path);
  try {
    const auto page = PagePath::create(path);
    require(is_page_name(path) && page.in_project().ends_with(page.stem() + ".md"));
    require(page_path_for({"w", "p"}, path).str() == PagePath::create("w/p/" + path).str());
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::usage);
  }
}

// A file system gives no names with a NUL, none that are empty, "." or "..", and none over 255 bytes.
bool may_be_file(const std::string& path) {
  if (path.find('\0') != path.npos) return false;
  std::size_t begin = 0, folders = 0;
  for (bool more = true; more; ++folders) {
    const auto slash = std::min(path.find('/', begin), path.size());
    const auto part = path.substr(begin, slash - begin);
    if (part.empty() || part == "." || part == ".." || part.size() > 255) return false;
    more = slash < path.size();
    begin = slash + 1;
  }
  return folders < 55;
}

void as_file(const std::string& path) {
  if (!may_be_file(path)) return;
  const auto page = page_path_for({"w", "p"}, path);
  require(is_page_name(page.str()) && page.str().starts_with("w/p/"));
  require(page_path_for({"w", "p"}, page.in_project()) == page);
}

}  // namespace

void check(std::string_view text) {
  as_title(text);
  require(twin_key(twin_key(text)) == twin_key(text));
  for (const std::string& path : {std::string(text), std::string(text) + ".md"}) {
    as_path(path);
    as_file(path);
  }
}
