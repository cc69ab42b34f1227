#include "cli/page_words.hh"

#include <algorithm>
#include <functional>

namespace ai_memory {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::size_t kMostByName = 200;

// Letters of ASCII only: enough for a hand that does not reach for the shift key.
std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

bool has_control(const std::string& name) {
  return std::any_of(name.begin(), name.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

// Visits what a page or a folder of pages may be; `visit` gets the name and whether it is a folder.
void each_entry(const fs::path& folder, const std::function<void(const std::string&, bool)>& visit) {
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
    std::error_code unknown;
    const auto kind = entry->symlink_status(unknown).type();
    const std::string name = entry->path().filename().string();
    if (name.empty() || name[0] == '.' || has_control(name)) continue;
    if (kind == fs::file_type::directory)
      visit(name, true);
    else if (kind == fs::file_type::regular && is_page_name("default/default/" + name))
      visit(name, false);
  }
}

Words folders(const fs::path& folder) {
  Words found;
  each_entry(folder, [&found](const std::string& name, bool is_folder) {
    if (is_folder) found.push_back(name);
  });
  return found;
}

bool leaves(const fs::path& path) {
  return path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end();
}

// One level: `typed` may name folders before its last part.
Words level(const fs::path& folder, const std::string& typed) {
  const auto slash = typed.rfind('/');
  const std::string head = slash == std::string::npos ? "" : typed.substr(0, slash + 1);
  const std::string part = to_nfc(typed.substr(head.size()));
  Words exact, alike;
  if (leaves(head)) return {};
  each_entry(folder / head, [&](const std::string& name, bool is_folder) {
    const std::string nfc = to_nfc(name), word = head + name + (is_folder ? "/" : "");
    if (nfc.starts_with(part)) exact.push_back(word);
    if (lower(nfc).starts_with(lower(part))) alike.push_back(word);
  });
  return exact.empty() ? alike : exact;
}

void by_name(const fs::path& folder, const std::string& head, const std::string& typed, Words& found) {
  each_entry(folder, [&](const std::string& name, bool is_folder) {
    if (found.size() >= kMostByName) return;
    if (is_folder)
      by_name(folder / name, head + name + "/", typed, found);
    else if (lower(to_nfc(name)).starts_with(lower(to_nfc(typed))))
      found.push_back(head + name);
  });
}

Words sorted(Words words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

Words with_head(const std::string& head, Words words) {
  for (auto& word : words) word.insert(0, head);
  return sorted(std::move(words));
}

bool is_below(const fs::path& path, const fs::path& root) {
  const auto relative = path.lexically_normal().lexically_relative(root.lexically_normal());
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

Words page_words(const fs::path& wiki_root, const Project& project, const fs::path& current_dir,
                 const std::string& typed) {
  if (const auto colon = typed.find(':'); colon != std::string::npos) {
    const std::string named = typed.substr(0, colon), rest = typed.substr(colon + 1);
    const auto folder = named.empty()                          ? wiki_root
                        : named.find('/') == std::string::npos ? wiki_root / project.workspace / named
                                                               : wiki_root / named;
    return with_head(typed.substr(0, colon + 1), level(folder, rest));
  }
  const fs::path folder = wiki_root / project.workspace / project.name;
  Words found = level(folder, typed);
  if (is_below(current_dir, wiki_root) && current_dir != folder)
    for (const auto& word : level(current_dir, typed)) found.push_back(word);
  if (!found.empty() || typed.empty() || typed.find('/') != std::string::npos) return sorted(std::move(found));
  by_name(folder, "", typed, found);
  if (!found.empty()) return sorted(std::move(found));
  for (const auto& name : project_words(wiki_root, project.workspace))
    if (lower(to_nfc(name)).starts_with(lower(to_nfc(typed)))) found.push_back(name + ":");
  return sorted(std::move(found));
}

Words project_words(const fs::path& wiki_root, const std::string& workspace) {
  Words found;
  for (const auto& folder : folders(wiki_root))
    for (const auto& project : folders(wiki_root / folder))
      found.push_back(folder == workspace ? project : folder + "/" + project);
  return sorted(std::move(found));
}

Words workspace_words(const fs::path& wiki_root) { return sorted(folders(wiki_root)); }

}  // namespace ai_memory
