// Where the bytes of a lost object of git may still be: the files on disk and git's index. Included by .cc files only.
#pragma once

#include <map>

#include "wiki/object_check.hh"

namespace ai_memory {

class ObjectSources {
 public:
  explicit ObjectSources(std::filesystem::path root) : root_(std::move(root)) {}

  // Texts as they are on disk or as git would take them in, folders as the index or the disk has them. Reads all files
  // the first time.
  std::optional<ObjectBytes> find(const std::string& id);

 private:
  struct Node;  // a folder, or a file

  void look_everywhere();
  void look_on_disk();
  void look_at_index();
  std::string add_folder(const Node& folder);

  std::filesystem::path root_;
  bool looked_ = false;
  std::map<std::string, std::string> files_;  // id to path, one of the files with that text
  std::map<std::string, ObjectBytes> folders_;
};

}  // namespace ai_memory
