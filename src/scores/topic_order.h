// Topics in the byte order of their ids: the one order that all machines agree on, whatever files they read.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "scores/scores.h"

namespace fovea {

/// The numbers of the topics in the byte order of their ids.
std::vector<std::size_t> order_of_ids(std::span<const std::string> topics);

/// The same scores with the topics in this order, and summaries of the values in this order. A summary that is made otherwise,
/// by the weights of another tool, stays as it is.
Scores in_order(const Scores& scores, std::span<const std::size_t> order);

}  // namespace fovea
