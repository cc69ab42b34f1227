#include "wiki/unreadable.hh"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace ai_memory {

bool may_be_read(const std::filesystem::path& file) {
  return ::faccessat(AT_FDCWD, file.c_str(), R_OK, AT_EACCESS | AT_SYMLINK_NOFOLLOW) == 0 || errno != EACCES;
}

std::string cause_at(const PagePath& page, const std::exception& error) {
  const std::string cause = error.what(), name = page.str() + ": ";
  return cause.starts_with(name) ? cause.substr(name.size()) : cause;
}

std::vector<PagePath> unreadable_pages(const Wiki& wiki) {
  std::vector<PagePath> found;
  for (const PageFile& file : wiki.scan())
    if (!may_be_read(wiki.root() / file.path.str())) found.push_back(file.path);
  return found;
}

}  // namespace ai_memory
