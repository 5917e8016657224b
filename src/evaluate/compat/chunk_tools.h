// The figures of two tools that evaluate chunk retrieval, as those tools compute them.
//
//                       Chroma chunking_evaluation            LegalBench-RAG
//   |rel ∩ ret|         of the united chunks                  summed over pairs of chunk and reference
//   |ret|               summed over chunks, other documents'  summed over chunks
//                       included
//   |rel|               summed over references                summed over references
//   |rel ∪ ret|         |ret| as above + what no chunk covers –
//   a chunk is a hit    when it overlaps or touches           when it overlaps
//
// Hence precision counts text twice that two chunks share, and LegalBench recall may exceed 1.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "measures/measure.h"

namespace fovea {

enum class ChunkTool : std::uint8_t { kChroma, kLegalBench };

/// The tool's version of IoU, charP, charR or PrecisionOmega. Nothing, and the reason in `why`, for a measure
/// it does not have.
std::unique_ptr<const Measure> chunk_tool_measure(ChunkTool tool, const MeasureName& name, std::string& why);

/// What the tool reports when nothing is asked for, in the grammar of measure names.
std::string_view chunk_tool_defaults(ChunkTool tool);

}  // namespace fovea
