// Acts of arbitrary bytes: those that are read change a document in a way that can be taken back exactly, and keep its
// rules.
#include <cstdint>
#include <cstdlib>

#include "assess/act.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fovea::assess;
  constexpr fovea::Offset kLength = 1000;
  fovea::Diagnostics said;
  const auto acts = parse_acts({reinterpret_cast<const char*>(data), size}, said);
  if (acts.has_value() != said.ok()) std::abort();
  if (!acts) return 0;
  DocumentState state;
  for (const Act& act : *acts) {
    const auto effect = effect_of(act, state, {.length = kLength});
    const Delta* const delta = std::get_if<Delta>(&effect);
    if (delta == nullptr) continue;
    if (parse_delta(to_json(*delta)) != *delta) std::abort();
    DocumentState next = state;
    apply(*delta, next);
    DocumentState back = next;
    apply(inverse(*delta), back);
    if (!(back == state)) std::abort();
    if (!next.spans.empty() && next.spans.spans().back().end > kLength) std::abort();
    if (next.status == Status::kNotRelevant && (!next.spans.empty() || next.bep || next.has_relevant_grade()))
      std::abort();
    state = next;
  }
  return 0;
}
