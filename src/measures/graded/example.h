// The small case that the worked examples of graded measures are about, after Figure 1 of Kazai et al. 2005: the document
//
//   <article>x<bdy><sec><p>a</p><p>b</p><p>cc</p></sec><sec><p>d</p><p>ee</p><p>ff</p></sec></bdy></article>
//
// and a run that returns its two sections, the better one first.
#pragma once

#include <string_view>

namespace fovea {

inline constexpr std::string_view kGradedExampleJudgements =
    R"(<assessments pool="1" topic="163">
 <file file="r7022">
  <path path="/article[1]" exhaustiveness="3" specificity="1"/>
  <path path="/article[1]/bdy[1]" exhaustiveness="3" specificity="1"/>
  <path path="/article[1]/bdy[1]/sec[1]" exhaustiveness="2" specificity="2"/>
  <path path="/article[1]/bdy[1]/sec[1]/p[1]" exhaustiveness="2" specificity="3"/>
  <path path="/article[1]/bdy[1]/sec[1]/p[2]" exhaustiveness="2" specificity="3"/>
  <path path="/article[1]/bdy[1]/sec[1]/p[3]" exhaustiveness="1" specificity="2"/>
  <path path="/article[1]/bdy[1]/sec[2]" exhaustiveness="3" specificity="3"/>
  <path path="/article[1]/bdy[1]/sec[2]/p[1]" exhaustiveness="3" specificity="3"/>
  <path path="/article[1]/bdy[1]/sec[2]/p[2]" exhaustiveness="2" specificity="3"/>
  <path path="/article[1]/bdy[1]/sec[2]/p[3]" exhaustiveness="2" specificity="3"/>
 </file>
</assessments>
)";

inline constexpr std::string_view kGradedExampleRun =
    "163 Q0 r7022 1 2 ideal /article[1]/bdy[1]/sec[2]\n"
    "163 Q0 r7022 2 1 ideal /article[1]/bdy[1]/sec[1]\n";

/// A run that returns the six paragraphs, best first.
inline constexpr std::string_view kGradedExampleLeaves =
    "163 Q0 r7022 1 6 leaves /article[1]/bdy[1]/sec[2]/p[1]\n"
    "163 Q0 r7022 2 5 leaves /article[1]/bdy[1]/sec[2]/p[2]\n"
    "163 Q0 r7022 3 4 leaves /article[1]/bdy[1]/sec[2]/p[3]\n"
    "163 Q0 r7022 4 3 leaves /article[1]/bdy[1]/sec[1]/p[1]\n"
    "163 Q0 r7022 5 2 leaves /article[1]/bdy[1]/sec[1]/p[2]\n"
    "163 Q0 r7022 6 1 leaves /article[1]/bdy[1]/sec[1]/p[3]\n";

}  // namespace fovea
