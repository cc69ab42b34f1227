// The rows a page has because of what its file says: pages, text, tags, links, files.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "index/database.hh"
#include "index/past_chunks.hh"
#include "wiki/markdown.hh"
#include "wiki/page.hh"
#include "wiki/wiki.hh"

namespace ai_memory {

struct Link;

class PageRows {
 public:
  explicit PageRows(sqlite::Database& database);

  // Replaces all rows of this page; its id stays. A text that was here before has its vectors again.
  void put(const Page& page, std::string_view content, const BlobId& blob);
  void remove(const std::string& path);  // nothing is left that a search could find
  // The file went elsewhere with the same bytes: id, usage and first sight go with it.
  void rename(const std::string& from, const std::string& to, Timestamp now);

  void put_file(const PageFile& file, const BlobId& blob, bool racy);
  void remove_file(const std::string& path);
  void see(const std::string& path, Timestamp now);  // notes a page's first sight, once

 private:
  std::optional<std::int64_t> find_id(const std::string& path);
  std::int64_t put_page(const Page& page, std::string_view content, const BlobId& blob);
  void put_text(std::int64_t id, const Page& page, const Outline& shape);
  void put_entities(std::int64_t id, const Page& page);
  void put_link(std::int64_t id, const PagePath& from, const Link& link, std::size_t line);

  sqlite::Statement add_page_, change_page_, find_id_, remove_page_;
  sqlite::Statement put_text_, remove_text_, put_tag_, remove_tags_, put_link_, remove_links_;
  sqlite::Statement put_entity_, remove_entities_;
  sqlite::Statement rename_page_, add_usage_, remove_usage_, move_first_seen_, forget_first_seen_;
  sqlite::Statement put_file_, remove_file_, see_;
  PastChunks past_chunks_;
};

// The id of what follows the front matter.
BlobId body_blob(std::string_view page_text);

// The columns of the full text index: title, aliases, headings, tags, body.
std::array<std::string, 5> text_columns(const Page& page, const Outline& shape);

}  // namespace ai_memory
