// What a move changes: the pages that move and those whose links lead to them. Pure.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/move_names.hh"
#include "wiki/changeset.hh"
#include "wiki/link_rewrite.hh"

namespace ai_memory {

struct MoveInput {
  std::vector<PageMove> moves;
  std::vector<std::pair<PagePath, std::string>> pages;  // all of the wiki with their bytes
  std::map<PagePath, std::string> untouchable;          // pages whose links must stay, and why
  std::function<bool(const std::string&)> is_file;      // files that are no pages, for relative links
};

struct MovePlan {
  struct Relinked {
    PagePath page;  // where it will be
    std::size_t links = 0;
  };
  struct Left {
    PagePath page;
    std::size_t line = 0;  // 0: the page as a whole
    std::string target, why;
  };
  Changeset changes;  // without subject, run and time
  std::vector<PageMove> moves;
  std::vector<Relinked> relinked;
  std::vector<Left> left;             // links that lead elsewhere or nowhere now
  std::vector<SkippedChange> failed;  // pages (by their path before) whose links could not even be looked at
};

// Bytes stay as they are but for the destinations of links. Pages with broken front matter, of unknown tier or that are
// no text move as they are, and nothing in them is rewritten.
MovePlan plan_move(const MoveInput& input);

// The plan as a diff, moved pages as renames.
std::string move_diff(const MovePlan& plan, const MoveInput& input);

}  // namespace ai_memory
