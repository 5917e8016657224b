// Checking an index as a whole: checksums, order and counts; and against its collection, by building it again.
#pragma once

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "search/index/index.h"
#include "search/index/statistics.h"

namespace fovea::search {

/// Reports the first thing that is not so. With a collection, whose documents are analysed again, the index must have
/// the bytes that building gives; what is built meanwhile stands beside the index and goes again. Impacts that were made
/// with statistics need them again (code needs-statistics).
bool verify_index(const Index& index, const Collection* collection, const Statistics* statistics,
                  Diagnostics& diagnostics);

}  // namespace fovea::search
