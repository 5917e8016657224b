// Writes runs in every format fovea reads.
//
// A format that cannot say something never stops the writing: what it could not say is counted and named, so
// that a command can list it. The ranking survives every conversion: a TREC run that is written in a format
// ranked by the order of its rows is put in order first, and a run ranked by its rows gets descending scores
// where TREC readers, who go by score, would rank it otherwise.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "files/format_table.h"
#include "runs/order.h"
#include "runs/passage_elements.h"
#include "runs/run.h"

namespace fovea {

class Collection;
class FormatWriter;

class RunWriter {
 public:
  /// Takes the written bytes, piece by piece.
  using Sink = std::function<void(std::string_view)>;

  struct Options {
    /// How the results given to write() are ranked.
    RankOrder order = RankOrder::kFile;
    /// XML: an efficiency submission, with times.
    bool times = false;
    /// Columns: each row in the shape of its own result, whatever the format.
    bool mixed = false;
  };

  RunWriter(const RunFormat& format, const RunDetails& details, Options options, Sink sink);
  RunWriter(RunWriter&&) noexcept;
  RunWriter& operator=(RunWriter&&) noexcept;
  ~RunWriter();

  /// Writes one topic; a topic must be given whole. Elements and ranges whose span is {0, 0} are taken as not
  /// resolved, and so is a whole document that ends at kMaxOffset. TREC rows are whole documents: each stands
  /// where its first result stood.
  void write(const TopicResults& topic, const TopicTimes* times = nullptr);
  /// Writes what stands at the end of a file. Must be called last.
  void finish();

  const Unsaid& unsaid() const;

 private:
  std::unique_ptr<FormatWriter> writer_;
  const RunFormat* format_;
  Options options_;
  Sink sink_;
};

/// Writes a whole run. Elements and ranges are resolved first when a collection is given, and passages turned into
/// elements where that is asked for.
Unsaid write_run(const Run& run, const RunFormat& format, const Collection* collection, RunWriter::Sink sink,
                 Diagnostics& diagnostics, std::optional<PassageElements> elements = std::nullopt);

}  // namespace fovea
