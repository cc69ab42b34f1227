// The page that a name which is none may have been meant for.
#pragma once

#include <string>

#include "cli/context.hh"

namespace ai_memory {

// "did you mean `notes/plan.md`?": a page with this alias, title or file name, one in another folder, or one spelled
// almost so; a project spelled almost so if there is none of that name. Empty if nothing is near.
std::string near_page_hint(Context& context, const PagePath& path);

// For the name of a folder: "its pages: `a.md`, `b.md` and 3 more". Empty if it is none.
std::string pages_of_folder(Context& context, const PagePath& path);

}  // namespace ai_memory
