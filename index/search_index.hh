// The sidecar: everything derived from the wiki, and usage, which is not (03-search §1). `sync` is the only code that
// writes derived rows.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decay/cluster.hh"
#include "decay/sweep_plan.hh"
#include "index/query.hh"
#include "index/ranking.hh"
#include "index/thresholds.hh"
#include "wiki/health.hh"
#include "wiki/page.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

class Embedder;       // index/embedder.hh
class Refusals;       // index/refusals.hh
struct EmbedReport;   // index/embeddings.hh
struct NamedPage;     // wiki/link_target.hh
struct PageLink;      // index/links.hh
struct AutoEdge;      // index/auto_edge.hh
struct NearFrom;      // index/near_lists.hh
struct PageVector;    // index/page_vectors.hh
struct Calibration;   // index/calibration.hh
struct Topics;        // index/topics.hh
struct PageEvidence;  // index/page_evidence.hh
class DreamRows;      // index/dream_rows.hh

struct SearchConfig {
  std::vector<std::string> stop_words;  // empty: english_stop_words()
  int scan_max_age_secs = 60;           // beyond scan_always_pages, a full scan at most this often
  int scan_always_pages = 5000;
  double title_weight = 4, alias_weight = 3, heading_weight = 2, tag_weight = 3, body_weight = 1;
  int limit = 10;
  RankConfig rank;
  ThresholdSettings thresholds;  // of a person; unset: calibrated, or built in
};

struct SyncReport {
  std::size_t added = 0, changed = 0, removed = 0, commits = 0;
  // Pages of HEAD that are not on disk. More than max(20, 20 %) is also a warning: it looks like a half-mounted folder.
  std::size_t absent = 0;
  std::vector<std::string> warnings;  // pages that could not be read or have broken front matter, and why
};

struct SearchOptions {
  std::optional<Project> project;  // with its workspace's _global; absent: all projects
  std::vector<std::string> kinds, tiers, tags;
  std::optional<Timestamp> since;  // body changed at or after
  bool include_expired = false;
  bool include_superseded = false;
  std::optional<Timestamp> valid_at;  // absent: now; what was not true yet or no more then is left out
  bool any_time = false;              // whatever it is valid for
  bool notes_first = false;           // semantic and procedural pages before all others
  bool pinned_first = false;          // at most kMostPinned of them
  bool near_misses = false;           // add those, at most kMostNear
  DecayConfig decay;                  // for RankConfig::importance_weight
  std::size_t limit = 10;

  static constexpr std::size_t kMostPinned = 10, kMostNear = 5;
};

// A page that a sweep took out of the wiki and that a search might have found.
struct RemovedPage {
  PagePath path;
  std::string title, commit, run;
  Timestamp removed{};
};

struct EmbeddingState {
  std::string embedder;        // its id; empty: none
  bool knows_meaning = false;  // false: spelling only, of no use to a search
  std::size_t pages = 0, waiting = 0;
  std::size_t failed = 0;  // texts that gave no vector when last tried
  std::string fault;       // why the last attempt ended early; empty: it did not
};

struct Snippet {
  std::size_t line = 0;                                    // of the file, 1-based
  std::string text;                                        // one line, no control characters
  std::vector<std::pair<std::size_t, std::size_t>> marks;  // byte ranges of matched words
};

struct Hit {
  PagePath path;
  std::string title, kind, tier;
  Timestamp changed{};
  double score = 0;  // higher is better
  bool near_miss = false;
  std::optional<Timestamp> valid_from, valid_until, expires_at;
  std::string confidence, superseded_by;  // as the front matter has them
  // For --explain: the summands "words", "phrase", "meaning", "entities" and "links", what they are made of ("bm25",
  // "cosine"), and the factors "authority", "importance" and "believed" that their sum is times. "belief" and "doubt",
  // which "believed" is made of, are there with RankConfig::belief_weight alone.
  std::vector<std::pair<std::string, double>> terms;
  std::vector<Snippet> snippets;
};

// What `list`, `status`, sweep and completions need of a page, without reading its file.
struct IndexedPage {
  PagePath path;
  BlobId blob;
  std::string title, kind, tier;
  std::vector<std::string> tags;
  bool pinned = false, readable = true;
  std::string protected_why;  // empty: not protected
  Timestamp created{}, body_changed{};
  std::optional<Timestamp> expires_at, restored_at, session_ended;
  double salience = 1.0;
  std::size_t bytes = 0;
  std::int64_t accesses = 0;
  std::optional<Timestamp> last_access;
};

class SearchIndex {
 public:
  // Opens or makes state_dir/memory.sqlite. A damaged file is set aside (see notices()) and made anew; a newer one is
  // refused naming both versions. With a read-only folder, searches work and usage is not recorded.
  SearchIndex(const std::filesystem::path& state_dir, Timestamp now, const SearchConfig& config);
  ~SearchIndex();
  SearchIndex(SearchIndex&&) noexcept;
  SearchIndex& operator=(SearchIndex&&) noexcept;

  // How long a change waits for the writes of other programs, 30 s unless told, before it throws conflict.
  void wait_for_writers(std::chrono::seconds most);
  const std::vector<std::string>& notices() const;

  // Brings derived rows up to HEAD and the work tree. `force` scans all files whatever the age of the last scan, and
  // waits for another writer; without it a busy sidecar is left as it is, with a warning. Throws `failed` when the work
  // tree is missing or empty although HEAD has pages. Does nothing where the sidecar cannot be written.
  SyncReport sync(const Wiki& wiki, Timestamp now, bool force = true);
  bool is_synced_to(const CommitId& commit) const;  // the last sync was on it; files may have been edited since
  // Clears derived rows and syncs from nothing. A damaged file is set aside as when it is opened.
  SyncReport reindex(const Wiki& wiki, Timestamp now);

  // Search by meaning too. `embedder` is asked when one is needed first, and gives null for none: then words alone
  // decide.
  void use(std::function<std::unique_ptr<Embedder>()> embedder);
  // Gives waiting pages their vectors, newest first, until `go_on` is false; see Embeddings. While another process
  // does, a call with `go_on` leaves it to that; one without waits, and throws conflict if it takes long.
  EmbedReport embed(const Wiki& wiki, const std::function<bool()>& go_on);
  std::size_t attach_vectors(const Wiki& wiki);  // those that are there from before a reindex; to how many pages
  EmbeddingState embeddings() const;
  bool searches_by_meaning() const;
  void forget_embeddings();  // of this embedder: all pages wait again
  // For texts of one script, by this embedder; the defaults without one.
  ThresholdTable thresholds(Script script) const;
  // Measures them on the wiki's own pages, and keeps them unless `dry_run`. Throws `failed` where there is too little
  // to measure on, or nothing to measure with.
  Calibration calibrate(const Wiki& wiki, bool dry_run);

  std::vector<Hit> search(const Wiki& wiki, const Query& query, const SearchOptions& options, Timestamp now) const;
  // Pages that sweeps removed and that have all of the query's words, or any if `any`; the best `count`.
  std::vector<RemovedPage> removed(const Query& query, const SearchOptions& options, bool any, std::size_t count) const;

  std::vector<IndexedPage> pages(const std::optional<Project>& project = {}) const;  // sorted by path
  std::optional<IndexedPage> page(const PagePath& path) const;
  // Every page with the names that a link may call it by, and every link with the page that it means.
  std::vector<NamedPage> named_pages() const;
  std::vector<PageLink> links() const;
  // What supports a page and what speaks against it; nothing for one that is not there.
  PageEvidence evidence(const PagePath& page, Timestamp now) const;
  // Pages that are near each other in meaning, and the mean vector of every page that has one, by path. Both are of
  // the text that a page has now; a page that waits for its vectors is in neither.
  std::vector<AutoEdge> auto_edges();
  std::vector<PageVector> page_vectors();
  // Pairs of these pages (by their place in `pages`) whose vectors are at most `max_distance` (1 − cosine) apart.
  // Throws `failed` where the module that finds them is missing.
  std::vector<NearPair> near_pairs(const std::vector<PagePath>& pages, double max_distance);
  // Pages in `count` groups by meaning; 0: as many as suits them. Throws `failed` where nothing knows meaning, or the
  // module that groups is missing.
  Topics topics(const std::optional<Project>& project, std::size_t count);
  // One for every page, ready for plan_sweep.
  std::vector<SweepPage> sweep_pages(const std::optional<Project>& project = {}) const;

  // Counts an access, at most one per (page, actor) in 60 s. Never throws: a failure is dropped (a read must not fail).
  void record_access(const std::vector<PagePath>& pages, const std::string& actor, Timestamp now) noexcept;
  // The same for a page that was read whole: pages that one actor reads within ten minutes are nearer to each other.
  void record_read(const PagePath& page, const std::string& actor, Timestamp now) noexcept;
  // Somebody opened, cited or judged a page. Never throws, as above.
  void record_review(const PagePath& page, fsrs6::Grade grade, const std::string& actor, Timestamp now) noexcept;
  // What sweeps refused, see refusals.hh. To remember never throws, as above; refusals of texts that no page has any
  // more, or by other rules, are forgotten then.
  Refusals refusals(const std::string& pass, const std::string& rules) const;
  void remember(const Refusals& refusals) noexcept;
  void forget_tombstones(Timestamp older_than, bool dry_run, std::size_t& count);

  DreamRows dreams();  // good as long as this is

  // meta: last run, last error; text values
  std::optional<std::string> meta(const std::string& key) const;
  void set_meta(const std::string& key, const std::string& value);
  // Folds the write-ahead log into the file; after bulk work.
  void checkpoint();

  // What is wrong with the file, or differs from the pages on disk; call after sync. Changes nothing.
  std::vector<Finding> examine(const Wiki& wiki) const;
  // Joins the pieces of the full text index and gives unused space back. Does nothing where the file is read-only.
  // Throws conflict while another command writes.
  struct Tidied {
    std::uint64_t bytes_before = 0, bytes_after = 0;
    std::size_t dropped_vectors = 0;  // of texts that no page has any more
  };
  Tidied tidy();
  std::uint64_t size() const;  // of the file and its log, bytes

 private:
  struct Impl;
  NearFrom near_from() const;
  void relate_if_free();

  std::unique_ptr<Impl> impl_;
};

}  // namespace ai_memory
