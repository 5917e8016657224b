// One row of a column file turned into a Result.
//
// This is where an evaluation spends its time, so nothing is allocated, and everything that has to be said
// about a bad row is kept out of the way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "collection/element_path.h"
#include "files/row_scanner.h"
#include "runs/run.h"

namespace fovea {

/// Which rows a column file may hold. A run whose format was told from its content may mix them.
struct RowShapes {
  bool document = false;  ///< 6 columns
  bool element = false;   ///< 7 columns
  bool passage = false;   ///< 8 columns: offset and length
  bool range = false;     ///< 8 columns: two paths
  bool chunk = false;     ///< rows of a chunk file, which stand alone: 6 columns with tabs between them
  bool loose = false;     ///< documents, and whatever stands behind the sixth column is ignored
  bool genomics = false;  ///< rows of TREC Genomics, which stand alone: 7 columns, the second not Q0
};

/// Reads rows into results; one per topic that is read.
class RowParser {
 public:
  /// `file_begin` is where the mapped file begins: nothing before it may be touched.
  RowParser(const std::string& file, RowShapes shapes, const char* file_begin, Diagnostics& diagnostics)
      : file_(file), shapes_(shapes), file_begin_(file_begin), diagnostics_(diagnostics) {}

  /// A row of 6, 7 or 8 columns. False, with a diagnostic, when it is wrong; `result` must be fresh.
  bool parse(const Row& row, std::uint64_t line, Result& result) const;
  /// A row of a chunk file: question, rank, document, begin, end, score.
  bool parse_chunk(const Row& row, std::uint64_t line, Result& result) const;
  /// A row of 6 columns with anything behind them; the rank is not looked at.
  bool parse_loose(const Row& row, std::uint64_t line, Result& result) const;
  /// A row of TREC Genomics: topic, document, rank, score, offset, length, tag.
  bool parse_genomics(const Row& row, std::uint64_t line, Result& result) const;

 private:
  bool parse_target(const Row& row, Result& result) const;
  void report(const Row& row, std::uint64_t line) const;
  void report_chunk(const Row& row, std::uint64_t line) const;
  void report_genomics(const Row& row, std::uint64_t line) const;
  void expected(const Row& row, std::uint64_t line, std::string_view part, std::string_view code,
                std::string_view what) const;
  void wrong_count(const Row& row, std::uint64_t line, std::string_view what) const;

  const std::string& file_;
  RowShapes shapes_;
  const char* file_begin_;
  Diagnostics& diagnostics_;
};

/// What is wrong with one end of a range, if anything is: it is an element path or a text point.
std::optional<PathFault> check_range_end(std::string_view path);

}  // namespace fovea
