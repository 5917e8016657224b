// fovea, the library: how well systems answer with the right parts of documents.
//
// Evaluating a run takes judgements (what is relevant, down to the characters), the run (what a system returned)
// and the names of measures:
//
//     #include <fovea/fovea.h>
//
//     fovea::Diagnostics said;
//     const auto judgements = fovea::read_judgements("q.qrels", said);
//     const auto run = fovea::Run::open("a.run", said);
//     if (judgements && run) {
//       const auto scores = fovea::evaluate(*judgements, *run, "AP, AgP(t2i=300)", said);
//       if (scores) printf("%f\n", scores->summary(0, 0));   // the first run by the first measure
//     }
//     for (const fovea::Diagnostic& one : said.kept()) puts(to_string(one).c_str());
//
// Files may be of any format that the program `fovea` reads, plain or packed; they are told apart by content.
// Judgements and runs can be made from rows in memory just as well (make_judgements, make_run), and runs can be
// compared:
//
//     const auto scores = fovea::evaluate(*judgements, runs, "AP", said);
//     const auto comparison = fovea::compare(*scores, "AP", said);
//     const auto& pair = comparison->pairs[0];           // the best run and the next
//     if (pair.interval) printf("%+f [%f, %f]\n", pair.difference, pair.interval->low, pair.interval->high);
//
// Errors. Bad data is not an exception: what is wrong is added to the Diagnostics that each function takes, with
// file, line, column and a code that does not change, and nothing is returned. Warnings stand there too, with
// results that hold all the same. Exceptions (std::exception) are for a broken machine: no memory, no disk.
// Nothing is printed.
//
// Threads. Everything returned is a value that does not change by itself: judgements, collections, runs and scores
// may be read from several threads at once. evaluate() and compare() spread their work over the threads of oneTBB;
// their figures are the same for any number of them. A Diagnostics belongs to one thread at a time.
//
// Lifetimes. A Run stands for itself. Scores and comparisons hold copies of all names. What is passed by reference
// is needed during the call only, except a collection that judgements were read with: keep it as long as them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/evaluation_options.h"
#include "files/diagnostics.h"
#include "runs/run.h"
#include "scores/scores.h"
#include "stats/comparison.h"
#include "text/span.h"

namespace fovea {

// ---- Judgements ----------------------------------------------------------------------------------------------

/// What assessors found relevant. Its inside is none of this header's business, which is why it is passed around
/// by shared_ptr: that destroys what it does not know.
class Judgements;
/// The stored documents, made by `fovea catalog`: element trees, texts and lengths.
class Collection;

/// nullptr when there is no such file or it cannot be read.
std::shared_ptr<const Collection> open_collection(const std::string& path, Diagnostics& said);

/// Reads a file, or all files of a folder. nullptr when anything is wrong with them.
std::shared_ptr<const Judgements> read_judgements(const std::string& path, Diagnostics& said);
/// The same for judgements that leave lengths to a collection, or speak of elements by XPath.
std::shared_ptr<const Judgements> read_judgements(const std::string& path, const Collection& collection,
                                                  Diagnostics& said);

/// One judged document of one topic.
struct JudgementRow {
  std::string_view topic;
  std::string_view doc;
  /// The relevant text, in any order: characters from `begin` up to, and without, `end`.
  std::vector<Span> highlights = {};
  /// How relevant the document is as a whole, 0 for not at all; 1 when absent and text is highlighted.
  std::optional<int> grade = std::nullopt;
  std::optional<Offset> length = std::nullopt;  ///< of the document, which some measures ask for
  std::optional<Offset> bep = std::nullopt;     ///< the best place to begin reading
};
/// From rows in memory, which are copied. In messages, row n is line n of the file "judgements". nullptr when a
/// span is empty or beyond the length, or a document comes twice for a topic.
std::shared_ptr<const Judgements> make_judgements(std::span<const JudgementRow> rows, Diagnostics& said);

// ---- Runs ----------------------------------------------------------------------------------------------------

/// One result.
struct ResultRow {
  std::string_view topic;
  std::string_view doc;
  /// The characters that are returned; the whole document when absent.
  std::optional<Span> span = std::nullopt;
  /// An element by its path, such as "/article[1]/sec[2]", in the place of `span`; a collection turns it into
  /// characters.
  std::string_view path = {};
};
/// A run from rows in memory, which are copied. The results of a topic count in the order of the rows. Files are
/// opened with Run::open() (runs/run.h).
Run make_run(std::string name, std::span<const ResultRow> rows);

// ---- Evaluation ----------------------------------------------------------------------------------------------

/// Scores runs by measures, named as for `fovea eval -m`: "AP, P@5,10, AgP(t2i=300)". Every judged topic counts; one
/// that a run does not answer scores 0, with a warning. Runs go by their tags, else by the stems of their files, and are
/// told apart where two share a name. A run with bad rows, or without a topic in common with the judgements, is left out and
/// reported. Nothing when a measure is unknown or needs what the judgements do not have, or no run could be scored.
std::optional<Scores> evaluate(const Judgements& judgements, std::span<const Run> runs,
                               std::string_view measures, Diagnostics& said);
std::optional<Scores> evaluate(const Judgements& judgements, const Run& run, std::string_view measures,
                               Diagnostics& said);

/// The same with all that can be said about an evaluation: the rules and measures of a task, the habits of other
/// tools, depth, order, grades. `collection`, which may be nullptr, gives elements their text and documents their
/// lengths.
std::optional<Scores> evaluate(const Judgements& judgements, std::span<const Run> runs,
                               const EvaluationOptions& options, const Collection* collection,
                               Diagnostics& said);

/// Tests every pair of runs by one measure, on the topics for which all runs have scores: difference, interval,
/// effect size and p. Runs are numbered as in the scores. By default a paired t-test, two-tailed, and intervals of
/// 95 %. Nothing, and the reason, when the scores do not allow it.
std::optional<stats::Comparison> compare(const Scores& scores, std::string_view measure, Diagnostics& said,
                                         const stats::ComparisonPlan& plan = {});

}  // namespace fovea
