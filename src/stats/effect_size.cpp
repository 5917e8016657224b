#include "stats/effect_size.h"

#include <cmath>

#include "stats/paired_test.h"

namespace fovea::stats {

Computed<double> cohens_d(std::span<const double> differences) {
  const Computed<TestResult> t = paired_t_test(differences, Tails::kTwo);
  if (!t) return Impossible{t.why()};
  return t->statistic / std::sqrt(static_cast<double>(differences.size()));
}

WinTieLoss count_topics(std::span<const double> differences) {
  constexpr double kSame = 1e-12;
  WinTieLoss count;
  for (const double difference : differences) {
    if (std::abs(difference) < kSame) {
      ++count.ties;
    } else {
      ++(difference > 0 ? count.wins : count.losses);
    }
  }
  return count;
}

}  // namespace fovea::stats
