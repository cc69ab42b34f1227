// The settings of dreams.
#pragma once

namespace ai_memory {

struct DreamConfig {
  bool require_approval = true;  // every rewrite becomes a proposal, not only a doubtful one
  int idle_window_secs = 300;    // so long nobody may have used the wiki
  int interval_secs = 3600;      // between two runs of the daemon
  int max_clusters_per_run = 8;
  int min_pts = 2;
  int min_cold_pages = 2;   // in a cluster
  double max_eps = 0.15;    // 1 − cosine
  int max_corrections = 1;  // questions more about a cluster in whose rewrite something was found
  int max_dropped = 0;      // facts that a rewrite may leave out, if it says so
  double retry_days = 7;    // before a refused cluster is asked about again
};

}  // namespace ai_memory
