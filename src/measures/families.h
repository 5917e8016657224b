// The families of measures, in the order in which people see them. Each stands in a file of its own, with the
// definitions above the code.
#pragma once

#include <vector>

#include "measures/measure.h"

namespace fovea {

// Over highlighted text (highlights/).
MeasureFamily ranked_article_measures();       ///< gP, gR, AgP, igP: relevant in context, best in context
MeasureFamily ranked_result_measures();        ///< iP, AiP: thorough, focused
MeasureFamily retrieved_character_measures();  ///< charP, charR, charF, IoU: the text retrieved, as a set

// Of passages with aspects: the TREC Genomics tracks of 2006 and 2007 (passages/).
MeasureFamily genomics_measures();  ///< PASSAGE, PASSAGE2 and ASPECT. (Its DOCUMENT is AP.)

// Of chunk retrieval (chunks/).
MeasureFamily ranked_chunk_measures();  ///< chunkHit, chunkRR, chunkAP, chunkNDCG: chunks as units
MeasureFamily chunk_measures();         ///< PrecisionOmega: what a division into chunks allows

// Over graded elements, INEX 2002–2004 (graded/); docs/graded.md tells their story.
MeasureFamily inex2002_measures();  ///< inex2002: precall
MeasureFamily inex2003_measures();  ///< inex2003s, inex2003o: recall and precision with size and overlap
MeasureFamily xcg_measures();       ///< XCG, nXCG, AnXCG, MAnXCG, ep, MAep, Overlap: cumulated gain

// Articles as documents (documents/). Every figure equals trec_eval 10's to the last digit it prints, given the same
// order of documents. Where trec_eval leaves a value open (nothing retrieved, nothing relevant) it is 0.
MeasureFamily average_precision_measures();  ///< AP and its kin
MeasureFamily precision_measures();          ///< precision, recall and success at a rank
MeasureFamily gain_measures();               ///< graded relevance: nDCG, RBP
MeasureFamily incomplete_measures();         ///< incomplete judgements: Bpref, infAP, Judged
MeasureFamily set_measures();                ///< the documents retrieved as a set
MeasureFamily user_model_measures();         ///< readers who go on or stop: INST, BPM, NERR
MeasureFamily other_ranking_measures();      ///< beside an ideal ranking or chance: ERR, Compat, Accuracy
MeasureFamily subtopic_measures();           ///< novelty and diversity, as ndeval has them
MeasureFamily judgement_group_measures();    ///< several assessors: trec_eval's _avgjg
MeasureFamily preference_measures();         ///< trec_eval's prefs_
MeasureFamily count_measures();              ///< how many topics and documents there are
MeasureFamily trec_eval_texts();             ///< runid and relstring

/// official, all_trec, set, all_prefs, prefs and qrels_jg.
std::vector<MeasureSet> trec_eval_sets();

}  // namespace fovea
