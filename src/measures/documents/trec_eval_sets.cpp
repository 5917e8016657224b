// The sets of measures that trec_eval has names for; they are part of the grammar everywhere.
#include "measures/families.h"

namespace fovea {

std::vector<MeasureSet> trec_eval_sets() {
  return {
      {.name = "official",
       .summary = "what trec_eval prints when nothing is asked for",
       .measures =
           "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P"},
      {.name = "all_trec",
       .summary = "every measure of trec_eval for qrels, but yaap and dcg",
       .measures =
           "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P "
           "relstring recall infAP gm_bpref Rprec_mult utility 11pt_avg binG G ndcg ndcg_rel Rndcg ndcg_cut "
           "map_cut relative_P success set_P set_relative_P set_recall set_map set_F "
           "num_nonrel_judged_ret rbp rbp_resid unj"},
      {.name = "set",
       .summary = "the documents retrieved as a set",
       .measures =
           "runid num_q num_ret num_rel num_rel_ret utility set_P set_relative_P set_recall set_map set_F"},
      {.name = "all_prefs",
       .summary = "every measure of trec_eval for preferences",
       .measures =
           "runid num_q prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret prefs_simp prefs_pair "
           "prefs_avgjg prefs_avgjg_Rnonrel prefs_simp_ret prefs_pair_ret prefs_avgjg_ret "
           "prefs_avgjg_Rnonrel_ret prefs_simp_imp prefs_pair_imp prefs_avgjg_imp"},
      {.name = "prefs",
       .summary = "the most important of them",
       .measures =
           "runid num_q prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret prefs_simp prefs_pair "
           "prefs_avgjg"},
      {.name = "qrels_jg",
       .summary = "every measure of trec_eval for several assessors",
       .measures = "runid num_q map_avgjg P_avgjg Rprec_mult_avgjg"}};
}

}  // namespace fovea
