// One page's trouble must not stop what a sweep does with the others.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "wiki/changeset.hh"

namespace ai_memory {

// Runs `work`. False if it threw: then `skipped` has the page with the cause, once.
bool spared(const PagePath& page, std::vector<SkippedChange>& skipped, const std::function<void()>& work);

// Adds it, unless it is there already: several passes may fail at one page in the same way.
void add_skipped(std::vector<SkippedChange>& skipped, SkippedChange one);

}  // namespace ai_memory
