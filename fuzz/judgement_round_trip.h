// What the fuzz targets of judgement readers share: whatever was read can be written, and what was written is
// read without an error and says as much.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "judgements/builder.h"
#include "judgements/consistency.h"
#include "judgements/judgement_format.h"

namespace fovea {

inline Judgements read_bytes(std::string_view bytes, const JudgementFormat& format,
                             const JudgementOptions& options, Diagnostics& diagnostics) {
  JudgementBuilder builder(MergePolicy::kUnion, diagnostics);
  const InputFile& file = builder.add_file(InputFile::from_memory("fuzz", bytes));
  format.read(file, options, builder, diagnostics);
  return std::move(builder).finish();
}

inline void check_round_trip(std::string_view bytes, const JudgementFormat& format,
                             const JudgementOptions& options = {}) {
  Diagnostics first;
  const Judgements judgements = read_bytes(bytes, format, options, first);
  if (judgements.size() == 0) return;
  check_grade_consistency(judgements, nullptr, first);
  std::string written;
  std::uint64_t left_out = 0;
  const auto sink = [&](std::string_view piece) { written += piece; };
  for (const auto& [what, count] : format.write(judgements, nullptr, sink)) {
    if (what.find("left out") != std::string::npos) left_out += count;
  }
  Diagnostics second;
  const Judgements again = read_bytes(written, format, options, second);
  if (!second.ok() || again.size() + left_out != judgements.size()) std::abort();
}

}  // namespace fovea
