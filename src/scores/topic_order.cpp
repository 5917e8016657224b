#include "scores/topic_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fovea {

namespace {

/// What a run scores by a measure on the topics that it has scores for.
std::vector<double> given_values(const Scores& scores, std::size_t run, std::size_t measure) {
  std::vector<double> values;
  for (std::size_t topic = 0; topic < scores.topics().size(); ++topic) {
    if (const auto value = scores.value(run, topic, measure)) values.push_back(*value);
  }
  return values;
}

}  // namespace

std::vector<std::size_t> order_of_ids(std::span<const std::string> topics) {
  std::vector<std::size_t> order(topics.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t topic) -> const std::string& { return topics[topic]; });
  return order;
}

Scores in_order(const Scores& scores, std::span<const std::size_t> order) {
  std::vector<std::string> topics;
  for (const std::size_t topic : order) topics.push_back(scores.topics()[topic]);
  Scores out({scores.measures().begin(), scores.measures().end()}, std::move(topics));
  for (std::size_t run = 0; run < scores.runs().size(); ++run) {
    out.add_run(scores.runs()[run]);
    for (std::size_t m = 0; m < scores.measures().size(); ++m) {
      for (std::size_t t = 0; t < order.size(); ++t) {
        if (const auto value = scores.value(run, order[t], m)) out.set(run, t, m, *value);
      }
      const Average average = scores.measures()[m].average;
      const bool usual = summarise(average, given_values(scores, run, m)) == scores.summary(run, m);
      out.set_summary(run, m, usual ? summarise(average, given_values(out, run, m)) : scores.summary(run, m));
    }
  }
  return out;
}

}  // namespace fovea
