// The other tools whose figures can be had.
#pragma once

#include <cstdint>
#include <string_view>

namespace fovea {

/// Another tool whose figures are wanted, with its departures from the definitions.
enum class CompatMode : std::uint8_t { kNone, kInexEval, kChroma, kLegalBench, kTrecEval };

/// "inex_eval", "chroma", "legalbench" or "trec_eval"; empty for kNone.
std::string_view name_of(CompatMode mode);
/// kNone for everything else.
CompatMode compat_mode_named(std::string_view name);

}  // namespace fovea
