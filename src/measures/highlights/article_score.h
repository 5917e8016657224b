// The score of one article: how well the text retrieved from it meets the text highlighted in it.
//
// Relevant in context and best in context rank articles by a graded score between 0 and 1. Three have been in
// use: F(beta) (INEX 2006–2009), the precision of the text a reader gets through before running out of
// tolerance (T2I, INEX 2010), and the distance of an entry point from the best one (best in context).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "measures/measure.h"
#include "text/number_range.h"
#include "text/span_set.h"

namespace fovea {

/// Which score, and its parameter.
struct ArticleScore {
  enum class Kind : std::uint8_t { kF, kT2I, kBep };

  Kind kind = Kind::kF;
  double value = kDefaultBeta;

  /// The value of beta since INEX 2009: precision counts four times as much as recall.
  static constexpr double kDefaultBeta = 0.25;

  friend bool operator==(const ArticleScore&, const ArticleScore&) = default;
};

/// What their parameters may be. F of any larger beta is recall to six digits.
inline constexpr NumberRange kBetaRange{.least = 0, .most = 1e6};
inline constexpr NumberRange kToleranceRange{.least = 0, .most = kMaxOffset, .whole = true};
inline constexpr NumberRange kDistanceRange{.least = 1, .most = kMaxOffset, .whole = true};

/// "beta=0.25", "t2i=300", "bep=500". Nothing, and the reason in `why`, when it is none of these. Unlike a measure,
/// inex_eval takes a distance of 0, and makes NaN of it.
std::optional<ArticleScore> parse_article_score(std::string_view text, std::string& why);
/// From the parameters beta, t2i and bep of a measure, of which at most one may be given.
std::optional<ArticleScore> article_score_of(const MeasureName& name, std::string& why);
std::string to_string(const ArticleScore& score);

/// F(beta) = (1+b²)·P·R / (b²·P + R), P = both/retrieved, R = both/relevant; 0 where nothing is in both.
double f_score(std::uint64_t both, std::uint64_t retrieved, std::uint64_t relevant, double beta);

/// BEP(n) = max(0, n − |entry − best|) / n.
double bep_score(Offset entry, Offset best, double n);

}  // namespace fovea
