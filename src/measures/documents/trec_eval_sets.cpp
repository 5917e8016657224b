// The sets of measures that trec_eval has names for; they are part of the grammar everywhere.
#include "measures/documents/families.h"

namespace fovea {

std::vector<MeasureSet> trec_eval_sets() {
  return {
      {.name = "official",
       .summary = "what trec_eval prints when nothing is asked for",
       .measures = "num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P"},
      {.name = "all_trec",
       .summary = "every document measure of trec_eval that is a number",
       .measures = "num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P "
                   "recall infAP gm_bpref Rprec_mult utility 11pt_avg binG G ndcg ndcg_rel Rndcg ndcg_cut "
                   "map_cut relative_P success set_P set_relative_P set_recall set_map set_F "
                   "num_nonrel_judged_ret rbp rbp_resid unj"},
      {.name = "set",
       .summary = "the documents retrieved as a set",
       .measures =
           "num_q num_ret num_rel num_rel_ret utility set_P set_relative_P set_recall set_map set_F"}};
}

}  // namespace fovea
