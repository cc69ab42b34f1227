#include "cli/new_page.hh"

#include <algorithm>

#include "wiki/error.hh"

namespace ai_memory {
namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// A colon in a page's name must not make a project by accident.
void refuse_new_project(Context& context, const std::string& typed, const PagePath& path) {
  const auto colon = typed.find(':');
  const Project project = path.project();
  if (colon == std::string::npos || colon == 0 || typed[0] == '/' || project == context.scope().project) return;
  const auto files = context.wiki().scan();
  if (std::any_of(files.begin(), files.end(), [&](const PageFile& file) { return file.path.project() == project; }))
    return;
  const std::string name = typed.substr(0, colon);
  throw Error(ErrorKind::usage, typed + ": there is no project `" + name + "` yet",
              "what stands before a colon names a project: write the page's name without it, or start the project "
              "with -p '" +
                  name + "'");
}

}  // namespace

PagePath page_to_write(Context& context, const std::string& typed) {
  // Without a look at history, which takes long and knows nothing of most names: what is gone is not written to.
  std::error_code gone;
  const PathRequest request{.typed = typed,
                            .project = context.scope().project,
                            .current_dir = std::filesystem::current_path(gone),
                            .wiki_root = context.wiki().root()};
  const auto exists = [&context](const PagePath& path) { return context.wiki().read(path).has_value(); };
  const auto pages = [&context] {
    std::vector<PagePath> list;
    for (const auto& file : context.wiki().scan()) list.push_back(file.path);
    return list;
  };
  PagePath there = existing_page(request, exists);
  if (!exists(there)) there = page_spelled_alike(request, pages).value_or(there);
  // A page above the projects is not meant by a name in another project.
  const bool elsewhere = there.project() == Project{} && context.scope().project != Project{};
  if (context.wiki().read(there) && (!elsewhere || typed.find(':') != std::string::npos)) return there;
  const PagePath path = context.new_page_argument(typed);
  refuse_new_project(context, typed, path);
  return path;
}

std::vector<PagePath> twins_of(Context& context, const PagePath& path) {
  std::vector<PagePath> twins;
  const std::string key = twin_key(path.str());
  for (const auto& file : context.wiki().scan()) {
    // Lengths of ASCII names do not change by folding; saves folding nearly every name of a large wiki.
    if (is_ascii(file.path.str()) && file.path.str().size() != key.size()) continue;
    if (file.path != path && twin_key(file.path.str()) == key) twins.push_back(file.path);
  }
  return twins;
}

void refuse_twin(Context& context, const PagePath& path) {
  for (const PagePath& twin : twins_of(context, path))
    throw Error(ErrorKind::conflict,
                context.shown(path) + ": differs only in case or Unicode form from " + context.shown(twin),
                "choose another name, or write to the page that is there");
}

}  // namespace ai_memory
