// Castitles asked of the elements of articles (Structure in ranking/query.h).
//
// r(e, w) is the score of an about()'s words in e, over the largest of all elements of the articles that go on; of language
// models exp((s − largest)/Σqtf); without a hit 0. about(.path, w) at c is the largest fit(e, path)·r(e, w) below c, without
// a path r(c, w). A[B] scores c by B(c)·fit(c, A); A[B]C[D] by B(a)·D(c)·fit(c, C), a being the nearest ancestor that
// fits A, and where none does and the query is vague the nearest that fits its last step, else the article; A[B]C has the
// words of B for D.
//
// The largest score is known when all shards have answered: until then a unit has values per about() and comparison, and
// castitle_value() makes its score of them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "search/models/unit_model.h"
#include "search/nexi/path_fit.h"
#include "search/pipeline/pipeline.h"
#include "search/query/article_hits.h"
#include "search/query/query.h"
#include "search/ranking/partial.h"

namespace fovea::search {

class CastitleScorer {
 public:
  /// `input` has all terms of the query; all must outlive this.
  CastitleScorer(const Structure& structure, const UnitInput& input, const Pipeline& pipeline);
  ~CastitleScorer();
  CastitleScorer(const CastitleScorer&) = delete;
  CastitleScorer& operator=(const CastitleScorer&) = delete;

  /// Adds the elements that meet anything, in document order, without their spans. The values of each: its fit; then, in the
  /// order of the query, what each about() has before division, and 1 or 0 for a comparison.
  void score(DocumentNumber article, ArticleUnits& made);

 private:
  struct About;
  struct Leaf;

  void add_leaves(const nexi::Predicate& predicate, std::vector<Leaf>& leaves);
  void score_about(std::size_t about, std::vector<double>& scores);
  void fill_leaf(Leaf& leaf, const std::vector<std::vector<double>>& scores);
  bool holds(const nexi::Predicate& comparison, std::uint32_t element) const;
  std::uint32_t supporter(std::uint32_t element) const;

  const Structure& structure_;
  const UnitInput& input_;
  const Pipeline& pipeline_;
  std::vector<About> abouts_;
  std::vector<Leaf> supporting_;  ///< B of A[B]C…
  std::vector<Leaf> wanted_;      ///< of the last part
  std::vector<PathFit> paths_;    ///< of the parts
  std::optional<ArticleReader> reader_;
  ArticleHits article_;
};

/// `best`: per about(), over all articles. 0: no answer.
double castitle_value(const Structure& structure, std::span<const double> values,
                      const std::vector<double>& best);

}  // namespace fovea::search
