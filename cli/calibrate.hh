// `embed --calibrate`: thresholds measured on the wiki's own pages.
#pragma once

namespace ai_memory {

class Context;

// Measures, keeps what was measured (not with --dry-run), and prints the thresholds with what they rest on. Returns the
// exit status; throws as SearchIndex::calibrate() does.
int calibrate(Context& context);

}  // namespace ai_memory
