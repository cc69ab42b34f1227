#include "cli/import_names.hh"

#include <filesystem>
#include <optional>
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

// A slug can still be a name with a meaning ("con", "index"): then the hash of the old name sets it apart.
std::string slug_between(const std::string& before, const std::string& name, const std::string& stem,
                         const std::string& after) {
  const std::string sluggish = slug_or_hash(stem);
  const bool taken = !page_may_be_named(before + sluggish + after);
  return sluggish + (taken ? "-" + blob_id(name).substr(0, 8) : "");
}

// One folder of the path: as it is, else composed, else a slug.
std::string folder_name(const std::string& name) {
  for (const std::string& candidate : {name, to_nfc(name)}) {
    if (page_may_be_named("w/p/" + candidate + "/x.md")) return candidate;
  }
  return slug_between("w/p/", name, name, "/x.md");
}

// The last part, always ending in ".md".
std::string file_name(const std::string& project_prefix, const std::string& name) {
  const std::string stem = std::filesystem::path(name).stem().string();
  for (const std::string& candidate : {name, to_nfc(name), stem + ".md", to_nfc(stem) + ".md"}) {
    if (page_may_be_named(project_prefix + candidate)) return candidate;
  }
  return slug_between(project_prefix, name, stem, ".md") + ".md";
}

// The rule of page names that refuses this one; empty if none does.
std::string refusal(const std::string& path) {
  try {
    PagePath::create(path);
    return {};
  } catch (const Error& error) {
    const std::string message = error.what(), name = "'" + path + "': ";  // of which the caller speaks already
    const auto at = message.find(name);
    const std::string rule = at == std::string::npos ? message : message.substr(at + name.size());
    return rule.find("NFC") == rule.npos ? rule : "its letters are the same in another Unicode form (NFC)";
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

namespace {

class Naming {
 public:
  Naming(const Project& project, const ImportedFiles& known, const ImportTarget& target)
      : project_(project), known_(known), target_(target) {
    for (const auto& [path, place] : known.place_of) owner_.emplace(twin_key(path), place);
    for (const PagePath& path : target.live) live_.emplace(twin_key(path.str()), path);
  }

  void name(ImportRead& read) {
    std::vector<ImportedPage*> files;
    for (ImportedPage& page : read.pages)
      if (!page.place.empty()) files.push_back(&page);
    for (ImportedPage* file : files) again(*file);
    for (ImportedPage* file : files) by_own_name(*file);
    for (ImportedPage* file : files) by_another(*file);
    for (const ImportedPage* file : files)
      if (auto renamed = renaming(*file)) read.renamed.push_back(std::move(*renamed));
  }

 private:
  std::string own_name(const ImportedPage& file) const { return project_.str() + "/" + file.place; }

  // Whether the page is for this file: another source may have a file at the same place.
  bool is_named(const ImportedPage& file) const { return names_.contains(file.place); }

  bool take(ImportedPage& file, const PagePath& path) {
    if (!taken_.emplace(twin_key(path.str()), file.place).second) return false;
    names_.emplace(file.place, path);
    return true;
  }

  bool is_anothers(const ImportedPage& file, const std::string& key) const {
    const auto owner = owner_.find(key);
    return owner != owner_.end() && owner->second != file.place;
  }

  // The page of that name, but for case and Unicode form, if it holds the very text of the file.
  const PagePath* same_text(const ImportedPage& file, const std::string& key) const {
    for (auto [page, end] = live_.equal_range(key); page != end; ++page)
      if (target_.read(page->second) == file.content) return &page->second;
    return nullptr;
  }

  void again(ImportedPage& file) {
    const auto page = known_.page_of.find(file.place);
    if (!is_named(file) && page != known_.page_of.end()) take(file, PagePath::existing(page->second));
  }

  void by_own_name(ImportedPage& file) {
    if (is_named(file) || file.path.str() != own_name(file)) return;
    const std::string key = twin_key(file.path.str());
    const auto page = target_.read(file.path);
    // A page of that name that no import brought is kept or replaced, as asked; so is the file's own.
    if (page == file.content || (!is_anothers(file, key) && (page || !live_.contains(key)))) take(file, file.path);
  }

  void by_another(ImportedPage& file) {
    PagePath candidate = file.path;
    for (int n = 2; !is_named(file); ++n) {
      const std::string key = twin_key(candidate.str());
      if (taken_.contains(key)) {
        // of another file of this import
      } else if (const PagePath* page = same_text(file, key)) {
        take(file, *page);
      } else if (!is_anothers(file, key) && !live_.contains(key)) {
        take(file, candidate);
      }
      candidate = numbered(file.path, n);
    }
    file.path = names_.at(file.place);
  }

  static PagePath numbered(const PagePath& path, int n) {
    const std::string base = path.str().substr(0, path.str().size() - 3), end = "-" + std::to_string(n) + ".md";
    try {
      return PagePath::create(base + end);
    } catch (const Error&) {  // too long now
      const auto folder = base.substr(0, base.rfind('/') + 1);
      return PagePath::create(folder + "page-" + blob_id(path.str()).substr(0, 8) + end);
    }
  }

  std::optional<RenamedFile> renaming(const ImportedPage& file) const {
    const std::string own = own_name(file);
    if (file.path.str() == own) return std::nullopt;
    std::string why = file.place.ends_with(".md") ? refusal(own) : "a page's name ends in .md";
    const PagePath wanted = page_path_for(project_, file.place);
    if (file.path != wanted) why += (why.empty() ? "" : "; ") + in_the_way(file, wanted);
    return RenamedFile{file.origin, file.path.in_project(), why};
  }

  // Why the file is not the page `wanted`.
  std::string in_the_way(const ImportedPage& file, const PagePath& wanted) const {
    const std::string key = twin_key(wanted.str());
    std::string name = wanted.in_project();
    const auto taken = taken_.find(key), owner = owner_.find(key);
    const auto* other = taken != taken_.end() && taken->second != file.place   ? &taken->second
                        : owner != owner_.end() && owner->second != file.place ? &owner->second
                                                                               : nullptr;
    if (other == nullptr) return name + " is another page";
    const bool alike = project_.str() + "/" + *other != wanted.str() && twin_key(project_.str() + "/" + *other) == key;
    if (alike) return "its name differs from " + *other + " only in case or Unicode form";
    return name + " is the page of " + (name == *other ? "the file of that name" : *other);
  }

  const Project& project_;
  const ImportedFiles& known_;
  const ImportTarget& target_;
  std::map<std::string, std::string> owner_;   // twin key of a page: the place that an earlier import had it from
  std::multimap<std::string, PagePath> live_;  // by twin key
  std::map<std::string, std::string> taken_;   // twin key: the place in this import
  std::map<std::string, PagePath> names_;      // by place
};

}  // namespace

void name_pages(ImportRead& read, const Project& project, const ImportedFiles& known, const ImportTarget& target) {
  Naming(project, known, target).name(read);
}

}  // namespace ai_memory
