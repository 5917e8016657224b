// BM25T: BM25 where an occurrence counts what its tag weighs.
//
//     tf' = Σ w(innermost tag)     Σ ln(N/n)·tf'(k1+1)/(tf' + k1(1 − b + b·l/av))
//
// After Géry, Largeron and Thollard, Integrating structure in the probabilistic model for information retrieval, WI 2008;
// Saint-Étienne at INEX 2010. Weights are learnt from judged text; those that are not given are 1.
#include <array>
#include <cmath>

#include "search/models/unit_model.h"

namespace fovea::search {

namespace {

constexpr std::array<ModelParameter, 4> kBm25tParameters{{
    {"k1", "0.9", "how soon further occurrences stop to count", 0, 1000, ""},
    {"b", "0.4", "how much long units are held back", 0, 1, ""},
    {"weights", "", "weights of tags: p=1.2 sec=0.8; others weigh 1", 0, 0, "",
     ModelParameter::Weights::kTags},
    {"df", "article", "what N and n count", 0, 0, "article tag sentence"},
}};

class Bm25tScorer final : public UnitScorer {
 public:
  Bm25tScorer(const ModelSettings& settings, const UnitInput& input)
      : k1_(number_setting(kBm25t, settings, "k1")),
        b_(number_setting(kBm25t, settings, "b")),
        df_(df_of(settings)),
        weights_(tag_weights(input.index, weights_setting(kBm25t, settings, "weights"))),
        input_(input) {}

  double score(const ArticleHits& article, const UnitWords& unit) override {
    const ScoringInput& scoring = scoring_of(class_of(article, unit));
    const double norm = k1_ * (1 - b_ + b_ * article.length_of(unit) / scoring.mean_length);
    double sum = 0;
    for (std::size_t term = 0; term < article.terms(); ++term) {
      double tf = 0;
      const HitRange range = hits_from(article.hits[term], unit);
      for (std::size_t i = range.begin; i < range.end; ++i) {
        if (article.hits[term][i].end <= unit.end)
          tf += weights_[article.elements[article.innermost[term][i]].name];
      }
      if (tf <= 0) continue;
      const auto& [n, cf, weight, once] = scoring.terms[term];
      const double idf = std::log(static_cast<double>(scoring.units) / static_cast<double>(n));
      sum += once * idf * (tf * (k1_ + 1) / (tf + norm));
    }
    return sum;
  }

 private:
  const ScoringInput& scoring_of(std::uint32_t unit_class) {
    const auto found = scoring_.find(unit_class);
    if (found != scoring_.end()) return found->second;
    return scoring_.emplace(unit_class, scoring_input(input_, df_, unit_class)).first->second;
  }

  double k1_;
  double b_;
  std::string df_;
  std::vector<double> weights_;
  const UnitInput& input_;
  std::map<std::uint32_t, ScoringInput> scoring_;
};

std::unique_ptr<UnitScorer> make_bm25t(const ModelSettings& settings, const UnitInput& input) {
  return std::make_unique<Bm25tScorer>(settings, input);
}

}  // namespace

const Model kBm25t{"bm25t",
                   "bm25 with tf = sum over the occurrences of w(innermost tag)",
                   "Gery, Largeron and Thollard, WI 2008",
                   kBm25tParameters,
                   nullptr,
                   make_bm25t};

}  // namespace fovea::search
