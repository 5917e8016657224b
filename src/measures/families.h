// The families of measures, in the order in which people see them. Each is in a file of its own, with the definitions above the
// code; a new one is a line here.
#pragma once

#include <vector>

#include "measures/measure.h"

namespace fovea {

// clang-format off
#define FOVEA_MEASURE_FAMILIES(FAMILY)                                                                            \
  /* Over highlighted text (highlights/). */                                                                      \
  FAMILY(ranked_article_measures)       /* gP, gR, AgP, igP: relevant in context, best in context */              \
  FAMILY(ranked_result_measures)        /* iP, AiP: thorough, focused */                                          \
  FAMILY(retrieved_character_measures)  /* charP, charR, charF, IoU: the text retrieved, as a set */              \
  /* Of passages with aspects: the TREC Genomics tracks of 2006 and 2007 (passages/). */                          \
  FAMILY(genomics_measures)             /* PASSAGE, PASSAGE2 and ASPECT. (Its DOCUMENT is AP.) */                 \
  /* Of chunk retrieval (chunks/). */                                                                             \
  FAMILY(ranked_chunk_measures)         /* chunkHit, chunkRR, chunkAP, chunkNDCG: chunks as units */              \
  FAMILY(chunk_measures)                /* PrecisionOmega: what a division into chunks allows */                  \
  /* Over graded elements, INEX 2002–2004 (graded/); docs/graded.md tells their story. */                         \
  FAMILY(inex2002_measures)             /* inex2002: precall */                                                   \
  FAMILY(inex2003_measures)             /* inex2003s, inex2003o: recall and precision with size and overlap */    \
  FAMILY(xcg_measures)                  /* XCG, nXCG, AnXCG, MAnXCG, ep, MAep, Overlap: cumulated gain */         \
  /* Articles as documents (documents/). Every figure equals trec_eval 10's to the last digit it prints, given */ \
  /* the same order of documents. Where trec_eval leaves a value open (nothing retrieved, nothing relevant) it */ \
  /* is 0. */                                                                                                     \
  FAMILY(average_precision_measures)    /* AP and its kin */                                                      \
  FAMILY(precision_measures)            /* precision, recall and success at a rank */                             \
  FAMILY(gain_measures)                 /* graded relevance: nDCG, RBP */                                         \
  FAMILY(incomplete_measures)           /* incomplete judgements: Bpref, infAP, Judged */                         \
  FAMILY(set_measures)                  /* the documents retrieved as a set */                                    \
  FAMILY(user_model_measures)           /* readers who go on or stop: INST, BPM, NERR */                          \
  FAMILY(other_ranking_measures)        /* beside an ideal ranking or chance: ERR, Compat, Accuracy */            \
  FAMILY(subtopic_measures)             /* novelty and diversity, as ndeval has them */                           \
  FAMILY(judgement_group_measures)      /* several assessors: trec_eval's _avgjg */                               \
  FAMILY(preference_measures)           /* trec_eval's prefs_ */                                                  \
  FAMILY(count_measures)                /* how many topics and documents there are */                             \
  FAMILY(trec_eval_texts)               /* runid and relstring */
// clang-format on
#define FOVEA_DECLARE_FAMILY(family) MeasureFamily family();
FOVEA_MEASURE_FAMILIES(FOVEA_DECLARE_FAMILY)
#undef FOVEA_DECLARE_FAMILY

/// official, all_trec, set, all_prefs, prefs and qrels_jg.
std::vector<MeasureSet> trec_eval_sets();

}  // namespace fovea
