#include "tune/tuner.h"

#include <array>

#include "search/models/unit_model.h"

namespace fovea::tune {

namespace {

constexpr std::array<Learner, 4> kLearners{
    {{"owpc", "weights of features by pairs, the top counting most (Usunier 2009)", make_owpc, true, true,
      kEpochs},
     {"listnet", "weights of features by whole lists (Cao 2007)", make_listnet, true, true, kEpochs},
     {"coordinate", "weights of features by the measure itself (Metzler and Croft 2007)", make_weight_ascent,
      true, false},
     {"tags", "weights of tags by how often their words are highlighted (Gery 2008)", make_tags, false}}};

}  // namespace

std::span<const Learner> learners() {
  return kLearners;
}

std::string learner_fault(const Learner& learner, const search::SearchSession& session,
                          const Judgements& judgements) {
  const search::Model* const model = session.pipeline().score;
  const auto weighs = [&](search::ModelParameter::Weights weights) {
    return model != nullptr && has_weights(*model, weights);
  };
  if (learner.weighs_features && !weighs(search::ModelParameter::Weights::kFeatures))
    return "the weights of features are those of the model linear, as in the preset lip6";
  if (!learner.weighs_features && !weighs(search::ModelParameter::Weights::kTags))
    return "the weights of tags are those of the models bm25t and proximity, as in the presets ujm and emse";
  if (learner.from_highlights && !judgements.kinds().highlights)
    return "it learns from highlighted text, which the judgements do not have";
  if (!learner.weighs_features && session.collection() == nullptr)
    return "it reads the collection that was indexed";
  return {};
}

}  // namespace fovea::tune
