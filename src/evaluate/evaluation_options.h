// What is to be evaluated, and how: values, each with the default that most evaluations take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "collection/document_lengths.h"
#include "evaluate/compat/compat_mode.h"
#include "measures/graded/specificity_steps.h"
#include "measures/highlights/article_score.h"
#include "measures/measure.h"
#include "runs/order.h"
#include "runs/task.h"

namespace fovea {

class Chunking;

/// The topics that averages are over.
enum class CountedTopics : std::uint8_t {
  kUsual,     ///< all judged ones, or those that the tool of a mode counts
  kAll,       ///< all judged ones; a topic that the run does not answer is scored as an empty list
  kAnswered,  ///< those that the run answers
};

/// Thrown by an evaluation whose options say that it is cancelled.
struct EvaluationCancelled : std::exception {
  const char* what() const noexcept override { return "the evaluation was cancelled"; }
};

struct EvaluationOptions {
  /// Those of the task, or of the tool, when empty.
  std::vector<MeasureName> measures = {};
  /// One of all_tasks(), which are always there; nullptr for documents.
  const Task* task = nullptr;
  /// Whether runs have to keep the rules of the task. A mode may have its own.
  bool rules = false;
  /// The article score in the measures of a task that ranks articles, in the place of the usual one.
  std::optional<ArticleScore> score = std::nullopt;
  CompatMode compat = CompatMode::kNone;
  CountedTopics topics = CountedTopics::kUsual;
  /// Rows, sums and resamples in the byte order of topic ids, not in that of the judgements.
  bool topics_by_id = false;
  /// The format's own order unless given.
  std::optional<RankOrder> order = std::nullopt;
  /// Results per topic that count, after ordering; 0 for all.
  std::size_t depth = 0;
  /// Lowest grade that counts as relevant in document measures.
  int relevance_level = 1;
  /// Results at no known place count as so many irrelevant characters (kUnplacedCharacters), and are counted;
  /// otherwise they are errors when a measure asks for their text. A mode may do it in any case.
  bool lenient = false;
  /// The chunking that the runs were made of, for measures that count what could have been found (runs/chunking.h);
  /// must outlive the evaluation.
  const Chunking* chunking = nullptr;
  /// Chunkings are scored instead of runs, which measures have to ask for (Needs::chunking).
  bool scores_chunkings = false;
  /// Runs have scores whatever becomes of them: of the rows that can be read, of empty answers where nothing is in common.
  bool scores_every_run = false;
  /// Documents that nobody judged are left out of document measures, as if they had not been retrieved.
  bool judged_only = false;
  /// How many documents there are in all, for measures that ask; 0 when nobody says.
  std::uint64_t collection_documents = 0;
  /// How long documents are; asked from several threads. Where it is empty: what Judgements::lengths() knows.
  DocumentLengths lengths = {};
  /// Keeps the curves behind the scores.
  bool curves = false;
  /// Asked before each topic of a run, from several threads: once it says yes, the evaluation ends with
  /// EvaluationCancelled.
  std::function<bool()> cancelled = {};

  /// Grades of elements are derived from highlighted text, and how; otherwise the judgements have them.
  bool grades_from_highlights = false;
  SpecificitySteps specificity_steps = SpecificitySteps::kThirds;
  /// Makes the recall bases even when no measure needs them.
  bool recall_bases = false;
  /// Grades that do not fit (measures/graded/recall_base.h) are left out, and errors otherwise.
  bool leave_out_unfit_grades = false;
};

}  // namespace fovea
