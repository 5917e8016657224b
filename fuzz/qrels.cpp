// Arbitrary bytes as INEX and as TREC qrels, as judgements of groups and as a gold standard, and told apart.
#include <cstdlib>
#include <iterator>

#include "judgement_round_trip.h"
#include "judgements/judgement_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)fovea::sniff_judgements(bytes);
  fovea::check_round_trip(bytes, fovea::judgement_formats::kInexQrels);
  fovea::check_round_trip(bytes, fovea::judgement_formats::kTrecQrels);
  // One of the others, which hangs on the size of the input: all of them at once would make every input slow.
  constexpr const fovea::JudgementFormat* kOthers[] = {
      &fovea::judgement_formats::kGroupQrels, &fovea::judgement_formats::kPreferenceQrels,
      &fovea::judgement_formats::kPreferences, &fovea::judgement_formats::kGenomics};
  fovea::Diagnostics diagnostics;
  const fovea::Judgements judgements =
      fovea::read_bytes(bytes, *kOthers[size % std::size(kOthers)], {}, diagnostics);
  for (const fovea::TopicJudgements& topic : judgements.topics()) {
    for (const fovea::GroupGrade& grade : topic.groups()) {
      if (topic.find(grade.doc) == nullptr) std::abort();
    }
  }
  return 0;
}
