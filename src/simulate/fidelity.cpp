#include "simulate/fidelity.h"

#include <algorithm>

#include "stats/paired_test.h"
#include "stats/sample.h"

namespace fovea {

namespace {

/// Means that differ by no more are the same.
constexpr double kSame = 1e-12;

CheckedOrder check(const ExpectedOrder& order, const std::vector<double>& differences, double alpha) {
  CheckedOrder checked{order,
                       stats::mean(differences),
                       stats::count_topics(differences),
                       stats::Impossible{""},
                       OrderOutcome::kHolds,
                       false};
  const auto test = stats::paired_t_test(differences, stats::Tails::kTwo);
  checked.p = test ? stats::Computed<double>(test->p) : stats::Impossible{test.why()};
  checked.significant = checked.p && *checked.p <= alpha;
  if (checked.topics.wins + checked.topics.losses == 0) {
    checked.outcome = OrderOutcome::kTied;
  } else if (checked.difference <= kSame) {
    checked.outcome = OrderOutcome::kBroken;
  }
  return checked;
}

}  // namespace

std::size_t MeasureVerdict::count(OrderOutcome outcome) const {
  return static_cast<std::size_t>(
      std::ranges::count(orders, outcome, [](const CheckedOrder& order) { return order.outcome; }));
}

std::size_t MeasureVerdict::clearly_broken() const {
  return static_cast<std::size_t>(std::ranges::count_if(orders, [](const CheckedOrder& order) {
    return order.outcome == OrderOutcome::kBroken && order.significant;
  }));
}

MeasureVerdict check_orders(const Scores& scores, std::size_t measure, std::span<const ExpectedOrder> orders,
                            double alpha) {
  const ScoreMatrix matrix = scores.matrix(measure);
  MeasureVerdict verdict{scores.measures()[measure].name, {}};
  for (const ExpectedOrder& order : orders) {
    const auto better = scores.run_named(order.better);
    const auto worse = scores.run_named(order.worse);
    // Both are among the runs that were simulated for the orders.
    if (better && worse) verdict.orders.push_back(check(order, matrix.differences(*better, *worse), alpha));
  }
  return verdict;
}

}  // namespace fovea
