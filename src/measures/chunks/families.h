// The families of measures of chunk retrieval.
#pragma once

#include "measures/measure.h"

namespace fovea {

/// precision_omega.cpp: PrecisionOmega — what a division into chunks allows.
MeasureFamily chunk_measures();
/// ranked_chunks.cpp: chunkHit, chunkRR, chunkAP, chunkNDCG — chunks as units.
MeasureFamily ranked_chunk_measures();

}  // namespace fovea
