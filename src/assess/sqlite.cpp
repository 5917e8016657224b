#include "assess/sqlite.h"

#include <fmt/format.h>

namespace fovea::assess {

namespace {

[[noreturn]] void fail(sqlite3* connection, int result, std::string_view what) {
  throw StoreError(result,
                   fmt::format("{}: {}", what,
                               connection == nullptr ? sqlite3_errstr(result) : sqlite3_errmsg(connection)));
}

constexpr int kBusyMilliseconds = 5000;

}  // namespace

void Statement::check(int result) const {
  if (result != SQLITE_OK) fail(connection_, result, "the store refuses a value");
}

void Statement::put(int at, std::int64_t value) {
  check(sqlite3_bind_int64(statement_, at, value));
}

void Statement::put(int at, std::string_view value) {
  // A pointer even for empty text: a null pointer would be NULL.
  check(sqlite3_bind_text64(statement_, at, value.data() == nullptr ? "" : value.data(), value.size(),
                            SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::put(int at, const Blob& value) {
  check(sqlite3_bind_blob64(statement_, at, value.bytes.data() == nullptr ? "" : value.bytes.data(),
                            value.bytes.size(), SQLITE_TRANSIENT));
}

void Statement::put(int at, std::nullopt_t) {
  check(sqlite3_bind_null(statement_, at));
}

bool Statement::next() {
  const int result = sqlite3_step(statement_);
  if (result == SQLITE_ROW) return true;
  if (result != SQLITE_DONE) {
    const StoreError error(sqlite3_extended_errcode(connection_), sqlite3_errmsg(connection_));
    sqlite3_reset(statement_);
    throw error;
  }
  sqlite3_reset(statement_);
  return false;
}

void Statement::run() {
  while (next()) continue;
}

std::optional<std::int64_t> Statement::optional_integer(int column) const {
  return is_null(column) ? std::nullopt : std::optional(integer(column));
}

std::string_view Statement::text(int column) const {
  const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return {bytes == nullptr ? "" : bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

std::optional<std::string> Statement::optional_text(int column) const {
  return is_null(column) ? std::nullopt : std::optional(copy(column));
}

Database::Database(const std::string& path, Mode mode) {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  flags |= mode == Mode::kRead ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (mode == Mode::kCreate) flags |= SQLITE_OPEN_CREATE;
  sqlite3* connection = nullptr;
  const int result = sqlite3_open_v2(path.c_str(), &connection, flags, nullptr);
  connection_.reset(connection);
  if (result != SQLITE_OK) fail(connection, result, path);
  sqlite3_busy_timeout(connection, kBusyMilliseconds);
  // What a damaged or hostile file says is not trusted: no functions in its schema, no writes to its tables of tables.
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
}

Statement Database::prepare(std::string_view sql) {
  auto found = statements_.find(sql);
  if (found == statements_.end()) {
    sqlite3_stmt* statement = nullptr;
    const int result = sqlite3_prepare_v3(connection_.get(), sql.data(), static_cast<int>(sql.size()),
                                          SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (result != SQLITE_OK) fail(connection_.get(), result, "the store refuses a statement");
    found = statements_.emplace(sql, statement).first;
  }
  sqlite3_reset(found->second.get());
  sqlite3_clear_bindings(found->second.get());
  return {connection_.get(), found->second.get()};
}

Transaction::~Transaction() {
  if (!open_) return;
  // After some errors SQLite has rolled back by itself.
  try {
    if (sqlite3_get_autocommit(database_.connection()) == 0) database_.run("ROLLBACK");
  } catch (const StoreError&) {
    return;
  }
}

Reading::~Reading() {
  try {
    if (sqlite3_get_autocommit(database_.connection()) == 0) database_.run("COMMIT");
  } catch (const StoreError&) {
    return;  // nothing was written
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace fovea::assess
