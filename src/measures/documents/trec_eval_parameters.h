// Parameters as trec_eval spells them behind a name, for MeasureRecord::from_trec_eval.
//
//     utility.2,-1,0,0      numbers, one for each parameter
//     11pt_avg..25,.5       numbers, all of them one list
//     ndcg.1=3,2=9          pairs: what grades are worth
//     rbp.p=0.8             pairs: a parameter by its name
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "measures/measure.h"

namespace fovea {

using FromTrecEval = std::function<bool(std::string_view text, MeasureName& name, std::string& why)>;

/// As many numbers as there are parameters, in their order.
FromTrecEval numbers_for(std::vector<std::string_view> parameters);
/// Any numbers, as the list that one parameter is.
FromTrecEval number_list_for(std::string_view parameter);
/// Grades and gains for the parameter `gains`, and the other parameters that are named here. trec_eval passes over
/// everything else; it is an error here.
FromTrecEval pairs_for(std::vector<std::string_view> parameters, bool gains);

}  // namespace fovea
