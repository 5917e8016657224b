// The results of one topic of one run, laid against the topic's recall base.
//
// Every graded metric starts from the same questions: which element is this result, what was it judged to be,
// was it there before, does it share its rank. They are answered once per topic. So are the ideal recall base
// of a quantisation and the gains of a run under it, which a handful of metrics read.
//
// What is no element (a passage, a range) and what stands outside the recall base is worth nothing, and an
// element that comes a second time is worth nothing the second time: otherwise a run would reach full recall
// by repeating itself. (Cumulated gain has its own rule for what was seen before.)
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "measures/graded/graded_judgements.h"
#include "measures/graded/ideal.h"
#include "measures/graded/quantisation.h"
#include "measures/graded/recall_base.h"
#include "runs/run.h"

namespace fovea {

/// How the elements of a result list lie in each other, by their paths alone.
struct ListShape {
  std::uint64_t distinct = 0;     ///< different elements
  std::uint64_t overlapping = 0;  ///< results that contain, are contained in, or repeat another one
};

/// A whole document is an element that contains all others of it. Passages and ranges are no elements and do
/// not count. The cost is that of sorting the results.
ListShape list_shape(std::span<const Result> results);

/// Results that contain, are contained in, or repeat a better-ranked one; what counts is as for list_shape().
std::uint64_t overlapping_earlier(std::span<const Result> results);

struct GradedResult {
  /// The result's element if it is a node of the recall base, else its nearest ancestor that is one.
  NodeId node = kNoNode;
  bool exact = false;     ///< `node` is the element itself
  bool repeated = false;  ///< exact, and not for the first time
  bool tied = false;      ///< has the same rank as the result before it
  /// Its characters, empty when they are not known.
  Span span;
  /// Documents of the run, numbered by first appearance.
  std::uint32_t document = 0;
};

class GradedView {
 public:
  /// Lays a list of results against a recall base. Both must outlive the use of this view.
  void reset(const RecallBase& base, std::span<const Result> results);
  /// The same for one of `judgements`, who know the collection.
  void reset(const RecallBase& base, std::span<const Result> results, const GradedJudgements& judgements);

  const RecallBase& base() const { return *base_; }
  std::span<const GradedResult> results() const { return results_; }
  /// Documents of the run.
  std::uint32_t documents() const { return static_cast<std::uint32_t>(documents_.size()); }
  /// What a result adds: (0,0) unless it is an assessed element retrieved for the first time.
  Grade grade(const GradedResult& result) const {
    return result.exact && !result.repeated ? (*base_)[result.node].grade : Grade{};
  }

  /// The size of the collection, where it is known.
  std::optional<CollectionSize> collection_size() const {
    return judgements_ == nullptr ? std::nullopt : judgements_->collection_size();
  }
  /// The results as the run has them, one for each of results().
  std::span<const Result> list() const { return list_; }
  /// How the elements of the list lie in each other.
  ListShape shape() const { return list_shape(list_); }
  const IdealBase& ideal(const Quantisation& quantisation, IdealTie tie = IdealTie::kDeeper);

  struct Gains {
    /// cumulated[k]: the gain of the first k results. It begins with 0.
    std::vector<double> cumulated;
    /// The first result whose gain needs element sizes that nobody gave.
    std::optional<std::size_t> size_missing;

    /// A list shorter than k keeps its last sum.
    double at(std::size_t k) const { return cumulated[std::min(k, cumulated.size() - 1)]; }
  };
  const Gains& gains(const Quantisation& quantisation, double alpha, IdealTie tie = IdealTie::kDeeper);
  /// The first result for which gains() needed a size that nobody gave; nullptr when all is well.
  const Result* missing_size() const { return missing_size_; }
  /// Results that are no elements and no documents.
  std::uint64_t not_elements() const { return not_elements_; }

 private:
  GradedResult placed(const Result& result);

  const RecallBase* base_ = nullptr;
  const GradedJudgements* judgements_ = nullptr;
  const Result* missing_size_ = nullptr;
  std::uint64_t not_elements_ = 0;
  std::span<const Result> list_;
  std::vector<GradedResult> results_;
  absl::flat_hash_map<std::string_view, std::uint32_t> documents_;
  std::vector<std::optional<std::uint32_t>> judged_;  ///< by document of the run: its number in the base
  std::vector<bool> retrieved_;
  std::deque<std::pair<std::pair<Quantisation, IdealTie>, IdealBase>> ideals_;
  std::deque<std::pair<std::tuple<Quantisation, double, IdealTie>, Gains>> gains_;
};

}  // namespace fovea
