// The outline of a text as one document, however long; outline() cuts long ones (safe_cut) and calls this.
#pragma once

#include <string_view>

#include "wiki/markdown.hh"

namespace ai_memory {

// Tags may be there twice.
Outline outline_piece(std::string_view piece);

}  // namespace ai_memory
