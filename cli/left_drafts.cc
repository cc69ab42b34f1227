#include "cli/left_drafts.hh"

#include <algorithm>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/editor.hh"
#include "cli/shell_quote.hh"
#include "wiki/error.hh"
#include "wiki/front_matter.hh"
#include "wiki/page.hh"
#include "wiki/work_tree.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> read_plain(const fs::path& file) {
  std::error_code none;
  if (!fs::is_regular_file(fs::symlink_status(file, none)) || fs::file_size(file, none) > kMaxPageBytes) return {};
  const FileDescriptor handle(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!handle.open()) return {};
  return read_all(handle.get(), file.string());
}

bool is_held(const fs::path& folder) {
  const FileDescriptor handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return handle.open() && ::flock(handle.get(), LOCK_EX | LOCK_NB) != 0;
}

// A new page gets a front matter above what was typed; of one that has it, `updated` is set.
bool has_all(const std::string& page, const std::string& typed) {
  if (page.ends_with(typed)) return true;
  const auto now = FrontMatter::parse(page).text("updated");
  if (!now || !FrontMatter::parse(typed).text("updated")) return false;
  try {
    return edit_front_matter(typed, {{"updated", *now}}) == edit_front_matter(page, {{"updated", *now}});
  } catch (const Error&) {
    return false;
  }
}

std::optional<PagePath> page_of(const fs::path& folder) {
  const auto name = read_plain(folder / kDraftPage);
  if (!name) return {};
  try {
    return PagePath::existing(*name);
  } catch (const Error&) {
    return {};
  }
}

std::optional<LeftDraft> left_draft(const Wiki& wiki, const fs::path& folder) {
  std::error_code none;
  for (fs::directory_iterator at(folder, none), end; !none && at != end; at.increment(none)) {
    if (at->path().extension() != ".md") continue;
    const auto text = read_plain(at->path());
    struct stat info {};
    if (!text || ::stat(at->path().c_str(), &info) != 0) continue;
    LeftDraft draft{at->path(), page_of(folder), Timestamp{std::chrono::seconds(info.st_mtim.tv_sec)}, false};
    const bool blank = text->find_first_not_of(" \t\r\n") == std::string::npos;
    const auto page = draft.page ? wiki.read(*draft.page) : std::nullopt;
    draft.in_page = blank || (page && has_all(*page, *text));
    return draft;
  }
  return {};
}

}  // namespace

std::vector<LeftDraft> left_drafts(const Wiki& wiki) {
  std::vector<LeftDraft> drafts;
  std::error_code none;
  for (fs::directory_iterator at(wiki.state_dir(), none), end; !none && at != end; at.increment(none)) {
    const fs::path folder = at->path();
    if (!folder.filename().string().starts_with("draft-") || is_held(folder)) continue;
    if (auto draft = left_draft(wiki, folder)) drafts.push_back(std::move(*draft));
  }
  std::sort(drafts.begin(), drafts.end(), [](const auto& a, const auto& b) { return a.file < b.file; });
  return drafts;
}

std::string compare_command(const Wiki& wiki, const LeftDraft& draft) {
  const auto quoted = [](const fs::path& file) { return shell_quote(file.string()); };
  if (!draft.page || !wiki.read(*draft.page)) return "cat " + quoted(draft.file);
  return "diff -u " + quoted(wiki.root() / draft.page->str()) + " " + quoted(draft.file);
}

}  // namespace ai_memory
