#include "stats/measure_agreement.h"

#include <fmt/format.h>

#include <utility>

#include "stats/sample.h"

namespace fovea::stats {

MeasureAgreement make_agreement(std::vector<std::string> runs, RunMeans first, RunMeans second,
                                std::optional<std::size_t> topics, std::size_t top) {
  MeasureAgreement made{std::move(runs), std::move(first), std::move(second), {}, topics};
  made.groups.push_back({"all runs", agreement(made.first.means, made.second.means)});
  if (made.runs.size() <= top) return made;
  for (const RunMeans* side : {&made.first, &made.second}) {
    const std::vector<std::size_t> best = stats::top(side->means, top);
    made.groups.push_back({fmt::format("top {} of {}", top, side->name),
                           agreement(select(made.first.means, best), select(made.second.means, best))});
  }
  return made;
}

std::vector<double> ranks_of(const RunMeans& side) {
  std::vector<double> negative = side.means;
  for (double& mean : negative) mean = -mean;
  return midranks(negative);
}

}  // namespace fovea::stats
