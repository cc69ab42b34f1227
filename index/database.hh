// SQLite behind three small owners. Every failure throws; nothing returns a code.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wiki/error.hh"
#include "wiki/time.hh"

struct sqlite3;
struct sqlite3_stmt;

namespace ai_memory::sqlite {

// Kind `conflict` when another connection holds the lock, else `failed`.
class Failure : public Error {
 public:
  Failure(int code, const std::string& message, std::string hint);
  int code() const { return code_; }  // SQLite's primary result code
  bool busy() const;
  bool unwritable() const;  // no space left, not allowed, or a write that failed
  bool damaged() const;     // not a database, or one whose pages contradict each other

 private:
  int code_;
};

// One prepared statement. Parameters and columns count from 1 and 0, as in SQLite.
class Statement {
 public:
  // Starts over with these values bound in order; the texts are copied.
  template <class... Values>
  Statement& with(const Values&... values) {
    reset();
    int index = 0;
    (bind(++index, values), ...);
    return *this;
  }
  bool step();  // true: a row is there
  void run();   // to the end
  void reset();

  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::optional<double> maybe_real(int column) const;
  std::string text(int column) const;                // empty for NULL
  std::vector<std::string> texts(int column) const;  // of group_concat(…, char(31)); empty for NULL
  Timestamp time(int column) const;
  std::optional<Timestamp> maybe_time(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  Statement(sqlite3* connection, std::string_view sql);
  void bind(int index, std::string_view value);
  void bind(int index, double value);
  void bind(int index, Timestamp value);
  void bind_integer(int index, std::int64_t value);
  void bind_null(int index);
  template <std::integral T>
  void bind(int index, T value) {
    bind_integer(index, static_cast<std::int64_t>(value));
  }
  template <class T>
  void bind(int index, const std::optional<T>& value) {
    if (value) {
      bind(index, *value);
    } else {
      bind_null(index);
    }
  }

  sqlite3* connection_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Database {
 public:
  enum class Access {
    write,      // made if missing
    read,       // the file and its folder may be read-only
    immutable,  // as read, and the write-ahead log is not looked at
    memory,     // no file
  };
  Database() = default;  // holds no connection
  Database(const std::string& file, Access access);

  void execute(const std::string& sql);  // one or more statements without results
  Statement prepare(std::string_view sql) const { return Statement(connection_.get(), sql); }
  std::int64_t integer(std::string_view sql) const;  // first column of the first row; 0 if there is none
  std::string text(std::string_view sql) const;
  std::int64_t changes() const;  // rows touched by the last statement
  void wait_for_locks(int milliseconds);
  void wait_as_usual() { wait_for_locks(patience_ms_); }
  void set_patience(int milliseconds);  // what is usual from now on; 30 s until then
  bool read_only() const;
  sqlite3* connection() const { return connection_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  std::unique_ptr<sqlite3, Close> connection_;
  int patience_ms_ = 30'000;
};

// Holds the write lock from its birth; rolls back unless committed.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace ai_memory::sqlite
