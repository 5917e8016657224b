// Runs in columns: TREC, INEX element, passage and range rows, chunk files, and rows of TREC Genomics.
#pragma once

#include <atomic>

#include "files/input.h"
#include "files/topic_index.h"
#include "runs/column_row.h"
#include "runs/source.h"

namespace fovea {

class ColumnSource final : public Run::Source {
 public:
  ColumnSource(InputFile input, const RunFormat& format, RowShapes shapes, Diagnostics& diagnostics);

  std::size_t topics() const override { return index_.topics(); }
  std::string_view topic(std::size_t index) const override { return index_.topic(index); }
  const TopicTimes* times(std::size_t) const override { return nullptr; }
  void read(std::size_t index, TopicResults& out, Diagnostics& diagnostics) const override;

 private:
  void read_rows(const Stretch& stretch, const RowParser& parser, TopicResults& out,
                 Diagnostics& diagnostics) const;
  void read_chunks(const Stretch& stretch, const RowParser& parser, TopicResults& out) const;
  /// Rows of the other shapes, which have their own parsers.
  template <bool (RowParser::*kParse)(const Row&, std::uint64_t, Result&) const>
  void read_with(const Stretch& stretch, const RowParser& parser, TopicResults& out,
                 Diagnostics& diagnostics) const;
  /// Of a row between the first and the last ones, by which files of several runs are recognised.
  void report_second_tag(std::uint64_t line, std::string_view tag, Diagnostics& diagnostics) const;
  /// Of a run that is read loosely (RunOptions): the last tag names it, and what it ignores is reported once.
  void look_behind_columns(Diagnostics& diagnostics);
  void let_go(std::size_t bytes) const;

  InputFile input_;
  TopicIndex index_;
  RowShapes shapes_;
  /// Bytes read since memory was last let go of.
  mutable std::atomic<std::size_t> held_ = 0;
};

/// A run of rows in these shapes; nothing, and a report, when there is no row.
std::optional<Run> open_columns(InputFile input, const RunFormat& format, RowShapes shapes,
                                Diagnostics& diagnostics);

}  // namespace fovea
