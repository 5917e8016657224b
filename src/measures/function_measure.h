// Measures that are functions of a topic, which most are.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "measures/measure.h"

namespace fovea {

/// The score; the curve that it sums up, where there is one; and what these parameters need beside what the record says.
std::unique_ptr<Measure> measure_of(std::function<double(TopicView& topic)> score,
                                    std::function<Curve(TopicView& topic)> curve = {},
                                    Needs further_needs = {});

/// The share that a part has in a whole; 0 where there is nothing to divide by.
inline double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace fovea
