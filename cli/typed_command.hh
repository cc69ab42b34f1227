// Commands that a message tells a person to type.
#pragma once

#include <string>
#include <string_view>

namespace ai_memory {

// What was given by flags and is lost to a command typed without them: " --home DIR", " --workspace W -p P".
struct TypedFlags {
  std::string home, project;
  bool (*is_command)(std::string_view name) = nullptr;  // null: no name is one of ours
};

// `text` with these flags behind the name of every command of ours in it: `ai-memory log --runs`, in backticks, behind
// "(" or ": ", or at the start. Left alone is what has them already, what names a page with its project or all
// projects, and --help.
std::string with_typed_flags(std::string_view text, const TypedFlags& flags);

}  // namespace ai_memory
