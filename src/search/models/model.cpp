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

#define FOVEA_MODEL_ADDRESS(model) &(model),
constexpr std::array kModels{FOVEA_MODELS(FOVEA_MODEL_ADDRESS)};
#undef FOVEA_MODEL_ADDRESS

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

bool has_weights(const Model& model, ModelParameter::Weights weights) {
  return std::ranges::find(model.parameters, weights, &ModelParameter::weights) != model.parameters.end();
}

std::optional<NamedWeights> parse_weights(std::string_view text) {
  NamedWeights weights;
  for (;;) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
    if (text.empty()) return weights;
    const std::string_view each = text.substr(0, text.find_first_of(" \t\r\n"));
    text.remove_prefix(each.size());
    const std::size_t equals = each.rfind('=');
    if (equals == std::string_view::npos || equals == 0) return std::nullopt;
    const auto number = parse_number(each.substr(equals + 1));
    if (!number) return std::nullopt;
    const std::string_view name = each.substr(0, equals);
    const auto same = std::ranges::find(weights, name, &NamedWeight::name);
    if (same == weights.end()) {
      weights.push_back({std::string(name), *number});
    } else {
      same->weight = *number;
    }
  }
}

const double* weight_of(const NamedWeights& weights, std::string_view name) {
  const auto found = std::ranges::find(weights, name, &NamedWeight::name);
  return found == weights.end() ? nullptr : &found->weight;
}

std::string to_text(const SettingValue& value) {
  if (const auto* const number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  if (const auto* const word = std::get_if<std::string>(&value)) return *word;
  std::string text;
  for (const auto& [name, weight] : std::get<NamedWeights>(value))
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, weight);
  return text;
}

std::string_view setting(const Model& model, const ModelSettings& settings, std::string_view name) {
  const auto given = settings.find(name);
  if (given != settings.end()) return std::get<std::string>(given->second);
  const ModelParameter* const parameter = find_parameter(model, name);
  assert(parameter != nullptr);
  return parameter->fallback;
}

double number_setting(const Model& model, const ModelSettings& settings, std::string_view name) {
  const auto given = settings.find(name);
  if (given != settings.end()) return std::get<double>(given->second);
  return parse_number(find_parameter(model, name)->fallback).value_or(0);
}

NamedWeights weights_setting(const Model& model, const ModelSettings& settings, std::string_view name) {
  const auto given = settings.find(name);
  if (given != settings.end()) return std::get<NamedWeights>(given->second);
  return parse_weights(find_parameter(model, name)->fallback).value_or(NamedWeights());
}

std::string_view df_of(const ModelSettings& settings) {
  const auto given = settings.find("df");
  return given == settings.end() ? std::string_view("article") : std::get<std::string>(given->second);
}

SettingValue read_setting(const Model& model, std::string_view name, std::string_view text) {
  const ModelParameter* const parameter = find_parameter(model, name);
  if (parameter != nullptr && parameter->weights != ModelParameter::Weights::kNone) {
    if (auto weights = parse_weights(text)) return *weights;
  } else if (parameter != nullptr && parameter->choices.empty()) {
    if (const auto number = parse_number(text)) return *number;
  }
  return std::string(text);
}

std::string setting_fault(const Model& model, std::string_view name, const SettingValue& value) {
  const ModelParameter* const parameter = find_parameter(model, name);
  if (parameter == nullptr) {
    std::vector<std::string_view> known;
    for (const ModelParameter& each : model.parameters) known.push_back(each.name);
    return fmt::format("model {} has no parameter {}{}", model.name, quote(name), did_you_mean(name, known));
  }
  if (!parameter->choices.empty()) {
    const auto* const word = std::get_if<std::string>(&value);
    if (word != nullptr && is_choice(parameter->choices, *word)) return {};
    return fmt::format("found {} for {}, expected one of: {}", quote(to_text(value)), name,
                       parameter->choices);
  }
  if (parameter->weights != ModelParameter::Weights::kNone) {
    const auto* const weights = std::get_if<NamedWeights>(&value);
    if (parameter->weights == ModelParameter::Weights::kFeatures) return linear_fault(weights);
    if (weights != nullptr) return {};
    return fmt::format("found {} for {}, expected names and weights, as p=1.2 sec=0.8", quote(to_text(value)),
                       name);
  }
  const auto* const number = std::get_if<double>(&value);
  if (number != nullptr && *number >= parameter->least && *number <= parameter->most) return {};
  return fmt::format("found {} for {}, expected a number from {} to {}", quote(to_text(value)), name,
                     parameter->least, parameter->most);
}

}  // namespace fovea::search
