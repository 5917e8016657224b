#include "evaluate/compat/trec_eval.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace fovea {

namespace {

constexpr std::array kOrder = {"runid",
                               "num_q",
                               "num_ret",
                               "num_rel",
                               "num_rel_ret",
                               "map",
                               "gm_map",
                               "Rprec",
                               "bpref",
                               "recip_rank",
                               "iprec_at_recall",
                               "P",
                               "relstring",
                               "recall",
                               "infAP",
                               "gm_bpref",
                               "Rprec_mult",
                               "utility",
                               "11pt_avg",
                               "binG",
                               "G",
                               "dcg",
                               "ideal_dcg",
                               "ndcg",
                               "ndcg_rel",
                               "Rndcg",
                               "ndcg_cut",
                               "map_cut",
                               "relative_P",
                               "success",
                               "set_P",
                               "set_relative_P",
                               "set_recall",
                               "set_map",
                               "set_F",
                               "num_nonrel_judged_ret",
                               "prefs_num_prefs_poss",
                               "prefs_num_prefs_ful",
                               "prefs_num_prefs_ful_ret",
                               "prefs_simp",
                               "prefs_pair",
                               "prefs_avgjg",
                               "prefs_avgjg_Rnonrel",
                               "prefs_simp_ret",
                               "prefs_pair_ret",
                               "prefs_avgjg_ret",
                               "prefs_avgjg_Rnonrel_ret",
                               "prefs_simp_imp",
                               "prefs_pair_imp",
                               "prefs_avgjg_imp",
                               "map_avgjg",
                               "P_avgjg",
                               "Rprec_mult_avgjg",
                               "yaap",
                               "rbp",
                               "rbp_resid",
                               "unj"};

/// The name without a cutoff or parameters; empty when trec_eval has none.
std::string_view root_of(const MeasureName& name, const Registry& registry) {
  const MeasureRecord* record = registry.find(name.name).record;
  if (record == nullptr) return {};
  if (!name.as_asked.empty()) return record->trec_eval;
  if (!name.parameters.empty()) return {};
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
  if (!name.as_asked.empty()) return fmt::format("{}_{}", root, name.as_asked);
  if (name.cutoff.empty()) return std::string(root);
  const Cutoff kind = registry.find(name.name).record->cutoff;
  const bool rank = kind == Cutoff::kRank || kind == Cutoff::kOptionalRank;
  return rank ? fmt::format("{}_{}", root, name.cutoff)
              : fmt::format("{}_{:.2f}", root, name.point().value_or(0));
}

void drop_what_parameters_replace(std::vector<MeasureName>& names, const Registry& registry) {
  std::set<std::string, std::less<>> given;
  for (const MeasureName& name : names) {
    if (!name.usual) given.emplace(root_of(name, registry));
  }
  std::erase_if(names, [&](const MeasureName& name) {
    return name.usual && given.contains(root_of(name, registry)) && !root_of(name, registry).empty();
  });
}

void sort_as_trec_eval(std::vector<MeasureName>& names, const Registry& registry) {
  std::stable_sort(names.begin(), names.end(), [&](const MeasureName& a, const MeasureName& b) {
    const std::size_t place = place_of(a, registry);
    const std::size_t other = place_of(b, registry);
    return place != other ? place < other
                          : place < kOrder.size() && a.point().value_or(0) < b.point().value_or(0);
  });
}

const StandIn kTrecEvalStandIn = {.document = "ceci_nest_pas_un_docno", .clears = [](std::string_view name) {
                                    return name == "num_ret" || name == "utility" || name == "rbp_resid" ||
                                           name.starts_with("unj");
                                  }};

bool trec_eval_prints_per_topic(std::string_view name) {
  return name != "num_q" && name != "gm_map" && name != "gm_bpref";
}

}  // namespace fovea
