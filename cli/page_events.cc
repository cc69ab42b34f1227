#include "cli/page_events.hh"

#include <array>
#include <string_view>

#include "wiki/page_moves.hh"

namespace ai_memory {
namespace {

constexpr std::string_view kCompacted = "compacted", kMerged = "merged into another page";

struct Word {
  std::string_view name, what;
};
constexpr std::array<Word, 7> kSources = {{{"append", "added to"},
                                           {"edit", "edited"},
                                           {"pin", "pinned"},
                                           {"unpin", "unpinned"},
                                           {"import", "imported"},
                                           {"restore-page", "restored"},
                                           {"lint", "its links mended"}}};

std::string_view by_source(std::string_view source) {
  for (const auto& [name, what] : kSources)
    if (name == source) return what;
  return "rewritten";
}

std::string_view of_merge(const std::string& reason) {
  if (reason.ends_with(" rewritten")) return "its links rewritten";
  if (reason.starts_with("rewritten from ")) return "rewritten by a language model, with other pages";
  return reason.starts_with("takes in ") ? "took in other pages" : kMerged;
}

std::string_view of_move(const CommitInfo& commit, const std::string& reason) {
  if (commit.source == "lint") return by_source("lint");
  if (!reason.starts_with("moved from ")) return "its links rewritten";
  return commit.pass == kInboxPass ? "filed" : "moved";
}

// The verdict of `feedback: notes/plan is wrong`.
std::string verdict(const CommitInfo& commit) { return commit.subject.substr(commit.subject.rfind(' ') + 1); }

std::string what_happened(const Version& version, bool was_there) {
  const CommitInfo& commit = version.commit;
  const bool is_there = !version.blob.empty();
  const bool by_hand = commit.pass == "hand-edits" || !commit.by_ai_memory;
  if (commit.pass == "undo") return is_there ? "as it was before, by undo" : "removed, by undo";
  if (by_hand) return !is_there ? "removed by hand" : was_there ? "edited by hand" : "written by hand";
  if (!is_there && is_move(commit)) return "moved away";
  if (!is_there) return commit.source == "delete-page" ? "deleted" : "removed";
  if (is_move(commit)) return std::string(of_move(commit, version.reason));
  if (commit.pass == "dedup" || commit.pass == "dream") return std::string(of_merge(version.reason));
  if (commit.pass == "compact") return std::string(kCompacted);
  if (commit.source == "feedback") return "said to be " + verdict(commit);
  if (commit.source == "write-page" && !was_there) return "written";
  return std::string(by_source(commit.source));
}

}  // namespace

std::vector<PageEvent> page_events(std::vector<Version> versions) {
  std::vector<PageEvent> events;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const bool was_there = i + 1 < versions.size() && !versions[i + 1].blob.empty();
    std::string what = what_happened(versions[i], was_there);
    events.push_back({std::move(versions[i]), std::move(what)});
  }
  return events;
}

std::optional<Version> whole_text(const std::vector<PageEvent>& events, bool compacted, bool superseded) {
  for (std::size_t i = 0; i + 1 < events.size(); ++i) {
    const bool short_now = (compacted && events[i].what == kCompacted) || (superseded && events[i].what == kMerged);
    if (short_now && !events[i + 1].version.blob.empty()) return events[i + 1].version;
  }
  return std::nullopt;
}

std::optional<Version> last_text(const std::vector<PageEvent>& events) {
  for (const PageEvent& event : events)
    if (!event.version.blob.empty()) return event.version;
  return std::nullopt;
}

std::vector<std::size_t> bad_feedback(const std::vector<PageEvent>& events) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].version.commit.source != "feedback" || events[i].version.blob.empty()) continue;
    if (verdict(events[i].version.commit) == "helpful") break;
    found.push_back(i);
  }
  return found;
}

}  // namespace ai_memory
