// Lines, columns, numbers and offsets of arbitrary bytes; the parts must add up to the whole.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "files/input.h"
#include "files/lines.h"
#include "text/numbers.h"
#include "text/unicode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto input = fovea::InputFile::from_memory("fuzz", bytes);
  fovea::LineReader lines(input.bytes());
  std::string_view line;
  std::array<std::string_view, 8> columns;
  while (lines.next(line)) {
    const std::size_t count = fovea::split_columns(line, columns);
    for (std::size_t i = 0; i < std::min(count, columns.size()); ++i) {
      (void)fovea::parse_offset(columns[i]);
      (void)fovea::parse_number(columns[i]);
      if (fovea::column_of(line, columns[i]) > line.size()) std::abort();
    }
  }
  if (!fovea::find_malformed_utf8(bytes)) {
    const fovea::OffsetMap map(bytes);
    if (map.byte_of(map.code_points()) != bytes.size()) std::abort();
    std::size_t unit = 0;
    for (std::size_t at = 0; at < map.code_points(); ++at) {
      if (map.code_point_of_utf16(unit) != at) std::abort();
      unit += *map.byte_of(at + 1) - *map.byte_of(at) == 4 ? 2 : 1;
    }
  }
  return 0;
}
