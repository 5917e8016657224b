// Bodies of requests about topics in work, and files of candidates: understood or refused with a reason; what is understood is applied, and
// written down so that it is read back as it was.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "assess/candidate.h"
#include "assess/candidate_checks.h"
#include "assess/selection.h"

namespace {

using namespace fovea::assess;

void act(std::string_view bytes) {
  fovea::JsonParser parser;
  fovea::JsonFault unread;
  const auto value = parser.parse(bytes, unread);
  if (!value) return;
  std::string fault;
  const auto read = parse_candidate_act(*value, {}, fault);
  if (!read) {
    if (fault.empty()) std::abort();
    return;
  }
  Candidate candidate{"1"};
  apply_event(read->kind, event_data(*read, 1, 1), candidate);
  fovea::Diagnostics said;
  const std::string line = to_json_line(candidate);
  const auto again = read_candidates(fovea::InputFile::from_memory("c", line), said);
  if (again.size() != 1 || !(again.front() == candidate)) std::abort();
}

void file(std::string_view bytes) {
  fovea::Diagnostics said;
  auto candidates = read_candidates(fovea::InputFile::from_memory("candidates", bytes), said);
  fovea::Diagnostics decisions;
  apply_decisions(fovea::InputFile::from_memory("decisions", bytes), "2010001", candidates, decisions);
  std::string lines;
  for (const Candidate& each : candidates) lines += to_json_line(each) + "\n";
  fovea::Diagnostics sound;
  const auto again = read_candidates(fovea::InputFile::from_memory("again", lines), sound);
  if (sound.errors() > 0 || again != candidates) std::abort();
  for (const SelectionRow& row : selection_of(candidates, nullptr, {})) {
    if (row.overlap < 0 || row.overlap > 1) std::abort();
    topic_of(row.candidate);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  act(bytes);
  file(bytes);
  return 0;
}
