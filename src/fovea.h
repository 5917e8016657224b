// fovea, the library: how well systems answer with the right parts of documents, and a search that does.
//
// Evaluating a run takes judgements (what is relevant, down to the characters), the run (what a system returned)
// and the names of measures:
//
//     #include <fovea/fovea.h>
//
//     fovea::Diagnostics said;
//     const auto judgements = fovea::read_judgements("q.qrels", said);
//     const auto runs = fovea::read_runs("a.run", said);
//     if (judgements && runs) {
//       const auto scores = fovea::evaluate(*judgements, *runs, "AP, AgP(t2i=300)", said);
//       if (scores) printf("%f\n", (*scores)["a"]["AP"]);
//     }
//     for (const fovea::Diagnostic& one : said.kept()) puts(to_string(one).c_str());
//
// Files may be of any format that the program `fovea` reads, plain or packed; formats are detected from the content.
// Judgements and runs can also be made from rows in memory (make_judgements, make_run). The same names as in the program
// are used for measures, tasks, formats, presets and methods.
//
// Errors. Bad data is not an exception: what is wrong is added to the Diagnostics that each function takes, with file,
// line, column and a code that does not change, and nothing is returned: no value, nullptr or false. Warnings are there
// too, with results that hold all the same. Exceptions (std::exception) are for a broken machine: no memory, no disk.
// Nothing is printed.
//
// Threads. Everything returned is a value that does not change by itself: judgements, collections, indexes, runs and scores
// may be read from several threads at once. Functions spread their work over the threads of oneTBB; their results are
// the same for any number of them. A Diagnostics belongs to one thread at a time.
//
// Lifetimes. A Run owns its rows. Scores and comparisons hold copies of all names. What is passed by reference is needed
// during the call only, except a collection that judgements were read with: keep it as long as them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "runs/run.h"
#include "scores/scores.h"
#include "text/span.h"
#include "topics/topic.h"

namespace fovea {

// Opaque to callers, and hence held by shared_ptr.

/// What assessors found relevant.
class Judgements;
/// Stored documents: element trees, texts and lengths.
class Collection;
/// An index of a collection, to search in.
class SearchIndex;

}  // namespace fovea

namespace [[gnu::visibility("default")]] fovea {

// ---- Collections -----------------------------------------------------------------------------------------------

struct CollectionOptions {
  /// Where the id of a document comes from: "name", "path", "stem-path", or an element as "/article/header/id".
  std::string id = "name";
  /// Shell patterns of file names; empty: all files.
  std::vector<std::string> only = {};
  bool replace = false;  ///< whether a collection that is at the path may be replaced
};

/// Stores the documents of files, folders and archives. False, and nothing is written, when anything is wrong with them.
bool build_collection(const std::string& path, const std::vector<std::string>& documents, Diagnostics& said,
                      const CollectionOptions& options = {});
std::shared_ptr<const Collection> open_collection(const std::string& path, Diagnostics& said);

std::vector<std::string> documents_in(const Collection& collection);
/// The text of a document, or of a part of it; nothing when there is no such document.
std::optional<std::string> text_of(const Collection& collection, std::string_view doc);
std::optional<std::string> text_of(const Collection& collection, std::string_view doc, Span span);
/// The characters of an element, as "/article[1]/sec[2]"; nothing when there is none of this path.
std::optional<Span> span_of(const Collection& collection, std::string_view doc, std::string_view path);
/// The smallest element that holds these characters; nothing when the document does not have them.
std::optional<std::string> path_of(const Collection& collection, std::string_view doc, Span span);

// ---- Topics ----------------------------------------------------------------------------------------------------

std::optional<std::vector<Topic>> read_topics(const std::string& path, Diagnostics& said);

// ---- Index and search ------------------------------------------------------------------------------------------

struct IndexOptions {
  std::string stem = "harman";   ///< the name of a stemmer, or "none"
  std::string stop = "none";     ///< the name of a stop list, or a file of words
  std::string unit = "article";  ///< or chunks: "words:200/100", "sentences:5"
  bool replace = false;          ///< whether an index that is at the path may be replaced
};

bool build_index(const std::string& path, const Collection& collection, Diagnostics& said,
                 const IndexOptions& options = {});
/// The collection that the index was made from is opened too where a search needs it: from `collection`, or beside the index.
std::shared_ptr<const SearchIndex> open_index(const std::string& path, Diagnostics& said,
                                              const std::string& collection = {});

struct SearchOptions {
  std::string preset = "reference";  ///< its name, or a file
  std::string task = "document";
  std::vector<std::string> settings = {};  ///< changes of the preset, as "candidates.k1=0.9"
  std::size_t results = 0;                 ///< per topic; 0: as many as the preset says
  std::string name = "fovea";              ///< of the run
};

/// Answers topics. One whose words the index does not know has no results, and a warning.
std::optional<Run> search_topics(const SearchIndex& index, std::span<const Topic> topics, Diagnostics& said,
                                 const SearchOptions& options = {});

// ---- Judgements ------------------------------------------------------------------------------------------------

/// Reads a file, or all files of a folder. nullptr when anything is wrong with them.
std::shared_ptr<const Judgements> read_judgements(const std::string& path, Diagnostics& said);
/// The same for judgements that leave lengths to a collection, or name elements by XPath.
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

/// Writes them in a format that `fovea convert` names. What the format cannot express is a warning.
bool write_judgements(const Judgements& judgements, const std::string& path, std::string_view format,
                      Diagnostics& said);

// ---- Runs ------------------------------------------------------------------------------------------------------

/// All runs of a file; Run::open() (runs/run.h) opens a file of one.
std::optional<std::vector<Run>> read_runs(const std::string& path, Diagnostics& said);

/// One result.
struct ResultRow {
  std::string_view topic;
  std::string_view doc;
  /// The characters that are returned; the whole document when absent.
  std::optional<Span> span = std::nullopt;
  /// An element by its path, such as "/article[1]/sec[2]", instead of `span`; a collection turns it into characters.
  std::string_view path = {};
};
/// A run from rows in memory, which are copied. The results of a topic count in the order of the rows.
Run make_run(std::string name, std::span<const ResultRow> rows);

/// Writes a run in a format that `fovea convert` names, or in its own when `format` is empty. A collection, which may be
/// nullptr, gives elements their characters. What the format cannot express is a warning; bad rows are errors, and
/// nothing is written.
bool write_run(const Run& run, const std::string& path, std::string_view format, const Collection* collection,
               Diagnostics& said);
/// Whether all rows are sound, and keep the rules of a task, where one is named.
bool check_run(const Run& run, std::string_view task, const Collection* collection, Diagnostics& said);

struct FusionOptions {
  std::string method = "rrf";  ///< or "combsum"
  double k = 60;               ///< of rrf
  std::size_t results = 1500;  ///< that are kept of a topic
  std::string name = "fused";
  const Collection* collection = nullptr;  ///< finds out which elements are the same text
};
/// Makes one run of several.
std::optional<Run> fuse(std::span<const Run> runs, Diagnostics& said, const FusionOptions& options = {});

// ---- Evaluation ------------------------------------------------------------------------------------------------

struct EvaluateOptions {
  /// Its rules are checked, and its measures taken when none are named.
  std::string task = {};
  /// Another tool whose figures are wanted: "trec_eval", "inex_eval", "chroma" or "legalbench".
  std::string compat = {};
  bool answered_only = false;  ///< averages over the topics that a run answers, not over all judged ones
  std::size_t depth = 0;       ///< results per topic that count; 0 for all
  int relevance_level = 1;     ///< the lowest grade that counts as relevant in document measures
  bool lenient = false;        ///< results at no known place count as irrelevant text, and are no errors
  bool judged_only = false;    ///< documents that nobody judged are left out of document measures
  const Collection* collection = nullptr;  ///< gives elements their text and documents their lengths
};

/// Scores runs by measures, named as for `fovea eval -m`: "AP, P@5,10, AgP(t2i=300)". Every judged topic counts; one that
/// a run does not answer scores 0, with a warning. Runs go by their tags, else by the stems of their files, and are
/// numbered where two share a name. A run that cannot be scored is left out, with an error: it has bad rows, breaks the
/// rules of the task, or has no topic in common with the judgements. Nothing when a measure is unknown or needs what the
/// judgements do not have, or no run is left.
std::optional<Scores> evaluate(const Judgements& judgements, std::span<const Run> runs,
                               std::string_view measures, Diagnostics& said,
                               const EvaluateOptions& options = {});
std::optional<Scores> evaluate(const Judgements& judgements, const Run& run, std::string_view measures,
                               Diagnostics& said, const EvaluateOptions& options = {});

struct CompareOptions {
  std::string test = "t";           ///< paired: "t", "bootstrap", "randomisation", "wilcoxon" or "tukey"
  std::string correction = "holm";  ///< over all pairs: "holm", "bonferroni" or "none"
  double alpha = 0.05;
};

/// Two runs of one comparison, the one with the higher mean first.
struct ComparedRuns {
  std::string run;
  std::string other;
  double difference = 0;  ///< of their means
  /// Of the difference, with a confidence of 1 − alpha; nothing where it cannot be computed, as p and effect.
  std::optional<double> low, high;
  std::optional<double> effect;  ///< Cohen's d
  std::optional<double> p;
  double adjusted_p = 0;  ///< only when there is p
  bool significant = false;
  std::size_t wins = 0, ties = 0, losses = 0;  ///< topics
};

/// Tests every pair of runs by one measure, on the topics for which all runs have scores; the best run comes first.
std::optional<std::vector<ComparedRuns>> compare(const Scores& scores, std::string_view measure,
                                                 Diagnostics& said, const CompareOptions& options = {});

// ---- Simulation and pools --------------------------------------------------------------------------------------

/// Runs made from judgements whose order is known beforehand: what `fovea fidelity` tests measures with. With a collection,
/// which may be nullptr, twenty, else eight.
std::optional<std::vector<Run>> simulate_runs(const Judgements& judgements, const Collection* collection,
                                              Diagnostics& said);

struct PoolOptions {
  std::string method = "round-robin";  ///< as `fovea pool build` names them
  std::size_t size = 750;              ///< documents per topic
  std::size_t depth = 100;             ///< results per run, of the method "depth"
};
/// A document to be judged; those of a topic follow each other, in the order in which they should be read.
struct PooledDocument {
  std::string topic;
  std::string doc;
};
std::optional<std::vector<PooledDocument>> pool(std::span<const Run> runs, Diagnostics& said,
                                                const PoolOptions& options = {});

}  // namespace fovea
