#include "simulate/noise.h"

#include <algorithm>
#include <vector>

#include "runs/order.h"
#include "runs/resolve.h"
#include "runs/run_format.h"
#include "simulate/simulated_run.h"
#include "stats/random.h"

namespace fovea {

namespace {

using stats::RandomStream;

void drop(std::vector<Result>& results, double chance, RandomStream& random) {
  std::erase_if(results, [&](const Result&) { return random.uniform() < chance; });
}

void swap(std::vector<Result>& results, std::size_t times, RandomStream& random) {
  if (results.size() < 2) return;
  const auto size = static_cast<std::uint32_t>(results.size());
  for (std::size_t i = 0; i < times; ++i) {
    const std::uint32_t first = random.below(size);
    // Another one: the draw leaves the first out.
    const std::uint32_t second = (first + 1 + random.below(size - 1)) % size;
    std::swap(results[first], results[second]);
  }
}

/// −reach … reach, each equally likely.
std::int64_t shift(Offset reach, RandomStream& random) {
  return static_cast<std::int64_t>(random.below(2 * reach + 1)) - reach;
}

void jitter(Result& result, Offset reach, Offset length, RandomStream& random) {
  if (result.kind == ResultKind::kDocument || result.kind == ResultKind::kUnresolved || result.span.empty())
    return;
  const std::int64_t last = length;
  const std::int64_t begin = std::clamp(result.span.begin + shift(reach, random), std::int64_t{0}, last - 1);
  const std::int64_t end = std::clamp(result.span.end + shift(reach, random), begin + 1, last);
  result.span = {static_cast<Offset>(begin), static_cast<Offset>(end)};
  result.kind = ResultKind::kPassage;
}

}  // namespace

Run add_noise(const Run& run, const Noise& noise, const std::string& name, const Collection* collection,
              Diagnostics& diagnostics) {
  SimulatedRunBuilder out(name, noise.jitter > 0 ? run_formats::kPassage : run.format());
  TopicResults topic;
  for (std::size_t i = 0; i < run.topics(); ++i) {
    run.read(i, topic, diagnostics);
    put_in_order(topic, run.format().order);
    if (collection != nullptr && noise.jitter > 0) resolve(topic, run.file(), *collection, diagnostics);
    RandomStream random(noise.seed, i);
    drop(topic.results, noise.drops, random);
    swap(topic.results, noise.swaps, random);
    out.open_topic(run.topic(i));
    for (Result& result : topic.results) {
      if (noise.jitter > 0) {
        const auto stored = collection == nullptr ? std::nullopt : collection->find(result.doc);
        jitter(result, noise.jitter, stored ? stored->length() : kMaxOffset, random);
      }
      result.rank = 0;
      out.add(result);
    }
  }
  return std::move(out).build();
}

}  // namespace fovea
