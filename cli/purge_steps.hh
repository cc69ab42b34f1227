// The way of a page's text out of history, step by step.
#pragma once

#include <string>
#include <vector>

#include "wiki/wiki.hh"

namespace ai_memory {

struct PurgeStep {
  std::string what, command;  // a command may be missing: what no command here can do
};

// `ours` is what to type for this program. By the texts and not by the page's names: another page may have, or have
// had, one of those. The commands are for every POSIX shell and zsh.
std::vector<PurgeStep> purge_steps(const Wiki& wiki, const std::string& ours, const PagePath& path, bool there);

}  // namespace ai_memory
