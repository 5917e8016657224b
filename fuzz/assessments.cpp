// Arbitrary bytes as INEX assessments.
#include "judgement_round_trip.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fovea::check_round_trip(bytes, fovea::judgement_formats::kAssessments);
  return 0;
}
