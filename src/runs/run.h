// A run: what one system answered, per topic a ranked list of results.
//
// Column files are mapped and only indexed when opened: which stretches of the file belong to which topic.
// Rows are parsed when a topic is read, into memory the caller reuses, so that memory holds one topic of the
// run and never the run. XML and JSON files are parsed when opened. Readers of a Run see no difference.
//
// Contract: views inside a Result point into the Run and live as long as it does. read() is const and may be
// called from several threads at once, each with its own TopicResults and Diagnostics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/diagnostics.h"
#include "text/span.h"

namespace fovea {

class InputFile;
struct RunFormat;
struct RunOptions;

}  // namespace fovea

namespace [[gnu::visibility("default")]] fovea {

/// What a result points at.
enum class ResultKind : std::uint8_t {
  kDocument,    ///< the whole document
  kPassage,     ///< characters: offset and length
  kElement,     ///< one element, by path
  kRange,       ///< from the beginning of one element to the end of another
  kUnresolved,  ///< INEX tools wrote X or -1 for a path they could not resolve
};

struct Result {
  std::string_view doc;
  std::string_view path;       ///< kElement, kRange: the (first) element
  std::string_view last_path;  ///< kRange: the last element
  /// The characters. For elements and ranges set by resolve() (runs/resolve.h), empty before; a whole
  /// document is {0, kMaxOffset} until its length is known.
  Span span;
  ResultKind kind = ResultKind::kDocument;
  std::int32_t rank = 0;  ///< as the file says; 0 when it says nothing
  double score = 0;
  std::uint64_t line = 0;  ///< where it stands in the file
};

/// Whether it is known where in its document a result is; the end of a whole document may still be open.
inline bool has_place(const Result& result) {
  return result.kind == ResultKind::kDocument || result.kind == ResultKind::kPassage ||
         (result.kind != ResultKind::kUnresolved && result.span != Span{});
}

/// Whether all its characters are known.
inline bool has_span(const Result& result) {
  return has_place(result) && (result.kind != ResultKind::kDocument || result.span.end != kMaxOffset);
}

/// The results of one topic, in the order of the file.
struct TopicResults {
  std::string_view topic;
  std::vector<Result> results;
  /// Where a block of rows begins that stands apart from those before, as a position in `results`: mostly nowhere.
  std::vector<std::uint32_t> later_blocks;
};

/// Times of one topic of an efficiency submission, as given.
struct TopicTimes {
  std::optional<double> total_ms, cpu_ms, io_ms, io_bytes;
};

/// What a topic asks, where results repeat it: they may then be numbered otherwise than the judgements.
struct RunQuestion {
  std::string_view text;
  /// What should be found, as the results repeat it: tells apart what is asked in the same words.
  std::string_view evidence;
  /// What the topic counts in averages, where the results say it.
  std::optional<double> weight;
  std::uint64_t line = 0;
};

/// What a submission says about itself beside its results; empty where the format has no place for it.
struct RunDetails {
  std::string id;  ///< run-id or tag
  std::string participant;
  std::string task;
  std::string query;                      ///< automatic, manual
  std::string result_type;                ///< element, passage, fol
  std::vector<std::string> topic_fields;  ///< fields of the topics that were used
  std::string description;
  std::vector<std::string> collections;
  std::string topk;
  std::string index_size_bytes;
  /// Where it was made: attributes of an efficiency submission (runs/environment.h) and their values.
  std::vector<std::pair<std::string, std::string>> environment = {};
};

class Run {
 public:
  /// Opens a run file. The format (runs/run_format.h) is told from the content when it is nullptr. What is
  /// wrong goes to `diagnostics`; nothing is returned when the file cannot be used at all. Faults of single
  /// rows are reported by read(). A file of several runs is refused; open_runs() takes it apart (runs/several_runs.h).
  static std::optional<Run> open(const std::string& path, const RunFormat* format, Diagnostics& diagnostics);
  static std::optional<Run> open(const std::string& path, Diagnostics& diagnostics) {
    return open(path, nullptr, diagnostics);
  }
  /// The same, from a file that is open already.
  static std::optional<Run> open(InputFile input, const RunFormat* format, Diagnostics& diagnostics);
  /// The same, with all that can be said about reading (runs/run_options.h): chunks that are given by their text
  /// need the documents.
  static std::optional<Run> open(const std::string& path, const RunOptions& options,
                                 Diagnostics& diagnostics);
  static std::optional<Run> open(InputFile input, const RunOptions& options, Diagnostics& diagnostics);
  Run(Run&&) noexcept;
  Run& operator=(Run&&) noexcept;
  ~Run();

  const std::string& file() const;
  const RunFormat& format() const;
  const RunDetails& details() const;

  /// Topics in the order of their first result.
  std::size_t topics() const;
  std::string_view topic(std::size_t index) const;
  const TopicTimes* times(std::size_t index) const;
  /// nullptr in formats where topics have ids.
  const RunQuestion* question(std::size_t index) const;

  /// Reads the results of one topic into `out`, whose memory is reused. Bad rows are reported and left out.
  void read(std::size_t index, TopicResults& out, Diagnostics& diagnostics) const;

  /// Behind a Run stands one of the readers of this folder.
  class Source;
  explicit Run(std::unique_ptr<Source> source);

 private:
  std::unique_ptr<Source> source_;
};

}  // namespace fovea
