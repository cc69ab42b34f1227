// Conversations in LoCoMo's JSON (Maharana et al. 2024) as dated session pages: both the published layout
// (`conversation` with `session_1`, `session_1_date_time`, …) and the reduced one (`sessions` with `date_time` and
// `turns`).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/import_plan.hh"
#include "wiki/time.hh"

namespace ai_memory {

struct LocomoTurn {
  std::string id;  // "D1:3"; may be empty
  std::string speaker;
  std::string text;     // one line
  std::string caption;  // of a shared image; may be empty
};

struct LocomoSession {
  std::size_t number = 0;  // 1-based within its conversation
  Timestamp time{};
  std::vector<LocomoTurn> turns;
};

struct LocomoConversation {
  std::string id;
  std::vector<std::string> speakers;
  std::vector<LocomoSession> sessions;
};

struct LocomoFile {
  std::vector<LocomoConversation> conversations;
  std::vector<ImportNote> problems;  // records left out
};

// "1:56 pm on 8 May, 2023" (taken as UTC: the data names no zone) or RFC 3339. Absent if it is neither.
std::optional<Timestamp> parse_locomo_time(std::string_view text);

// Throws `failed` if the text is not JSON or holds no conversations at all; single bad records become problems.
LocomoFile parse_locomo(std::string_view json);

// The session as a page of project `locomo-<id>`:
//   sessions/YYYY/MM/<date>-<speakers>-<number>.md, a paragraph per turn: **Caroline** (D1:3): text
// `file_name` goes into the front matter's `source`.
ImportedPage render_session(const LocomoConversation& conversation, const LocomoSession& session,
                            const std::string& workspace, const std::string& file_name);

ImportRead read_locomo(std::string_view json, const std::string& workspace, const std::string& file_name);

}  // namespace ai_memory
