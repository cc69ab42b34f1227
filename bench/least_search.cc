// The least that a search by a word costs as a whole process: SQLite, its own FTS5 table, the ten best pages read.
//   least_search DATABASE FOLDER WORD
// DATABASE: table `pages(path, body)` as bench/latency.cc fills it; FOLDER: where the paths begin. Prints the paths.
#include <cstdio>
#include <fcntl.h>
#include <sqlite3.h>
#include <string>
#include <unistd.h>

namespace {

std::size_t read_all(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  char block[8192];
  std::size_t bytes = 0;
  for (ssize_t part = 0; (part = ::read(fd, block, sizeof block)) > 0;) bytes += static_cast<std::size_t>(part);
  ::close(fd);
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  sqlite3* database = nullptr;
  sqlite3_stmt* best = nullptr;
  const char* const sql = "SELECT path FROM pages WHERE pages MATCH ?1 ORDER BY bm25(pages) LIMIT 10";
  if (sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK ||
      sqlite3_prepare_v2(database, sql, -1, &best, nullptr) != SQLITE_OK ||
      sqlite3_bind_text(best, 1, argv[3], -1, SQLITE_STATIC) != SQLITE_OK) {
    std::fprintf(stderr, "least_search: %s\n", sqlite3_errmsg(database));
    return 1;
  }
  std::size_t found = 0;
  for (; sqlite3_step(best) == SQLITE_ROW; ++found) {
    const std::string path = reinterpret_cast<const char*>(sqlite3_column_text(best, 0));
    std::printf("%s %zu\n", path.c_str(), read_all(std::string(argv[2]) + "/" + path));
  }
  sqlite3_finalize(best);
  sqlite3_close(database);
  return found > 0 ? 0 : 1;
}
