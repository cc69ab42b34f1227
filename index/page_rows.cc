#include "index/page_rows.hh"

#include <algorithm>
#include <array>

#include "decay/compaction.hh"
#include "index/entities.hh"
#include "wiki/front_matter.hh"
#include "wiki/front_matter_links.hh"
#include "wiki/markdown.hh"

namespace ai_memory {
namespace {

// Not one upsert: for each of these SQLite opens a savepoint, and FTS5 writes out at each savepoint what it has
// gathered.
constexpr std::string_view kAddPage = R"sql(
INSERT INTO pages (path, workspace, project, title, kind, tier, pinned, readable, compacted, protected_why,
                   stated_created, valid_from, valid_until, expires_at, session_ended, salience, importance,
                   superseded_by, trust, front_matter, bytes, blob, body_blob, confidence, arousal)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,
        ?24, ?25)
)sql";

constexpr std::string_view kChangePage = R"sql(
UPDATE pages SET
  title = ?4, kind = ?5, tier = ?6, pinned = ?7, readable = ?8, compacted = ?9, protected_why = ?10,
  stated_created = ?11, valid_from = ?12, valid_until = ?13, expires_at = ?14, session_ended = ?15, salience = ?16,
  importance = ?17, superseded_by = ?18, trust = ?19, front_matter = ?20, bytes = ?21, blob = ?22, body_blob = ?23,
  confidence = ?24, arousal = ?25
WHERE id = ?26
)sql";

constexpr std::string_view kRenamePage = "UPDATE pages SET path = ?2, workspace = ?3, project = ?4 WHERE path = ?1";

// The new name may have a past of its own.
constexpr std::string_view kAddUsage = R"sql(
INSERT INTO usage SELECT ?2, actor, n, last FROM usage WHERE path = ?1
ON CONFLICT (path, actor) DO UPDATE SET n = n + excluded.n, last = max(last, excluded.last)
)sql";

constexpr std::string_view kMoveFirstSeen = R"sql(
INSERT INTO first_seen SELECT ?2, time FROM first_seen WHERE path = ?1
ON CONFLICT (path) DO UPDATE SET time = min(time, excluded.time)
)sql";

std::string why_protected(const Page& page) {
  if (!page.readable) return "not text, or too large";
  if (const auto& problem = page.front_matter.problem()) {
    return "broken front matter, line " + std::to_string(problem->line);
  }
  return page.tier == Tier::unknown ? "unknown tier" : "";
}

std::string one_a_line(std::initializer_list<std::string_view> texts) {
  std::string joined;
  for (const std::string_view text : texts) {
    if (!text.empty()) joined.append(text).append("\n");
  }
  return joined;
}

std::string one_a_line(const std::vector<std::string>& texts, std::string_view last = {}) {
  std::string joined;
  for (const std::string& text : texts) joined.append(text).append("\n");
  return joined.append(last);
}

std::string heading_lines(const Outline& outline, const Page& page) {
  std::string joined = one_a_line({page.description, page.summary, page.abstract});
  for (const auto& heading : outline.headings) joined.append(heading.text).append("\n");
  return joined;
}

// A compacted page names the words once that made it the page about them: they count as if said some more times.
std::string body_text(const Page& page) {
  if (!page.readable) return {};
  std::string text(page.body);
  constexpr int kMoreTimes = 4;  // it names what was said five times at least
  if (const auto often = page.compacted ? often_said(page.body) : ""; !often.empty())
    for (int n = 0; n < kMoreTimes; ++n) text.append(often).append("\n");
  return text;
}

}  // namespace

BlobId body_blob(std::string_view page_text) { return blob_id(split_front_matter(page_text).body); }

PageRows::PageRows(sqlite::Database& database)
    : add_page_(database.prepare(kAddPage)),
      change_page_(database.prepare(kChangePage)),
      find_id_(database.prepare("SELECT id FROM pages WHERE path = ?1")),
      remove_page_(database.prepare("DELETE FROM pages WHERE id = ?1")),
      put_text_(database.prepare(
          "INSERT INTO pages_fts (rowid, title, aliases, headings, tags, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")),
      remove_text_(database.prepare("DELETE FROM pages_fts WHERE rowid = ?1")),
      put_tag_(database.prepare("INSERT OR IGNORE INTO tags VALUES (?1, ?2)")),
      remove_tags_(database.prepare("DELETE FROM tags WHERE page = ?1")),
      put_link_(database.prepare("INSERT INTO links VALUES (?1, ?2, ?3, ?4)")),
      remove_links_(database.prepare("DELETE FROM links WHERE page = ?1")),
      put_entity_(database.prepare("INSERT OR IGNORE INTO entities VALUES (?1, ?2)")),
      remove_entities_(database.prepare("DELETE FROM entities WHERE page = ?1")),
      rename_page_(database.prepare(kRenamePage)),
      add_usage_(database.prepare(kAddUsage)),
      remove_usage_(database.prepare("DELETE FROM usage WHERE path = ?1")),
      move_first_seen_(database.prepare(kMoveFirstSeen)),
      forget_first_seen_(database.prepare("DELETE FROM first_seen WHERE path = ?1")),
      put_file_(database.prepare("INSERT OR REPLACE INTO files VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")),
      remove_file_(database.prepare("DELETE FROM files WHERE path = ?1")),
      see_(database.prepare("INSERT OR IGNORE INTO first_seen VALUES (?1, ?2)")),
      past_chunks_(database) {}

std::optional<std::int64_t> PageRows::find_id(const std::string& path) {
  find_id_.with(path);
  std::optional<std::int64_t> id;
  if (find_id_.step()) id = find_id_.integer(0);
  find_id_.reset();
  return id;
}

std::int64_t PageRows::put_page(const Page& page, std::string_view content, const BlobId& blob) {
  const Project project = page.path.project();
  const auto known = find_id(page.path.str());
  if (known) past_chunks_.keep(page.path.str());
  const auto run = [&](sqlite::Statement& statement, const auto&... more) {
    statement
        .with(page.path.str(), project.workspace, project.name, page.title, page.kind, tier_name(page.tier),
              page.pinned, page.readable, page.compacted, why_protected(page), page.created, page.valid_from,
              page.valid_until, page.expires_at, page.ended, page.salience, page.importance, page.superseded_by,
              page.trust, page.front_matter.json(), content.size(), blob, body_blob(content), page.confidence,
              page.arousal, more...)
        .run();
  };
  if (known)
    run(change_page_, *known);
  else
    run(add_page_);
  past_chunks_.give_back(page.path.str());
  return known ? *known : *find_id(page.path.str());
}

std::array<std::string, 5> text_columns(const Page& page, const Outline& shape) {
  // People also look for a page by the name of its file.
  return {page.title, one_a_line(page.aliases, page.path.stem()), heading_lines(shape, page),
          one_a_line(page.tags, one_a_line(shape.tags)), body_text(page)};
}

void PageRows::put_text(std::int64_t id, const Page& page, const Outline& shape) {
  remove_text_.with(id).run();
  const auto [title, aliases, headings, tags, body] = text_columns(page, shape);
  put_text_.with(id, title, aliases, headings, tags, body).run();
}

void PageRows::put_entities(std::int64_t id, const Page& page) {
  remove_entities_.with(id).run();
  for (const std::string& name : page.entities)
    if (const std::string words = entity_words(name); !words.empty()) put_entity_.with(id, words).run();
}

void PageRows::put(const Page& page, std::string_view content, const BlobId& blob) {
  const std::int64_t id = put_page(page, content, blob);
  const Outline shape = page.readable ? outline(page.body) : Outline{};
  put_text(id, page, shape);
  put_entities(id, page);
  remove_tags_.with(id).run();
  for (const auto* tags : {&page.tags, &shape.tags})
    for (const std::string& tag : *tags) put_tag_.with(id, tag).run();
  remove_links_.with(id).run();
  for (const Link& link : front_matter_links(page.front_matter)) put_link(id, page.path, link, link.line);
  for (const Link& link : shape.links) put_link(id, page.path, link, link.line + page.body_line - 1);
}

void PageRows::put_link(std::int64_t id, const PagePath& from, const Link& link, std::size_t line) {
  const std::string target = link_path(link, from);
  if (target.empty()) return;
  put_link_.with(id, target, link.relation.empty() ? "link" : link.relation, line).run();
}

void PageRows::remove(const std::string& path) {
  const auto id = find_id(path);
  if (!id) return;
  past_chunks_.keep(path);
  remove_text_.with(*id).run();
  remove_page_.with(*id).run();  // tags and links go with it
}

void PageRows::rename(const std::string& from, const std::string& to, Timestamp now) {
  const Project project = PagePath::existing(to).project();
  rename_page_.with(from, to, project.workspace, project.name).run();
  add_usage_.with(from, to).run();
  remove_usage_.with(from).run();
  see(to, now);
  move_first_seen_.with(from, to).run();
  forget_first_seen_.with(from).run();
  remove_file_.with(from).run();
}

void PageRows::put_file(const PageFile& file, const BlobId& blob, bool racy) {
  put_file_.with(file.path.str(), blob, file.mtime_ns, file.ctime_ns, file.size, file.inode, racy).run();
}

void PageRows::remove_file(const std::string& path) { remove_file_.with(path).run(); }
void PageRows::see(const std::string& path, Timestamp now) { see_.with(path, now).run(); }

}  // namespace ai_memory
