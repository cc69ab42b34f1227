// A person's wiki day by day, on a clock of its own: what is written and read, and the sweep at night. Two lives of one
// seed write the same notes and want to read the same ones, whatever their sweeps do with them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "bench/life_text.hh"
#include "cli/run_sweep.hh"
#include "index/search_index.hh"

namespace ai_memory {

// What came to be within some days, and how it stands at their end.
struct LifeCounts {
  std::size_t written = 0, evicted = 0, compacted = 0, merged = 0, restored = 0;
  std::size_t missed = 0;  // reads of pages that a sweep had removed
  std::size_t commits = 0;
  std::vector<double> sweep_times, status_times;  // ms; of a sweep, and of `git status` beside every seventh

  std::size_t pages = 0;
  std::uintmax_t page_bytes = 0, repository_bytes = 0;
};

class Life {
 public:
  static constexpr Timestamp kStart{std::chrono::seconds(1'704'067'200)};  // 2024-01-01T00:00:00Z

  Life(const std::filesystem::path& home, unsigned seed, const DecayConfig& config);
  void live(int day);  // 0, 1, …: each once, in order
  LifeCounts take_counts();

  // A sweep at the time of the last one finds nothing to do; what waits for another run aside.
  bool is_swept();
  // Texts ever put into a page that no commit has.
  std::size_t lost_texts() const;
  // Brings back up to `most` pages that sweeps removed, shortened or merged away, by what their pages or their names
  // say, and compares; how many differ. `looked_at`: how many there were.
  std::size_t wrong_restores(std::size_t most, std::size_t& looked_at) const;

 private:
  struct Gone {
    PagePath path;
    std::string text, at;  // `at`: the commit that the page names; empty: the page is gone
  };

  std::mt19937 random_for(int day, unsigned purpose) const;
  Timestamp time(int day, int hour) const { return kStart + std::chrono::days(day) + std::chrono::hours(hour); }
  void write_notes(int day);
  Note next_note(std::mt19937& random);
  void read_pages(int day);
  void read(const PagePath& path, bool wants_whole, Timestamp now);
  void restore(const PagePath& path, const std::string& at, Timestamp now);
  void edit_by_hand(int day);
  void give_feedback(int day);
  void sweep(int day);
  void note_fate(const SweptPages& pass);
  void commit(const Changeset& changes);
  void put_text(const PagePath& path, const std::string& text);
  const PagePath& any_page(std::mt19937& random) const;

  unsigned seed_;
  DecayConfig config_;
  Wiki wiki_;
  SearchIndex index_;
  std::vector<PagePath> paths_;    // of all notes ever, oldest first
  std::vector<std::size_t> read_;  // places in paths_ of what was wanted: what was read is read again
  std::vector<Note> recent_;
  std::map<PagePath, std::string> texts_;  // as we left them
  std::set<BlobId> written_;               // all texts ever
  std::vector<Gone> gone_;
  Timestamp swept_{};
  LifeCounts counts_;
  CommitId counted_;  // commits up to this one are counted
};

}  // namespace ai_memory
