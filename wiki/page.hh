// A page as its text says it is. Pure: text in, values out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/front_matter.hh"
#include "wiki/page_path.hh"
#include "wiki/time.hh"

namespace ai_memory {

enum class Tier { working, episodic, semantic, procedural, unknown };  // unknown: protected from all automatic change

std::string_view tier_name(Tier tier);
std::optional<Tier> tier_from_name(std::string_view name);  // the four known ones

inline constexpr std::size_t kMaxPageBytes = 20u * 1024 * 1024;

struct Page {
  PagePath path;
  std::string title;  // front matter as typed → first level-1 heading → file stem
  std::string kind;   // front matter `type`, else by folder ("session", "decision", …, "note")
  Tier tier = Tier::semantic;
  bool pinned = false;  // front matter, or by lying in _slots/
  double salience = 1.0;  // 0.25..2.0; out of range is clamped, not a number = 1.0; both are problems
  std::optional<double> importance;  // 0..1
  std::optional<Timestamp> created, updated, valid_from, valid_until, expires_at;
  std::vector<std::string> tags, aliases;
  std::string description, abstract, summary, superseded_by, trust;
  bool compacted = false;
  std::optional<Timestamp> ended;  // working pages: when their session ended
  // Not text (NUL, invalid UTF-8) or over kMaxPageBytes: indexed by name only, never rewritten.
  bool readable = true;
  // Broken front matter, unknown tier or an unreadable file: no automatic change may touch the page.
  bool is_protected() const { return !readable || tier == Tier::unknown || front_matter.problem().has_value(); }
  // What lint will say: bad dates, unknown tier, salience out of range, broken YAML (with its line).
  struct Problem {
    std::size_t line = 0;
    std::string message;
  };
  std::vector<Problem> problems;
  FrontMatter front_matter;
  std::string_view body;       // points into the text given to parse_page
  std::size_t body_line = 1;   // line of the file at which body starts
};

// Never throws for page content. `text` must outlive the page's `body`.
Page parse_page(const PagePath& path, std::string_view text);

// Tier and kind that a page gets from its folder when its front matter is silent (01-wiki §1).
Tier default_tier(const PagePath& path);
std::string default_kind(const PagePath& path);

// A log*.md whose body opens with a ledger line (`## [time] event | title`), or a generated index.md: no page.
bool is_ledger(const PagePath& path, std::string_view text);

}  // namespace ai_memory
