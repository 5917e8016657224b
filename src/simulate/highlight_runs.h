// The S-R space: simulated runs made from highlighted text, twenty systems whose order is known before any
// measure is asked (Pehcevski & Thom 2007, section 4).
//
//   what is returned from a document           in which order the documents come
//   S    the highlighted passages              R    most highlighted text first
//   SL   for each, the smallest element        RS   R with the first two swapped
//        that contains it                      RI   R behind a judged document without relevance,
//   SLD  the whole document                         which is returned whole
//   SS   for each passage, the largest         RSI  both
//        elements inside it
//   SST  the elements inside it that have
//        no sub-elements
//
// S_R, SLD_RSI, …: a run is named set_ranking. Documents with equally much text keep the order of the
// judgements. Passages are in the order of the document. Where two passages lead to overlapping elements
// (SL), the larger one is returned once. A document none of whose passages holds a whole element is returned
// with its passages in SS and SST: document recall stays 1, as in Table 1 of the paper.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "runs/run.h"

namespace fovea {

enum class AnswerSet : std::uint8_t { kPassages, kContaining, kDocuments, kInside, kLeaves };
enum class DocumentOrder : std::uint8_t { kBySize, kSwapped, kIrrelevantFirst, kSwappedIrrelevantFirst };

inline constexpr std::array kAnswerSets{AnswerSet::kPassages, AnswerSet::kContaining, AnswerSet::kDocuments,
                                        AnswerSet::kInside, AnswerSet::kLeaves};
inline constexpr std::array kDocumentOrders{DocumentOrder::kBySize, DocumentOrder::kSwapped,
                                            DocumentOrder::kIrrelevantFirst,
                                            DocumentOrder::kSwappedIrrelevantFirst};

struct HighlightRun {
  AnswerSet set = AnswerSet::kPassages;
  DocumentOrder order = DocumentOrder::kBySize;

  friend bool operator==(HighlightRun, HighlightRun) = default;
};

/// "S_R", "SLD_RSI", …
std::string name_of(HighlightRun run);
/// Whether the run needs element trees, hence a collection.
bool needs_collection(HighlightRun run);
/// The runs of the space, by set and then by ranking: all twenty, or the eight that need no collection.
std::vector<HighlightRun> highlight_runs(bool with_collection);

/// The run over all topics that have highlighted text. `collection` may be nullptr for runs that do not need
/// it; where it is given, it knows the lengths of documents. Reported: a document that the collection lacks
/// (an error), topics without a judged document to put first (a warning), documents returned with their passages
/// for want of an element (a warning).
Run simulate(HighlightRun run, const Judgements& judgements, const Collection* collection,
             Diagnostics& diagnostics);

/// All runs of the space, in the order of highlight_runs(): with a collection twenty, else eight. What
/// concerns several of them is reported once.
std::vector<Run> simulate_space(const Judgements& judgements, const Collection* collection,
                                Diagnostics& diagnostics);

}  // namespace fovea
