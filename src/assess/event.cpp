#include "assess/event.h"

#include <fmt/format.h>

#include "files/sha256.h"

namespace fovea::assess {

namespace {

constexpr std::size_t kChainBytes = 32;
#define FOVEA_EVENT_COLUMNS \
  "seq, op, account, assignment, document, kind, data, delta, version, undoes, server_ms, active_ms, chain"

Event event_in(const Statement& row) {
  Event event;
  event.seq = row.integer(0);
  event.op = row.copy(1);
  event.account = row.optional_integer(2);
  event.assignment = row.optional_integer(3);
  event.document = row.optional_integer(4);
  const auto kind = event_kind_named(row.text(5));
  if (!kind) throw StoreError(SQLITE_CORRUPT, fmt::format("event {} is of no known kind", event.seq));
  event.kind = *kind;
  event.data = row.copy(6);
  event.delta = row.optional_text(7);
  event.version = row.optional_integer(8);
  event.undoes = row.optional_integer(9);
  event.server_ms = row.integer(10);
  event.active_ms = row.integer(11);
  event.chain = row.copy(12);
  return event;
}

}  // namespace

std::string first_chain() {
  return std::string(kChainBytes, '\0');
}

std::string hex(const std::string& bytes) {
  std::string out;
  for (const char c : bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return out;
}

std::string bytes_of_hex(const std::string& digits) {
  std::string out;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    out += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  return out;
}

std::optional<std::string> parse_op(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  constexpr std::size_t kCount = 32;
  std::string digits(text);
  std::erase(digits, '-');
  if (digits.size() != kCount || digits.find_first_not_of(kDigits) != std::string::npos) return std::nullopt;
  std::string op;
  for (std::size_t i = 0; i < kCount; i += 2)
    op += static_cast<char>(kDigits.find(digits[i]) * 16 + kDigits.find(digits[i + 1]));
  return op;
}

std::string chain_after(const std::string& before, const Event& event) {
  // Every field with its length before it, so that no two events have the same bytes.
  std::string row;
  const auto add = [&row](std::string_view text) { row += fmt::format("{}:{},", text.size(), text); };
  const auto add_number = [&row](const std::optional<std::int64_t>& number) {
    row += number ? fmt::format("{},", *number) : "-,";
  };
  add_number(event.seq);
  add(event.op);
  add_number(event.account);
  add_number(event.assignment);
  add_number(event.document);
  add(name_of(event.kind));
  add(event.data);
  event.delta ? add(*event.delta) : void(row += "-,");
  add_number(event.version);
  add_number(event.undoes);
  add_number(event.server_ms);
  add_number(event.active_ms);
  return bytes_of_hex(sha256(before + row));
}

Head head_of(Database& database) {
  const auto head_in = [](const Statement& row) { return Head{row.integer(0), row.copy(1)}; };
  return database.one("SELECT seq, chain FROM event ORDER BY seq DESC LIMIT 1", head_in)
      .value_or(Head{0, first_chain()});
}

void append(Database& database, Event& event) {
  const Head head = head_of(database);
  event.seq = head.seq + 1;
  event.chain = chain_after(head.chain, event);
  database
      .prepare("INSERT INTO event (" FOVEA_EVENT_COLUMNS
               ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)")
      .bind(event.seq, Blob{event.op}, event.account, event.assignment, event.document, name_of(event.kind),
            event.data, event.delta, event.version, event.undoes, event.server_ms, event.active_ms,
            Blob{event.chain})
      .run();
}

std::optional<Event> find_event(Database& database, const std::string& op) {
  return database.one("SELECT " FOVEA_EVENT_COLUMNS " FROM event WHERE op = ?1", event_in, Blob{op});
}

void each_event(Database& database, const std::function<bool(const Event&)>& visit) {
  database.each("SELECT " FOVEA_EVENT_COLUMNS " FROM event ORDER BY seq",
                [&](const Statement& row) { return visit(event_in(row)); });
}

void each_event_since(Database& database, std::int64_t assignment, std::int64_t document,
                      std::int64_t version, const std::function<void(const Event&)>& visit) {
  database.each(
      "SELECT " FOVEA_EVENT_COLUMNS
      " FROM event WHERE assignment = ?1 AND document = ?2 AND version > ?3 ORDER BY seq",
      [&](const Statement& row) { visit(event_in(row)); }, assignment, document, version);
}

}  // namespace fovea::assess
