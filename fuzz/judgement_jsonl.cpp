// Arbitrary bytes as judgements in JSON lines.
#include "judgements/jsonl.h"

#include "judgement_round_trip.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)fovea::sniff_judgements(bytes);
  fovea::check_round_trip(bytes, fovea::read_judgement_json_lines, fovea::write_judgement_json_lines);
  return 0;
}
