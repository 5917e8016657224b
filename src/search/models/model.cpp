#include "search/models/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "search/models/linear.h"
#include "search/models/unit_model.h"
#include "text/nearest.h"
#include "text/numbers.h"

namespace fovea::search {

namespace {

constexpr std::array<const Model*, 15> kModels{&kBm25,    &kBm25f,     &kOkapi,  &kDirichlet, &kJelinekMercer,
                                               &kImpacts, &kBm25e,     &kBm25t,  &kItf,       &kElementLm,
                                               &kContext, &kProximity, &kPeking, &kLinear,    &kEnergy};

bool is_choice(std::string_view choices, std::string_view value) {
  while (!choices.empty()) {
    const std::string_view choice = choices.substr(0, choices.find(' '));
    if (choice == value) return true;
    choices.remove_prefix(std::min(choices.size(), choice.size() + 1));
  }
  return false;
}

const ModelParameter* find_parameter(const Model& model, std::string_view name) {
  const auto found = std::ranges::find(model.parameters, name, &ModelParameter::name);
  return found == model.parameters.end() ? nullptr : &*found;
}

}  // namespace

double Scorer::score(DocumentNumber document, std::span<const std::uint32_t> tfs, double length) const {
  double sum = 0;
  for (std::size_t i = 0; i < tfs.size(); ++i) {
    if (tfs[i] > 0 || counts_absent()) sum += part_in(document, i, tfs[i], length);
  }
  return sum;
}

double Scorer::gain(std::size_t term, std::uint32_t tf, double length) const {
  return part(term, tf, length);
}

double Scorer::base(double length) const {
  double sum = 0;
  for (std::size_t i = 0; counts_absent() && i < terms_; ++i) sum += part(i, 0, length);
  return sum;
}

std::span<const Model* const> all_models() {
  return kModels;
}

const Model* find_model(std::string_view name) {
  const auto found = std::ranges::find(kModels, name, &Model::name);
  return found == kModels.end() ? nullptr : *found;
}

std::string_view setting(const Model& model, const ModelSettings& settings, std::string_view name) {
  const auto given = settings.find(name);
  if (given != settings.end()) return given->second;
  const ModelParameter* const parameter = find_parameter(model, name);
  assert(parameter != nullptr);
  return parameter->fallback;
}

double number_setting(const Model& model, const ModelSettings& settings, std::string_view name) {
  return parse_number(setting(model, settings, name)).value_or(0);
}

std::string setting_fault(const Model& model, std::string_view name, std::string_view value) {
  const ModelParameter* const parameter = find_parameter(model, name);
  if (parameter == nullptr) {
    std::vector<std::string_view> known;
    for (const ModelParameter& each : model.parameters) known.push_back(each.name);
    return fmt::format("model {} has no parameter {}{}", model.name, quote(name), did_you_mean(name, known));
  }
  if (!parameter->choices.empty()) {
    if (is_choice(parameter->choices, value)) return {};
    return fmt::format("found {} for {}, expected one of: {}", quote(value), name, parameter->choices);
  }
  if (parameter->weights) {
    if (&model == &kLinear) return linear_fault(value);
    if (parse_weights(value)) return {};
    return fmt::format("found {} for {}, expected names and weights, as p=1.2 sec=0.8", quote(value), name);
  }
  const auto number = parse_number(value);
  if (number && *number >= parameter->least && *number <= parameter->most) return {};
  return fmt::format("found {} for {}, expected a number from {} to {}", quote(value), name, parameter->least,
                     parameter->most);
}

}  // namespace fovea::search
