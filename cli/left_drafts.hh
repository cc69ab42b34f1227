// What a person typed in an editor and a killed command could not put to use.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "wiki/wiki.hh"

namespace ai_memory {

struct LeftDraft {
  std::filesystem::path file;
  std::optional<PagePath> page;  // for which it was typed
  Timestamp changed;
  bool in_page = false;  // the page has all of it
};

// In the order of their files; those of commands that are at work are none.
std::vector<LeftDraft> left_drafts(const Wiki& wiki);

// A command that shows how `draft` differs from its page.
std::string compare_command(const Wiki& wiki, const LeftDraft& draft);

}  // namespace ai_memory
