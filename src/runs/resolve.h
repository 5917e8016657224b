// From paths to characters: elements and ranges get their spans from the collection.
//
// Whole documents get their length, and everything is checked against the document it names.
#pragma once

#include <string>

#include "runs/run.h"

namespace fovea {

class Collection;

/// Sets the span of every result, in place. What does not fit the collection is an error with the line of
/// `file` it stands in: a result whose document or element is unknown, or whose range ends before it begins,
/// becomes kUnresolved and keeps its rank; a passage past the end of its document stays as it is.
void resolve(TopicResults& topic, const std::string& file, const Collection& collection,
             Diagnostics& diagnostics);

}  // namespace fovea
