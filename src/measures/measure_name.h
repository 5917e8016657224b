// The one grammar of measure names, used on the command line, in reports and in file names:
//
//     Name(parameter=value,…)@cutoff        AP   P@10   nDCG@5,10   AgP(t2i=300)   gP(beta=1)@5,10,25
//
// A list of measures is separated by commas or blanks; numbers after the first cutoff go on with the list of
// cutoffs. trec_eval's spellings are understood too: map, P_10, P.5,10, ndcg_cut_10, iprec_at_recall_0.10,
// utility.2,-1,0,0, ndcg.1=3,2=9, and its names for sets of measures, such as official. So are those of
// ir_measures: values in quotes, tables in braces, True and False, and a cutoff among the parameters:
// nDCG(dcg='exp-log2')@10, nDCG(gains={1:3,2:9}), P(cutoff=5,judged_only=True).
//
// What is parsed is canonical: the registered name, parameters in the record's order without those that have
// their default value, numbers in their shortest form (recall points with two decimals at least). Printing it
// with to_string() (measure.h) and parsing that again gives the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "measures/measure.h"
#include "measures/registry.h"

namespace fovea {

/// Whether records that yield a text (MeasureRecord::text) may be asked for. Where not, naming one is an error,
/// and sets are taken without them.
enum class Texts : std::uint8_t { kRefused, kWanted };

/// The measures an expression asks for, in its order; one that is asked for twice is there once. What is
/// wrong goes to `diagnostics` with the column in the expression and, where a name is unknown, the nearest
/// known ones; then nothing is returned.
std::optional<std::vector<MeasureName>> parse_measures(std::string_view expression, Diagnostics& diagnostics,
                                                       const Registry& registry = measure_registry(),
                                                       Texts texts = Texts::kRefused);

/// The same for several expressions, as `-m` may be given more than once.
std::optional<std::vector<MeasureName>> parse_measures(std::span<const std::string> expressions,
                                                       Diagnostics& diagnostics,
                                                       const Registry& registry = measure_registry(),
                                                       Texts texts = Texts::kRefused);

}  // namespace fovea
