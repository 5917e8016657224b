#include "measures/graded/quantisation.h"

#include <fmt/format.h>

#include <bitset>
#include <filesystem>

#include "files/lines.h"
#include "text/numbers.h"

namespace fovea {
namespace {

/// Values in the order (1,1) (1,2) (1,3) (2,1) … (3,3).
Quantisation from_table(const std::array<double, 9>& values) {
  Quantisation quantisation;
  std::size_t next = 0;
  for (std::uint8_t e = 1; e <= kMaxGrade; ++e) {
    for (std::uint8_t s = 1; s <= kMaxGrade; ++s) quantisation.set({e, s}, values[next++]);
  }
  return quantisation;
}

/// Reads one table, line by line, and remembers which pairs were there.
class TableReader {
 public:
  TableReader(const InputFile& file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  Quantisation read() {
    LineReader lines(file_.bytes());
    std::string_view line;
    while (lines.next(line)) {
      line_ = lines.line_number();
      if (!line.starts_with('#')) read_line(line);
    }
    report_missing();
    return table_;
  }

 private:
  void read_line(std::string_view line) {
    std::array<std::string_view, 3> columns;
    const std::size_t count = split_columns(line, columns);
    if (count == 0) return;
    if (count != columns.size()) {
      diagnostics_.expected(place(line, columns[0]), "columns", fmt::format("{} columns", count),
                            "3: exhaustivity, specificity, value");
      return;
    }
    const auto e = grade(line, columns[0]);
    const auto s = grade(line, columns[1]);
    const auto value = number(line, columns[2]);
    if (!e || !s || !value) return;
    const Grade pair{*e, *s};
    if ((*e == 0) != (*s == 0)) {
      diagnostics_.expected(place(line, columns[0]), "impossible-pair",
                            fmt::format("the pair ({},{})", *e, *s), "both grades 0, or neither");
    } else if (*e == 0 && *value != 0) {
      diagnostics_.expected(place(line, columns[2]), "bad-value", quote(columns[2]), "0 for the pair (0,0)");
    } else if (seen_[bit(pair)]) {
      diagnostics_.expected(place(line, columns[0]), "repeated-pair",
                            fmt::format("the pair ({},{}) again", *e, *s), "each pair once");
    } else {
      seen_.set(bit(pair));
      table_.set(pair, *value);
    }
  }

  std::optional<std::uint8_t> grade(std::string_view line, std::string_view column) {
    const auto value = parse_integer(column);
    if (value && *value >= 0 && *value <= kMaxGrade) return static_cast<std::uint8_t>(*value);
    diagnostics_.expected(place(line, column), "bad-grade", quote(column), "a grade from 0 to 3");
    return std::nullopt;
  }

  std::optional<double> number(std::string_view line, std::string_view column) {
    const auto value = parse_number(column);
    if (value && *value >= 0 && *value <= 1) return value;
    diagnostics_.expected(place(line, column), "bad-value", quote(column), "a value from 0 to 1");
    return std::nullopt;
  }

  void report_missing() {
    // A pair on a line with a fault of its own would be named twice.
    if (!diagnostics_.ok()) return;
    std::string missing;
    for (std::uint8_t e = 1; e <= kMaxGrade; ++e) {
      for (std::uint8_t s = 1; s <= kMaxGrade; ++s) {
        if (!seen_[bit({e, s})]) missing += fmt::format(" ({},{})", e, s);
      }
    }
    if (missing.empty()) return;
    diagnostics_.expected({file_.name(), 0, 0}, "missing-pair", "no value for" + missing,
                          "all nine pairs of grades from 1 to 3");
  }

  static std::size_t bit(Grade grade) {
    return static_cast<std::size_t>(grade.exhaustivity) * (kMaxGrade + 1) + grade.specificity;
  }
  Place place(std::string_view line, std::string_view column) const {
    return {file_.name(), line_, column_of(line, column)};
  }

  const InputFile& file_;
  Diagnostics& diagnostics_;
  std::uint64_t line_ = 0;
  Quantisation table_;
  std::bitset<std::size_t{kMaxGrade + 1} * (kMaxGrade + 1)> seen_;
};

}  // namespace

std::optional<Quantisation> Quantisation::named(std::string_view name) {
  if (name == "strict") return from_table({0, 0, 0, 0, 0, 0, 0, 0, 1});
  if (name == "gen") return from_table({0.25, 0.25, 0.5, 0.5, 0.5, 0.75, 0.75, 0.75, 1});
  if (name == "sog") return from_table({0.1, 0.25, 0.75, 0.1, 0.5, 0.9, 0.25, 0.75, 1});
  return std::nullopt;
}

std::optional<Quantisation> read_quantisation(const InputFile& file, Diagnostics& diagnostics) {
  Diagnostics own;
  const Quantisation table = TableReader(file, own).read();
  const bool ok = own.ok();
  diagnostics.merge(std::move(own));
  if (!ok) return std::nullopt;
  return table;
}

std::optional<Quantisation> quantisation_for(std::string_view name_or_file, std::string& why) {
  if (auto known = Quantisation::named(name_or_file)) return known;
  // Names are checked, and measures made, in two steps that both read the table.
  std::error_code missing;
  if (std::filesystem::exists(name_or_file, missing) &&
      !std::filesystem::is_regular_file(name_or_file, missing)) {
    why = fmt::format("quant={} is no regular file", name_or_file);
    return std::nullopt;
  }
  Diagnostics diagnostics;
  std::optional<Quantisation> table;
  if (name_or_file == "-") {
    why = "quant=- cannot be read twice: give a file";
  } else if (const auto file = InputFile::open(std::string(name_or_file), diagnostics)) {
    table = read_quantisation(*file, diagnostics);
    if (!table) why = to_string(diagnostics.kept().front());
  } else {
    why = fmt::format("quant={} is none of strict, gen and sog, nor a file that can be read ({})",
                      name_or_file, to_string(diagnostics.kept().front()));
  }
  return table;
}

std::optional<OneDimension> one_dimension_named(std::string_view name) {
  if (name == "strict") return OneDimension{0, 0, 0, 1};
  if (name == "gen") return OneDimension{0, 1.0 / 3, 2.0 / 3, 1};
  return std::nullopt;
}

}  // namespace fovea
