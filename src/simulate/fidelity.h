// Whether a measure orders runs as it should.
//
// Every expected order is looked at topic by topic (Pehcevski & Thom 2007, Table 2): the mean difference, on
// how many topics the better run scores higher, the same, lower, and the p of a paired t-test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scores/scores.h"
#include "simulate/expected_orders.h"
#include "stats/computed.h"
#include "stats/paired_test.h"
#include "text/enum_names.h"

namespace fovea {

enum class OrderOutcome : std::uint8_t {
  kHolds,   ///< the better run has the higher mean
  kTied,    ///< the scores are the same on every topic
  kBroken,  ///< the worse run has the higher mean, or the same from different scores
};
constexpr auto enum_names(OrderOutcome) {
  return names_in_order("holds", "tied", "broken");
}

struct CheckedOrder {
  ExpectedOrder order;
  double difference = 0;  ///< mean of the better run minus mean of the worse
  stats::WinTieLoss topics;
  stats::Computed<double> p;  ///< two-tailed
  OrderOutcome outcome = OrderOutcome::kHolds;
  bool significant = false;
};

struct MeasureVerdict {
  std::string measure;
  std::vector<CheckedOrder> orders;

  std::size_t count(OrderOutcome outcome) const;
  /// Broken with a significant difference.
  std::size_t clearly_broken() const;
};

/// Checks one measure of the scores. All orders are about runs that they have.
MeasureVerdict check_orders(const Scores& scores, std::size_t measure, std::span<const ExpectedOrder> orders,
                            double alpha);

}  // namespace fovea
