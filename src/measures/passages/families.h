// Measures of passages with aspects: those of the TREC Genomics tracks of 2006 and 2007.
#pragma once

#include "measures/measure.h"

namespace fovea {

/// genomics.cpp: PASSAGE, PASSAGE2 and ASPECT. (Its DOCUMENT is AP.)
MeasureFamily genomics_measures();

}  // namespace fovea
