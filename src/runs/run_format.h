// The names of the run formats, and telling a run's format from its content.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runs/run.h"

namespace fovea {

/// trec, element, fol, range, inex-xml, jsonl, chunks, legalbench: what options and reports call a format.
std::string_view name_of(RunFormat format);
std::optional<RunFormat> run_format_named(std::string_view name);
/// "trec, element, fol, …", for help and messages.
std::string run_format_names();

/// What a file looks like from its first rows.
struct SniffedRun {
  std::optional<RunFormat> format;
  /// When it is no run: what it looks like ("a file of judgements (4 columns)").
  std::string looks_like;
};

/// Looks at the beginning of a file. Of rows with different numbers of columns the richest names the format,
/// so that an INEX run that begins with whole documents is still one.
SniffedRun sniff_run(std::string_view bytes);

}  // namespace fovea
