// Tables of quantisation: whatever the bytes, a table with all values in 0…1 or a reason why not.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "measures/graded/quantisation.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fovea::Diagnostics diagnostics;
  const auto table = fovea::read_quantisation(fovea::InputFile::from_memory("table", bytes), diagnostics);
  if (table.has_value() != diagnostics.ok()) std::abort();
  if (!table) return 0;
  for (std::uint8_t e = 0; e <= fovea::kMaxGrade; ++e) {
    for (std::uint8_t s = 0; s <= fovea::kMaxGrade; ++s) {
      const double value = (*table)({e, s});
      if (!(value >= 0 && value <= 1)) std::abort();
      if (value > 0 && (e == 0 || s == 0)) std::abort();
    }
  }
  return 0;
}
