// What trec_eval calls things and in which order it prints them (`--compat trec_eval`).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evaluate/evaluation_plan.h"
#include "measures/measure.h"
#include "measures/registry.h"

namespace fovea {

/// "map", "P_10", "iprec_at_recall_0.10", "utility_2,-1,0,0"; the canonical name where trec_eval has none, or
/// cannot be asked for such parameters.
std::string trec_eval_name(const MeasureName& name, const Registry& registry = measure_registry());

/// Into the order of trec_eval's output, cutoffs ascending, whatever the order they were asked for; measures
/// it does not know come last.
void sort_as_trec_eval(std::vector<MeasureName>& names, const Registry& registry = measure_registry());

/// A measure has one list of parameters there: one that is given takes the place of the usual one, so that
/// `-m all_trec -m P.7` prints P_7 alone of all P.
void drop_what_parameters_replace(std::vector<MeasureName>& names,
                                  const Registry& registry = measure_registry());

/// With -c, trec_eval evaluates topics that are not answered as if one unknown document had been retrieved, and sets
/// what that would show to 0 afterwards; by its own name, so that it does show with parameters.
extern const StandIn kTrecEvalStandIn;

/// trec_eval prints the number of topics and geometric means for the whole run only. By its own name.
bool trec_eval_prints_per_topic(std::string_view name);

}  // namespace fovea
