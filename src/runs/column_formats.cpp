// Runs in columns: TREC, element, passage and range rows, which may stand together in one file.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "files/lines.h"
#include "runs/column_source.h"
#include "runs/format_writer.h"
#include "runs/run_format.h"
#include "runs/run_options.h"
#include "text/numbers.h"

namespace fovea {

namespace {

bool is_white(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool has_white(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_white);
}

class RowWriter final : public FormatWriter {
 public:
  RowWriter(ResultKind kind, bool mixed) : kind_(kind), mixed_(mixed) {}

  void begin(const RunDetails& details, bool) override {
    miss_details(details, false);
    tag_ = details.id.empty() ? "run" : details.id;
    if (!has_white(tag_)) return;
    miss("blanks in the run id (written as _)");
    std::replace_if(tag_.begin(), tag_.end(), is_white, '_');
  }

  void topic(const TopicResults& topic, const TopicTimes* times) override {
    if (times != nullptr) miss("times of topics");
    const bool speakable = !topic.topic.empty() && !has_white(topic.topic) && topic.topic.front() != '#';
    for (const Result& result : topic.results) {
      if (!speakable || result.doc.empty() || has_white(result.doc)) {
        miss(kMissName);
        continue;
      }
      const std::size_t row = out_.size();
      fmt::format_to(std::back_inserter(out_), "{} Q0 {} {} {} {}", topic.topic, result.doc, result.rank,
                     result.score, tag_);
      if (append_target(result)) {
        out_ += '\n';
      } else {
        out_.resize(row);
      }
    }
  }

 private:
  /// What the row says of a result: all it has to say, or what the format has a place for.
  ResultKind kind_for(const Result& result) const {
    if (!mixed_) return kind_;
    return result.kind == ResultKind::kUnresolved ? ResultKind::kElement : result.kind;
  }

  bool append_target(const Result& result) {
    const ResultKind kind = kind_for(result);
    if (kind == ResultKind::kDocument) return true;
    const bool lost = result.kind == ResultKind::kUnresolved;
    if (kind == ResultKind::kPassage) {
      if (!lost && !has_span(result)) return cannot(kMissOffsets);
      out_ += lost ? " -1 0" : fmt::format(" {} {}", result.span.begin, result.span.size());
      return true;
    }
    const bool element = result.kind == ResultKind::kElement;
    if (kind == ResultKind::kElement) {
      if (!lost && !element) return cannot(kMissPlace);
      fmt::format_to(std::back_inserter(out_), " {}", lost ? "X" : result.path);
      return true;
    }
    if (!lost && !element && result.kind != ResultKind::kRange) return cannot(kMissPlace);
    const std::string_view last = element ? result.path : result.last_path;
    fmt::format_to(std::back_inserter(out_), " {} {}", lost ? "X" : result.path, lost ? "X" : last);
    return true;
  }

  bool cannot(std::string_view what) {
    miss(what);
    return false;
  }

  ResultKind kind_;
  bool mixed_;
  std::string tag_;
};

std::optional<std::string> tag_of_row(std::string_view line) {
  std::array<std::string_view, 8> columns;
  const std::size_t count = split_columns(line, columns);
  if (count < 6) return std::nullopt;
  return std::string(columns[5]);
}

template <ResultKind kKind>
bool sniff_rows(const RunHead& head) {
  return head.richest == kKind;
}

/// A file whose format was told from its content may mix rows of all shapes.
template <ResultKind kKind>
std::optional<Run> read_rows(const RunFormat& format, InputFile input, const RunOptions& options,
                             Diagnostics& diagnostics) {
  const bool told = options.format != nullptr;
  const RowShapes shapes = {.document = !told || kKind == ResultKind::kDocument,
                            .element = !told || kKind == ResultKind::kElement,
                            .passage = !told || kKind == ResultKind::kPassage,
                            .range = !told || kKind == ResultKind::kRange};
  return open_columns(std::move(input), format, shapes, diagnostics);
}

template <ResultKind kKind>
std::unique_ptr<FormatWriter> write_rows(bool mixed) {
  return std::make_unique<RowWriter>(kKind, mixed);
}

}  // namespace

namespace run_formats {

const RunFormat kTrec = {.name = "trec",
                         .rows = "`topic Q0 document rank score tag`",
                         .order = RankOrder::kScore,
                         .whole_documents = true,
                         .run_of = tag_of_row,
                         .sniff = sniff_rows<ResultKind::kDocument>,
                         .read = read_rows<ResultKind::kDocument>,
                         .write = write_rows<ResultKind::kDocument>};

const RunFormat kElement = {.name = "element",
                            .rows = "the same and a path: `/article[1]/bdy[1]/sec[1]`",
                            .run_of = tag_of_row,
                            .sniff = sniff_rows<ResultKind::kElement>,
                            .read = read_rows<ResultKind::kElement>,
                            .write = write_rows<ResultKind::kElement>};

const RunFormat kPassage = {.name = "fol",
                            .rows = "the same and offset and length: `465 3426`",
                            .run_of = tag_of_row,
                            .sniff = sniff_rows<ResultKind::kPassage>,
                            .read = read_rows<ResultKind::kPassage>,
                            .write = write_rows<ResultKind::kPassage>};

const RunFormat kRange = {
    .name = "range",
    .rows = "the same and two paths: from the beginning of the first to the end of the second",
    .run_of = tag_of_row,
    .sniff = sniff_rows<ResultKind::kRange>,
    .read = read_rows<ResultKind::kRange>,
    .write = write_rows<ResultKind::kRange>};

}  // namespace run_formats

namespace {

/// Whether columns behind the sixth say where in a document a result is.
bool points_inside(std::string_view line) {
  std::array<std::string_view, 8> columns;
  const std::size_t count = split_columns(line, columns);
  if (count == 7) return columns[6].front() == '/' || columns[6] == "X" || columns[6] == "-1";
  if (count != 8) return false;
  const auto is_end = [](std::string_view column) {
    return column.front() == '/' || column == "X" || column == "-1" || parse_offset(column).has_value();
  };
  return is_end(columns[6]) && is_end(columns[7]);
}

}  // namespace

bool looks_loose(const InputFile& input) {
  const RunHead head(input.bytes());
  const SniffedRun sniffed = sniff_run(input.bytes());
  const bool other = sniffed.format != nullptr && sniffed.format->syntax != RunHead::Syntax::kColumns;
  const bool rows = head.syntax == RunHead::Syntax::kColumns && head.columns >= 6 && !other;
  const bool inside = std::ranges::any_of(head.rows, points_inside);
  const bool known = sniffed.format == &run_formats::kGenomics || sniffed.format == &run_formats::kChunks;
  return rows && !inside && !known;
}

std::optional<Run> open_loosely(InputFile input, Diagnostics& diagnostics) {
  return open_columns(std::move(input), run_formats::kTrec, {.loose = true}, diagnostics);
}

}  // namespace fovea
