// Judgement files of every format, told apart by their content.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "files/diagnostics.h"
#include "judgements/judgement_format.h"
#include "judgements/judgements.h"
#include "judgements/options.h"

namespace fovea {

/// Reads all files, "-" being standard input and a folder all files in it (but the texts of brat documents),
/// into one set of judgements. Bad rows are reported and left out; nothing is returned when a file cannot be
/// used at all.
std::optional<Judgements> read_judgements(std::span<const std::string> paths, const JudgementOptions& options,
                                          Diagnostics& diagnostics);

/// The same from one file that is open already.
std::optional<Judgements> read_judgements(InputFile file, const JudgementOptions& options,
                                          Diagnostics& diagnostics);

}  // namespace fovea
