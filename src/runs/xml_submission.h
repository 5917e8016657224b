// Runs in XML: <inex-submission> of 2002–2008 and <efficiency-submission>, with all they say about
// themselves.
#pragma once

#include <optional>

#include "files/input.h"
#include "runs/run.h"

namespace fovea {

std::optional<Run> read_xml_submission(const InputFile& input, Diagnostics& diagnostics);

}  // namespace fovea
