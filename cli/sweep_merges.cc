#include "cli/sweep_merges.hh"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>

#include "cli/spared.hh"
#include "decay/cluster.hh"
#include "decay/difference.hh"
#include "decay/difference_facts.hh"
#include "decay/merge.hh"
#include "decay/same_form.hh"
#include "decay/sweep_reason.hh"
#include "decay/twins.hh"
#include "index/refusals.hh"
#include "wiki/error.hh"
#include "wiki/link_rewrite.hh"
#include "wiki/page.hh"
#include "wiki/secrets.hh"

namespace ai_memory {
namespace {

using Distances = std::map<std::pair<std::size_t, std::size_t>, double>;

// Cold pages of one project and tier, sorted by path.
struct Pool {
  std::vector<MergePage> pages;
  std::vector<BlobId> blobs;
  std::vector<std::string> normalised;
  std::vector<TextSketch> sketches;
};

bool is_committed(const Wiki& wiki, const CommitId& head, const SweepPage& page, const std::string& text) {
  return blob_id(text) == page.blob && wiki.blob_at(head, page.path.str()) == page.blob;
}

std::map<std::pair<Project, Tier>, Pool> pools(const Wiki& wiki, const std::vector<SweepPage>& pages,
                                               const DecayConfig& config, Timestamp now,
                                               const std::set<PagePath>& taken, std::vector<SkippedChange>& skipped,
                                               std::map<PagePath, std::string>& apart) {
  const CommitId head = wiki.head();
  std::map<std::pair<Project, Tier>, Pool> found;
  for (const SweepPage& page : pages) {
    if (taken.contains(page.path) || !may_be_merged(page, now, config)) continue;
    std::optional<std::string> text;
    spared(page.path, skipped, [&] { text = wiki.read(page.path); });
    if (!text) continue;
    const bool committed = is_committed(wiki, head, page, *text);
    const Page parsed = parse_page(page.path, *text);
    if (std::string why = committed ? unmergeable(parsed, *text) : "edited by hand and not committed yet";
        !why.empty()) {
      apart.emplace(page.path, std::move(why));
      continue;
    }
    Pool& pool = found[{page.path.project(), page.usage.tier}];
    pool.blobs.push_back(page.blob);
    pool.normalised.push_back(normalised_text(parsed.body));
    pool.sketches.push_back(sketch_of(pool.normalised.back()));
    pool.pages.push_back(
        {page.path, std::move(*text), page.pinned, retention(page.usage, now, config).score, page.usage.body_changed});
  }
  return found;
}

// By their wording, and by meaning where pages have vectors; the smaller of two distances counts.
Distances distances(const Pool& pool, SearchIndex& index, const DecayConfig& config, std::string& warning) {
  Distances nearest;
  const auto take = [&](const std::vector<NearPair>& pairs) {
    for (const NearPair& pair : pairs) {
      const auto [at, is_new] = nearest.emplace(std::pair{pair.a, pair.b}, pair.distance);
      if (!is_new) at->second = std::min(at->second, pair.distance);
    }
  };
  take(twin_pairs(pool.normalised));
  std::vector<PagePath> paths;
  for (const MergePage& page : pool.pages) paths.push_back(page.path);
  try {
    take(index.near_pairs(paths, config.dedup_max_eps));
  } catch (const Error& error) {
    warning = std::string("dedup looked at wording alone: ") + error.what();
  }
  return nearest;
}

std::string_view body_of(const Pool& pool, std::size_t page) { return split_front_matter(pool.pages[page].text).body; }

// Why two pages are not joined; absent: they may be.
using WhyApart = std::function<std::optional<std::string>(std::size_t a, std::size_t b)>;

// What a merge must leave as it is, word for word.
std::optional<std::string> differ_in_words(const Pool& pool, std::size_t a, std::size_t b) {
  const BodyText one{body_of(pool, a), pool.normalised[a]}, other{body_of(pool, b), pool.normalised[b]};
  return say_the_same(one, other) ? std::nullopt : std::optional<std::string>("");
}

constexpr char kBetween = '\x1f';

std::string shown_fact(std::string_view fact) {
  constexpr std::size_t kMost = 300;
  std::string text = redact(fact.substr(0, 4 * kMost));
  if (text.size() <= kMost) return text;
  std::size_t end = kMost - std::string_view("…").size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

// A model may put facts into other words: kind, left and right of one that differs.
std::optional<std::string> differ_in_facts(const Pool& pool, std::size_t a, std::size_t b) {
  if (pool.normalised[a] == pool.normalised[b]) return std::nullopt;
  const auto found = other_fact(body_of(pool, a), body_of(pool, b));
  if (!found) return std::nullopt;
  return found->kind + kBetween + shown_fact(found->left) + kBetween + shown_fact(found->right);
}

std::optional<std::string> why_apart(const Pool& pool, std::size_t a, std::size_t b, const WhyApart& differ,
                                     Refusals& refusals) {
  if (auto known = refusals.find(pool.blobs[a], pool.blobs[b])) return known;
  auto found = differ(a, b);
  if (found) refusals.add(pool.blobs[a], pool.blobs[b], *found);
  return found;
}

ColdPair cold_pair(const Pool& pool, std::size_t a, std::size_t b, std::string_view why) {
  const auto first = std::min(why.find(kBetween), why.size());
  const auto second = std::min(why.find(kBetween, first + 1), why.size());
  const auto part = [&](std::size_t begin, std::size_t end) {
    return begin < end ? std::string(why.substr(begin, end - begin)) : std::string();
  };
  return {pool.pages[a].path, pool.pages[b].path, part(0, first), part(first + 1, second),
          part(second + 1, why.size())};
}

std::string why_same(const Distances& known, std::size_t stub, std::size_t survivor, const PagePath& path) {
  const auto found = known.find(std::minmax(stub, survivor));
  std::string text = "says the same as " + path.in_project();
  if (found == known.end()) return text;
  std::array<char, 32> number{};
  std::snprintf(number.data(), number.size(), "%.4f", 1 - found->second);
  return text + (found->second == 0 ? " in the same words" : ", likeness " + std::string(number.data()));
}

FoundMerge found_merge(const Pool& pool, const std::vector<std::size_t>& group, const Distances& known, Merge merge) {
  const auto place = [&](const PagePath& path) {
    return *std::find_if(group.begin(), group.end(), [&](std::size_t i) { return pool.pages[i].path == path; });
  };
  const std::size_t survivor = place(merge.survivor);
  FoundMerge found{{merge.survivor, {}}, {}};
  const std::size_t count = merge.stubs.size();
  if (merge.survivor_text)
    found.changes.push_back({merge.survivor, std::move(*merge.survivor_text), blob_id(pool.pages[survivor].text),
                             "takes in " + std::to_string(count) + (count == 1 ? " page" : " pages")});
  for (auto& [path, text] : merge.stubs) {
    const std::size_t stub = place(path);
    const std::string why = why_same(known, stub, survivor, merge.survivor);
    found.planned.stubs.emplace_back(path, why);
    found.changes.push_back({path, std::move(text), blob_id(pool.pages[stub].text), why});
  }
  return found;
}

// A group that one run could not take is done in several.
std::vector<std::vector<std::size_t>> cut(const std::vector<std::size_t>& group, std::size_t most) {
  std::vector<std::vector<std::size_t>> parts;
  for (std::size_t i = 0; i < group.size(); i += most) {
    const std::size_t end = std::min(group.size(), i + most);
    parts.emplace_back(group.begin() + static_cast<std::ptrdiff_t>(i),
                       group.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return parts;
}

std::vector<std::vector<std::size_t>> groups_of(const Pool& pool, const Distances& known, const DecayConfig& config,
                                                const std::function<bool(std::size_t, std::size_t)>& may_join) {
  std::vector<NearPair> pairs;
  for (const auto& [ends, distance] : known) pairs.push_back({ends.first, ends.second, distance});
  const ClusterOptions options{static_cast<std::size_t>(std::max(config.dedup_min_pts, 2)), config.dedup_max_eps};
  return cluster(pool.pages.size(), pairs, options, may_join);
}

std::vector<MergePage> members_of(const Pool& pool, const std::vector<std::size_t>& group) {
  std::vector<MergePage> members;
  for (const std::size_t i : group) members.push_back(pool.pages[i]);
  return members;
}

constexpr const char* kSaysElse = "near, but not the same as";
constexpr const char* kOtherKeys = "the same, but for its front matter, as";

// Merges one pool until nothing in it can be merged: what a merge had to leave out may go with others.
class PoolMerger {
 public:
  PoolMerger(const Pool& pool, const Distances& known, const DecayConfig& config, Refusals& refusals)
      : pool_(pool),
        known_(known),
        config_(config),
        refusals_(refusals),
        gone_(pool.pages.size()),
        why_(pool.pages.size()) {}

  void merge(const MergeOptions& merging, std::size_t most_stubs, FoundMerges& merges) {
    std::size_t tried = SIZE_MAX;
    while (tried != done_ + apart_.size()) {
      tried = done_ + apart_.size();
      for (const auto& whole : groups())
        for (const auto& group : cut(whole, most_stubs + 1))
          if (group.size() >= 2) merge_group(group, merging, merges);
    }
    for (std::size_t i = 0; i < pool_.pages.size(); ++i)
      if (!gone_[i] && !why_[i].empty()) merges.apart.emplace(pool_.pages[i].path, std::move(why_[i]));
    for (auto& [path, merge] : found_) merges.found.push_back(std::move(merge));
  }

 private:
  using Pair = std::pair<std::size_t, std::size_t>;

  std::vector<std::vector<std::size_t>> groups() {
    std::vector<NearPair> pairs;
    for (const auto& [ends, distance] : known_) pairs.push_back({ends.first, ends.second, distance});
    const ClusterOptions options{static_cast<std::size_t>(std::max(config_.dedup_min_pts, 2)), config_.dedup_max_eps,
                                 Reach::cap};
    return cluster(pool_.pages.size(), pairs, options, [this](std::size_t a, std::size_t b) { return may_join(a, b); });
  }

  bool may_join(std::size_t a, std::size_t b) {
    if (gone_[a] || gone_[b] || apart_.contains({a, b})) return false;
    const auto [at, is_new] = joined_.try_emplace(Pair{a, b}, false);
    if (is_new) at->second = go_together(a, b);
    return at->second;
  }

  // The first reason for each of the two is told.
  bool stay_apart(std::size_t a, std::size_t b, const std::string& why) {
    if (why_[a].empty()) why_[a] = why + " " + pool_.pages[b].path.in_project();
    if (why_[b].empty()) why_[b] = why + " " + pool_.pages[a].path.in_project();
    return false;
  }

  // Front matter too, which decides who can be whose stub: a page that cannot must not keep others apart.
  bool go_together(std::size_t a, std::size_t b) {
    const bool in_order = comes_first_in_merge(pool_.pages[a], pool_.pages[b]);
    const MergePage &first = pool_.pages[in_order ? a : b], &other = pool_.pages[in_order ? b : a];
    if (first.pinned && other.pinned) return stay_apart(a, b, "pinned, as is");
    if (!share_words(pool_.sketches[a], pool_.sketches[b])) return false;
    if (why_apart(
            pool_, a, b, [this](auto one, auto two) { return differ_in_words(pool_, one, two); }, refusals_))
      return stay_apart(a, b, kSaysElse);
    const auto keys = [](const MergePage& page) { return split_front_matter(page.text).block; };
    if (keys(first) == keys(other)) return true;
    if (unlike_in_front_matter(parse_page(first.path, first.text), parse_page(other.path, other.text)).empty())
      return true;
    return stay_apart(a, b, kOtherKeys);
  }

  void merge_group(const std::vector<std::size_t>& group, const MergeOptions& merging, FoundMerges& merges) {
    const auto place = [&](const PagePath& path) {
      return *std::find_if(group.begin(), group.end(), [&](std::size_t i) { return pool_.pages[i].path == path; });
    };
    const auto keep_apart = [&](std::size_t a, std::size_t b) {
      apart_.insert(std::minmax(a, b));
      stay_apart(a, b, kSaysElse);
    };
    std::optional<Merge> merge;
    if (!spared(pool_.pages[group.front()].path, merges.skipped,
                [&] { merge = plan_merge(members_of(pool_, group), merging); }) ||
        !merge) {
      for (const std::size_t a : group)
        for (const std::size_t b : group)
          if (a < b) keep_apart(a, b);
      return;
    }
    const std::size_t survivor = place(merge->survivor);
    for (const auto& [path, why] : merge->left_out) keep_apart(place(path), survivor);
    for (const auto& [path, text] : merge->stubs) gone_[place(path)] = true;
    gone_[survivor] = merge->survivor_text.has_value();
    done_ += merge->stubs.size();
    add(found_merge(pool_, group, known_, std::move(*merge)));
  }

  // A page that stays as it is, for it is pinned, may take in others in a later round.
  void add(FoundMerge merge) {
    const auto [at, is_new] = found_.try_emplace(merge.planned.survivor, merge);
    if (is_new) return;
    auto& stubs = at->second.planned.stubs;
    stubs.insert(stubs.end(), merge.planned.stubs.begin(), merge.planned.stubs.end());
    std::sort(stubs.begin(), stubs.end());
    std::move(merge.changes.begin(), merge.changes.end(), std::back_inserter(at->second.changes));
  }

  const Pool& pool_;
  const Distances& known_;
  const DecayConfig& config_;
  Refusals& refusals_;
  std::vector<bool> gone_;        // merged: what is left of it is another text
  std::vector<std::string> why_;  // it stays, where that is known
  std::map<Pair, bool> joined_;   // whether the two may be in one group
  std::set<Pair> apart_;          // that a merge left out
  std::map<PagePath, FoundMerge> found_;
  std::size_t done_ = 0;
};

}  // namespace

FoundMerges find_merges(const Wiki& wiki, SearchIndex& index, const std::vector<SweepPage>& pages,
                        const DecayConfig& config, Timestamp now, const std::set<PagePath>& taken) {
  std::map<Project, std::size_t> sizes;
  for (const SweepPage& page : pages) ++sizes[page.path.project()];
  const LinkTargets targets(index.named_pages());
  const PageMoves nothing_moves{targets, targets, {}, {}};
  FoundMerges merges;
  MergeOptions merging{.commit = wiki.head().substr(0, 12), .now = now};
  merging.relocate = [&](std::string_view lines, const PagePath& from, const PagePath& to) {
    std::string text;
    std::vector<SkippedChange> failed;
    if (spared(from, failed, [&] { text = rewrite_links(lines, from, to, nothing_moves).text; })) return text;
    add_skipped(merges.skipped, failed.front());
    throw Error(ErrorKind::failed, failed.front().why);  // plan_merge leaves it out
  };
  Refusals refusals = index.refusals("dedup", std::to_string(kMergingRules));
  for (const auto& [where, pool] : pools(wiki, pages, config, now, taken, merges.skipped, merges.apart)) {
    const std::size_t most = eviction_bound(sizes[where.first], config, {}).pages;
    if (most == 0)
      for (const MergePage& page : pool.pages)
        merges.apart.emplace(page.path, "a run may change no page of its project");
    if (most == 0 || pool.pages.size() < 2) continue;
    const Distances known = distances(pool, index, config, merges.warning);
    PoolMerger(pool, known, config, refusals).merge(merging, most, merges);
  }
  merges.refused = std::move(refusals);
  std::sort(merges.found.begin(), merges.found.end(),
            [](const FoundMerge& a, const FoundMerge& b) { return a.planned.survivor < b.planned.survivor; });
  return merges;
}

ColdGroups find_cold_groups(const Wiki& wiki, SearchIndex& index, const std::vector<SweepPage>& pages,
                            const DecayConfig& config, Timestamp now) {
  ColdGroups found;
  std::map<PagePath, std::string> no_part;
  Refusals refusals = index.refusals("dream", "facts " + std::to_string(kFactRules));
  for (const auto& [where, pool] : pools(wiki, pages, config, now, {}, found.skipped, no_part)) {
    if (pool.pages.size() < 2) continue;
    const Pool& all = pool;  // what clang 14 takes into a lambda
    const WhyApart differ = [&all](std::size_t a, std::size_t b) { return differ_in_facts(all, a, b); };
    const auto may_join = [&](std::size_t a, std::size_t b) {
      const auto why = why_apart(all, a, b, differ, refusals);
      if (why) found.apart.push_back(cold_pair(all, a, b, *why));
      return !why;
    };
    for (const auto& group : groups_of(pool, distances(pool, index, config, found.warning), config, may_join))
      found.groups.push_back(members_of(pool, group));
  }
  std::sort(found.apart.begin(), found.apart.end(),
            [](const ColdPair& a, const ColdPair& b) { return std::tie(a.left, a.right) < std::tie(b.left, b.right); });
  found.refused = std::move(refusals);
  return found;
}

namespace {

// Absent: none of its links leads to a page of `moves`, or the file is not what was planned from.
std::optional<Relinked> relink(const Wiki& wiki, const IndexedPage& page, const PageMoves& moves) {
  const auto text = wiki.read(page.path);
  if (!text || blob_id(*text) != page.blob) return std::nullopt;
  RewrittenLinks links = rewrite_links(*text, page.path, page.path, moves);
  if (links.changed == 0) return std::nullopt;
  return Relinked{{page.path, std::move(links.text), page.blob,
                   std::to_string(links.changed) + (links.changed == 1 ? " link" : " links") + " rewritten"},
                  links.changed};
}

}  // namespace

std::vector<Relinked> relink_merged(const Wiki& wiki, const SearchIndex& index, const Project& project,
                                    const std::map<PagePath, PagePath>& merged,
                                    const std::function<bool(const PagePath&)>& may_change,
                                    std::vector<SkippedChange>& skipped) {
  std::set<PagePath> survivors;
  for (const auto& [stub, survivor] : merged) survivors.insert(survivor);
  const LinkTargets targets(index.named_pages());
  const PageMoves moves{targets, targets, merged, {}};
  std::vector<Relinked> relinked;
  for (const IndexedPage& page : index.pages(project)) {
    const bool is_merged = merged.contains(page.path) || survivors.contains(page.path);
    if (is_merged || page.pinned || !page.protected_why.empty() || !may_change(page.path)) continue;
    spared(page.path, skipped, [&] {
      if (auto change = relink(wiki, page, moves)) relinked.push_back(std::move(*change));
    });
  }
  return relinked;
}

}  // namespace ai_memory
