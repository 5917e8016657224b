// Judgements in columns, separated by blanks.
//
//   INEX 2008–2010   topic Q0 doc relchars doclength [BEP [offset:length …]]
//   TREC             topic iteration doc grade
//
// A BEP of -1 is none. A line that begins with '#' is a comment; empty lines do not count. Rows are scanned
// once, on several cores, as views into the mapped file; nothing is allocated per row.
#pragma once

#include <span>

#include "files/diagnostics.h"
#include "files/input.h"
#include "files/topic_index.h"
#include "judgements/builder.h"
#include "judgements/judgement_format.h"

namespace fovea {

/// Column 4 is kept as given; where it differs from the passages, a warning says so. A passage past the end
/// of its document is an error.
void read_inex_qrels(const InputFile& file, JudgementBuilder& builder, Diagnostics& diagnostics);

/// Grades are whole numbers; negative ones (judged, worse than not relevant) are kept.
void read_trec_qrels(const InputFile& file, JudgementBuilder& builder, Diagnostics& diagnostics);

/// A BEP that is not known is written as -1.
Unsaid write_inex_qrels(const Judgements& judgements, const JudgementSink& sink);
Unsaid write_trec_qrels(const Judgements& judgements, const JudgementSink& sink);

/// One topic only, from the rows given. False when there is anything to say about them, which is not said.
bool read_inex_topic(const InputFile& file, std::span<const Stretch> rows, TopicJudgements& topic);
bool read_trec_topic(const InputFile& file, std::span<const Stretch> rows, TopicJudgements& topic);

}  // namespace fovea
