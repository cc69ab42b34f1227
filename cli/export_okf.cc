#include "cli/export_okf.hh"

#include <algorithm>
#include <map>
#include <set>

#include "cli/output.hh"
#include "wiki/error.hh"
#include "wiki/page.hh"

namespace ai_memory {
namespace {

struct Entry {
  std::string name, title, description;
};
using Sections = std::map<std::string, std::vector<Entry>>;  // by folder

// "notes/index.md" -> "notes/index-page.md"; other names stay. Pages come by path, so a page of that other name has
// been.
std::string free_name(const std::string& name, std::set<std::string>& taken) {
  const std::string file = twin_key(name.substr(name.rfind('/') + 1));
  const bool reserved = file == "index.md" || file == "log.md";
  const std::string stem = name.substr(0, name.size() - 3) + (reserved ? "-page" : "");
  std::string found = stem + ".md";
  for (int n = 2; !taken.insert(found).second; ++n) found = stem + "-" + std::to_string(n) + ".md";
  return found;
}

// Why the page cannot be a document of the bundle; empty if it can.
std::string obstacle(const Page& page) {
  if (!page.readable) return "is not text";
  if (const auto& problem = page.front_matter.problem())
    return "its front matter cannot be read, line " + std::to_string(problem->line) + ": " + problem->message;
  if (page.front_matter.has("type") && !page.front_matter.list("type").empty() && !page.front_matter.text("type"))
    return "its type is a list";
  return {};
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char byte : one_line(text)) {
    if (std::string_view("\\[]`*_<#").find(byte) != std::string_view::npos) out += '\\';
    out += byte;
  }
  return out;
}

std::string as_url(std::string_view path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char byte : path) {
    const auto code = static_cast<unsigned char>(byte);
    if (code > 0x20 && code != 0x7f && std::string_view("%()<>[]#?\\\"").find(byte) == std::string_view::npos)
      out += byte;
    else
      out.append("%").append(1, kHex[code >> 4]).append(1, kHex[code & 15]);
  }
  return out;
}

// One section a folder, the top of the bundle first.
std::string index_text(const Sections& sections) {
  std::string text = "---\nokf_version: \"0.2\"\n---\n" + std::string(kGeneratedMark) + ": lists this bundle -->\n";
  for (const auto& [folder, entries] : sections) {
    text += "\n# " + (folder.empty() ? "Pages" : escaped(folder)) + "\n\n";
    for (const auto& [name, title, description] : entries)
      text += "* [" + escaped(title) + "](" + as_url(name) + ")" +
              (description.empty() ? "" : " - " + escaped(description)) + "\n";
  }
  return text;
}

std::string with_type(const Page& page, const std::string& text) {
  const auto type = page.front_matter.text("type");
  if (type && !type->empty()) return text;
  return edit_front_matter(text, {{"type", page.kind}});
}

}  // namespace

std::vector<ExportFile> okf_bundle(const std::vector<ExportedPage>& pages, ExportReport& report) {
  std::vector<ExportFile> files;
  std::set<std::string> taken;
  Sections sections;
  for (const auto& [path, name, text] : pages) {
    const Page page = parse_page(path, text);
    if (const auto why = obstacle(page); !why.empty()) {
      report.problems.push_back({path.display(), why});
      continue;
    }
    const std::string file = free_name(name, taken);
    if (file != name) report.renamed.push_back({name, file, "the format keeps the name for itself"});
    files.push_back({file, with_type(page, text)});
    const auto slash = file.rfind('/');
    sections[slash == std::string::npos ? "" : file.substr(0, slash)].push_back({file, page.title, page.description});
  }
  files.push_back({"index.md", index_text(sections), true});
  return files;
}

}  // namespace ai_memory
