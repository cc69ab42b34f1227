#include "index/schema.hh"

#include "index/topics.hh"

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
  arousal REAL NOT NULL,
  superseded_by TEXT NOT NULL,
  trust TEXT NOT NULL,
  confidence TEXT NOT NULL,
  front_matter TEXT NOT NULL,      -- JSON
  bytes INTEGER NOT NULL,
  blob TEXT NOT NULL,              -- of the bytes on disk
  body_blob TEXT NOT NULL,         -- of what follows the front matter
  -- what history knows of it, see page_times.cc
  created INTEGER NOT NULL DEFAULT 0,
  body_changed INTEGER NOT NULL DEFAULT 0,
  restored_at INTEGER,
  swept_at INTEGER,
  ignored INTEGER NOT NULL DEFAULT 0,
  uncommitted INTEGER NOT NULL DEFAULT 1  -- differs from HEAD
);
CREATE INDEX pages_by_project ON pages(workspace, project);
CREATE INDEX pages_by_blob ON pages(blob);
CREATE INDEX pages_uncommitted ON pages(id) WHERE uncommitted;
CREATE TRIGGER reviews_follow AFTER UPDATE OF path ON pages WHEN old.path <> new.path BEGIN
  UPDATE OR REPLACE reviews SET path = new.path WHERE path = old.path;
END;
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

// What the front matter's `entities` name.
constexpr std::string_view kEntities = R"sql(
CREATE TABLE entities (
  page INTEGER NOT NULL REFERENCES pages(id) ON DELETE CASCADE,
  words TEXT NOT NULL,             -- the name's tokens, folded, a space between them
  PRIMARY KEY (page, words)
) WITHOUT ROWID;
CREATE INDEX entities_by_words ON entities(words);
)sql";

// What sweeps removed and has not come back, so that a search can say that it was there.
constexpr std::string_view kRemoved = R"sql(
CREATE TABLE removed (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  blob TEXT NOT NULL,
  title TEXT NOT NULL
);
)sql";

constexpr std::string_view kRemovedText = R"sql(
CREATE VIRTUAL TABLE removed_fts USING fts5(title, aliases, headings, tags, body, tokenize = 'ai_memory');
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
  swept_at INTEGER,                -- when a sweep last committed it
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

// How texts that left the wiki were cut, see past_chunks.hh. A reindex forgets it, for a title may hold what was
// purged.
constexpr std::string_view kPastChunks = R"sql(
CREATE TABLE IF NOT EXISTS past_chunks (
  blob TEXT NOT NULL,              -- of the page
  title TEXT NOT NULL,             -- it may be of the page's name, and each chunk begins with it
  embedder TEXT NOT NULL,
  n INTEGER NOT NULL,
  hash INTEGER NOT NULL,           -- of the chunk
  line INTEGER NOT NULL,
  has_vector INTEGER NOT NULL,     -- 0: it gave none
  PRIMARY KEY (blob, title, embedder, n)
) WITHOUT ROWID;
)sql";

// Texts that an embedder was asked about and gave nothing for.
constexpr std::string_view kNoVector = R"sql(
CREATE TABLE no_vector (
  embedder TEXT NOT NULL,
  hash INTEGER NOT NULL,           -- of the text
  tries INTEGER NOT NULL,
  PRIMARY KEY (embedder, hash)
) WITHOUT ROWID;
)sql";

// Whose chunks are those of which text of the page, and by which embedder they were cut.
constexpr std::string_view kEmbedded = R"sql(
CREATE TABLE embedded (
  page INTEGER PRIMARY KEY REFERENCES pages(id) ON DELETE CASCADE,
  embedder TEXT NOT NULL,
  blob TEXT NOT NULL,
  title TEXT NOT NULL              -- that the chunks begin with; the page may have been moved since
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

// What a page is compared by as a whole, see page_vectors.hh.
constexpr std::string_view kPageVectors = R"sql(
CREATE TABLE page_vectors (
  page INTEGER PRIMARY KEY REFERENCES pages(id) ON DELETE CASCADE,
  embedder TEXT NOT NULL,
  blob TEXT NOT NULL,              -- of the text that it is of
  path TEXT NOT NULL,              -- of the page then
  unspaced INTEGER NOT NULL,       -- mostly a script without spaces
  found INTEGER NOT NULL,          -- rows in `near` when they were made
  vector BLOB NOT NULL             -- 8-bit integers; empty: no text that gives one
);
)sql";

// The nearest of each page; an edge stands here twice. What is read together follows a page that gets another name.
constexpr std::string_view kNear = R"sql(
CREATE TABLE near (
  page INTEGER NOT NULL REFERENCES page_vectors(page) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES page_vectors(page) ON DELETE CASCADE,
  cosine REAL NOT NULL,
  PRIMARY KEY (page, other)
) WITHOUT ROWID;
CREATE INDEX near_by_other ON near(other);
CREATE TRIGGER co_read_follows AFTER UPDATE OF path ON pages WHEN old.path <> new.path BEGIN
  INSERT INTO co_read SELECT min(new.path, other), max(new.path, other), n, last
  FROM (SELECT CASE WHEN a = old.path THEN b ELSE a END AS other, n, last FROM co_read WHERE old.path IN (a, b))
  WHERE other <> new.path
  ON CONFLICT (a, b) DO UPDATE SET n = n + excluded.n, last = max(last, excluded.last);
  DELETE FROM co_read WHERE old.path IN (a, b);
END;
)sql";

// How often one actor read two pages within ten minutes; a < b.
constexpr std::string_view kCoRead = R"sql(
CREATE TABLE IF NOT EXISTS co_read (
  a TEXT NOT NULL,
  b TEXT NOT NULL,
  n INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (a, b)
) WITHOUT ROWID;
)sql";

// Pages opened, cited or judged, for the curve fsrs6: kept whatever the curve, so that it can be changed.
constexpr std::string_view kReviews = R"sql(
CREATE TABLE IF NOT EXISTS reviews (
  path TEXT NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  grade INTEGER NOT NULL,  -- 1 again, 2 hard, 3 good, 4 easy
  PRIMARY KEY (path, at, actor)
) WITHOUT ROWID;
)sql";

constexpr std::string_view kRecentReads = R"sql(
CREATE TABLE IF NOT EXISTS recent_reads (
  actor TEXT NOT NULL,
  path TEXT NOT NULL,
  time INTEGER NOT NULL,
  PRIMARY KEY (actor, path)
) WITHOUT ROWID;
)sql";

// As `embed --calibrate` measured them.
constexpr std::string_view kThresholds = R"sql(
CREATE TABLE IF NOT EXISTS thresholds (
  embedder TEXT NOT NULL,
  script TEXT NOT NULL,
  name TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (embedder, script, name)
) WITHOUT ROWID;
)sql";

// Sets of texts that a model was asked about, and what came of it.
constexpr std::string_view kDreamt = R"sql(
CREATE TABLE IF NOT EXISTS dreamt (
  texts TEXT PRIMARY KEY,          -- their identity
  outcome TEXT NOT NULL,
  reason TEXT NOT NULL,
  time INTEGER NOT NULL
) WITHOUT ROWID;
)sql";

// Rewrites that wait for a person's word.
constexpr std::string_view kProposals = R"sql(
CREATE TABLE IF NOT EXISTS proposals (
  id TEXT PRIMARY KEY,
  document TEXT NOT NULL,          -- JSON
  state TEXT NOT NULL,
  time INTEGER NOT NULL
) WITHOUT ROWID;
)sql";

// What passes of the sweep will not do, see refusals.hh.
constexpr std::string_view kRefused = R"sql(
CREATE TABLE IF NOT EXISTS refused (
  pass TEXT NOT NULL,
  rules TEXT NOT NULL,
  blob TEXT NOT NULL,              -- of the page's text
  other TEXT NOT NULL,             -- its path, or the blob of the other text of a pair
  why TEXT NOT NULL,
  PRIMARY KEY (pass, blob, other)
) WITHOUT ROWID;
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
      {"pages", Keeping::derived, kPages},
      {"pages_fts", Keeping::derived, kText},
      {"tags", Keeping::derived, kTags},
      {"links", Keeping::derived, kLinks},
      {"entities", Keeping::derived, kEntities},
      {"removed", Keeping::derived, kRemoved},
      {"removed_fts", Keeping::derived, kRemovedText},
      {"embedded", Keeping::derived, kEmbedded},
      {"chunks", Keeping::derived, kChunks},
      {"past_chunks", Keeping::derived, kPastChunks},
      {"no_vector", Keeping::derived, kNoVector},
      {"files", Keeping::derived, kFiles},
      {"history", Keeping::derived, kHistory},
      {"progress", Keeping::derived, kProgress},
      {"refused", Keeping::derived, kRefused},
      {"usage", Keeping::kept, kUsage},
      {"first_seen", Keeping::kept, kFirstSeen},
      {"meta", Keeping::kept, kMeta},
      {"vectors", Keeping::kept, kVectors},
      {"page_vectors", Keeping::derived, kPageVectors},
      {"near", Keeping::derived, kNear},
      {"co_read", Keeping::kept, kCoRead},
      {"recent_reads", Keeping::kept, kRecentReads},
      {"reviews", Keeping::kept, kReviews},
      {"thresholds", Keeping::kept, kThresholds},
      {"dreamt", Keeping::kept, kDreamt},
      {"proposals", Keeping::kept, kProposals},
  };
  return all;
}

const std::vector<Migration>& migrations() {
  static const std::vector<Migration> steps = {
      make_all(),
      remake_derived(),                          // 2: links of the front matter
      remake_derived(),                          // 3: under any of its keys
      remake_derived() + std::string(kVectors),  // 4: embeddings
      // 5: entities, what was removed; vectors of pages and what is near them; reviews
      std::string(kCoRead).append(kRecentReads).append(kReviews).append(kThresholds).append(remake_derived()),
      std::string(kDreamt).append(kProposals).append(kRefused),  // 6: dreams; what sweeps refused
      remake_derived(),  // 7: when a sweep changed a page; names are cut at a number between two words
      // 8: the chunks of pages that went and may come back
      std::string(kPastChunks).append("ALTER TABLE embedded RENAME TO embedded_before;").append(kEmbedded) +
          "INSERT INTO embedded SELECT e.page, e.embedder, e.blob, p.title FROM embedded_before e "
          "JOIN pages p ON p.id = e.page; DROP TABLE embedded_before;",
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

void clear_derived(sqlite::Database& database) {
  database.execute(remake_derived());
  database.prepare("DELETE FROM meta WHERE substr(key, 1, length(?1)) = ?1").with(std::string(kThemesKept)).run();
}

}  // namespace ai_memory
