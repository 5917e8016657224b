#include "assess/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace fovea::assess {

namespace {

/// Version 1: judging.
constexpr std::array<std::string_view, 19> kTables = {
    // The truth, from which the tables of kDerivedTables (assess/event_kinds.h) can be made again.
    R"(CREATE TABLE event (
      seq INTEGER PRIMARY KEY, op BLOB NOT NULL UNIQUE, account INTEGER, assignment INTEGER, document INTEGER,
      kind TEXT NOT NULL, data TEXT NOT NULL, delta TEXT, version INTEGER, undoes INTEGER,
      server_ms INTEGER NOT NULL, active_ms INTEGER NOT NULL, chain BLOB NOT NULL) STRICT)",
    "CREATE INDEX event_of_document ON event (assignment, document, seq)",
    R"(CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events do not change'); END)",
    R"(CREATE TRIGGER event_remains BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events do not go away'); END)",
    R"(CREATE TABLE account (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, role TEXT NOT NULL, hash TEXT NOT NULL,
      active INTEGER NOT NULL, settings TEXT NOT NULL) STRICT)",
    R"(CREATE TABLE invite (
      token_hash BLOB PRIMARY KEY, account INTEGER NOT NULL REFERENCES account, until_ms INTEGER NOT NULL,
      used_ms INTEGER) STRICT)",
    R"(CREATE TABLE login (
      token_hash BLOB PRIMARY KEY, account INTEGER NOT NULL REFERENCES account, csrf TEXT NOT NULL,
      created_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL) STRICT)",
    "CREATE TABLE topic (id TEXT PRIMARY KEY, place INTEGER NOT NULL, fields TEXT NOT NULL) STRICT",
    R"(CREATE TABLE document (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL, length INTEGER NOT NULL,
      elements INTEGER NOT NULL, sha256 TEXT NOT NULL) STRICT)",
    "CREATE TABLE run (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, grp TEXT NOT NULL, file TEXT NOT NULL, sha256 "
    "TEXT NOT NULL) STRICT",
    R"(CREATE TABLE item (
      topic TEXT NOT NULL REFERENCES topic, document INTEGER NOT NULL REFERENCES document, batch INTEGER NOT NULL,
      place INTEGER NOT NULL, source TEXT NOT NULL, PRIMARY KEY (topic, document)) STRICT, WITHOUT ROWID)",
    R"(CREATE TABLE origin (
      topic TEXT NOT NULL, document INTEGER NOT NULL, run INTEGER NOT NULL REFERENCES run, rank INTEGER NOT NULL,
      contributed INTEGER NOT NULL, PRIMARY KEY (topic, document, run)) STRICT, WITHOUT ROWID)",
    R"(CREATE TABLE assignment (
      id INTEGER PRIMARY KEY, topic TEXT NOT NULL REFERENCES topic, account INTEGER NOT NULL REFERENCES account,
      part TEXT NOT NULL, state TEXT NOT NULL) STRICT)",
    "CREATE UNIQUE INDEX one_main ON assignment (topic) WHERE part = 'main'",
    R"(CREATE TABLE state (
      assignment INTEGER NOT NULL REFERENCES assignment, document INTEGER NOT NULL REFERENCES document,
      version INTEGER NOT NULL, status TEXT NOT NULL, spans TEXT NOT NULL, bep INTEGER, grades TEXT NOT NULL,
      characters INTEGER NOT NULL, PRIMARY KEY (assignment, document)) STRICT, WITHOUT ROWID)",
    R"(CREATE TABLE answer (
      assignment INTEGER NOT NULL REFERENCES assignment, form TEXT NOT NULL, question TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (assignment, form, question)) STRICT, WITHOUT ROWID)",
    R"(CREATE TABLE suggestion (
      source TEXT NOT NULL, topic TEXT NOT NULL, document INTEGER NOT NULL, spans TEXT NOT NULL, data TEXT NOT NULL,
      PRIMARY KEY (source, topic, document)) STRICT, WITHOUT ROWID)",
    "CREATE TABLE snapshot (name TEXT PRIMARY KEY, seq INTEGER NOT NULL, sha256 TEXT NOT NULL) STRICT",
    "CREATE INDEX item_by_place ON item (topic, place)"};

/// What versions after the first added; only tables, so that a reader can stand in for them.
struct AddedTable {
  std::int64_t version;
  std::string_view sql;
};
constexpr std::array kAdded = {
    // Phases and groups.
    AddedTable{2, R"(CREATE TABLE phase (
      name TEXT PRIMARY KEY, state TEXT NOT NULL, from_date TEXT NOT NULL, until_date TEXT NOT NULL,
      changed_ms INTEGER NOT NULL) STRICT)"},
    AddedTable{
        2, "CREATE TABLE member (account INTEGER PRIMARY KEY REFERENCES account, grp TEXT NOT NULL) STRICT"},
    // Topics in work.
    AddedTable{3, R"(CREATE TABLE candidate (
      id INTEGER PRIMARY KEY, account INTEGER NOT NULL REFERENCES account, state TEXT NOT NULL, line TEXT NOT NULL) STRICT)"},
    // Runs that were sent in, and results.
    AddedTable{4, R"(CREATE TABLE submission (
      id INTEGER PRIMARY KEY, grp TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, account INTEGER,
      key TEXT NOT NULL, file TEXT NOT NULL, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL, form TEXT NOT NULL,
      publish INTEGER NOT NULL, state TEXT NOT NULL, verdict TEXT NOT NULL, sent_ms INTEGER NOT NULL) STRICT)"},
    AddedTable{4, R"(CREATE TABLE upload_token (
      token_hash BLOB PRIMARY KEY, account INTEGER NOT NULL REFERENCES account, until_ms INTEGER NOT NULL) STRICT)"},
    AddedTable{4, R"(CREATE TABLE publication (
      name TEXT PRIMARY KEY, state TEXT NOT NULL, seq INTEGER NOT NULL, made_ms INTEGER NOT NULL, sha256 TEXT NOT NULL,
      facts TEXT NOT NULL) STRICT)"}};

std::int64_t version_of(Database& database) {
  return database.number("PRAGMA user_version");
}

constexpr std::string_view kCreate = "CREATE TABLE ";

/// A table of this connection alone.
void make_temporary(Database& database, std::string_view table) {
  database.run(fmt::format("CREATE TEMP TABLE IF NOT EXISTS {}", table.substr(kCreate.size())));
}

/// The tables that came after a version, each with its statement.
template <class Visit>
void each_added_since(std::int64_t version, const Visit& visit) {
  for (const AddedTable& table : kAdded) {
    if (table.version > version) visit(table.sql);
  }
}

}  // namespace

void set_up(Database& database, bool writes) {
  if (writes) {
    database.run("PRAGMA journal_mode = WAL");
    database.run("PRAGMA synchronous = FULL");
    // Checkpoints are the writer's own business: they happen when it is idle.
    database.run("PRAGMA wal_autocheckpoint = 0");
  }
  database.run("PRAGMA foreign_keys = ON");
}

void make_tables(Database& database) {
  Transaction transaction(database);
  for (const std::string_view table : kTables) database.run(table);
  each_added_since(1, [&](std::string_view table) { database.run(table); });
  database.run(fmt::format("PRAGMA user_version = {}", kStoreVersion));
  database.run(fmt::format("PRAGMA application_id = {}", kStoreKind));
  transaction.commit();
}

void check_tables(Database& database, const std::string& path) {
  std::int64_t kind = 0;
  try {
    kind = database.number("PRAGMA application_id");
  } catch (const StoreError& error) {
    if (error.code() != SQLITE_NOTADB)
      throw StoreError(error.code(), fmt::format("{}: {}", path, error.what()));
  }
  if (kind != kStoreKind)
    throw StoreError(SQLITE_NOTADB, fmt::format("{}: is no store of assessments", path));
  const std::int64_t version = version_of(database);
  if (version < 1 || version > kStoreVersion) {
    throw StoreError(SQLITE_SCHEMA, fmt::format("{}: has version {}, and {} is the last that is known here",
                                                path, version, kStoreVersion));
  }
}

void bring_up_to_date(Database& database, const std::string& path) {
  const std::int64_t version = version_of(database);
  if (version == kStoreVersion) return;
  const std::string copy = fmt::format("{}.version-{}", path, version);
  if (!std::filesystem::exists(copy)) {
    const std::string unfinished = copy + ".unfinished";
    std::filesystem::remove(unfinished);
    database.prepare("VACUUM INTO ?1").bind(std::string_view(unfinished)).run();
    std::filesystem::rename(unfinished, copy);
  }
  Transaction transaction(database);
  each_added_since(version, [&](std::string_view table) { database.run(table); });
  database.run(fmt::format("PRAGMA user_version = {}", kStoreVersion));
  transaction.commit();
}

void stand_in_for_missing(Database& database) {
  each_added_since(version_of(database), [&](std::string_view table) { make_temporary(database, table); });
}

void put_before(Database& database, std::string_view table) {
  const auto make = [&](std::string_view sql) {
    if (sql.substr(std::min(kCreate.size(), sql.size())).starts_with(std::string(table) + " "))
      make_temporary(database, sql);
  };
  for (const std::string_view sql : kTables) make(sql);
  each_added_since(1, make);
}

}  // namespace fovea::assess
