// Chunk files, as evaluations of chunking write them: question, rank, document, begin, end and score, separated
// by tabs.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "files/row_scanner.h"
#include "runs/column_source.h"
#include "runs/format_writer.h"
#include "runs/run_format.h"
#include "text/numbers.h"

namespace fovea {

namespace {

/// A TREC run separated by tabs has Q0 where this has a rank.
bool is_chunk_row(std::string_view line) {
  Row row;
  RowScanner<true> rows(line);
  if (!rows.next(row) || row.count != 6) return false;
  const auto begin = parse_offset(row.columns[3]);
  const auto end = parse_offset(row.columns[4]);
  return parse_offset(row.columns[1]) && begin && end && *begin <= *end && parse_number(row.columns[5]);
}

bool sniff_chunks(const RunHead& head) {
  return !head.rows.empty() && !head.highlights && std::ranges::all_of(head.rows, is_chunk_row);
}

std::optional<Run> read_chunks(const RunFormat& format, InputFile input, const RunOptions&,
                               Diagnostics& diagnostics) {
  return open_columns(std::move(input), format, {.chunk = true}, diagnostics);
}

class ChunkWriter final : public FormatWriter {
 public:
  void begin(const RunDetails& details, bool) override { miss_details(details, true); }

  void topic(const TopicResults& topic, const TopicTimes* times) override {
    if (times != nullptr) miss("times of topics");
    const auto speakable = [](std::string_view text) {
      return !text.empty() && text.find_first_of("\t\r\n") == std::string_view::npos;
    };
    const bool named = speakable(topic.topic) && topic.topic.front() != '#';
    for (const Result& result : topic.results) {
      if (!named || !speakable(result.doc)) {
        miss(kMissName);
      } else if (!has_span(result)) {
        miss(kMissOffsets);
      } else {
        fmt::format_to(std::back_inserter(out_), "{}\t{}\t{}\t{}\t{}\t{}\n", topic.topic, result.rank,
                       result.doc, result.span.begin, result.span.end, result.score);
      }
    }
  }
};

}  // namespace

const RunFormat run_formats::kChunks = {
    .name = "chunks",
    .rows = "`question<TAB>rank<TAB>document<TAB>begin<TAB>end<TAB>score`",
    .sniff = sniff_chunks,
    .read = read_chunks,
    .write = [](bool) -> std::unique_ptr<FormatWriter> { return std::make_unique<ChunkWriter>(); }};

}  // namespace fovea
