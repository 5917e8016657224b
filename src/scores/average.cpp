#include "scores/average.h"

#include <algorithm>
#include <cmath>

namespace fovea {

double summarise(Average average, std::span<const double> values) {
  if (values.empty()) return 0;
  double sum = 0;
  if (average == Average::kGeometricMean) {
    for (const double value : values) sum += std::log(std::max(value, kSmallestInGeometricMean));
    return std::exp(sum / static_cast<double>(values.size()));
  }
  for (const double value : values) sum += value;
  return average == Average::kSum ? sum : sum / static_cast<double>(values.size());
}

}  // namespace fovea
