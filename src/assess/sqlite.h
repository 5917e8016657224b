// SQLite as this room uses it: one connection per thread, prepared statements only, errors as exceptions.
//
// A statement is prepared once per connection and text of SQL: prepare() hands the same one out again, reset. Rows are read with
// Database::one, all, each and any, which leave no statement open: that would keep the connection at an old state.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fovea::assess {

/// The store cannot be used: the disk is full, a file is damaged, another process is in the way.
class StoreError : public std::runtime_error {
 public:
  StoreError(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  /// SQLite's primary result code.
  int code() const { return code_ & 0xff; }
  /// Whether writing failed for want of room or because of the disk.
  bool full() const { return code() == SQLITE_FULL || code() == SQLITE_IOERR; }

 private:
  int code_;
};

/// A prepared statement with its row. Borrows from the Database.
class Statement {
 public:
  Statement(sqlite3* connection, sqlite3_stmt* statement) : connection_(connection), statement_(statement) {}

  /// Values for ?1, ?2 … from the first on: whole numbers, text, blobs as Blob, nothing.
  template <class... Values>
  Statement& bind(const Values&... values) {
    int at = 0;
    (put(++at, values), ...);
    return *this;
  }
  /// Whether there is a (further) row.
  bool next();
  /// For statements without rows.
  void run();
  void reset() { sqlite3_reset(statement_); }

  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  std::optional<std::int64_t> optional_integer(int column) const;
  /// Text or blob; valid until the next row.
  std::string_view text(int column) const;
  std::string copy(int column) const { return std::string(text(column)); }
  std::optional<std::string> optional_text(int column) const;

 private:
  void put(int at, std::int64_t value);
  void put(int at, std::string_view value);
  void put(int at, const struct Blob& value);
  void put(int at, std::nullopt_t);
  template <class Value>
  void put(int at, const std::optional<Value>& value) {
    value ? put(at, *value) : put(at, std::nullopt);
  }
  void check(int result) const;

  sqlite3* connection_;
  sqlite3_stmt* statement_;
};

/// Bytes that are no text.
struct Blob {
  std::string_view bytes;
};

/// The first column of a row.
inline std::string text_in(const Statement& row) {
  return row.copy(0);
}
inline std::int64_t integer_in(const Statement& row) {
  return row.integer(0);
}

class Database {
 public:
  enum class Mode : std::uint8_t { kCreate, kWrite, kRead };

  /// Throws StoreError. kCreate wants that there is no such file.
  Database(const std::string& path, Mode mode);

  Statement prepare(std::string_view sql);
  /// A statement without values and rows.
  void run(std::string_view sql) { prepare(sql).run(); }
  /// What `read` makes of the first row; nothing when there is none.
  template <class Read, class... Values>
  auto one(std::string_view sql, const Read& read, const Values&... values) {
    Rows rows(*this, sql, values...);
    using Value = std::decay_t<std::invoke_result_t<const Read&, const Statement&>>;
    return rows.row.next() ? std::optional<Value>(read(rows.row)) : std::nullopt;
  }
  /// Calls `visit` with each row; until it returns false, where it returns something.
  template <class Visit, class... Values>
  void each(std::string_view sql, const Visit& visit, const Values&... values) {
    Rows rows(*this, sql, values...);
    while (rows.row.next()) {
      if constexpr (std::is_void_v<std::invoke_result_t<const Visit&, const Statement&>>) {
        visit(rows.row);
      } else if (!visit(rows.row)) {
        return;
      }
    }
  }
  /// What `read` makes of each row.
  template <class Read, class... Values>
  auto all(std::string_view sql, const Read& read, const Values&... values) {
    std::vector<std::decay_t<std::invoke_result_t<const Read&, const Statement&>>> out;
    each(
        sql, [&](const Statement& row) { out.push_back(read(row)); }, values...);
    return out;
  }
  /// Whether there is a row.
  template <class... Values>
  bool any(std::string_view sql, const Values&... values) {
    return Rows(*this, sql, values...).row.next();
  }
  /// The first number of the first row; 0 when there is none.
  template <class... Values>
  std::int64_t number(std::string_view sql, const Values&... values) {
    return one(sql, integer_in, values...).value_or(0);
  }
  /// Rows that the last statement changed.
  int changes() const { return sqlite3_changes(connection_.get()); }
  sqlite3* connection() const { return connection_.get(); }
  /// Of its file.
  std::string path() const { return sqlite3_db_filename(connection_.get(), "main"); }

 private:
  /// A statement with its values, reset when it goes, also by an exception.
  struct Rows {
    template <class... Values>
    Rows(Database& database, std::string_view sql, const Values&... values) : row(database.prepare(sql)) {
      row.bind(values...);
    }
    Rows(const Rows&) = delete;
    Rows& operator=(const Rows&) = delete;
    ~Rows() { row.reset(); }
    Statement row;
  };
  struct Close {
    void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3, Close> connection_;
  std::map<std::string, std::unique_ptr<sqlite3_stmt, Finalize>, std::less<>> statements_;
};

/// Everything between here and commit() happens, or nothing of it.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) { database_.run("BEGIN IMMEDIATE"); }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

/// Everything that is read while it lives is of one moment.
class Reading {
 public:
  explicit Reading(Database& database) : database_(database) { database_.run("BEGIN"); }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading();

 private:
  Database& database_;
};

}  // namespace fovea::assess
