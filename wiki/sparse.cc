#include "wiki/sparse.hh"

#include "wiki/commit_steps.hh"

namespace ai_memory {

std::size_t pages_left_out(const std::filesystem::path& wiki_root) {
  try {
    const git::Repository repo = git::open_repository(wiki_root);
    const git::Index index = read_index(repo.get());
    std::size_t count = 0;
    for (std::size_t i = 0; i < git_index_entrycount(index.get()); ++i) {
      const git_index_entry& entry = *git_index_get_byindex(index.get(), i);
      count += is_left_out(entry) && is_page_name(entry.path) && !std::filesystem::exists(wiki_root / entry.path);
    }
    return count;
  } catch (const Error&) {
    return 0;
  }
}

}  // namespace ai_memory
