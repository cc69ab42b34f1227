// The text of pages that sweeps removed, so that a search which would have found one can say so.
#pragma once

#include "index/database.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

// Makes the tables `removed` and `removed_fts` agree with `history`: what a run removed and nobody brought back is
// there. A text that git cannot give any more is left out. Call with the write lock held.
void refresh_removed_text(sqlite::Database& database, const Wiki& wiki);

}  // namespace ai_memory
