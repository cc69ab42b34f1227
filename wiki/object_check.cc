#include "wiki/object_check.hh"

#include <memory>

#include "wiki/loose_objects.hh"

namespace ai_memory {
namespace {

namespace fs = std::filesystem;

void look_below(const ReadObject& read, const std::string& id, const std::string& path, std::vector<LostObject>& lost) {
  const auto tree = read(id);
  if (!tree || tree->type != GIT_OBJECT_TREE) return lost.push_back({id, path, true});
  // Each entry: the mode in octal, a space, the name, a zero, the 20 bytes of the id.
  for (std::string_view left = tree->bytes; !left.empty();) {
    const std::size_t space = left.find(' '), zero = left.find('\0');
    if (zero == std::string_view::npos || space > zero || left.size() - zero <= GIT_OID_RAWSZ)
      return lost.push_back({id, path, true});
    const std::string_view mode = left.substr(0, space);
    const std::string below = (path.empty() ? "" : path + "/") + std::string(left.substr(space + 1, zero - space - 1));
    git_oid raw;
    git_oid_fromraw(&raw, reinterpret_cast<const unsigned char*>(left.data() + zero + 1));
    left.remove_prefix(zero + 1 + GIT_OID_RAWSZ);
    if (mode == "160000") continue;  // a commit of another repository
    if (mode == "40000")
      look_below(read, git::hex(raw), below, lost);
    else if (const auto blob = read(git::hex(raw)); !blob || blob->type != GIT_OBJECT_BLOB)
      lost.push_back({git::hex(raw), below, false});
  }
}

}  // namespace

ReadObject object_reader(const fs::path& objects) {
  const std::shared_ptr<git_odb> odb(git::make<git::Odb>("object database", git_odb_open, objects.c_str()).release(),
                                     git_odb_free);
  git::guard_loose_objects(odb.get(), objects);
  return [odb](const std::string& id) -> std::optional<ObjectBytes> {
    const git_oid raw = git::oid(id);
    git_odb_object* object = nullptr;
    if (git_odb_read(&object, odb.get(), &raw) != 0) return std::nullopt;  // which checks the bytes against the name
    const git::Handle<git_odb_object, git_odb_object_free> owned(object);
    return ObjectBytes{git_odb_object_type(object),
                       {static_cast<const char*>(git_odb_object_data(object)), git_odb_object_size(object)}};
  };
}

std::vector<LostObject> lost_objects(const ReadObject& read, const std::string& commit) {
  constexpr std::string_view start = "tree ";
  std::vector<LostObject> lost;
  const auto object = read(commit);
  if (object && object->bytes.starts_with(start))
    look_below(read, object->bytes.substr(start.size(), GIT_OID_HEXSZ), "", lost);
  return lost;
}

fs::path object_file(const fs::path& objects, const std::string& id) {
  return objects / id.substr(0, 2) / id.substr(2);
}

std::string object_id(const ObjectBytes& object) {
  git_oid id;
  git::check(git_odb_hash(&id, object.bytes.data(), object.bytes.size(), object.type), "git object");
  return git::hex(id);
}

}  // namespace ai_memory
