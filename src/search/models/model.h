// Models: how much a document is about a query, from counts alone.
//
// A model is one small file: formula, source and defaults at its head, a record at its end. `fovea search --models` and
// the presets read the record. A scorer is made for one query from counts of the whole collection, all shards together,
// so that any partition of the documents gives the same doubles.
//
// Contract: one thread per scorer. Scores are sums in the order of the query's terms.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "files/diagnostics.h"
#include "search/index/postings.h"
#include "search/query/counts.h"

namespace fovea::search {

/// One query term, as models see it.
struct ScoredTerm {
  std::uint64_t n = 0;   ///< documents (or sentences) with it
  std::uint64_t cf = 0;  ///< occurrences of it
  double weight = 1;     ///< how often the query has it; of an expanded query, its weight
  double once = 1;       ///< the same for models that count repeated words once
};

/// Tells the fields of one index's documents apart, for models that need it. Documents ascend.
class FieldCounter {
 public:
  virtual ~FieldCounter() = default;
  /// How often a document has a term of the query in each field.
  virtual std::array<std::uint32_t, kFields> tfs(std::size_t term, DocumentNumber document) = 0;
  virtual std::array<std::uint32_t, kFields> lengths(DocumentNumber document) = 0;
};

struct ScoringInput {
  std::uint64_t units = 0;  ///< N: documents, or sentences with df=sentence
  std::uint64_t words = 0;  ///< C
  double mean_length = 0;   ///< av
  std::vector<ScoredTerm> terms;
  /// Mean words per document.
  std::array<double, kFields> mean_field_lengths{};
  FieldCounter* fields = nullptr;  ///< must outlive the scorer
};

class Scorer {
 public:
  virtual ~Scorer() = default;

  /// What term `term` adds to the score of a document of this length (indexed words) that has it tf times; tf may be 0.
  virtual double part(std::size_t term, std::uint32_t tf, double length) const = 0;
  /// The same for a model that looks into the document; part() is then what the term adds at most.
  virtual double part_in(DocumentNumber document, std::size_t term, std::uint32_t tf, double length) const {
    static_cast<void>(document);
    return part(term, tf, length);
  }
  /// Whether part() of an absent term is other than 0.
  virtual bool counts_absent() const { return false; }

  /// The score: parts in the order of the terms.
  double score(DocumentNumber document, std::span<const std::uint32_t> tfs, double length) const;
  /// How much more a term adds with this tf than when it is absent. Rises with tf, falls with length.
  virtual double gain(std::size_t term, std::uint32_t tf, double length) const;
  /// The score of a document without any of the terms. Falls with length.
  double base(double length) const;

 protected:
  explicit Scorer(std::size_t terms) : terms_(terms) {}
  std::size_t terms_;
};

/// A parameter of a model: a number in [least, most], one of some words, or names with weights.
struct ModelParameter {
  std::string_view name;
  std::string_view fallback;
  std::string_view meaning;
  double least = 0;
  double most = 0;
  std::string_view choices;  ///< "atire lucene"; empty for others
  /// Of a list of names with weights ("p=1.2 sec=0.8"): what the names are.
  enum class Weights : std::uint8_t { kNone, kTags, kFeatures };
  Weights weights = Weights::kNone;
};

/// "p=1.2 sec=0.8": a weight of each name, in the order in which they were given.
struct NamedWeight {
  std::string name;
  double weight = 0;

  friend bool operator==(const NamedWeight&, const NamedWeight&) = default;
};
using NamedWeights = std::vector<NamedWeight>;
/// Nothing when the text is no list of names and weights.
std::optional<NamedWeights> parse_weights(std::string_view text);
/// nullptr for a name without a weight.
const double* weight_of(const NamedWeights& weights, std::string_view name);

/// The value of a setting: a number, a word, or weights.
using SettingValue = std::variant<double, std::string, NamedWeights>;
std::string to_text(const SettingValue& value);
/// The parameters that a preset gives; the others have their defaults.
using ModelSettings = std::map<std::string, SettingValue, std::less<>>;

class UnitScorer;
struct UnitInput;

/// What the steps of a search must know of a model. They ask here, and never which model it is.
struct ModelTraits {
  bool logarithms = false;       ///< scores are logarithms, to be compared by their differences
  bool log_likelihoods = false;  ///< logarithms of probabilities: feedback weighs documents by exp(s − best)
  bool impacts = false;          ///< adds up the impacts of an index: ranks by itself, without a scorer
  bool fields = false;        ///< asks for the fields of articles, which positions tell; cannot score units
  bool counts_tags = false;   ///< asks how many elements of a tag hold a term, whatever `df` is
  bool scaled = false;        ///< weighs UnitScorer::values() of a unit against those of all units of a topic
  bool whole_topics = false;  ///< cannot score the words of one about()
  bool zero_is_none = false;  ///< a unit with score 0 is no answer
};

struct Model {
  std::string_view name;
  std::string_view formula;
  std::string_view source;
  std::span<const ModelParameter> parameters;
  /// nullptr for a model that is no sum over postings: impacts, and models of units alone.
  std::unique_ptr<Scorer> (*make)(const ModelSettings& settings, const ScoringInput& input);
  /// Of a model of units alone, see unit_model.h.
  std::unique_ptr<UnitScorer> (*make_units)(const ModelSettings& settings, const UnitInput& input) = nullptr;
  ModelTraits traits{};
};

std::span<const Model* const> all_models();
const Model* find_model(std::string_view name);
/// Whether a parameter of the model is a list of weights of tags, or of features. No model has both.
bool has_weights(const Model& model, ModelParameter::Weights weights);
/// Whether it ranks whole articles.
inline bool ranks_articles(const Model& model) {
  return model.make_units == nullptr;
}

/// The value of a parameter of `model`, given or by default: a word, a number, or weights.
std::string_view setting(const Model& model, const ModelSettings& settings, std::string_view name);
double number_setting(const Model& model, const ModelSettings& settings, std::string_view name);
NamedWeights weights_setting(const Model& model, const ModelSettings& settings, std::string_view name);
/// What N and n count: the parameter `df`, "article" for models without it.
std::string_view df_of(const ModelSettings& settings);
/// What is wrong with a value; empty when nothing is.
std::string setting_fault(const Model& model, std::string_view name, const SettingValue& value);
/// What a text gives to a parameter, which setting_fault() may refuse.
SettingValue read_setting(const Model& model, std::string_view name, std::string_view text);

// clang-format off
/// Every model, in the order in which `fovea search --models` lists them.
#define FOVEA_MODELS(MODEL) \
  MODEL(kBm25) MODEL(kBm25f) MODEL(kOkapi) MODEL(kDirichlet) MODEL(kJelinekMercer) MODEL(kImpacts) MODEL(kBm25e) \
  MODEL(kBm25t) MODEL(kItf) MODEL(kElementLm) MODEL(kContext) MODEL(kProximity) MODEL(kPeking) MODEL(kLinear) \
  MODEL(kEnergy)
// clang-format on
#define FOVEA_DECLARE_MODEL(model) extern const Model model;
FOVEA_MODELS(FOVEA_DECLARE_MODEL)
#undef FOVEA_DECLARE_MODEL

}  // namespace fovea::search
