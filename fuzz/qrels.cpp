// Arbitrary bytes as INEX and as TREC qrels, and told apart.
#include "judgements/qrels.h"

#include "judgement_round_trip.h"
#include "judgements/judgement_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)fovea::sniff_judgements(bytes);
  fovea::check_round_trip(bytes, fovea::read_inex_qrels, fovea::write_inex_qrels);
  fovea::check_round_trip(bytes, fovea::read_trec_qrels, fovea::write_trec_qrels);
  return 0;
}
