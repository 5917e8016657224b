// Runs of the TREC Genomics tracks of 2006 and 2007: topic, document, rank, score, offset, length and tag.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "files/lines.h"
#include "runs/column_source.h"
#include "runs/format_writer.h"
#include "runs/run_format.h"
#include "text/numbers.h"

namespace fovea {

namespace {

/// INEX rows have Q0 in the second column, and a path in the seventh.
bool is_genomics_row(std::string_view line) {
  std::array<std::string_view, 8> columns;
  return split_columns(line, columns) == 7 && columns[1] != "Q0" && parse_offset(columns[2]) &&
         parse_number(columns[3]) && parse_offset(columns[4]) && parse_offset(columns[5]);
}

/// Most rows: a broken one is for the reader to report.
bool sniff_genomics(const RunHead& head) {
  if (head.syntax != RunHead::Syntax::kColumns || head.rows.empty() || head.highlights) return false;
  const auto good = std::ranges::count_if(head.rows, is_genomics_row);
  return good * 2 > std::ssize(head.rows);
}

bool is_genomics_cell(std::string_view text) {
  return !text.empty() && text.find_first_of(" \t\r\n") == std::string_view::npos;
}

class GenomicsWriter final : public FormatWriter {
 public:
  void begin(const RunDetails& details, bool) override {
    miss_details(details, false);
    tag_ = details.id.empty() ? "run" : details.id;
    std::ranges::replace_if(
        tag_,
        [](char c) {
          return !is_genomics_cell({&c, 1});
        },
        '_');
  }

  void topic(const TopicResults& topic, const TopicTimes* times) override {
    if (times != nullptr) miss("times of topics");
    const bool named = is_genomics_cell(topic.topic) && topic.topic.front() != '#';
    for (const Result& result : topic.results) {
      // A document called Q0 would make it another format.
      if (!named || !is_genomics_cell(result.doc) || result.doc == "Q0") {
        miss(kMissName);
      } else if (!has_span(result)) {
        miss(kMissOffsets);
      } else {
        fmt::format_to(std::back_inserter(out_), "{}\t{}\t{}\t{}\t{}\t{}\t{}\n", topic.topic, result.doc,
                       result.rank, result.score, result.span.begin, result.span.size(), tag_);
      }
    }
  }

 private:
  std::string tag_;
};

}  // namespace

const RunFormat run_formats::kGenomics = {
    .name = "genomics",
    .rows = "TREC Genomics: `topic pmid rank score offset length tag`",
    .order = RankOrder::kRank,
    .run_of = [](std::string_view line) -> std::optional<std::string> {
      std::array<std::string_view, 7> columns;
      if (split_columns(line, columns) < 7) return std::nullopt;
      return std::string(columns[6]);
    },
    .sniff = sniff_genomics,
    .read =
        [](const RunFormat& format, InputFile input, const RunOptions&, Diagnostics& diagnostics) {
          return open_columns(std::move(input), format, {.genomics = true}, diagnostics);
        },
    .write = [](bool) -> std::unique_ptr<FormatWriter> { return std::make_unique<GenomicsWriter>(); }};

}  // namespace fovea
