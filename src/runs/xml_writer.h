// Writes runs in XML: an INEX submission, or an efficiency submission when there are times, a depth or an index
// size.
#pragma once

#include <memory>

#include "runs/format_writer.h"

namespace fovea {

std::unique_ptr<FormatWriter> make_xml_writer();

}  // namespace fovea
