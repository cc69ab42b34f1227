// Pages on disk that this user may not read: left out of every change, named, and never taken for gone.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "wiki/wiki.hh"

namespace ai_memory {

// In the order of scan().
std::vector<PagePath> unreadable_pages(const Wiki& wiki);

// Whether the file may be read; true also if it is not there.
bool may_be_read(const std::filesystem::path& file);

// What went wrong at a page, without the page's path that the message may begin with: for SkippedChange::why.
std::string cause_at(const PagePath& page, const std::exception& error);

}  // namespace ai_memory
