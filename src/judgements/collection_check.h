// Judgements against the collection they are about.
#pragma once

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"

namespace fovea {

/// Reports, as errors at the judged document's line: documents that are not in the collection
/// ("unknown-document"), lengths that are not theirs ("length-differs"), highlights past their end
/// ("span-past-end"), and assessed elements that they do not have ("unresolvable-path").
void check_against_collection(const Judgements& judgements, const Collection& collection,
                              Diagnostics& diagnostics);

}  // namespace fovea
