#include "stats/resampling.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "stats/random.h"

namespace fovea::stats {

namespace {

/// Resamples are computed in blocks of this size, so that the inner loop runs over adjacent numbers.
constexpr std::size_t kBlock = 64;
/// Rounding of sums of a few hundred scores stays far below.
constexpr double kRelativeTolerance = 1e-12;

std::optional<Impossible> unfit_matrix(const ScoreMatrix& scores, std::size_t resamples) {
  for (std::size_t run = 0; run < scores.runs(); ++run) {
    if (auto reason = unfit(scores.run(run), 2)) return reason;
  }
  if (resamples == 0) return Impossible{"there are no resamples"};
  if (scores.runs() > 0 && resamples > kMaxResampledMeans / scores.runs()) {
    return Impossible{"there are too many resamples for so many runs"};
  }
  return std::nullopt;
}

double percentile(std::vector<double>& values, double p) {
  // Only the two order statistics around the place are needed; the rest stays unsorted.
  const double place = p * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(values.begin(), at, values.end());
  const double next = at + 1 == values.end() ? *at : *std::min_element(at + 1, values.end());
  return *at + (place - static_cast<double>(below)) * (next - *at);
}

Interval percentile_interval(std::vector<double> values, double confidence) {
  const double low = percentile(values, (1 - confidence) / 2);
  return {low, percentile(values, (1 + confidence) / 2)};
}

}  // namespace

ResampledMeans::ResampledMeans(const ScoreMatrix& scores, std::size_t resamples)
    : resamples_(resamples), means_(scores.runs() * resamples) {
  for (std::size_t run = 0; run < scores.runs(); ++run) {
    observed_.push_back(mean(scores.run(run)));
    for (const double score : scores.run(run)) {
      tolerance_ = std::max(tolerance_, std::abs(score) * kRelativeTolerance);
    }
  }
}

template <typename Draw>
void ResampledMeans::fill(const ScoreMatrix& scores, Draw draw) {
  const std::size_t topics = scores.topics();
  const auto fill_block = [&](std::size_t first) {
    const std::size_t last = std::min(first + kBlock, resamples_);
    std::vector<double> drawn(topics);
    std::vector<std::array<double, kBlock>> weights(topics);
    for (std::size_t resample = first; resample < last; ++resample) {
      draw(resample, drawn);
      for (std::size_t t = 0; t < topics; ++t) weights[t][resample - first] = drawn[t];
    }
    for (std::size_t run = 0; run < scores.runs(); ++run) {
      std::array<double, kBlock> sums{};
      for (std::size_t t = 0; t < topics; ++t) {
        const double score = scores.run(run)[t];
        for (std::size_t i = 0; i < kBlock; ++i) sums[i] += score * weights[t][i];
      }
      for (std::size_t i = 0; i < last - first; ++i) {
        means_[run * resamples_ + first + i] = sums[i] / static_cast<double>(topics);
      }
    }
  };
  const std::size_t blocks = (resamples_ + kBlock - 1) / kBlock;
  oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, blocks), [&](const auto& range) {
    for (std::size_t block = range.begin(); block != range.end(); ++block) fill_block(block * kBlock);
  });
}

Computed<Bootstrap> Bootstrap::draw(const ScoreMatrix& scores, std::size_t resamples, std::uint64_t seed) {
  if (auto reason = unfit_matrix(scores, resamples)) return *reason;
  Bootstrap bootstrap(scores, resamples);
  bootstrap.fill(scores, [&](std::size_t resample, std::vector<double>& weights) {
    RandomStream random(seed, resample);
    std::fill(weights.begin(), weights.end(), 0.0);
    for (std::size_t t = 0; t < weights.size(); ++t) {
      weights[random.below(static_cast<std::uint32_t>(weights.size()))] += 1;
    }
  });
  return bootstrap;
}

TestResult Bootstrap::test(std::size_t first, std::size_t second, Tails tails) const {
  const std::span<const double> a = of(first);
  const std::span<const double> b = of(second);
  std::size_t not_better = 0;
  std::size_t not_worse = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = a[i] - b[i];
    not_better += static_cast<std::size_t>(difference <= tolerance());
    not_worse += static_cast<std::size_t>(difference >= -tolerance());
  }
  const auto all = static_cast<double>(resamples());
  const double p = tails == Tails::kOne
                       ? static_cast<double>(not_better) / all
                       : std::min(1.0, 2 * static_cast<double>(std::min(not_better, not_worse)) / all);
  return {observed(first) - observed(second), p};
}

Interval Bootstrap::interval(std::size_t run, double confidence) const {
  return percentile_interval({of(run).begin(), of(run).end()}, confidence);
}

Interval Bootstrap::difference_interval(std::size_t first, std::size_t second, double confidence) const {
  std::vector<double> differences(resamples());
  std::transform(of(first).begin(), of(first).end(), of(second).begin(), differences.begin(), std::minus<>());
  return percentile_interval(std::move(differences), confidence);
}

Computed<Randomisation> Randomisation::draw(const ScoreMatrix& scores, std::size_t resamples,
                                            std::uint64_t seed) {
  const std::size_t topics = scores.topics();
  const bool exact = topics <= kExactTopics || (topics < 63 && std::uint64_t{1} << topics <= resamples);
  const std::size_t swaps = exact ? std::size_t{1} << topics : resamples;
  if (auto reason = unfit_matrix(scores, swaps)) return *reason;
  Randomisation randomisation(scores, swaps, exact);
  randomisation.fill(scores, [&](std::size_t resample, std::vector<double>& weights) {
    RandomStream random(seed, resample);
    for (std::size_t t = 0; t < weights.size(); ++t) {
      const bool swapped = exact ? (resample >> t & 1) != 0 : (random.next() >> 31) != 0;
      weights[t] = swapped ? -1 : 1;
    }
  });
  return randomisation;
}

TestResult Randomisation::test(std::size_t first, std::size_t second, Tails tails) const {
  const std::span<const double> a = of(first);
  const std::span<const double> b = of(second);
  const double difference = observed(first) - observed(second);
  const double limit = (tails == Tails::kOne ? difference : std::abs(difference)) - tolerance();
  std::size_t as_large = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double swapped = a[i] - b[i];
    as_large += static_cast<std::size_t>((tails == Tails::kOne ? swapped : std::abs(swapped)) >= limit);
  }
  const std::size_t observed_too = exact_ ? 0 : 1;
  return {difference,
          static_cast<double>(as_large + observed_too) / static_cast<double>(resamples() + observed_too)};
}

}  // namespace fovea::stats
