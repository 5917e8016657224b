#include "search/models/linear.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "search/models/distribution.h"
#include "search/models/unit_model.h"
#include "text/nearest.h"

namespace fovea::search {

namespace {

constexpr std::array<std::string_view, 28> kFeatures{"bm25",
                                                     "bm25.parent",
                                                     "bm25.article",
                                                     "lm-dirichlet",
                                                     "lm-dirichlet.parent",
                                                     "lm-dirichlet.article",
                                                     "lm-jm",
                                                     "lm-jm.parent",
                                                     "lm-jm.article",
                                                     "tf",
                                                     "tf.parent",
                                                     "tf.article",
                                                     "words",
                                                     "words.parent",
                                                     "words.article",
                                                     "length",
                                                     "depth",
                                                     "place",
                                                     "title",
                                                     "section",
                                                     "paragraph",
                                                     "list",
                                                     "heading",
                                                     "f1",
                                                     "f2",
                                                     "f3",
                                                     "f4",
                                                     "proximity"};
constexpr std::size_t kSummed = 15;  ///< the first ones: five, each of unit, parent and article

constexpr std::array<ModelParameter, 1> kLinearParameters{{
    {"weights", "bm25=1 bm25.parent=1 bm25.article=1", "weights of features: bm25=1 place=-0.2", 0, 0, "",
     ModelParameter::Weights::kFeatures},
}};

class LinearScorer final : public UnitScorer {
 public:
  LinearScorer(const ModelSettings& settings, const UnitInput& input) : index_(input.index) {
    const NamedWeights weights = weights_setting(kLinear, settings, "weights");
    for (std::size_t i = 0; i < kFeatures.size(); ++i) {
      if (weight_of(weights, kFeatures[i]) != nullptr) features_.push_back(i);
    }
    for (const Model* model : {&kBm25, &kDirichlet, &kJelinekMercer})
      sums_.push_back(sum_of_terms(*model, {}, input));
    if (weight_of(weights, "proximity") != nullptr) proximity_ = make_unit_scorer(kProximity, {}, input);
    for (const TagEntry& tag : index_.tags()) roles_.push_back(index_.facts().analysis.roles.role(tag.name));
  }

  void enter(const ArticleHits& article) override {
    if (proximity_) proximity_->enter(article);
  }
  /// Features are weighed when those of all units are known.
  double score(const ArticleHits&, const UnitWords&) override { return 0; }
  void values(const ArticleHits& article, const UnitWords& unit, std::vector<double>& out) override {
    const UnitWords parent = unit.element == kNoElement || unit.element == 0
                                 ? article.whole()
                                 : article.unit(article.parents[unit.element]);
    const std::array<UnitWords, 3> units{unit, parent, article.whole()};
    for (const std::size_t feature : features_) {
      out.push_back(feature < kSummed ? summed(article, units[feature % 3], feature / 3)
                                      : own(article, unit, kFeatures[feature]));
    }
  }

 private:
  double summed(const ArticleHits& article, const UnitWords& unit, std::size_t kind) {
    if (kind < sums_.size()) return sums_[kind]->score(article, unit);
    double logarithms = 0;
    double present = 0;
    for (std::size_t term = 0; term < article.terms(); ++term) {
      const std::uint32_t tf = article.tf(unit, term);
      logarithms += std::log(1.0 + tf);
      present += tf > 0 ? 1 : 0;
    }
    return kind == sums_.size() ? logarithms : present / static_cast<double>(article.terms());
  }

  double own(const ArticleHits& article, const UnitWords& unit, std::string_view feature) {
    if (feature == "length") return std::log(article.length_of(unit));
    if (feature == "place") return static_cast<double>(unit.first) / article.whole().end;
    if (feature == "proximity") return proximity_->score(article, unit);
    if (feature.front() == 'f')
      return distribution_of(article, unit)[static_cast<std::size_t>(feature[1] - '1')];
    if (unit.element == kNoElement) return 0;
    if (feature == "depth") {
      double depth = 0;
      for (std::uint32_t at = article.parents[unit.element]; at != kNoElement; at = article.parents[at])
        ++depth;
      return depth;
    }
    if (feature == "title") return hit_in_title(article, unit.element) ? 1 : 0;
    const Role role = roles_[article.elements[unit.element].name];
    return name_of(role) == (feature == "heading" ? "title" : feature) ? 1 : 0;
  }

  /// In a title that is the element, or a child of it.
  bool hit_in_title(const ArticleHits& article, std::uint32_t element) const {
    const std::uint32_t end = article.subtree_end(element);
    for (std::uint32_t at = element; at < end; ++at) {
      const bool near = at == element || article.parents[at] == element;
      if (!near || roles_[article.elements[at].name] != Role::kTitle) continue;
      for (std::size_t term = 0; term < article.terms(); ++term) {
        if (article.tf(article.unit(at), term) > 0) return true;
      }
    }
    return false;
  }

  const Index& index_;
  std::vector<std::size_t> features_;
  std::vector<std::unique_ptr<UnitScorer>> sums_;
  std::unique_ptr<UnitScorer> proximity_;
  std::vector<Role> roles_;
};

std::unique_ptr<UnitScorer> make_linear(const ModelSettings& settings, const UnitInput& input) {
  return std::make_unique<LinearScorer>(settings, input);
}

}  // namespace

std::span<const std::string_view> linear_features() {
  return kFeatures;
}

std::string linear_fault(const NamedWeights* weights) {
  if (weights == nullptr) return "expected features and their weights, as bm25=1 place=-0.2";
  for (const auto& [name, weight] : *weights) {
    if (std::ranges::find(kFeatures, name) == kFeatures.end())
      return fmt::format("there is no feature {}{}", quote(name), did_you_mean(name, kFeatures));
  }
  return {};
}

std::vector<double> linear_weights(const ModelSettings& settings) {
  const NamedWeights named = weights_setting(kLinear, settings, "weights");
  std::vector<double> weights;
  for (const std::string_view feature : kFeatures) {
    if (const double* const weight = weight_of(named, feature)) weights.push_back(*weight);
  }
  return weights;
}

const Model kLinear{
    "linear",
    "sum of w z, z: features of the unit, its parent and its article, scaled over the topic's units",
    "after LIP6, INEX 2010",
    kLinearParameters,
    nullptr,
    make_linear,
    {.scaled = true, .whole_topics = true}};

}  // namespace fovea::search
