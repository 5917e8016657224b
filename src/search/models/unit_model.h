// Models of units: how much an element or a window of an article is about a query.
//
// A model of articles serves units too, as a sum over the terms with the counts of the unit's class (sum_of_terms()). Models
// of units alone have Model::make_units. Contract: one thread per scorer; articles are entered one by one, and units
// are those of the article that was entered last.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "search/models/model.h"
#include "search/query/article_hits.h"
#include "search/query/counts.h"

namespace fovea::search {

/// What a model of units is made from. Everything must outlive the scorer.
struct UnitInput {
  const Index& index;
  const QueryCounts& all;
  /// The terms that count, as ArticleHits has them, and their numbers in `all`.
  std::vector<QueryTerm> terms;
  std::vector<std::size_t> numbers;
  /// Per tag of the index; nullptr where it was not counted.
  std::vector<const TagCounts*> tags;
  /// Words that a window has nominally.
  double window_words = 0;
  /// Phrases that the topic has in quotes, as places in `terms`.
  std::vector<std::vector<std::size_t>> quoted;
  /// For models that read texts; else may be nullptr.
  const Collection* collection = nullptr;
};

class UnitScorer {
 public:
  virtual ~UnitScorer() = default;
  virtual void enter(const ArticleHits& article) { static_cast<void>(article); }
  virtual double score(const ArticleHits& article, const UnitWords& unit) = 0;
  /// Of a model that weighs values against those of all units of a topic: these values. Others have none.
  virtual void values(const ArticleHits& article, const UnitWords& unit, std::vector<double>& out) {
    static_cast<void>(article), static_cast<void>(unit), static_cast<void>(out);
  }
};

/// The class of a unit, whose statistics a model uses: a tag of the index, articles or windows.
inline constexpr std::uint32_t kWindowClass = UINT32_MAX;
std::uint32_t class_of(const ArticleHits& article, const UnitWords& unit);

/// N and n by `df` (article, tag, sentence), the mean length of the class.
ScoringInput scoring_input(const UnitInput& input, std::string_view df, std::uint32_t unit_class);
/// The mean length of a class alone.
double mean_length(const UnitInput& input, std::uint32_t unit_class);
/// The counts of a tag; nullptr for windows, and where it was not counted.
const TagCounts* counts_of(const UnitInput& input, std::uint32_t unit_class);

/// A model of articles, asked about units.
std::unique_ptr<UnitScorer> sum_of_terms(const Model& model, const ModelSettings& settings,
                                         const UnitInput& input);
/// Any model that can score units.
std::unique_ptr<UnitScorer> make_unit_scorer(const Model& model, const ModelSettings& settings,
                                             const UnitInput& input);
/// Whether there is such a scorer.
bool can_score_units(const Model& model);
/// Whether a model with these settings asks how many elements of a tag hold a term.
bool counts_tags(const Model& model, const ModelSettings& settings);

/// Per tag of the index; 1 for those that are not named.
std::vector<double> tag_weights(const Index& index, const NamedWeights& weights);

}  // namespace fovea::search
