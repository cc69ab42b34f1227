// Names of pages. A path is relative to the work tree, '/'-separated: "default/web-shop/notes/plan.md".
#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace ai_memory {

// A workspace holds projects; a project holds pages.
struct Project {
  std::string workspace = "default";
  std::string name = "default";
  std::string str() const { return workspace + "/" + name; }
  auto operator<=>(const Project&) const = default;
};

class PagePath {
 public:
  // The name of a file that is already there: kept byte for byte. Throws `usage` only for what could leave the
  // wiki or touch git's own files (empty, absolute, "..", ".git" in any case, NUL, no ".md").
  static PagePath existing(std::string_view path);

  // A name for a new page. Throws `usage` naming the rule that refuses it: everything `existing` refuses, and
  // more than 60 components, components over 200 bytes or not NFC, backslash, drive prefix, control characters,
  // <>:"|?*, a trailing dot or space, a leading '-' or '.', DOS device stems, editor temporaries, README.md at the
  // root.
  static PagePath create(std::string_view path);

  const std::string& str() const { return path_; }
  // Pages at the root or in a first-level folder belong to default/default.
  Project project() const;
  // The path below the project's folder ("notes/plan.md"); for pages of default/default that lie above it, the whole
  // path.
  std::string in_project() const;
  // How a person names it from anywhere: "default/web-shop:notes/plan.md"; ":plan.md" for pages above a project folder.
  std::string display() const;
  // First folder below the project ("sessions"), empty if none.
  std::string folder() const;
  // File name without ".md".
  std::string stem() const;

  auto operator<=>(const PagePath&) const = default;

 private:
  explicit PagePath(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// Whether a file of this name is a page: ends in ".md" and is no dot file or file in a dot folder, no editor or sync
// temporary, no root README.md. (Ledgers and generated indexes are told by content: see is_ledger in page.hh.)
// `existing` takes every page name, and whatever `create` takes is a page name.
bool is_page_name(std::string_view path);

// NFC case-folded form; two live pages whose keys are equal are twins.
std::string twin_key(std::string_view path);

// A file stem from a title: Latin folded to ASCII lower case, CJK and other letters kept, the rest hyphens; at most
// 80 bytes, cut at a code point with a short hash appended when cut; "page-<hash>" if the title has no letter or digit.
// Throws `usage` if the title is blank.
std::string slug(std::string_view title);

// Canonical composition (NFC) of valid UTF-8; other bytes are returned unchanged.
std::string to_nfc(std::string_view text);
bool is_utf8(std::string_view text);

}  // namespace ai_memory
