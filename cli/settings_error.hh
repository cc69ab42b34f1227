// Settings that are wrong, with what else was found in them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "wiki/error.hh"

namespace ai_memory {

// What Context throws; a fault is a line of the message.
class SettingsError : public Error {
 public:
  SettingsError(const Error& fault, std::vector<std::string> warnings) : Error(fault), warnings_(std::move(warnings)) {}
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  std::vector<std::string> warnings_;
};

}  // namespace ai_memory
