// The families of measures over graded elements (INEX 2002–2004). Each stands in a file of its own, with the
// definitions above the code. docs/graded.md tells their story.
#pragma once

#include "measures/measure.h"

namespace fovea {

/// inex2002.cpp: inex2002 — precall.
MeasureFamily inex2002_measures();
/// inex2003.cpp: inex2003s, inex2003o — recall and precision with size and overlap.
MeasureFamily inex2003_measures();
/// xcg.cpp: XCG, nXCG, AnXCG, MAnXCG, ep, MAep, Overlap — cumulated gain.
MeasureFamily xcg_measures();

/// The small case that the worked examples are about, after Figure 1 of Kazai et al. 2005: the document
///
///   <article>x<bdy><sec><p>a</p><p>b</p><p>cc</p></sec><sec><p>d</p><p>ee</p><p>ff</p></sec></bdy></article>
///
/// and a run that returns its two sections, the better one first.
extern const std::string_view kGradedExampleJudgements;
extern const std::string_view kGradedExampleRun;
/// A run that returns the six paragraphs, best first.
extern const std::string_view kGradedExampleLeaves;

}  // namespace fovea
