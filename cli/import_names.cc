#include "cli/import_names.hh"

#include <filesystem>
#include <sstream>

#include "wiki/error.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

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
  const std::string stem = std::filesystem::path(name).stem().string();
  for (const std::string& candidate : {name, to_nfc(name), stem + ".md", to_nfc(stem) + ".md"}) {
    if (page_may_be_named(project_prefix + candidate)) return candidate;
  }
  const std::string sluggish = slug_or_hash(stem);
  // A slug can still be a name with a meaning ("con", "index"): the hash of the old name sets it apart.
  const bool taken = !page_may_be_named(project_prefix + sluggish + ".md");
  return sluggish + (taken ? "-" + blob_id(name).substr(0, 8) : "") + ".md";
}

// The rule of page names that refuses this one; empty if none does.
std::string refusal(const std::string& path) {
  try {
    PagePath::create(path);
    return {};
  } catch (const Error& error) {
    const std::string message = error.what(), name = "'" + path + "': ";  // of which the caller speaks already
    const auto at = message.find(name);
    return at == std::string::npos ? message : message.substr(at + name.size());
  }
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

PagePath PageNames::take(const std::string& relative) {
  const PagePath path = page_path_for(project_, relative);
  const std::string base = path.str().substr(0, path.str().size() - 3);
  PagePath candidate = path;
  for (int n = 2; !taken_.insert(twin_key(candidate.str())).second; ++n) {
    candidate = PagePath::create(base + "-" + std::to_string(n) + ".md");
  }
  return candidate;
}

std::optional<RenamedFile> PageNames::renaming(const std::string& relative, const PagePath& page) const {
  const std::string own = project_.str() + "/" + relative;
  if (page.str() == own) return std::nullopt;
  std::string why = relative.ends_with(".md") ? refusal(own) : "a page's name ends in .md";
  if (why.empty()) why = "another file has that name but for case, accents' form or ending";
  return RenamedFile{relative, page.in_project(), why};
}

}  // namespace ai_memory
