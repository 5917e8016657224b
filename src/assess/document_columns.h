// A document as pages get it: its text, and its elements as columns.
#pragma once

#include <string>

#include "assess/http.h"
#include "collection/collection.h"

namespace fovea::assess {

/// Text, and elements as columns: begin, end, name (a number of `names`) and parent (a number, −1 for the root).
std::string columns_of(const Document& document);
/// The same as an answer, packed where the request takes that.
Response columns_response(const Document& document, const Request& request);

}  // namespace fovea::assess
