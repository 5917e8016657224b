// A format of runs is one record: what it is called, how its files are recognised, read and written, and how
// their results are ranked.
//
// A new format is one file with its record, and one line in the table below. Telling formats apart, Run::open,
// RunWriter, what the commands offer and the tables of the docs all go by the records.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/format_table.h"
#include "files/input.h"
#include "runs/order.h"
#include "runs/run.h"

namespace fovea {

class FormatWriter;

/// The beginning of a file, looked at once for all formats.
struct RunHead {
  enum class Syntax : std::uint8_t { kNothing, kColumns, kXml, kJson };

  explicit RunHead(std::string_view bytes);
  bool has(std::string_view text) const { return bytes.find(text) != std::string_view::npos; }
  bool has_field(std::string_view name) const {
    return std::find(fields.begin(), fields.end(), name) != fields.end();
  }

  std::string_view bytes;  ///< the first megabyte
  Syntax syntax = Syntax::kNothing;
  std::string_view first_object;     ///< kJson: the first line with a '{'
  std::vector<std::string> fields;   ///< kJson: its fields, by the names that are meant (files/field_names.h)
  std::string_view judgement_field;  ///< kJson: a field in that line that only judgements have
  std::vector<std::string_view> rows;  ///< kColumns: the first thousand that are no comments
  /// kColumns: columns of the first row, and what the richest of all rows points at; nothing when they are no
  /// rows of results, or of judgements as much as of results.
  std::size_t columns = 0;
  std::optional<ResultKind> richest;
  bool highlights = false;  ///< a row ends with offset:length, as INEX judgements do
};

struct RunFormat {
  std::string_view name;  ///< what options, messages and reports call it
  std::string_view rows;  ///< what its files look like, in Markdown: the table of docs/check.md

  RunHead::Syntax syntax = RunHead::Syntax::kColumns;
  std::string_view mark = {};  ///< kXml, kJson: what its files have and others lack, for messages

  RankOrder order = RankOrder::kFile;  ///< how its results are ranked
  bool whole_documents = false;        ///< a result is a document, which should come only once
  bool ranked = true;  ///< every result has a rank: where a run gives none, positions are written

  /// The run that a line is of: empty where it names none, nothing where it cannot be read. nullptr for formats whose
  /// files are one run each (runs/several_runs.h).
  std::optional<std::string> (*run_of)(std::string_view line) = nullptr;

  bool (*sniff)(const RunHead& head);
  /// Opens a run; see Run::open(). `format` is the record itself.
  std::optional<Run> (*read)(const RunFormat& format, InputFile input, const RunOptions& options,
                             Diagnostics& diagnostics);
  /// `mixed`: as in RunWriter::Options.
  std::unique_ptr<FormatWriter> (*write)(bool mixed);

  friend bool operator==(const RunFormat& a, const RunFormat& b) { return a.name == b.name; }
};

/// The table: its order is explained in files/format_table.h.
#define FOVEA_RUN_FORMATS(FORMAT) \
  FORMAT(kTrec)                   \
  FORMAT(kElement)                \
  FORMAT(kPassage)                \
  FORMAT(kRange)                  \
  FORMAT(kGenomics)               \
  FORMAT(kXml)                    \
  FORMAT(kJsonLines)              \
  FORMAT(kChunks)                 \
  FORMAT(kLegalBench)

namespace run_formats {
#define FOVEA_DECLARE_FORMAT(record) extern const RunFormat record;
FOVEA_RUN_FORMATS(FOVEA_DECLARE_FORMAT)
#undef FOVEA_DECLARE_FORMAT
}  // namespace run_formats

FormatTable<RunFormat> all_run_formats();

/// nullptr when there is none of this name.
const RunFormat* run_format_named(std::string_view name);
/// "trec, element, fol, …", for help and messages.
std::string run_format_names();

/// Whether a file looks like rows of documents that RunOptions::loose is for, and the run in it.
bool looks_loose(const InputFile& input);
std::optional<Run> open_loosely(InputFile input, Diagnostics& diagnostics);

/// What a file looks like from its first rows.
struct SniffedRun {
  const RunFormat* format = nullptr;
  /// When it is no run: what it looks like ("a file of judgements (4 columns)").
  std::string looks_like;
};

/// Looks at the beginning of a file. Of rows with different numbers of columns the richest names the format,
/// so that an INEX run that begins with whole documents is still one.
SniffedRun sniff_run(std::string_view bytes);

}  // namespace fovea
