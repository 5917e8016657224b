#include "files/table_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "files/field_names.h"

namespace fovea {

namespace {

/// pandas' own name for an index that became a column.
constexpr std::string_view kIndexColumn = "__index_level_";

/// "a, b, c". (fmt::join of views is more than GCC 12 can follow.)
template <class Names>
std::string listed(const Names& names) {
  std::string text;
  for (const auto& name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

std::string_view meant_by(const std::string& column, const ColumnNames& renamed) {
  for (const auto& [name, field] : renamed) {
    if (name == column) return field;
  }
  return field_meant(column);
}

}  // namespace

TableColumns::TableColumns(const ArrowTable& table, std::string name, std::span<const std::string_view> known,
                           const ColumnNames& renamed, Diagnostics& diagnostics)
    : name_(std::move(name)) {
  for (const auto& [column, field] : renamed) {
    if (table.find(column) == nullptr)
      diagnostics.expected({name_}, "bad-column", fmt::format("no column {}", quote(column)),
                           "it, since it was renamed");
    if (std::ranges::find(known, field) == known.end())
      diagnostics.expected({name_}, "bad-column", quote(field), fmt::format("a field: {}", listed(known)));
  }
  std::vector<std::string> ignored;
  for (const ArrowColumn& column : table.columns()) {
    const std::string_view meant = meant_by(column.name(), renamed);
    const auto field = std::ranges::find(known, meant);
    // A column under its own name comes before one under another.
    const bool second = meant != column.name() && table.find(meant) != nullptr &&
                        meant_by(std::string(meant), renamed) == meant;
    if (field != known.end() && !second && find(*field) == nullptr) {
      fields_.emplace_back(*field, &column);
    } else if (!column.name().starts_with(kIndexColumn)) {
      ignored.push_back(quote(column.name()));
    }
  }
  if (!ignored.empty()) {
    diagnostics.warning(
        {name_}, "ignored-field",
        fmt::format("column{} {} {} not known and {} ignored", ignored.size() == 1 ? "" : "s",
                    listed(ignored), ignored.size() == 1 ? "is" : "are", ignored.size() == 1 ? "is" : "are"));
  }
}

const ArrowColumn* TableColumns::find(std::string_view field) const {
  for (const auto& [name, column] : fields_) {
    if (name == field) return column;
  }
  return nullptr;
}

const ArrowColumn* TableColumns::need(std::string_view field, Diagnostics& diagnostics) const {
  if (const ArrowColumn* const column = find(field)) return column;
  std::vector<std::string> there;
  for (const auto& [name, column] : fields_) there.push_back(quote(column->name()));
  diagnostics.expected({name_}, "bad-column",
                       there.empty() ? "no column of a known name" : fmt::format("only {}", listed(there)),
                       fmt::format("a column {}", quote(field)));
  return nullptr;
}

Place TableColumns::place(const ArrowColumn& column, std::size_t row) const {
  return {fmt::format("{}: row {}, {}", name_, first_row_ + row, unquoted(column.name()))};
}

void TableColumns::wrong(const ArrowColumn& column, std::size_t row, std::string_view what,
                         Diagnostics& diagnostics) const {
  const auto text = column.text(row);
  const auto number = column.number(row);
  const std::string found = text                ? quote(*text)
                            : number            ? fmt::format("{}", *number)
                            : column.empty(row) ? "nothing"
                                                : std::string(column.what());
  diagnostics.expected(place(column, row), "bad-cell", found, what);
}

std::optional<std::int64_t> TableColumns::whole(const ArrowColumn& column, std::size_t row,
                                                std::int64_t least, std::int64_t most, std::string_view what,
                                                Diagnostics& diagnostics) const {
  const auto value = column.whole(row);
  if (value && *value >= least && *value <= most) return value;
  wrong(column, row, what, diagnostics);
  return std::nullopt;
}

std::optional<Offset> TableColumns::offset(const ArrowColumn& column, std::size_t row,
                                           Diagnostics& diagnostics) const {
  const auto value = whole(column, row, 0, kMaxOffset, "an offset in characters", diagnostics);
  return value ? std::optional(static_cast<Offset>(*value)) : std::nullopt;
}

}  // namespace fovea
