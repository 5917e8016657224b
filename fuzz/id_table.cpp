// Damaged tables of ids: finding and merging must end in an answer or in CorruptFile, and what they give lies inside.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "collection/id_table.h"
#include "files/corrupt_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // Two tables: the number of rows of each, the rows where numbers are aligned, and one stretch of ids for both.
  std::vector<std::vector<fovea::IdEntry>> rows;
  while (rows.size() < 2 && !bytes.empty()) {
    const std::size_t count = static_cast<unsigned char>(bytes.front()) % 16;
    bytes.remove_prefix(1);
    if (count * sizeof(fovea::IdEntry) > bytes.size()) break;
    rows.emplace_back(count);
    if (count > 0) std::memcpy(rows.back().data(), bytes.data(), count * sizeof(fovea::IdEntry));
    bytes.remove_prefix(count * sizeof(fovea::IdEntry));
  }
  std::vector<fovea::IdTable> tables;
  for (const auto& table : rows) {
    tables.emplace_back(
        std::string_view(reinterpret_cast<const char*>(table.data()), table.size() * sizeof(fovea::IdEntry)),
        bytes);
  }
  try {
    (void)fovea::find_place(tables, bytes.substr(0, 2));
    std::size_t found = 0;
    std::string_view before;
    for (fovea::IdMerge merge(tables); merge.next(); ++found) {
      const std::string_view id = merge.id();
      if (found > 0 && id <= before) std::abort();
      if (id.data() < bytes.data() || id.data() + id.size() > bytes.data() + bytes.size()) std::abort();
      if (found > 32) std::abort();
      before = id;
    }
  } catch (const fovea::CorruptFile&) {
  }
  return 0;
}
