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
/// The same; what is wrong with results that become kUnresolved goes to `lost`.
void resolve(TopicResults& topic, const std::string& file, const Collection& collection,
             Diagnostics& diagnostics, Diagnostics& lost);

/// advise_on_ids (collection/id_advice.h) about the documents of a run; of its first topics, which tell as much as
/// all.
bool advise_on_run_ids(const Run& run, const Collection& collection, Diagnostics& said);

/// What is wrong with a passage that ends behind its document.
std::string describe_past_end(const Result& result, Offset length);

}  // namespace fovea
