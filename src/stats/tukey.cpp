#include "stats/tukey.h"

#include <cmath>
#include <limits>
#include <vector>

#include "stats/sample.h"

namespace fovea::stats {

Computed<TukeyHsd> TukeyHsd::fit(const ScoreMatrix& scores) {
  if (scores.runs() < 2) return Impossible{"there are fewer than 2 runs"};
  std::vector<double> run_means;
  std::vector<double> topic_means(scores.topics(), 0.0);
  for (std::size_t run = 0; run < scores.runs(); ++run) {
    if (auto reason = unfit(scores.run(run), 2)) return *reason;
    run_means.push_back(mean(scores.run(run)));
    for (std::size_t t = 0; t < scores.topics(); ++t) {
      topic_means[t] += scores.run(run)[t] / static_cast<double>(scores.runs());
    }
  }
  const double grand = mean(run_means);

  double residual = 0;
  double total = 0;
  for (std::size_t run = 0; run < scores.runs(); ++run) {
    for (std::size_t t = 0; t < scores.topics(); ++t) {
      const double score = scores.run(run)[t];
      const double left = score - run_means[run] - topic_means[t] + grand;
      residual += left * left;
      total += score * score;
    }
  }
  // Below this, what is left of the squares is rounding.
  constexpr double kRounding =
      1e3 * std::numeric_limits<double>::epsilon() * std::numeric_limits<double>::epsilon();
  if (residual <= kRounding * total) {
    return Impossible{"run and topic explain all scores (zero variance)"};
  }
  const auto n = static_cast<double>(scores.topics());
  const double freedom = static_cast<double>(scores.runs() - 1) * (n - 1);
  return TukeyHsd(scores.runs(), freedom, std::sqrt(residual / freedom / n));
}

TestResult TukeyHsd::test(double difference) const {
  const double q = std::abs(difference) / standard_error_;
  return {q, range_.upper_tail(q)};
}

}  // namespace fovea::stats
