// Several pages that say the same, as one page and stubs that lead to it. Pure: texts in, texts out.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wiki/page.hh"

namespace ai_memory {

struct MergePage {
  PagePath path;
  std::string text;
  bool pinned = false;
  double retention = 0;
  Timestamp changed{};  // when the body last changed
};

struct MergeOptions {
  std::string commit;  // holds the full texts; may be abbreviated
  Timestamp now{};
  // Lines of a page as they must read on another one, for links that are relative to a folder (see rewrite_links). May
  // be empty: they stay as they are.
  std::function<std::string(std::string_view lines, const PagePath& from, const PagePath& to)> relocate = {};
};

struct Merge {
  PagePath survivor;
  std::optional<std::string> survivor_text;  // absent: it stays as it is, for it is pinned or has all there is
  std::vector<std::pair<PagePath, std::string>> stubs;  // by path
  // Pages of the cluster that stay as they are, by path, each with the reason.
  std::vector<std::pair<PagePath, std::string>> left_out;
};

// The survivor is the pinned page of the cluster, else that of the highest retention, then the newest, then the first
// path; of several pinned ones it is the same, and the others stay. A page stays too if it is unmergeable(), of another
// project or tier than the survivor, or says something differently (see differences()), in its title too. If any
// becomes a stub:
//
// - The survivor's text begins with its bytes as they were, and ends with a section "Merged from" (it goes on with one
//   that ends the page already). That has, for each stub by path, a link, the date of its last change, and those of its
//   lines that are nowhere in the survivor as normalised_text() has them, under the headings and items they stood
//   under; of a table or a block of code with such a line, all lines; of a paragraph the sentences, if others of it are
//   there. So every line or sentence of every page, and with them every token, is in the text; headings are there as
//   bold lines.
// - A pinned survivor is never rewritten: a page becomes its stub only if it has all that page's lines already.
// - A stub keeps its front matter, with superseded_by naming the survivor, and its title; its body is a line that links
//   to the survivor and one that says how to bring the text back.
//
// Absent if nothing is to be merged; so planning with what a plan left behind is. The same whatever the order of
// `cluster`. A path must not come twice. Texts are pages as parse_page takes them.
std::optional<Merge> plan_merge(std::vector<MergePage> cluster, const MergeOptions& options);

// Which of two pages of a cluster stays: see plan_merge().
bool comes_first_in_merge(const MergePage& a, const MergePage& b);

// Why pages whose text says the same are not the same all the same: another project or tier, true or to be kept for
// another time, from a source that is trusted otherwise, or with a title, tags, aliases, entities or a description that
// the survivor has not, and a search would no longer find. Empty: they are.
std::string unlike_in_front_matter(const Page& survivor, const Page& other);

// Why a page takes part in no merge; empty if it may. Protected and compacted pages, facts and events, ledgers, stubs
// and other replaced pages, conflict copies and pages with conflict markers, and those whose name no link can hold.
std::string unmergeable(const Page& page, std::string_view text);

}  // namespace ai_memory
