// Categories of articles as a score beside that of their words, as Amsterdam's runs of INEX 2010 had one (`p6-categoryscore`, of which the overview
// gives the name alone; the formula is ours, after Kaptein, Koolen and Kamps, "Using Wikipedia Categories for Ad Hoc Search", SIGIR 2009).
//
// What a query is about is told by the categories of its ten best articles: w(c) is the share of them that are in c. An article with the categories C has
//
//     c(d) = Σ_{c ∈ C} w(c) / |C|,  0 without categories,    s'(d) = s(d) + W · (s_max − s_min) · c(d),
//
// s_max and s_min being the best and the worst of all scores, and W the setting `category_weight`. Its parts get the same, on the scale of their own scores.
#pragma once

#include "collection/collection.h"
#include "search/pipeline/pipeline.h"
#include "search/ranking/partial.h"

namespace fovea::search {

/// Adds these scores and puts the articles in order again. Of parts, those of articles that were looked into; scores that are made of all parts of an answer, of
/// `linear` and of castitles, stay. All parts of a collection must have been merged.
void add_category_scores(Partial& partial, const Query& query, const Pipeline& pipeline,
                         const Collection& collection);

}  // namespace fovea::search
