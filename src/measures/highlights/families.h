// The families of measures over highlighted text. Each stands in a file of its own, with the definitions
// above the code.
#pragma once

#include "measures/measure.h"

namespace fovea {

/// generalised_precision.cpp: gP, gR, AgP, igP — relevant in context, best in context.
MeasureFamily ranked_article_measures();
/// interpolated_precision.cpp: iP, AiP — thorough, focused.
MeasureFamily ranked_result_measures();
/// character_sets.cpp: charP, charR, charF, IoU — the text retrieved, as a set.
MeasureFamily retrieved_character_measures();

}  // namespace fovea
