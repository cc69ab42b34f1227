// A wiki with its index, and the derived rows as text, for comparing.
#pragma once

#include <fcntl.h>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <vector>

#include "index/database.hh"
#include "index/search_index.hh"
#include "index/tokenizer.hh"
#include "tests/support/temp_wiki.hh"

namespace ai_memory::test {

inline Timestamp after(int days) { return kNow + std::chrono::days(days); }

struct IndexedWiki : TempWiki {
  SearchIndex index{wiki.state_dir(), kNow, {}};

  SyncReport sync(Timestamp now = kNow) { return index.sync(wiki, now); }

  std::vector<std::string> found(std::string_view query, const SearchOptions& options = {},
                                 Timestamp now = kNow) const {
    std::vector<std::string> paths;
    for (const Hit& hit : index.search(wiki, parse_query(query, english_stop_words()), options, now))
      paths.push_back(hit.path.str());
    return paths;
  }
  IndexedPage page(const std::string& path) const { return index.page(PagePath::existing(path)).value(); }
  bool knows(const std::string& path) const { return index.page(PagePath::existing(path)).has_value(); }
  SweepPage swept(const std::string& path) const {
    for (SweepPage& page : index.sweep_pages())
      if (page.path.str() == path) return page;
    throw std::runtime_error("no such page: " + path);
  }
  void set_mtime(const std::string& path, Timestamp time) const {
    const timespec both[2] = {{time.time_since_epoch().count(), 0}, {time.time_since_epoch().count(), 0}};
    if (::utimensat(AT_FDCWD, (wiki.root() / path).c_str(), both, 0) != 0) throw std::runtime_error("utimensat");
  }
  CommitResult commit(const std::string& path, const std::optional<std::string>& content, Timestamp now,
                      const std::string& pass = "") {
    Changeset changes = set({change(path, content)}, "write " + path);
    changes.now = now;
    changes.pass = pass;
    changes.run = pass.empty() ? "" : "20261129T120000Z-1";
    return wiki.commit(changes);
  }
  // By a person, with git.
  void commit_by_hand(Timestamp author, Timestamp committer) const {
    git("add -A");
    const std::string command = "GIT_COMMITTER_DATE='" + format_time(committer) + "' git -C '" + wiki.root().string() +
                                "' -c user.name=Ann -c user.email=a@example.org commit -q -m edit --date='" +
                                format_time(author) + "' >/dev/null 2>&1";
    if (std::system(command.c_str()) != 0) throw std::runtime_error("git commit");
  }

  sqlite::Database rows() const {
    sqlite::Database database((wiki.state_dir() / "memory.sqlite").string(), sqlite::Database::Access::read);
    register_tokenizer(database.connection());
    return database;
  }
  std::int64_t count(const std::string& from) const { return rows().integer("SELECT count(*) FROM " + from); }
  // All derived rows; without ids, which a rebuild gives anew, and the times of files, which are no content.
  std::string derived() const {
    const sqlite::Database database = rows();
    std::string text;
    for (const char* sql :
         {"SELECT json_array(path, workspace, project, title, kind, tier, pinned, readable, compacted, protected_why, "
          "stated_created, valid_from, valid_until, expires_at, session_ended, salience, importance, superseded_by, "
          "trust, front_matter, bytes, blob, body_blob, created, body_changed, restored_at, swept_at, ignored, "
          "uncommitted) "
          "FROM pages ORDER BY path",
          "SELECT json_array(p.path, t.tag) FROM tags t JOIN pages p ON p.id = t.page ORDER BY p.path, t.tag",
          "SELECT json_array(p.path, target, l.kind, line) FROM links l JOIN pages p ON p.id = l.page "
          "ORDER BY p.path, line, target",
          "SELECT json_array(p.path, f.title, aliases, headings, tags, body) FROM pages_fts f LEFT JOIN pages p "
          "ON p.id = f.rowid ORDER BY p.path",
          "SELECT json_array(p.path, words) FROM entities e JOIN pages p ON p.id = e.page ORDER BY p.path, words",
          "SELECT json_array(r.path, r.blob, r.title, f.title, aliases, headings, tags, body) FROM removed_fts f "
          "LEFT JOIN removed r ON r.id = f.rowid ORDER BY r.path",
          "SELECT json_array(path, blob, size) FROM files ORDER BY path",
          "SELECT json_array(path, blob, created, body_changed, restored_at, swept_at, removed_at, removed_in, run, "
          "pass) "
          "FROM history ORDER BY path",
          "SELECT json_array(key, value) FROM progress ORDER BY key"}) {
      auto statement = database.prepare(sql);
      while (statement.step()) text += statement.text(0) + "\n";
    }
    return text;
  }
};

}  // namespace ai_memory::test
