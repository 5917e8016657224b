// Writes judgements in the formats of INEX and TREC, as JSON lines, and for annotation tools.
//
// A format that cannot say something never stops the writing: what it could not say is counted and named, so
// that a command can list it. A document is left out only where a row would say something false or could not
// be read back; that is counted too. JSON lines hold everything.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "files/unsaid.h"
#include "judgements/annotations/document_texts.h"
#include "judgements/judgement_file.h"
#include "judgements/judgements.h"

namespace fovea {

/// Takes the written bytes, piece by piece.
using JudgementSink = std::function<void(std::string_view)>;

/// Formats that write_judgements() knows.
bool can_write(JudgementFormat format);
/// In any of them. `texts` serve the annotation tools, whose files quote or carry the text; may be nullptr.
Unsaid write_judgements(const Judgements& judgements, JudgementFormat format, DocumentTexts* texts,
                        const JudgementSink& sink);

/// topic Q0 doc relchars doclength [BEP [offset:length …]]; a BEP that is not known is written as -1.
Unsaid write_inex_qrels(const Judgements& judgements, const JudgementSink& sink);
/// topic 0 doc grade.
Unsaid write_trec_qrels(const Judgements& judgements, const JudgementSink& sink);
/// One object per judged document; see judgements/jsonl.h.
Unsaid write_judgement_json_lines(const Judgements& judgements, const JudgementSink& sink);
/// INEX assessments: elements with sizes as in 2005, others as in 2003. Several topics stand side by side in
/// one <inex-assessments>.
Unsaid write_assessments(const Judgements& judgements, const JudgementSink& sink);

/// The highlights in an order that a reader of qrels understands as it was: the passage at first_listed comes
/// first, the others follow in document order. The same characters, whatever the order.
std::vector<Span> listed_passages(const TopicJudgements& topic, const JudgedDocument& document);

}  // namespace fovea
