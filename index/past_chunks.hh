// How texts that left the wiki were cut into chunks. A page that comes back (another branch, `git checkout -- .`, an
// undone sweep) has its vectors again at once, without an embedder: they lie in the vector file all the time.
#pragma once

#include <string>

#include "index/database.hh"

namespace ai_memory {

class PastChunks {
 public:
  explicit PastChunks(sqlite::Database& database);

  // Called while the page still has its old rows, before its text goes or another takes its place. Nothing if that text
  // has no vectors.
  void keep(const std::string& path);
  // Called when the page has the rows of its new text. Nothing if that text was never here under this title, or one of
  // its vectors was thrown away since: then the page waits for its vectors, like any other.
  void give_back(const std::string& path);

 private:
  sqlite::Statement keep_, find_, drop_, embedded_, give_;
};

}  // namespace ai_memory
