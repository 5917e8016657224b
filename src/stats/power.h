// What a paired t-test can see: power, the smallest difference it will find, the topics it needs.
//
// With a true mean difference `difference` and standard deviation `deviation` of the differences, t follows
// the noncentral t distribution with n − 1 degrees of freedom and noncentrality √n·difference/deviation; the
// power is its mass beyond the critical value, two-tailed on both sides (Cohen 1988; R's power.t.test with
// type = "paired" and strict = TRUE; for retrieval: Sakai, Information Retrieval Journal 19, 2016).
#pragma once

#include <cstdint>

#include "stats/computed.h"
#include "stats/paired_test.h"

namespace fovea::stats {

struct TestDesign {
  double alpha = 0.05;
  Tails tails = Tails::kTwo;
  double power = 0.8;
};

/// The chance that the test comes out significant; only alpha and tails of the design matter. Impossible with
/// fewer than two topics or without deviation.
Computed<double> power_of_t_test(double difference, double deviation, std::uint64_t topics,
                                 const TestDesign& design);

/// The smallest true difference that is found with the power of the design.
Computed<double> detectable_difference(double deviation, std::uint64_t topics, const TestDesign& design);

/// The fewest topics with which `difference` is found with that power. Impossible when there is no
/// difference, or it would take more than ten million.
Computed<std::uint64_t> topics_needed(double difference, double deviation, const TestDesign& design);

}  // namespace fovea::stats
