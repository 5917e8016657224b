// Language models of the query: Dirichlet and Jelinek–Mercer smoothing.
//
//   lm-dirichlet   Σ qtf·ln((tf + mu·p)/(l + mu))              mu = 2500
//   lm-jm          Σ qtf·ln(1 + (1 − c)·(tf/l)/(c·p))          c = 0.5, the weight of the collection
//
// p = cf/C. Zhai and Lafferty, A study of smoothing methods for language models applied to ad hoc information retrieval,
// SIGIR 2001; Hiemstra's form of the second, which is 0 for documents without the terms.
#include <array>
#include <cmath>

#include "search/models/model.h"

namespace fovea::search {

namespace {

struct WeightedShare {
  double weight = 0;
  double share = 0;  ///< p
};

std::vector<WeightedShare> shares_of(const ScoringInput& input) {
  std::vector<WeightedShare> shares;
  for (const ScoredTerm& term : input.terms)
    shares.push_back({term.weight, static_cast<double>(term.cf) / static_cast<double>(input.words)});
  return shares;
}

class DirichletScorer final : public Scorer {
 public:
  DirichletScorer(double mu, std::vector<WeightedShare> terms)
      : Scorer(terms.size()), mu_(mu), shares_(std::move(terms)) {}

  double part(std::size_t term, std::uint32_t tf, double length) const override {
    const auto [weight, share] = shares_[term];
    return weight * std::log((tf + mu_ * share) / (length + mu_));
  }
  bool counts_absent() const override { return true; }
  double gain(std::size_t term, std::uint32_t tf, double) const override {
    const auto [weight, share] = shares_[term];
    return weight * std::log(1 + tf / (mu_ * share));
  }

 private:
  double mu_;
  std::vector<WeightedShare> shares_;
};

class JelinekMercerScorer final : public Scorer {
 public:
  JelinekMercerScorer(double c, std::vector<WeightedShare> terms)
      : Scorer(terms.size()), c_(c), shares_(std::move(terms)) {}

  double part(std::size_t term, std::uint32_t tf, double length) const override {
    if (tf == 0) return 0;
    const auto [weight, share] = shares_[term];
    return weight * std::log(1 + (1 - c_) * (tf / length) / (c_ * share));
  }

 private:
  double c_;
  std::vector<WeightedShare> shares_;
};

constexpr std::array<ModelParameter, 1> kDirichletParameters{{
    {"mu", "2500", "words of the collection that are added to each document", 1e-3, 1e9, ""},
}};
constexpr std::array<ModelParameter, 1> kJelinekMercerParameters{{
    {"c", "0.5", "weight of the collection", 1e-6, 1, ""},
}};

std::unique_ptr<Scorer> make_dirichlet(const ModelSettings& settings, const ScoringInput& input) {
  return std::make_unique<DirichletScorer>(number_setting(kDirichlet, settings, "mu"), shares_of(input));
}

std::unique_ptr<Scorer> make_jelinek_mercer(const ModelSettings& settings, const ScoringInput& input) {
  return std::make_unique<JelinekMercerScorer>(number_setting(kJelinekMercer, settings, "c"),
                                               shares_of(input));
}

}  // namespace

const Model kDirichlet{"lm-dirichlet",
                       "sum of qtf ln((tf + mu p) / (l + mu)), p = cf/C",
                       "Zhai and Lafferty, SIGIR 2001",
                       kDirichletParameters,
                       make_dirichlet,
                       nullptr,
                       {.logarithms = true, .log_likelihoods = true}};

const Model kJelinekMercer{"lm-jm",
                           "sum of qtf ln(1 + (1-c) (tf/l) / (c p)), p = cf/C",
                           "Zhai and Lafferty, SIGIR 2001; Hiemstra 2001",
                           kJelinekMercerParameters,
                           make_jelinek_mercer,
                           nullptr,
                           {.logarithms = true}};

}  // namespace fovea::search
