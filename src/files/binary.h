// Files that are no text: told by name, so that nobody has to read the message about their first row.
#pragma once

#include <string_view>

#include "files/diagnostics.h"
#include "files/input.h"

namespace fovea {

/// "UTF-16 text", "a PDF file", "binary data"; empty when the bytes may be text.
std::string_view binary_kind(std::string_view bytes);

/// Whether a file is no text, which is reported then; `expected` is what it should be.
bool report_binary(const InputFile& file, std::string_view expected, Diagnostics& diagnostics);

}  // namespace fovea
