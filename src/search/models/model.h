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
#include <vector>

#include "files/diagnostics.h"
#include "search/index/postings.h"
#include "search/ranking/counts.h"

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
  bool weights = false;      ///< a list of names with weights: "p=1.2 sec=0.8"
};

/// The parameters that a preset gives; the others have their defaults.
using ModelSettings = std::map<std::string, std::string, std::less<>>;

class UnitScorer;
struct UnitInput;

struct Model {
  std::string_view name;
  std::string_view formula;
  std::string_view source;
  std::span<const ModelParameter> parameters;
  /// nullptr for a model that is no sum over postings: impacts, and models of units alone.
  std::unique_ptr<Scorer> (*make)(const ModelSettings& settings, const ScoringInput& input);
  /// Of a model of units alone, see unit_model.h.
  std::unique_ptr<UnitScorer> (*make_units)(const ModelSettings& settings, const UnitInput& input) = nullptr;
};

std::span<const Model* const> all_models();
const Model* find_model(std::string_view name);
/// Whether it ranks whole articles.
inline bool ranks_articles(const Model& model) {
  return model.make_units == nullptr;
}

/// The value of a parameter of `model`, given or by default.
std::string_view setting(const Model& model, const ModelSettings& settings, std::string_view name);
double number_setting(const Model& model, const ModelSettings& settings, std::string_view name);
/// What is wrong with a value; empty when nothing is.
std::string setting_fault(const Model& model, std::string_view name, std::string_view value);

extern const Model kBm25;
extern const Model kBm25f;
extern const Model kOkapi;
extern const Model kDirichlet;
extern const Model kJelinekMercer;
extern const Model kImpacts;
extern const Model kBm25e;
extern const Model kBm25t;
extern const Model kItf;
extern const Model kElementLm;
extern const Model kContext;
extern const Model kProximity;
extern const Model kPeking;
extern const Model kLinear;
extern const Model kEnergy;

}  // namespace fovea::search
