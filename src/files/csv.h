// Comma-separated values as RFC 4180 has them: quoted fields may hold commas, line ends and doubled quotes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "files/input.h"
#include "files/place_finder.h"

namespace fovea {

struct CsvField {
  std::string text;      ///< without its quotes, doubled quotes undone
  std::string_view raw;  ///< as it stands in the file

  /// From a byte of `text` to the byte of `raw` it came from: what is found wrong inside a field has a place.
  std::size_t raw_byte(std::size_t text_byte) const;
};

/// Walks the records of a file. What breaks the rules is reported, and the record is passed over.
class CsvReader {
 public:
  /// Both must outlive the reader.
  CsvReader(const InputFile& file, Diagnostics& diagnostics);

  /// False at the end of the file. An empty line is no record.
  bool next(std::vector<CsvField>& fields);

  /// The number of the record that next() gave last, from 0; records that were passed over count too.
  std::uint64_t record() const { return next_record_ - 1; }

  /// Where a byte of a field's `raw` stands.
  Place place(const CsvField& field, std::size_t raw_byte = 0);

 private:
  bool take_record(std::vector<CsvField>& fields);
  bool take_quoted(CsvField& field);
  bool take_plain(CsvField& field);
  void skip_line();
  bool at_line_end() const;

  std::string_view bytes_;
  Diagnostics& diagnostics_;
  PlaceFinder places_;
  std::size_t at_ = 0;
  std::uint64_t next_record_ = 0;
};

/// One field as CSV writes it: in quotes when it needs them.
std::string csv_field(std::string_view text);

}  // namespace fovea
