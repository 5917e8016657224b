// How the hits of a query lie in a unit: the four measures of Peking's ranking, which `linear` has too.
#pragma once

#include <array>

#include "search/query/article_hits.h"

namespace fovea::search {

/// f1: Σ 1/distance of neighbouring hits of different words; f2: the share of such neighbours (0 for one hit); f3: (words
/// present/|q|)·(1 − (last − first hit + 1)/l); f4: −sd(tf)/mean(tf) over the words of the query, sd with 1/|q|.
using Distribution = std::array<double, 4>;
Distribution distribution_of(const ArticleHits& article, const UnitWords& unit);

}  // namespace fovea::search
