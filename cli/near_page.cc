#include "cli/near_page.hh"

#include "cli/chosen_project.hh"
#include "cli/nearest.hh"
#include "wiki/error.hh"
#include "wiki/link_target.hh"

namespace ai_memory {
namespace {

constexpr std::size_t kPagesShown = 3;

std::string quoted(Context& context, const PagePath& path) { return "`" + one_line(context.shown(path)) + "`"; }

// What was typed, without the ".md" that stands for it.
std::string typed_name(const PagePath& path) {
  const std::string name = path.in_project();
  return name.substr(0, name.size() - 3);
}

// Without the index the names of files are still known.
std::optional<PagePath> called_so(Context& context, const PagePath& path) {
  try {
    return LinkTargets(context.index(false).named_pages()).find(typed_name(path), path);
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool near(const std::string& word, const std::string& known) {
  return word == known || !nearest(word, {known}).empty();
}

// Folder and file name each: what they have in common must not make up for what they do not.
bool spelled_alike(const PagePath& path, const PagePath& other) {
  const auto folder = [](const PagePath& page) {
    const std::string name = page.in_project();
    const auto slash = name.rfind('/');
    return slash == std::string::npos ? std::string() : name.substr(0, slash);
  };
  return path.project() == other.project() && near(folder(path), folder(other)) && near(path.stem(), other.stem());
}

// The same page of a project spelled almost so.
std::string in_project(Context& context, const std::string& near, const PagePath& path) {
  const PagePath page = PagePath::existing(near + "/" + path.in_project());
  if (context.wiki().read(page)) return "did you mean " + quoted(context, page) + "?";
  return "there is no project " + path.project().str() + "; did you mean `" + one_line(near) + "`?";
}

}  // namespace

std::string near_page_hint(Context& context, const PagePath& path) {
  if (!is_known_project(context, path.project()))
    if (const auto near = near_project(context, path.project()); !near.empty()) return in_project(context, near, path);
  if (const auto page = called_so(context, path)) return "did you mean " + quoted(context, *page) + "?";
  const auto files = context.wiki().scan();
  std::string hint;
  for (const auto& file : files) {  // in another folder: likelier than any other spelling
    if (file.path.stem() == path.stem() && (hint.empty() || file.path.project() == context.scope().project))
      hint = "did you mean " + quoted(context, file.path) + "?";
  }
  std::vector<std::string> names;
  for (const auto& file : files)
    if (spelled_alike(path, file.path)) names.push_back(one_line(context.shown(file.path)));
  return hint.empty() ? did_you_mean(context.shown(path), names) : hint;
}

std::string pages_of_folder(Context& context, const PagePath& path) {
  const std::string& name = path.str();
  const std::string folder =
      name.ends_with("/.md") ? name.substr(0, name.size() - 3) : name.substr(0, name.size() - 3) + "/";
  std::string list;
  std::size_t count = 0;
  for (const auto& file : context.wiki().scan()) {
    if (!file.path.str().starts_with(folder)) continue;
    if (++count <= kPagesShown) list += (list.empty() ? "" : ", ") + quoted(context, file.path);
  }
  if (count > kPagesShown) list += " and " + std::to_string(count - kPagesShown) + " more";
  return list.empty() ? list : "its pages: " + list;
}

}  // namespace ai_memory
