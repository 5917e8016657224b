// Records of arbitrary bytes: what is read without a fault is written and read again as the same fields.
#include "files/csv.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

std::vector<std::vector<std::string>> records_of(std::string_view bytes, fovea::Diagnostics& diagnostics) {
  const auto file = fovea::InputFile::from_memory("fuzz", bytes);
  fovea::CsvReader reader(file, diagnostics);
  std::vector<std::vector<std::string>> records;
  std::vector<fovea::CsvField> fields;
  while (reader.next(fields)) {
    auto& record = records.emplace_back();
    for (const auto& field : fields) {
      record.push_back(field.text);
      if (field.raw_byte(field.text.size()) > field.raw.size()) std::abort();
      if (reader.place(field).line == 0) std::abort();
    }
  }
  return records;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fovea::Diagnostics diagnostics;
  const auto records = records_of({reinterpret_cast<const char*>(data), size}, diagnostics);
  std::string written = "\n";  // so that a field's first bytes are not taken for a byte order mark
  for (const auto& record : records) {
    for (std::size_t i = 0; i < record.size(); ++i) {
      if (i > 0) written += ',';
      written += fovea::csv_field(record[i]);
    }
    // A record of one empty field looks like an empty line unless it is quoted.
    if (record.size() == 1 && record[0].empty()) written += "\"\"";
    written += "\n";
  }
  fovea::Diagnostics again;
  if (records_of(written, again) != records || !again.ok()) std::abort();
  return 0;
}
