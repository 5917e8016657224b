// The families of measures over highlighted text. Each stands in a file of its own, with the definitions
// above the code.
#pragma once

#include "measures/measure.h"

namespace fovea {

/// ranked_articles.cpp: gP, gR, AgP, igP — relevant in context, best in context.
MeasureFamily ranked_article_measures();
/// ranked_results.cpp: iP, AiP — thorough, focused.
MeasureFamily ranked_result_measures();
/// retrieved_characters.cpp: charP, charR, charF, IoU — the text retrieved, as a set.
MeasureFamily retrieved_character_measures();
/// chunks.cpp: PrecisionOmega — what a division into chunks allows.
MeasureFamily chunk_measures();

}  // namespace fovea
