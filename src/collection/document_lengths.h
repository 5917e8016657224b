// How long documents are, asked by id.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "text/span.h"

namespace fovea {

class Collection;

/// Nothing for a document that is not known. May be empty: then nothing is known.
using DocumentLengths = std::function<std::optional<Offset>(std::string_view doc)>;

/// The lengths that a collection knows, as long as it lives; empty for nullptr.
DocumentLengths lengths_in(const Collection* collection);

}  // namespace fovea
