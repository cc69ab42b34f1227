#include "decay/merge.hh"

#include <algorithm>

#include "decay/difference_compare.hh"
#include "decay/keep_tokens.hh"
#include "decay/merge_text.hh"
#include "decay/twins.hh"
#include "wiki/conflict.hh"
#include "wiki/error.hh"

namespace ai_memory {
namespace {

// A page of the cluster as its text says it is. `page` points into `given`'s text.
struct Candidate {
  const MergePage* given;
  Page page;
};

std::string what_differs(const Difference& difference) {
  const auto side = [](const std::string& text) { return text.empty() ? "nothing" : "'" + text + "'"; };
  return "differs from it: " + difference.kind + " " + side(difference.left) + " there, " + side(difference.right) +
         " here";
}

// Why a page cannot become a stub of this survivor; empty if it can.
std::string not_of(const Candidate& survivor, const Candidate& other) {
  if (other.given->pinned) return "pinned";
  if (std::string why = unlike_in_front_matter(survivor.page, other.page); !why.empty()) return why;
  const auto found = differences(survivor.page.body, other.page.body);
  return found.empty() ? "" : what_differs(found.front());
}

std::string with_final_line_end(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text + "\n";
}

class Planner {
 public:
  Planner(const Candidate& survivor, const MergeOptions& options)
      : survivor_(survivor), options_(options), merge_{survivor.page.path, {}, {}, {}} {
    known_ = forms_of(survivor.page.body);
    grown_ = survivor.given->text;
  }

  void add(const Candidate& other) {
    std::string stub, why = not_of(survivor_, other);
    try {
      if (why.empty()) stub = stub_text(other.page, other.given->text, survivor_.page, options_.commit);
      if (why.empty()) why = survivor_.given->pinned ? keep_survivor(other) : grow_survivor(other);
    } catch (const Error& error) {  // odd front matter that no line can be added to; lines that cannot be relocated
      why = error.what();
    }
    if (!why.empty())
      merge_.left_out.emplace_back(other.page.path, std::move(why));
    else
      merge_.stubs.emplace_back(other.page.path, std::move(stub));
  }

  Merge finish() {
    if (grown_ != survivor_.given->text) merge_.survivor_text = std::move(grown_);
    return std::move(merge_);
  }

 private:
  // Below a fence or a tag that is never closed, lines are there, but no longer what they were.
  bool holds_all(const std::string& grown, const Candidate& other) const {
    const Page page = parse_page(survivor_.page.path, grown);
    auto forms = forms_of(page.body);
    if (!missing_lines(other.page.body, forms).empty()) return false;
    std::set<std::string> kept;
    // A line that is here in another width is not said again.
    for (KeptToken& token : keep_tokens(usual_width(page.body))) kept.insert(std::move(token.text));
    for (const KeptToken& token : keep_tokens(usual_width(other.page.body)))
      if (token.kind != KeepKind::item && token.kind != KeepKind::block && !kept.contains(token.text)) return false;
    return true;
  }

  std::string keep_survivor(const Candidate& other) {
    auto known = known_;
    return missing_lines(other.page.body, known).empty() ? "" : "has lines that the pinned page has not";
  }

  std::string grow_survivor(const Candidate& other) {
    auto known = known_;
    std::string lines = missing_lines(other.page.body, known);
    bool relocated = false;  // then some lines read differently here, as they should
    if (options_.relocate && !lines.empty()) {
      std::string there = options_.relocate(lines, other.page.path, survivor_.page.path);
      relocated = there != lines;
      lines = std::move(there);
    }
    std::string section =
        "From " + wikilink_to(other.page.path, other.page.title) + ", changed " + format_date(other.given->changed);
    section += lines.empty() ? ": nothing that is not here.\n" : ":\n\n" + with_final_line_end(std::move(lines));
    const Page page = parse_page(survivor_.page.path, grown_);
    auto grown = with_section(page, grown_, section);
    if (!grown || grown->size() > kMaxPageBytes || (!relocated && !holds_all(*grown, other)))
      return "its lines cannot stand at the end of the page";
    grown_ = std::move(*grown);
    known_ = std::move(known);
    return {};
  }

  const Candidate& survivor_;
  const MergeOptions& options_;
  Merge merge_;
  std::set<std::string> known_;
  std::string grown_;
};

// A list of the front matter that a search goes by.
bool has_more(const std::vector<std::string>& other, const std::vector<std::string>& survivor) {
  return std::any_of(other.begin(), other.end(), [&](const std::string& item) {
    return std::find(survivor.begin(), survivor.end(), item) == survivor.end();
  });
}

bool tells_more(const std::string& other, const std::string& survivor) { return !other.empty() && other != survivor; }

// Titles in front matter, for those in the body are compared with it. Equal notes of two days may be one.
bool titles_differ(const Page& a, const Page& b) {
  if (!a.front_matter.text("title") || !b.front_matter.text("title")) return false;
  const auto undated = [](std::string_view title) {
    std::vector<Unit> units = units_of(title);
    std::erase_if(units,
                  [](const Unit& unit) { return unit.kind == Unit::Kind::token && unit.token == TokenKind::date; });
    return units;
  };
  return !compare_for_merging(undated(a.title), undated(b.title)).empty();
}

}  // namespace

bool comes_first_in_merge(const MergePage& a, const MergePage& b) {
  if (a.pinned != b.pinned) return a.pinned;
  if (a.retention != b.retention) return a.retention > b.retention;
  if (a.changed != b.changed) return a.changed > b.changed;
  return a.path < b.path;
}

std::string unlike_in_front_matter(const Page& survivor, const Page& other) {
  if (other.path.project() != survivor.path.project()) return "of another project";
  if (other.tier != survivor.tier) return "of another tier";
  if (other.valid_from != survivor.valid_from || other.valid_until != survivor.valid_until)
    return "true at another time";
  if (other.expires_at != survivor.expires_at) return "to be kept for another time";
  if (other.trust != survivor.trust || other.confidence != survivor.confidence) return "trusted otherwise";
  if (titles_differ(survivor, other)) return "its title names something else";
  if (has_more(other.tags, survivor.tags) || has_more(other.aliases, survivor.aliases) ||
      has_more(other.entities, survivor.entities))
    return "has tags, aliases or entities of its own";
  if (tells_more(other.description, survivor.description) || tells_more(other.abstract, survivor.abstract) ||
      tells_more(other.summary, survivor.summary))
    return "has a description of its own";
  return {};
}

std::string unmergeable(const Page& page, std::string_view text) {
  if (page.is_protected()) return "protected";
  if (is_ledger(page.path, text)) return "a ledger";
  if (page.compacted) return "compacted";
  if (!page.superseded_by.empty()) return "replaced by another page";
  if (page.kind == "fact" || page.kind == "event") return page.kind + " pages are never merged";
  if (original_of_copy(page.path)) return "a conflict copy";
  if (conflict_marker_line(text)) return "has conflict markers";
  if (wikilink_to(page.path).empty()) return "no link can hold its name";
  return {};
}

std::optional<Merge> plan_merge(std::vector<MergePage> cluster, const MergeOptions& options) {
  std::sort(cluster.begin(), cluster.end(), [](const MergePage& a, const MergePage& b) { return a.path < b.path; });
  std::vector<Candidate> candidates;
  std::vector<std::pair<PagePath, std::string>> left_out;
  for (const MergePage& given : cluster) {
    Page page = parse_page(given.path, given.text);
    if (std::string why = unmergeable(page, given.text); !why.empty())
      left_out.emplace_back(given.path, std::move(why));
    else
      candidates.push_back({&given, std::move(page)});
  }
  const auto survivor = std::min_element(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    return comes_first_in_merge(*a.given, *b.given);
  });
  if (survivor == candidates.end()) return std::nullopt;
  Planner planner(*survivor, options);
  for (const Candidate& other : candidates)
    if (&other != &*survivor) planner.add(other);
  Merge merge = planner.finish();
  if (merge.stubs.empty()) return std::nullopt;
  merge.left_out.insert(merge.left_out.end(), left_out.begin(), left_out.end());
  std::sort(merge.left_out.begin(), merge.left_out.end());
  return merge;
}

}  // namespace ai_memory
