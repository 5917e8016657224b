// Judgement files of every format, told apart by their content.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "judgements/judgements.h"
#include "judgements/merge.h"
#include "text/diagnostics.h"

namespace fovea {

enum class JudgementFormat : std::uint8_t {
  kAssessments,  ///< INEX 2002–2008, XML: judgements/assessments.h
  kInexQrels,    ///< INEX 2008–2010: topic Q0 doc relchars doclength [BEP [offset:length …]]
  kTrecQrels,    ///< topic iteration doc grade
  kJsonLines,    ///< judgements/jsonl.h
};

struct JudgementOptions {
  /// Told from the content of each file unless given.
  std::optional<JudgementFormat> format;
  MergePolicy merge = MergePolicy::kReject;
};

/// Reads all files, "-" being standard input and a folder all files in it, into one set of judgements. Bad
/// rows are reported and left out; nothing is returned when a file cannot be used at all.
std::optional<Judgements> read_judgements(std::span<const std::string> paths, const JudgementOptions& options,
                                          Diagnostics& diagnostics);

/// What `bytes` look like; nothing when they look like no judgements fovea knows.
std::optional<JudgementFormat> sniff_judgements(std::string_view bytes);

}  // namespace fovea
