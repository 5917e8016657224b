// What the runs of a track returned of one document, for assessors who may see it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assess/live_scores.h"
#include "text/span_set.h"

namespace fovea::assess {

struct ReturnedText {
  std::string run;
  SpanSet spans;
};

/// Of the runs that returned any of it, in their order. What cannot be placed in the document is left out.
std::vector<ReturnedText> returned_text(const LiveScores& scores, std::string_view topic,
                                        std::string_view doc);

}  // namespace fovea::assess
