// The folder of systemd's user units: our files are put there and taken away, those of others are never touched.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/timer_units.hh"

namespace ai_memory {

class UnitFolder {
 public:
  explicit UnitFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  const std::filesystem::path& path() const { return folder_; }

  // Of `files` those that are not there yet as they should be. Throws conflict naming a file of somebody else that
  // stands in the way (a link counts as one).
  std::vector<UnitFile> missing(const std::vector<UnitFile>& files) const;
  // All or none of them half: each replaces what was there at once.
  void put(const std::vector<UnitFile>& files) const;

  // Of `names` those that are ours.
  std::vector<std::string> ours(const std::vector<std::string>& names) const;
  // With them the links by which systemd starts them.
  void remove(const std::vector<std::string>& names) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace ai_memory
