// INEX assessments in XML, 2002–2008: one <assessments topic=…> with a <file> for each assessed document.
//
//   2002        <path path= relevance="0–3" coverage="N|S|L|E"/>
//   2003, 2004  <path path= exhaustiveness="0–3" specificity="0–3" inpool= inferred= inconsistant=/>
//   2005–2008   <element path= exhaustivity="1|2|?" size= rsize=/>  <passage start= end= size=/>
//               <best-entry-point path=/>;  an empty <file/> is a document judged not relevant
//
// All become exhaustivity e and specificity s from 0 to 3:
// - 2002: e is the relevance. Coverage says what 2003 calls specificity, in the words of the two guidelines: too
//   large (L), the topic being a minor theme, is 1; too small (S), the topic being the theme of a piece that
//   cannot stand alone, is 2; exact (E) is 3; none (N) is 0. With this the generalised quantisation of 2003
//   gives every pair its value of 2002.
// - 2003, 2004: as they are. U (not assessed) stays out; how many there were is said in a warning.
// - 2005–2008: e as it is; "?" (too small to grade) is 0 and marked; where the attribute is missing (2006 on),
//   1 if any text is highlighted. s comes from rsize/size, by the scale's own words: all of it 3 (the only
//   theme), half or more 2 (a major theme), less 1 (a minor theme), nothing 0. Both sizes are kept for
//   measures that want the ratio itself.
//
// Passages and entry points of 2005–2008 are XPath points (/article[1]/p[2]/text()[1].13): they become text
// spans with a collection. Without one, what a file says by itself is kept (passage sizes, the document's
// length from its root element) and a warning names what is missing.
#pragma once

#include "files/diagnostics.h"
#include "files/input.h"
#include "judgements/builder.h"
#include "judgements/judgement_format.h"

namespace fovea {

/// Points are resolved in builder.collection(). A passage whose given size differs from its text is warned
/// about.
void read_assessments(const InputFile& file, JudgementBuilder& builder, Diagnostics& diagnostics);

/// Elements with sizes as in 2005, others as in 2003. Several topics stand side by side in one
/// <inex-assessments>.
Unsaid write_assessments(const Judgements& judgements, const JudgementSink& sink);

}  // namespace fovea
