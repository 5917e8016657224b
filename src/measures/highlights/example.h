// The small case that the worked examples of measures over highlighted text are about: two articles with highlights,
// one without, and a run that finds a part of each.
#pragma once

#include <string_view>

namespace fovea {

inline constexpr std::string_view kHighlightJudgements =
    "t1 Q0 a 100 1000 200 200:100\n"
    "t1 Q0 b 0 500\n"
    "t1 Q0 c 300 600 0 0:300\n";
inline constexpr std::string_view kHighlightRun =
    "t1 Q0 a 1 3 run 150 100\n"
    "t1 Q0 b 2 2 run 0 100\n"
    "t1 Q0 c 3 1 run 0 150\n";

}  // namespace fovea
