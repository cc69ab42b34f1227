// What an import would do to the wiki: which pages are new, equal to what is there, or in the way. Pure.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "wiki/changeset.hh"
#include "wiki/page_path.hh"
#include "wiki/source_times.hh"

namespace ai_memory {

// A page as a reader of some format gives it: a valid name and its whole text.
struct ImportedPage {
  PagePath path;
  std::string content;
  std::string origin;  // where it came from, for messages: "notes/plan.md", "conversation 26, session 3"
  std::optional<SourceTimes> times = {};  // absent: its front matter says all
  std::string place = {};                 // its name below the project, if it is a file that name_pages() gives a page
};

struct ImportNote {
  std::string what;  // the file or record
  std::string why;
};

struct RenamedFile {
  std::string what;  // the name in the source
  std::string page;  // what it became, within the project
  std::string why;
};

// The result of reading a source completely, before anything is written.
struct ImportRead {
  std::vector<ImportedPage> pages;
  std::vector<ImportNote> problems;  // bad records and files; they are left out, the rest goes in
  std::vector<std::string> found;    // pages that came in and have a fault: no text, broken front matter
  std::vector<RenamedFile> renamed;
  std::vector<ImportNote> sources;                 // what: the folder or file, why: "an Obsidian vault"
  std::map<std::string, std::size_t> other_files;  // that are not markdown, by extension in lower case ("" without)
  std::size_t symlinks = 0;                        // never followed
  std::vector<std::string> hidden;                 // markdown files whose names begin with a dot; left out
  std::map<std::string, std::size_t> times_from;   // "front matter", "git", "file": pages by who knows their times
  std::size_t skipped() const;                     // files that are not markdown, hidden ones, symbolic links
  void add(ImportRead more);
};

struct ImportPlan {
  Changeset changes;  // empty if every page is there already
  std::vector<PagePath> added, replaced, unchanged;
  std::vector<PagePath> gone;             // imported once and removed or renamed since: not brought back
  std::vector<ImportNote> kept;           // pages of the wiki that hold other text and stay as they are
  std::map<std::string, BlobId> refused;  // of those, the text that did not come in, by page path
  std::vector<PagePath> edited;           // kept, but held that text once: nothing of the source is missing
};

struct ImportTarget {
  std::function<std::optional<std::string>(const PagePath&)> read;  // the page as it stands; absent: no such file
  std::vector<PagePath> live;                                       // every page of the wiki
};

enum class OnDifference { keep, replace };

// One changeset for the whole import; the caller fills in run and time. Two sources for one page: the first wins, the
// other is a problem unless its text is equal. A page whose name differs from a live one only in case or in its Unicode
// form is kept out and reported.
ImportPlan plan_import(ImportRead& read, const ImportTarget& target, OnDifference on_difference);

// Moves these of the added pages to `gone`.
void leave_gone(ImportPlan& plan, const std::set<std::string>& paths);
// Moves these of the kept pages to `edited`.
void leave_edited(ImportPlan& plan, const std::set<std::string>& paths);

}  // namespace ai_memory
