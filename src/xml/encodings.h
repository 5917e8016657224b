// What has to be said about a document's encoding and XML declaration before expat can read it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace fovea {

/// The characters of an encoding that expat does not know itself: Windows-1252, under any of its names.
/// Returns false for an encoding that we do not know either.
bool map_encoding(std::string_view name, std::span<int, 256> characters);

/// The XML declaration at the beginning of `bytes` with `standalone="yes"` blanked out, of the same length;
/// empty when there is nothing to blank. A standalone document promises that it needs no DTD, so expat would
/// not let us look up an entity it does not declare.
std::string declaration_without_standalone(std::string_view bytes);

}  // namespace fovea
