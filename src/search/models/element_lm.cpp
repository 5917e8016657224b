// A language model of elements, smoothed with their article and the collection, and a prior for long ones; and
// contextualisation, which lets the article speak for its parts in any model.
//
//   element-lm   prior·ln l + Σ qtf·ln(e·tf/l + a·tf_a/l_a + c·p)       a: of the article; p = cf/C
//   context      (m(e) + w·m(article))/(1 + w)                          for a model m that is never below 0
//
// Sigurbjörnsson, Kamps and de Rijke, An element-based approach to XML retrieval, INEX 2003–2004: 0.1, 0.3, 0.6, prior 1.
// Arvola, Junkkari and Kekäläinen, Generalized contextualization method for XML information retrieval, CIKM 2005: root
// contextualisation, w = 1.5.
#include <array>
#include <cmath>

#include "search/models/unit_model.h"

namespace fovea::search {

namespace {

constexpr std::array<ModelParameter, 4> kElementLmParameters{{
    {"e", "0.1", "weight of the element", 0, 1, ""},
    {"a", "0.3", "weight of the article", 0, 1, ""},
    {"c", "0.6", "weight of the collection", 1e-6, 1, ""},
    {"prior", "1", "how much long elements are preferred", 0, 100, ""},
}};

constexpr std::array<ModelParameter, 4> kContextParameters{{
    {"on", "bm25", "the model that is asked twice", 0, 0, "bm25 bm25e bm25t itf lm-jm okapi"},
    {"weight", "1.5", "what the article counts beside the element", 0, 1000, ""},
    {"k1", "", "that of the model, unless it has none", 1e-6, 1000, ""},
    {"b", "", "that of the model, unless it has none", 0, 1, ""},
}};

class ElementLmScorer final : public UnitScorer {
 public:
  ElementLmScorer(const ModelSettings& settings, const UnitInput& input)
      : element_(number_setting(kElementLm, settings, "e")),
        article_(number_setting(kElementLm, settings, "a")),
        collection_(number_setting(kElementLm, settings, "c")),
        prior_(number_setting(kElementLm, settings, "prior")) {
    for (std::size_t i = 0; i < input.terms.size(); ++i) {
      shares_.push_back(static_cast<double>(input.all.terms[input.numbers[i]].occurrences) /
                        static_cast<double>(input.all.words));
      weights_.push_back(input.terms[i].weight);
    }
  }

  double score(const ArticleHits& article, const UnitWords& unit) override {
    const double length = article.length_of(unit);
    double sum = prior_ * std::log(length);
    for (std::size_t term = 0; term < article.terms(); ++term) {
      const double in_element = article.tf(unit, term) / length;
      const double in_article = static_cast<double>(article.hits[term].size()) / article.length;
      sum += weights_[term] *
             std::log(element_ * in_element + article_ * in_article + collection_ * shares_[term]);
    }
    return sum;
  }

 private:
  double element_;
  double article_;
  double collection_;
  double prior_;
  std::vector<double> shares_;
  std::vector<double> weights_;
};

class ContextScorer final : public UnitScorer {
 public:
  ContextScorer(double weight, std::unique_ptr<UnitScorer> inner)
      : weight_(weight), inner_(std::move(inner)) {}

  void enter(const ArticleHits& article) override {
    inner_->enter(article);
    of_article_ = inner_->score(article, article.whole());
  }
  double score(const ArticleHits& article, const UnitWords& unit) override {
    return (inner_->score(article, unit) + weight_ * of_article_) / (1 + weight_);
  }

 private:
  double weight_;
  std::unique_ptr<UnitScorer> inner_;
  double of_article_ = 0;
};

std::unique_ptr<UnitScorer> make_element_lm(const ModelSettings& settings, const UnitInput& input) {
  return std::make_unique<ElementLmScorer>(settings, input);
}

std::unique_ptr<UnitScorer> make_context(const ModelSettings& settings, const UnitInput& input) {
  const Model& model = *find_model(setting(kContext, settings, "on"));
  ModelSettings inner;
  for (const std::string_view name : {"k1", "b"}) {
    const auto given = settings.find(name);
    if (given != settings.end() && setting_fault(model, name, given->second).empty()) inner.insert(*given);
  }
  return std::make_unique<ContextScorer>(number_setting(kContext, settings, "weight"),
                                         make_unit_scorer(model, inner, input));
}

}  // namespace

const Model kElementLm{"element-lm",
                       "prior ln l + sum of qtf ln(e tf/l + a tf_a/l_a + c p), a: of the article, p = cf/C",
                       "Sigurbjornsson, Kamps and de Rijke, INEX 2004",
                       kElementLmParameters,
                       nullptr,
                       make_element_lm,
                       {.logarithms = true}};

const Model kContext{"context",
                     "(m(unit) + weight m(article)) / (1 + weight) for a model m",
                     "Arvola, Junkkari and Kekalainen, CIKM 2005",
                     kContextParameters,
                     nullptr,
                     make_context};

}  // namespace fovea::search
