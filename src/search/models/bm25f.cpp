// BM25F: BM25 over the fields of an article (index/fields.h), each with a weight and a length of its own.
//
//     tf' = Σ_f W_f·tf_f/(1 − b + b·l_f/av_f)        Σ ln(N/n)·tf'/(k1 + tf')
//
// Zaragoza, Craswell, Taylor, Saria and Robertson, Microsoft Cambridge at TREC-13: web and HARD tracks, 2004. W: title 3,
// section titles 2, lead 1.5, rest 1; b = 0.5 in all fields, k1 = 0.9. Lengths count all words of a field, stopped ones
// too. A phrase has no fields: it counts as rest.
#include <algorithm>
#include <array>
#include <cmath>

#include "search/models/model.h"

namespace fovea::search {

namespace {

constexpr std::array<ModelParameter, 7> kBm25fParameters{{
    {"k1", "0.9", "how soon further occurrences stop to count", 1e-6, 1000, ""},
    {"b", "0.5", "how much long fields are held back", 0, 0.999, ""},
    {"title", "3", "weight of the article's title", 0, 1000, ""},
    {"section_title", "2", "weight of the titles of sections", 0, 1000, ""},
    {"lead", "1.5", "weight of what stands before the first section", 0, 1000, ""},
    {"rest", "1", "weight of the rest", 0, 1000, ""},
    {"df", "article", "what N and n count", 0, 0, "article sentence"},
}};

class Bm25fScorer final : public Scorer {
 public:
  struct Parameters {
    double k1 = 0;
    double b = 0;
    std::array<double, kFields> weights{};
  };
  Bm25fScorer(const Parameters& parameters, const ScoringInput& input)
      : Scorer(input.terms.size()),
        parameters_(parameters),
        means_(input.mean_field_lengths),
        fields_(*input.fields),
        most_(*std::ranges::max_element(parameters.weights) / (1 - parameters.b)) {
    for (const ScoredTerm& term : input.terms) {
      const double idf = std::log(static_cast<double>(input.units) / static_cast<double>(term.n));
      idf_.push_back(term.once * idf);
    }
  }

  /// All occurrences in the field that weighs most, and nothing else in it.
  double part(std::size_t term, std::uint32_t tf, double) const override {
    const double times = tf * most_;
    return idf_[term] * (times / (parameters_.k1 + times));
  }
  double part_in(DocumentNumber document, std::size_t term, std::uint32_t tf, double) const override {
    if (tf == 0) return 0;
    const auto tfs = fields_.tfs(term, document);
    const auto lengths = fields_.lengths(document);
    double times = 0;
    for (std::size_t i = 0; i < kFields; ++i) {
      if (tfs[i] == 0) continue;
      const double b = parameters_.b;
      times += parameters_.weights[i] * tfs[i] / (1 - b + b * lengths[i] / means_[i]);
    }
    return idf_[term] * (times / (parameters_.k1 + times));
  }

 private:
  Parameters parameters_;
  std::array<double, kFields> means_;
  FieldCounter& fields_;
  double most_;
  std::vector<double> idf_;
};

std::unique_ptr<Scorer> make_bm25f(const ModelSettings& settings, const ScoringInput& input) {
  const auto number = [&](std::string_view name) { return number_setting(kBm25f, settings, name); };
  return std::make_unique<Bm25fScorer>(
      Bm25fScorer::Parameters{number("k1"),
                              number("b"),
                              {number("title"), number("section_title"), number("lead"), number("rest")}},
      input);
}

}  // namespace

const Model kBm25f{"bm25f",
                   "tf' = sum over fields of W tf_f / (1 - b + b l_f/av_f); sum of ln(N/n) tf' / (k1 + tf')",
                   "Zaragoza and others, TREC 2004",
                   kBm25fParameters,
                   make_bm25f,
                   nullptr,
                   {.fields = true}};

}  // namespace fovea::search
