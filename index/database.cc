#include "index/database.hh"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <sqlite3.h>
#include <sstream>
#include <thread>

namespace ai_memory::sqlite {
namespace {

// Short and even pauses. SQLite's own grow to a tenth of a second: among many writers, who has waited longest is served
// last, and may not be served at all.
int wait_a_little(void* milliseconds, int tries) {
  using std::chrono::steady_clock;
  thread_local steady_clock::time_point since;
  if (tries == 0) since = steady_clock::now();
  const auto most = std::chrono::milliseconds(reinterpret_cast<std::intptr_t>(milliseconds));
  if (steady_clock::now() - since >= most) return 0;
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return 1;
}

std::string hint_for(int code) {
  switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another ai-memory command is writing; try again in a moment";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return "`ai-memory reindex` makes a new one from the wiki";
    case SQLITE_FULL:
    case SQLITE_IOERR:
      return "look at the disk: it may be full or failing; then run the command again";
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return "check the permissions of the file and its folder";
    default:
      return {};
  }
}

[[noreturn]] void fail(sqlite3* connection, int code) {
  const char* file = connection ? sqlite3_db_filename(connection, "main") : nullptr;
  const std::string name = file && *file ? file : "search index";
  std::string cause = connection ? sqlite3_errmsg(connection) : sqlite3_errstr(code);
  const int primary = code & 0xff;
  // What the system said; SQLite remembers it for these two only.
  if (connection && (primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN))
    if (const int number = sqlite3_system_errno(connection)) cause += std::string(": ") + std::strerror(number);
  throw Failure(primary, name + ": " + cause, hint_for(primary));
}

void check(sqlite3* connection, int code) {
  if (code != SQLITE_OK) fail(connection, code);
}

// "file:" names need these bytes escaped.
std::string uri(const std::string& file, std::string_view query) {
  std::string out = "file:";
  for (const char c : file) {
    if (c == '%' || c == '?' || c == '#') {
      constexpr char digits[] = "0123456789abcdef";
      out += '%';
      out += digits[static_cast<unsigned char>(c) >> 4];
      out += digits[static_cast<unsigned char>(c) & 15];
    } else {
      out += c;
    }
  }
  return out.append(query);
}

}  // namespace

Failure::Failure(int code, const std::string& message, std::string hint)
    : Error(code == SQLITE_BUSY || code == SQLITE_LOCKED ? ErrorKind::conflict : ErrorKind::failed, message,
            std::move(hint)),
      code_(code) {}

bool Failure::busy() const { return code_ == SQLITE_BUSY || code_ == SQLITE_LOCKED; }
bool Failure::unwritable() const {
  constexpr std::array codes = {SQLITE_FULL, SQLITE_IOERR,    SQLITE_READONLY,
                                SQLITE_PERM, SQLITE_CANTOPEN, SQLITE_PROTOCOL};
  return std::find(codes.begin(), codes.end(), code_) != codes.end();
}

bool Failure::damaged() const { return code_ == SQLITE_NOTADB || code_ == SQLITE_CORRUPT; }

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(sqlite3* connection, std::string_view sql) : connection_(connection) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(connection, sql.data(), static_cast<int>(sql.size()), 0, &statement, nullptr);
  statement_.reset(statement);
  check(connection, code);
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) fail(connection_, code);
  return false;
}

void Statement::run() {
  while (step()) {
  }
  reset();
}

// The code that reset returns is the one step has thrown already.
void Statement::reset() { sqlite3_reset(statement_.get()); }

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }
std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string Statement::text(int column) const {
  const void* text = sqlite3_column_text(statement_.get(), column);
  if (!text) return {};
  return {static_cast<const char*>(text), static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::vector<std::string> Statement::texts(int column) const {
  std::vector<std::string> all;
  if (is_null(column)) return all;
  std::istringstream joined(text(column));
  for (std::string one; std::getline(joined, one, '\x1f');) all.push_back(one);
  return all;
}

Timestamp Statement::time(int column) const { return Timestamp{std::chrono::seconds{integer(column)}}; }

std::optional<double> Statement::maybe_real(int column) const {
  if (is_null(column)) return std::nullopt;
  return real(column);
}

std::optional<Timestamp> Statement::maybe_time(int column) const {
  if (is_null(column)) return std::nullopt;
  return time(column);
}

void Statement::bind(int index, std::string_view value) {
  // A null pointer would bind NULL; an empty text is not that.
  const char* data = value.empty() ? "" : value.data();
  check(connection_, sqlite3_bind_text64(statement_.get(), index, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}
void Statement::bind(int index, double value) {
  check(connection_, sqlite3_bind_double(statement_.get(), index, value));
}
void Statement::bind(int index, Timestamp value) { bind_integer(index, value.time_since_epoch().count()); }
void Statement::bind_integer(int index, std::int64_t value) {
  check(connection_, sqlite3_bind_int64(statement_.get(), index, value));
}
void Statement::bind_null(int index) { check(connection_, sqlite3_bind_null(statement_.get(), index)); }

void Database::Close::operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }

Database::Database(const std::string& file, Access access) {
  const int mode = access == Access::write || access == Access::memory ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                                                       : SQLITE_OPEN_READONLY;
  const std::string name = access == Access::memory      ? ":memory:"
                           : access == Access::immutable ? uri(file, "?immutable=1")
                                                         : uri(file, "");
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &connection, mode | SQLITE_OPEN_URI, nullptr);
  connection_.reset(connection);  // SQLite gives one even when it fails
  if (code != SQLITE_OK) throw Failure(code & 0xff, file + ": " + sqlite3_errstr(code), hint_for(code & 0xff));
}

void Database::execute(const std::string& sql) {
  check(connection_.get(), sqlite3_exec(connection_.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

std::int64_t Database::integer(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::string Database::text(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.text(0) : std::string();
}

std::int64_t Database::changes() const { return sqlite3_changes64(connection_.get()); }

void Database::wait_for_locks(int milliseconds) {
  check(connection_.get(), sqlite3_busy_handler(connection_.get(), wait_a_little,
                                                reinterpret_cast<void*>(static_cast<std::intptr_t>(milliseconds))));
}

void Database::set_patience(int milliseconds) {
  patience_ms_ = milliseconds;
  wait_as_usual();
}

bool Database::read_only() const { return sqlite3_db_readonly(connection_.get(), "main") == 1; }

Transaction::Transaction(Database& database) : database_(database) { database_.execute("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  // A failed statement may have rolled back already; then there is nothing to take back.
  if (open_) sqlite3_exec(database_.connection(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace ai_memory::sqlite
