#include "index/removed_text.hh"

#include <vector>

#include "index/page_rows.hh"

namespace ai_memory {
namespace {

struct Gone {
  std::int64_t id = 0;
  std::string path, blob;
};

// What a run removed, and did not put elsewhere (kMovePass, kInboxPass).
constexpr std::string_view kNoLonger = R"sql(
SELECT r.id, r.path, r.blob FROM removed r LEFT JOIN history h ON h.path = r.path
WHERE h.removed_at IS NULL OR h.run = '' OR h.pass IN ('move', 'inbox') OR h.blob <> r.blob
)sql";

constexpr std::string_view kNotYet = R"sql(
SELECT 0, h.path, h.blob FROM history h LEFT JOIN removed r ON r.path = h.path
WHERE h.removed_at IS NOT NULL AND h.run <> '' AND h.pass NOT IN ('move', 'inbox') AND r.id IS NULL
)sql";

std::vector<Gone> rows(const sqlite::Database& database, std::string_view sql) {
  std::vector<Gone> found;
  auto row = database.prepare(sql);
  while (row.step()) found.push_back({row.integer(0), row.text(1), row.text(2)});
  return found;
}

}  // namespace

void refresh_removed_text(sqlite::Database& database, const Wiki& wiki) {
  auto forget = database.prepare("DELETE FROM removed WHERE id = ?1");
  auto forget_text = database.prepare("DELETE FROM removed_fts WHERE rowid = ?1");
  for (const Gone& page : rows(database, kNoLonger)) {
    forget_text.with(page.id).run();
    forget.with(page.id).run();
  }
  auto put = database.prepare("INSERT INTO removed (path, blob, title) VALUES (?1, ?2, ?3)");
  auto put_text = database.prepare(
      "INSERT INTO removed_fts (rowid, title, aliases, headings, tags, body) VALUES (last_insert_rowid(), ?1, ?2, ?3, "
      "?4, ?5)");
  for (const Gone& gone : rows(database, kNotYet)) {
    std::string text;
    try {
      text = wiki.blob(gone.blob);
    } catch (const Error&) {
      continue;  // a damaged object; `doctor` names it
    }
    const Page page = parse_page(PagePath::existing(gone.path), text);
    const auto [title, aliases, headings, tags, body] =
        text_columns(page, page.readable ? outline(page.body) : Outline{});
    put.with(gone.path, gone.blob, page.title).run();
    put_text.with(title, aliases, headings, tags, body).run();
  }
}

}  // namespace ai_memory
