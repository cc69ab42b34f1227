// Objects of git as they are in its files at this moment, and those that a commit needs and that cannot be read.
// Included by .cc files only.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "wiki/git.hh"

namespace ai_memory {

struct ObjectBytes {
  git_object_t type = GIT_OBJECT_BLOB;
  std::string bytes;
};

// Absent: not there, or not what its name says.
using ReadObject = std::function<std::optional<ObjectBytes>(const std::string& id)>;

// By its folder `objects`, not by way of the repository, which does not open while HEAD is broken.
ReadObject object_reader(const std::filesystem::path& objects);

struct LostObject {
  std::string id;
  std::string path;  // what it is in the commit; empty: the folder of all
  bool is_folder = false;
};

// Of a commit that can be read: folders and texts, sorted as in the commit.
std::vector<LostObject> lost_objects(const ReadObject& read, const std::string& commit);

// Where it lies if it has a file of its own; there may be none.
std::filesystem::path object_file(const std::filesystem::path& objects, const std::string& id);

std::string object_id(const ObjectBytes& object);

}  // namespace ai_memory
