#include "index/schema.hh"

namespace ai_memory {
namespace {

// Times are whole seconds since 1970 UTC; file times are nanoseconds. Blob and commit ids are hex.
constexpr std::string_view kPages = R"sql(
CREATE TABLE pages (
  id INTEGER PRIMARY KEY,          -- stays over a rename
  path TEXT NOT NULL UNIQUE,
  workspace TEXT NOT NULL,
  project TEXT NOT NULL,
  title TEXT NOT NULL,
  kind TEXT NOT NULL,
  tier TEXT NOT NULL,
  pinned INTEGER NOT NULL,
  readable INTEGER NOT NULL,
  compacted INTEGER NOT NULL,
  protected_why TEXT NOT NULL,     -- empty: automatic change is allowed
  stated_created INTEGER,          -- as front matter says
  valid_from INTEGER,
  valid_until INTEGER,
  expires_at INTEGER,
  session_ended INTEGER,
  salience REAL NOT NULL,
  importance REAL,
  superseded_by TEXT NOT NULL,
  trust TEXT NOT NULL,
  front_matter TEXT NOT NULL,      -- JSON
  bytes INTEGER NOT NULL,
  blob TEXT NOT NULL,              -- of the bytes on disk
  body_blob TEXT NOT NULL,         -- of what follows the front matter
  -- what history knows of it, see page_times.cc
  created INTEGER NOT NULL DEFAULT 0,
  body_changed INTEGER NOT NULL DEFAULT 0,
  restored_at INTEGER,
  ignored INTEGER NOT NULL DEFAULT 0,
  uncommitted INTEGER NOT NULL DEFAULT 1  -- differs from HEAD
);
CREATE INDEX pages_by_project ON pages(workspace, project);
CREATE INDEX pages_by_blob ON pages(blob);
CREATE INDEX pages_uncommitted ON pages(id) WHERE uncommitted;
)sql";

constexpr std::string_view kText = R"sql(
CREATE VIRTUAL TABLE pages_fts USING fts5(title, aliases, headings, tags, body, tokenize = 'ai_memory');
)sql";

constexpr std::string_view kTags = R"sql(
CREATE TABLE tags (
  page INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  tag TEXT NOT NULL COLLATE NOCASE,
  PRIMARY KEY (page, tag)
) WITHOUT ROWID;
)sql";

constexpr std::string_view kLinks = R"sql(
CREATE TABLE links (
  page INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  target TEXT NOT NULL,            -- a path in the wiki, or a bare name as typed
  kind TEXT NOT NULL,              -- "link" or the relation's word
  line INTEGER NOT NULL            -- of the file
);
CREATE INDEX links_by_page ON links(page);
CREATE INDEX links_by_target ON links(target);
)sql";

// Every page-like file as it was when last read; ledgers too, which are no pages.
constexpr std::string_view kFiles = R"sql(
CREATE TABLE files (
  path TEXT PRIMARY KEY,
  blob TEXT NOT NULL,
  mtime INTEGER NOT NULL,
  ctime INTEGER NOT NULL,
  size INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  racy INTEGER NOT NULL            -- written so close to the reading that its times prove nothing
) WITHOUT ROWID;
)sql";

// The newest commit's word on each path; with `removed_at`, a tombstone.
constexpr std::string_view kHistory = R"sql(
CREATE TABLE history (
  path TEXT PRIMARY KEY,
  blob TEXT NOT NULL,              -- last committed bytes
  created INTEGER NOT NULL,
  body_changed INTEGER NOT NULL,
  restored_at INTEGER,
  removed_at INTEGER,
  removed_in TEXT NOT NULL DEFAULT '',  -- commit
  run TEXT NOT NULL DEFAULT '',
  pass TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX history_by_blob ON history(blob);
)sql";

constexpr std::string_view kProgress = R"sql(
CREATE TABLE progress (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
)sql";

// Which row of an embedder's vector file is for which text; texts no page has any more included.
constexpr std::string_view kVectors = R"sql(
CREATE TABLE IF NOT EXISTS vectors (
  embedder TEXT NOT NULL,
  hash INTEGER NOT NULL,           -- of the text
  row INTEGER NOT NULL,
  PRIMARY KEY (embedder, hash)
) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS vectors_by_row ON vectors(embedder, row);
)sql";

// Whose chunks are those of which text of the page, and by which embedder they were cut.
constexpr std::string_view kEmbedded = R"sql(
CREATE TABLE embedded (
  page INTEGER PRIMARY KEY REFERENCES pages(id) ON DELETE CASCADE,
  embedder TEXT NOT NULL,
  blob TEXT NOT NULL
);
)sql";

constexpr std::string_view kChunks = R"sql(
CREATE TABLE chunks (
  page INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  line INTEGER NOT NULL,           -- of the file
  PRIMARY KEY (page, n)
) WITHOUT ROWID;
CREATE INDEX chunks_by_hash ON chunks(hash);
)sql";

constexpr std::string_view kUsage = R"sql(
CREATE TABLE usage (
  path TEXT NOT NULL,
  actor TEXT NOT NULL,
  n INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (path, actor)
) WITHOUT ROWID;
)sql";

constexpr std::string_view kFirstSeen = R"sql(
CREATE TABLE first_seen (path TEXT PRIMARY KEY, time INTEGER NOT NULL) WITHOUT ROWID;
)sql";

constexpr std::string_view kMeta = R"sql(
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
)sql";

// Where rows come to mean more, or something else, they are made anew from the wiki by the next command.
std::string remake_derived() {
  std::string sql;
  for (auto table = tables().rbegin(); table != tables().rend(); ++table) {
    if (table->keeping == Keeping::derived) sql.append("DROP TABLE IF EXISTS ").append(table->name).append(";\n");
  }
  for (const Table& table : tables()) {
    if (table.keeping == Keeping::derived) sql += table.ddl;
  }
  return sql;
}

std::string make_all() {
  std::string sql;
  for (const Table& table : tables()) sql += table.ddl;
  return sql;
}

std::int64_t version_of(const sqlite::Database& database) { return database.integer("PRAGMA user_version"); }

std::filesystem::path copy_aside(sqlite::Database& database, const std::filesystem::path& file, std::int64_t version) {
  std::filesystem::path copy = file;
  copy += ".before-version-" + std::to_string(version + 1);
  std::filesystem::remove(copy);
  database.prepare("VACUUM INTO ?1").with(copy.string()).run();
  return copy;
}

}  // namespace

const std::vector<Table>& tables() {
  static const std::vector<Table> all = {
      {"pages", Keeping::derived, kPages},       {"pages_fts", Keeping::derived, kText},
      {"tags", Keeping::derived, kTags},         {"links", Keeping::derived, kLinks},
      {"embedded", Keeping::derived, kEmbedded}, {"chunks", Keeping::derived, kChunks},
      {"files", Keeping::derived, kFiles},       {"history", Keeping::derived, kHistory},
      {"progress", Keeping::derived, kProgress}, {"usage", Keeping::kept, kUsage},
      {"first_seen", Keeping::kept, kFirstSeen}, {"meta", Keeping::kept, kMeta},
      {"vectors", Keeping::kept, kVectors},
  };
  return all;
}

const std::vector<Migration>& migrations() {
  static const std::vector<Migration> steps = {
      make_all(),
      remake_derived(),                          // 2: links of the front matter
      remake_derived(),                          // 3: under any of its keys
      remake_derived() + std::string(kVectors),  // 4: embeddings
  };
  return steps;
}

bool is_current(const sqlite::Database& database, const std::filesystem::path& file, std::size_t version) {
  const std::int64_t have = version_of(database);
  const std::int64_t id = database.integer("PRAGMA application_id");
  const bool empty = database.integer("SELECT count(*) FROM sqlite_schema") == 0;
  if (!empty && id != kApplicationId) {
    throw Error(ErrorKind::failed, file.string() + ": not a search index of ai-memory", "move the file elsewhere");
  }
  if (have > static_cast<std::int64_t>(version)) {
    throw Error(ErrorKind::failed,
                file.string() + ": made by a newer ai-memory (version " + std::to_string(have) +
                    " of the file, this program knows " + std::to_string(version) + ")",
                "install the newer program; or move the file elsewhere and lose the usage counts in it");
  }
  return have == static_cast<std::int64_t>(version);
}

std::optional<std::filesystem::path> migrate(sqlite::Database& database, const std::filesystem::path& file,
                                             const std::vector<Migration>& steps) {
  if (is_current(database, file, steps.size())) return std::nullopt;
  std::optional<std::filesystem::path> copy;
  // VACUUM INTO cannot run within a transaction; a second process that comes here too makes the same copy.
  if (const std::int64_t have = version_of(database); have > 0) copy = copy_aside(database, file, have);
  sqlite::Transaction transaction(database);
  if (is_current(database, file, steps.size())) return copy;  // another process was faster
  for (auto at = static_cast<std::size_t>(version_of(database)); at < steps.size(); ++at) database.execute(steps[at]);
  database.execute("PRAGMA application_id = " + std::to_string(kApplicationId));
  database.execute("PRAGMA user_version = " + std::to_string(steps.size()));
  transaction.commit();
  return copy;
}

void clear_derived(sqlite::Database& database) { database.execute(remake_derived()); }

}  // namespace ai_memory
