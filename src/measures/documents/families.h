// Articles as documents: the measures of trec_eval, one function per family.
//
// Every figure equals trec_eval 10's to the last digit it prints, given the same order of documents. Where
// trec_eval leaves a value open (nothing retrieved, nothing relevant) it is 0.
#pragma once

#include <vector>

#include "measures/measure.h"

namespace fovea {

MeasureFamily average_precision_measures();  ///< AP and its kin
MeasureFamily precision_measures();          ///< precision, recall and success at a rank
MeasureFamily gain_measures();               ///< graded relevance: nDCG, RBP
MeasureFamily incomplete_measures();         ///< incomplete judgements: Bpref, infAP, Judged
MeasureFamily set_measures();                ///< the documents retrieved as a set
MeasureFamily count_measures();              ///< how many topics and documents there are
MeasureFamily user_model_measures();         ///< readers who go on or stop: INST, BPM, NERR
MeasureFamily other_ranking_measures();      ///< beside an ideal ranking or chance: ERR, Compat, Accuracy
MeasureFamily subtopic_measures();           ///< novelty and diversity, as ndeval has them
MeasureFamily preference_measures();         ///< trec_eval's prefs_
MeasureFamily judgement_group_measures();    ///< several assessors: trec_eval's _avgjg
MeasureFamily trec_eval_texts();             ///< runid and relstring

/// official, all_trec, set, all_prefs, prefs and qrels_jg.
std::vector<MeasureSet> trec_eval_sets();

}  // namespace fovea
