#include "wiki/changeset.hh"
#include "wiki/git.hh"
#include "wiki/page_path.hh"

namespace ai_memory {

BlobId blob_id(std::string_view content) {
  git::start();
  git_oid id;
  git::check(git_odb_hash(&id, content.data(), content.size(), GIT_OBJECT_BLOB), "hash");
  return git::hex(id);
}

namespace {

// libgit2 writes each byte beyond ASCII as \ooo, and the name in quotes for that alone; people read it as it is. A name
// with quotes, backslashes or control characters stays as git would write it.
std::string readable_name(std::string_view quoted) {
  std::string name;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    const auto is_octal = [](char c) { return c >= '0' && c <= '7'; };
    if (quoted[i] != '\\') {
      name += quoted[i];
      continue;
    }
    if (i + 3 >= quoted.size() || !is_octal(quoted[i + 1])) return {};
    const int byte = (quoted[i + 1] - '0') * 64 + (quoted[i + 2] - '0') * 8 + quoted[i + 3] - '0';
    if (byte < 0x80) return {};
    name += static_cast<char>(byte);
    i += 3;
  }
  return is_utf8(name) ? name : std::string();
}

// Of the lines before the first hunk.
std::string with_readable_names(const std::string& diff) {
  const std::size_t end = std::min(diff.find("\n@@ "), diff.size());
  std::string out;
  std::size_t at = 0;
  while (at < end) {
    const std::size_t open = diff.find('"', at), close = open < end ? diff.find('"', open + 1) : std::string::npos;
    if (close >= end) break;
    const std::string name = readable_name(std::string_view(diff).substr(open + 1, close - open - 1));
    if (name.empty()) return diff;
    out.append(diff, at, open - at).append(name);
    at = close + 1;
  }
  return out.append(diff, at);
}

}  // namespace

std::string unified_diff(const std::string& path, const std::optional<std::string>& before,
                         const std::optional<std::string>& after) {
  git::start();
  const auto bytes = [](const std::optional<std::string>& side) { return side ? side->data() : nullptr; };
  const auto size = [](const std::optional<std::string>& side) { return side ? side->size() : 0; };
  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  const git::Patch patch =
      git::make<git::Patch>(path, git_patch_from_buffers, static_cast<const void*>(bytes(before)), size(before),
                            path.c_str(), static_cast<const void*>(bytes(after)), size(after), path.c_str(), &options);
  git::Buffer text;
  git::check(git_patch_to_buf(&text.value, patch.get()), path);
  return with_readable_names(text.str());
}

}  // namespace ai_memory
