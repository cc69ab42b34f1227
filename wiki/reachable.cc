#include "wiki/reachable.hh"

#include <fstream>
#include <memory>
#include <set>

#include "wiki/repository.hh"

namespace ai_memory {
namespace {

class Walk {
 public:
  Walk(git_repository* repo, const std::set<std::string>& broken)
      : repo_(repo), seen_(broken), odb_(git::make<git::Odb>("object database", git_repository_odb, repo)) {
    std::ifstream border(std::filesystem::path(git_repository_commondir(repo)) / "shallow");
    for (std::string id; std::getline(border, id);) border_.insert(id);
  }

  std::vector<MissingObject> run() {
    push_refs();
    while (!waiting_.empty()) {
      const auto [id, after] = waiting_.back();
      waiting_.pop_back();
      commit(id, after);
    }
    return std::move(found_);
  }

 private:
  void push_refs() {
    const auto each = git::make<git::References>("refs", git_reference_iterator_new, repo_);
    for (git_reference* ref = nullptr; git_reference_next(&ref, each.get()) == 0;) {
      const git::Reference owned(ref);
      git_object* target = nullptr;
      if (git_reference_peel(&target, ref, GIT_OBJECT_COMMIT) != 0) continue;  // doctor names bad refs elsewhere
      push(git::hex(*git_object_id(target)), {});
      git_object_free(target);
    }
    if (const auto head = git::head_commit(repo_); !head.empty()) push(head, {});
  }

  void push(const std::string& id, const std::string& after) {
    if (seen_.insert(id).second) waiting_.push_back({id, after});
  }

  bool is_there(const std::string& id) const {
    const git_oid oid = git::oid(id);
    return git_odb_exists(odb_.get(), &oid) == 1;
  }

  void miss(const std::string& id, const std::string& what) { found_.push_back({id, what}); }

  void commit(const std::string& id, const std::string& after) {
    if (!is_there(id)) return miss(id, "commit " + id.substr(0, 10) + (after.empty() ? "" : ", before " + after));
    const git::Commit object = git::commit(repo_, id);
    const std::string name = "commit " + id.substr(0, 10);
    tree(git::hex(*git_commit_tree_id(object.get())), "", name);
    if (border_.contains(id)) return;
    for (unsigned i = 0; i < git_commit_parentcount(object.get()); ++i)
      push(git::hex(*git_commit_parent_id(object.get(), i)), name);
  }

  void tree(const std::string& id, const std::string& path, const std::string& commit) {
    if (!seen_.insert(id).second) return;
    if (!is_there(id)) return miss(id, (path.empty() ? "the folders" : path) + " of " + commit);
    const git_oid oid = git::oid(id);
    const git::Tree object = git::make<git::Tree>(path, git_tree_lookup, repo_, &oid);
    for (std::size_t i = 0; i < git_tree_entrycount(object.get()); ++i) {
      const git_tree_entry* entry = git_tree_entry_byindex(object.get(), i);
      const std::string child = git::hex(*git_tree_entry_id(entry)), name = path + git_tree_entry_name(entry);
      if (git_tree_entry_type(entry) == GIT_OBJECT_TREE)
        tree(child, name + "/", commit);
      else if (git_tree_entry_type(entry) == GIT_OBJECT_BLOB && seen_.insert(child).second && !is_there(child))
        miss(child, name + " of " + commit);
    }
  }

  git_repository* repo_;
  std::set<std::string> seen_, border_;
  git::Odb odb_;
  std::vector<std::pair<std::string, std::string>> waiting_;  // a commit, and the one that names it
  std::vector<MissingObject> found_;
};

}  // namespace

std::vector<MissingObject> missing_objects(git_repository* repo, const std::set<std::string>& broken) {
  return Walk(repo, broken).run();
}

}  // namespace ai_memory
