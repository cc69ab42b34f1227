#include "wiki/object_writer.hh"

#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>

namespace ai_memory {
namespace {

// `git gc` removes a folder of objects that it has emptied, which may be the one an object is just being moved into.
template <class Write>
void write_object(const std::string& what, const Write& write) {
  constexpr int tries = 20;
  int code = write();
  for (int i = 1; i < tries && code < 0; ++i) {
    const git_error* last = git_error_last();
    if (!last || std::string_view(last->message).find("rename lockfile") == std::string_view::npos) break;
    code = write();
  }
  git::check(code, what);
}

}  // namespace

ObjectWriter::ObjectWriter(git_repository* repo, bool many) : main_(repo), repo_(repo) {
  if (!many) return;
  batch_ = git::open_repository(git_repository_workdir(repo));
  const git::Odb odb = git::make<git::Odb>("object database", git_repository_odb, batch_.get());
  git::check(git_mempack_new(&memory_), "memory for objects");
  git::check(git_odb_add_backend(odb.get(), memory_, 999), "memory for objects");
  repo_ = batch_.get();
}

BlobId ObjectWriter::blob(const std::string& path, std::string_view disk_bytes) {
  return exact_blob(git::to_repository(repo_, path, disk_bytes));
}

BlobId ObjectWriter::exact_blob(std::string_view bytes) {
  git_oid id;
  write_object("write blob", [&] { return git_blob_create_from_buffer(&id, repo_, bytes.data(), bytes.size()); });
  written_.push_back(id);
  return git::hex(id);
}

CommitId ObjectWriter::commit(const CommitId& parent, const std::vector<Update>& updates, const std::string& message,
                              const git_signature* author, const git_signature* committer) {
  const git::Tree base = git::tree_of(repo_, parent);
  std::vector<git_tree_update> changes;
  for (const Update& update : updates) {
    git_tree_update change{};
    change.action = update.file.blob.empty() ? GIT_TREE_UPDATE_REMOVE : GIT_TREE_UPDATE_UPSERT;
    if (!update.file.blob.empty()) change.id = git::oid(update.file.blob);
    change.filemode = update.file.mode;
    change.path = update.path.c_str();
    changes.push_back(change);
  }
  git_oid tree_id;
  write_object("write tree",
               [&] { return git_tree_create_updated(&tree_id, repo_, base.get(), changes.size(), changes.data()); });
  note_new_trees(base ? *git_tree_id(base.get()) : git_oid{}, tree_id);
  const git::Tree tree = git::make<git::Tree>("tree", git_tree_lookup, repo_, &tree_id);
  git::Commit parent_commit;
  if (!parent.empty()) parent_commit = git::commit(repo_, parent);
  const git_commit* parents[] = {parent_commit.get()};
  // Not git_commit_create, which reports success when the disk is full.
  git::Buffer text;
  git::check(git_commit_create_buffer(&text.value, repo_, author, committer, nullptr, message.c_str(), tree.get(),
                                      parent_commit ? 1 : 0, const_cast<const git_commit**>(parents)),
             "commit");
  const git::Odb odb = git::make<git::Odb>("object database", git_repository_odb, repo_);
  git_oid id;
  write_object("write commit",
               [&] { return git_odb_write(&id, odb.get(), text.value.ptr, text.value.size, GIT_OBJECT_COMMIT); });
  written_.push_back(id);
  return git::hex(id);
}

// Trees of `after` that `before` does not have at the same place; only those were written.
void ObjectWriter::note_new_trees(const git_oid& before, const git_oid& after) {
  if (git_oid_equal(&before, &after)) return;
  written_.push_back(after);
  const git::Tree now = git::make<git::Tree>("tree", git_tree_lookup, repo_, &after);
  git::Tree then;
  if (!git_oid_is_zero(&before)) then = git::make<git::Tree>("tree", git_tree_lookup, repo_, &before);
  for (std::size_t i = 0; i < git_tree_entrycount(now.get()); ++i) {
    const git_tree_entry* entry = git_tree_entry_byindex(now.get(), i);
    if (git_tree_entry_type(entry) != GIT_OBJECT_TREE) continue;
    const git_tree_entry* old = then ? git_tree_entry_byname(then.get(), git_tree_entry_name(entry)) : nullptr;
    const bool was_tree = old && git_tree_entry_type(old) == GIT_OBJECT_TREE;
    note_new_trees(was_tree ? *git_tree_entry_id(old) : git_oid{}, *git_tree_entry_id(entry));
  }
}

void ObjectWriter::flush() {
  if (!memory_ || written_.empty()) return;
  const git::PackBuilder pack = git::make<git::PackBuilder>("pack", git_packbuilder_new, repo_);
  for (const git_oid& id : written_) git::check(git_packbuilder_insert(pack.get(), &id, nullptr), "pack");
  git::check(git_packbuilder_write(pack.get(), nullptr, 0, nullptr, nullptr), "write pack");
  written_.clear();
  git_mempack_reset(memory_);
  const git::Odb odb = git::make<git::Odb>("object database", git_repository_odb, main_);
  git::check(git_odb_refresh(odb.get()), "object database");
}

}  // namespace ai_memory
