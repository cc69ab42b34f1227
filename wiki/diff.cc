#include "wiki/changeset.hh"
#include "wiki/git.hh"

namespace ai_memory {

BlobId blob_id(std::string_view content) {
  git::start();
  git_oid id;
  git::check(git_odb_hash(&id, content.data(), content.size(), GIT_OBJECT_BLOB), "hash");
  return git::hex(id);
}

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
  return text.str();
}

}  // namespace ai_memory
