// A linear combination of features, each brought to mean 0 and deviation 1 over the units of a topic.
//
//     bm25 lm-dirichlet lm-jm tf words       of the unit; with .parent and .article behind, of those (tf: Σ ln(1 + tf),
//                                            words: share of the query's words)
//     length depth place title               ln l; elements above; first word/words of the article; a hit in its title
//     section paragraph list heading         1 for an element of that role
//     f1 f2 f3 f4                            distribution.h
//     proximity                              proximity.cpp
//
// LIP6 at INEX 2010 learnt such weights with OWPC. Without training the three bm25 weigh 1.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/models/model.h"

namespace fovea::search {

std::span<const std::string_view> linear_features();
/// What is wrong with weights of features, nullptr being no weights; empty when nothing is.
std::string linear_fault(const NamedWeights* weights);
/// Weights of the features that have one, in the order of linear_features(): what UnitScorer::values() gives.
std::vector<double> linear_weights(const ModelSettings& settings);

}  // namespace fovea::search
