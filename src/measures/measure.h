// A measure, and the record that says everything about it.
//
// A measure turns one topic of one run into one number. It reads the TopicView, where work that several
// measures need (the ranking of articles, their scores, the character curve) is done once per topic however
// many measures ask. Everything else there is to know about a measure stands in its record, beside its code:
// name, old names, parameters, definition, source and a worked example. `fovea measures`, docs/measures.md
// and a test of every example are made from the records.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scores/average.h"
#include "text/number_range.h"

namespace fovea {

class TopicView;

/// What a measure cannot do without; the evaluator asks before it starts and names what to give.
struct Needs {
  bool highlights = false;        ///< highlighted text in the judgements
  bool entry_points = false;      ///< BEPs in the judgements
  bool document_lengths = false;  ///< lengths of relevant documents, from the judgements or a collection
  bool element_grades = false;    ///< exhaustivity and specificity
  bool collection = false;        ///< element trees
  bool groups = false;            ///< judgements that tell assessors, subtopics or aspects apart
  bool aspects = false;           ///< aspects that stand with passages (TREC Genomics)
  bool preferences = false;       ///< of tied documents, the lower id first, also where a run is cut
  bool chunking = false;          ///< a division of documents into chunks in the place of a run
  bool chunks = false;            ///< the division into chunks that the run was made of, beside it
};

/// The points of a measure that sums up a curve.
struct Curve {
  std::string_view x_axis, y_axis;
  std::vector<double> x, y;
  /// The most that a run can have at each x; empty where it is the same for every topic.
  std::vector<double> ideal = {};
};

class Measure {
 public:
  virtual ~Measure() = default;
  /// Called for one topic at a time per thread; a Measure itself is immutable and shared between threads.
  virtual double score(TopicView& topic) const = 0;
  /// For records that say so (MeasureRecord::text): what is printed in the place of a score. `run` is its id.
  virtual std::string text(TopicView& /*topic*/, std::string_view /*run*/) const { return {}; }
  /// The curve behind the score, its points at the same places for every topic; empty for a measure without.
  virtual Curve curve(TopicView& /*topic*/) const { return {}; }
  /// What these parameters need beside what the record says.
  virtual Needs further_needs() const { return {}; }
};

/// Which number may follow `@`.
enum class Cutoff : std::uint8_t {
  kNone,
  kRank,            ///< required: P@10
  kOptionalRank,    ///< AP, AP@10
  kRecall,          ///< required, 0…1: iP@0.01
  kOptionalRecall,  ///< inex2002, inex2002@0.10
  kMultiple,        ///< required, a multiple of the number of relevant documents: RprecMult@0.20
};

enum class ParameterKind : std::uint8_t {
  kPlain,  ///< a word, or a number where it has a range
  kFlag,   ///< True or False
  kTable,  ///< a list in braces: {1:3,2:9}, {0.2,0.5}
};

struct Parameter {
  std::string_view name;
  /// In the canonical spelling; empty when the parameter is absent unless given.
  std::string_view default_value;
  std::string_view meaning;
  /// Where it is a number.
  std::optional<NumberRange> range = {};
  ParameterKind kind = ParameterKind::kPlain;
  /// A word that is accepted instead of a number; empty where there is none.
  std::string_view word = {};
};

/// What a parameter with a range accepts: "a whole number from 1 to 10000", "…, or base".
std::string expected_value(const Parameter& parameter);

/// A small case with its result, shown to the user and run by a test.
struct Example {
  std::string_view judgements;  ///< the lines of an INEX or TREC judgement file
  std::string_view run;         ///< the lines of a run
  std::string_view measure;     ///< as one would ask for it
  double value = 0;
  std::string_view explanation;
  /// The chunking that the run was made of, where the measure needs it.
  std::string_view chunking = {};
  std::string_view text = {};  ///< in the place of a value
};

/// One measure as asked for: a registered name, its parameters, and what follows `@`.
struct MeasureName {
  std::string name;
  /// Those that differ from the default, in the order of the record.
  std::vector<std::pair<std::string, std::string>> parameters;
  /// Empty when there is none.
  std::string cutoff;
  /// The parameters as trec_eval was asked for them, "2,-1,0,0": it prints them behind the name. Empty otherwise.
  std::string as_asked = {};
  /// Neither parameters nor a cutoff were asked for.
  bool usual = false;

  /// The value of a parameter, "" when it is not among those given.
  std::string_view parameter(std::string_view parameter) const;
  /// The same as a number; nothing when it is not given or not a number.
  std::optional<double> number(std::string_view parameter) const;
  /// The cutoff as a rank from 1, or as a recall point or multiple; nothing when there is none.
  std::optional<std::uint32_t> rank() const;
  std::optional<double> point() const;
  /// However it was asked for.
  friend bool operator==(const MeasureName& a, const MeasureName& b) {
    return a.name == b.name && a.parameters == b.parameters && a.cutoff == b.cutoff;
  }
};

/// The canonical spelling: "AgP(t2i=300)", "P@10", "nDCG".
std::string to_string(const MeasureName& name);

struct MeasureRecord {
  std::string_view name;
  /// trec_eval's name, without and with a cutoff: "map" and "map_cut". Both are understood, and printed by
  /// `--compat trec_eval`; empty where trec_eval has none.
  std::string_view trec_eval = {};
  std::string_view trec_eval_cut = {};
  /// Takes parameters as trec_eval spells them behind `trec_eval`, "2,-1,0,0" or "1=3,2=9", into a name; false,
  /// and the reason, when they are none. Empty where it has none.
  std::function<bool(std::string_view text, MeasureName& name, std::string& why)> from_trec_eval = {};
  /// Other names by which it is known.
  std::vector<std::string_view> aliases = {};
  std::string_view summary;     ///< one line
  std::string_view definition;  ///< a paragraph or two
  std::string_view formula;     ///< plain text
  std::string_view source;      ///< paper, year, section
  std::vector<Parameter> parameters = {};
  Cutoff cutoff = Cutoff::kNone;
  /// What "P" alone stands for where a cutoff is required; empty when it must be given.
  std::vector<std::string_view> default_cutoffs = {};
  Average average = Average::kMean;
  /// It yields a text and no score; only `--compat trec_eval` prints those.
  bool text = false;
  Needs needs = {};
  std::vector<Example> examples = {};
  /// Parameters and cutoff have passed the grammar and the record's lists and ranges; values that make no sense
  /// together, or are no word it knows, give nothing and leave the reason in `why`.
  std::function<std::unique_ptr<Measure>(const MeasureName& name, std::string& why)> make;
};

/// Measures that belong together, as `fovea measures` groups them.
struct MeasureFamily {
  std::string_view title;
  std::vector<MeasureRecord> records;
};

/// A name for several measures at once, as trec_eval has them: "official".
struct MeasureSet {
  std::string_view name;
  std::string_view summary;
  std::string_view measures;  ///< a list in the grammar of measure_name.h, texts included
};

}  // namespace fovea
