#include "dream/rewrite_changes.hh"

#include <algorithm>

#include "decay/merge_text.hh"
#include "wiki/error.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

bool has_title_in_text(const Page& page) { return !page.front_matter.text("title") && page.title != page.path.stem(); }

// Under the survivor's own title, for links call it by that.
std::string with_title(const Page& page, const std::string& body) {
  if (!has_title_in_text(page)) return body;
  const Page written = parse_page(page.path, body);
  return written.title == page.title ? body : "# " + page.title + "\n\n" + body;
}

std::string survivor_text(const std::vector<MergePage>& pages, const std::string& body, const std::string& model) {
  const std::string& old = pages.front().text;
  const Page page = parse_page(pages.front().path, old);
  std::string text = old.substr(0, page.front_matter.body_offset());
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  if (!text.empty()) text += '\n';
  text += with_title(page, body);
  if (!text.ends_with('\n')) text += '\n';
  std::string section;
  for (std::size_t i = 1; i < pages.size(); ++i) {
    const Page other = parse_page(pages[i].path, pages[i].text);
    section += (i == 1 ? "" : "\n");
    section += "From " + wikilink_to(other.path, other.title) + ", changed " + format_date(pages[i].changed) +
               ": rewritten by " + model + ".\n";
  }
  auto whole = with_section(parse_page(page.path, text), text, section);
  if (!whole) throw Error(ErrorKind::failed, page.path.display() + ": the new text ends in code that is never closed");
  const Page written = parse_page(page.path, *whole);
  if (written.title != page.title || written.front_matter.json() != page.front_matter.json())
    throw Error(ErrorKind::failed, page.path.display() + ": the new text would change what the page is");
  return *whole;
}

}  // namespace

void sort_by_survival(std::vector<MergePage>& pages) { std::sort(pages.begin(), pages.end(), comes_first_in_merge); }

std::string why_not_together(const MergePage& survivor, const MergePage& other) {
  const Page page = parse_page(other.path, other.text), first = parse_page(survivor.path, survivor.text);
  if (other.pinned) return "pinned";
  if (std::string why = unmergeable(page, other.text); !why.empty()) return why;
  return unlike_in_front_matter(first, page);
}

std::vector<Change> rewrite_changes(const std::vector<MergePage>& pages, const std::string& body,
                                    const std::string& commit, const std::string& model) {
  const Page survivor = parse_page(pages.front().path, pages.front().text);
  std::vector<Change> changes;
  const std::size_t others = pages.size() - 1;
  changes.push_back({survivor.path, survivor_text(pages, body, model), blob_id(pages.front().text),
                     "rewritten from it and " + std::to_string(others) + (others == 1 ? " page" : " pages")});
  for (std::size_t i = 1; i < pages.size(); ++i) {
    const Page page = parse_page(pages[i].path, pages[i].text);
    changes.push_back({page.path, stub_text(page, pages[i].text, survivor, commit), blob_id(pages[i].text),
                       "its facts are in " + survivor.path.in_project()});
  }
  return changes;
}

}  // namespace ai_memory
