#include "evaluate/compat/trec_eval.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace fovea {

namespace {

constexpr std::array kOrder = {"num_q",      "num_ret",
                               "num_rel",    "num_rel_ret",
                               "map",        "gm_map",
                               "Rprec",      "bpref",
                               "recip_rank", "iprec_at_recall",
                               "P",          "recall",
                               "infAP",      "gm_bpref",
                               "Rprec_mult", "utility",
                               "11pt_avg",   "binG",
                               "G",          "ndcg",
                               "ndcg_rel",   "Rndcg",
                               "ndcg_cut",   "map_cut",
                               "relative_P", "success",
                               "set_P",      "set_relative_P",
                               "set_recall", "set_map",
                               "set_F",      "num_nonrel_judged_ret",
                               "rbp",        "rbp_resid",
                               "unj"};

/// The name without a cutoff; empty when trec_eval has none.
std::string_view root_of(const MeasureName& name, const Registry& registry) {
  const MeasureRecord* record = registry.find(name.name).record;
  if (record == nullptr || !name.parameters.empty()) return {};
  return name.cutoff.empty() ? record->trec_eval : record->trec_eval_cut;
}

std::size_t place_of(const MeasureName& name, const Registry& registry) {
  const std::string_view root = root_of(name, registry);
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), root) - kOrder.begin());
}

}  // namespace

std::string trec_eval_name(const MeasureName& name, const Registry& registry) {
  const std::string_view root = root_of(name, registry);
  if (root.empty()) return to_string(name);
  return name.cutoff.empty() ? std::string(root) : std::string(root) + "_" + name.cutoff;
}

void sort_as_trec_eval(std::vector<MeasureName>& names, const Registry& registry) {
  std::stable_sort(names.begin(), names.end(), [&](const MeasureName& a, const MeasureName& b) {
    const std::size_t place = place_of(a, registry);
    const std::size_t other = place_of(b, registry);
    return place != other ? place < other
                          : place < kOrder.size() && a.point().value_or(0) < b.point().value_or(0);
  });
}

Scores arrange_as_trec_eval(const Scores& scores, std::span<const std::string> missing,
                            const TopicScorer& scorer) {
  std::vector<std::size_t> order(scores.topics().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {},
                    [&](std::size_t topic) -> const std::string& { return scores.topics()[topic]; });
  std::vector<std::string> topics;
  for (const std::size_t topic : order) topics.push_back(scores.topics()[topic]);
  Scores arranged({scores.measures().begin(), scores.measures().end()}, std::move(topics));
  arranged.add_run(scores.runs().front());
  const std::set<std::string_view> left_out(missing.begin(), missing.end());
  std::vector<double> column;
  for (std::size_t m = 0; m < scores.measures().size(); ++m) {
    column.clear();
    for (std::size_t t = 0; t < order.size(); ++t) {
      const std::optional<double> value = scores.value(0, order[t], m);
      if (!value) continue;
      column.push_back(*value);
      if (!left_out.contains(arranged.topics()[t])) arranged.set(0, t, m, *value);
    }
    arranged.set_summary(0, m, scorer.summary(m, column));
  }
  return arranged;
}

bool trec_eval_prints_run_id(std::span<const std::string> expressions, const Registry& registry) {
  return expressions.empty() ||
         std::any_of(expressions.begin(), expressions.end(),
                     [&](const std::string& word) { return registry.find_set(word) != nullptr; });
}

bool trec_eval_prints_per_topic(std::string_view name) {
  return name != "num_q" && name != "gm_map" && name != "gm_bpref";
}

}  // namespace fovea
