// Statistics of a whole collection, for the impacts of its shards.
//
// Impacts hold scores, and scores depend on all documents: N, words, the df of each term, and the range of scores that
// is quantised. `fovea index --statistics` collects them from the indexes of all shards; building each again with them
// gives the impacts that one index of all documents has.
//
// A file of sections (kind "fovea statistics", docs/specs/index.md): `meta`, and `terms` with `term_places`, a dictionary with
// the df beside each term.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "files/diagnostics.h"
#include "files/section_file.h"
#include "search/index/dictionary.h"
#include "search/index/impacts.h"
#include "search/index/index.h"

namespace fovea::search {

extern const SectionKind kStatisticsKind;

/// What impacts were made with; equal for indexes whose impacts may be added up.
struct ScoreRange {
  std::uint64_t documents = 0;
  std::uint64_t words = 0;
  double least = 0;
  double most = -1;  ///< below least: there are no scores

  double mean_length() const { return static_cast<double>(words) / static_cast<double>(documents); }
};
/// Exact: doubles in hexadecimal.
std::string to_text(const ScoreRange& range);
/// Nothing for other texts.
std::optional<ScoreRange> parse_score_range(std::string_view text);

class Statistics {
 public:
  /// Reports what is wrong with the file; nothing then.
  static std::optional<Statistics> open(const std::string& path, Diagnostics& diagnostics);

  const std::string& path() const { return file_->path(); }
  const ScoreRange& range() const { return range_; }
  /// Terms in byte order, each with its df.
  Dictionary::Cursor terms() const { return terms_.from_block(0); }
  static std::uint32_t df(const Dictionary::Cursor& cursor);

 private:
  explicit Statistics(SectionFile file) : file_(std::make_unique<SectionFile>(std::move(file))) {}

  std::unique_ptr<SectionFile> file_;
  ScoreRange range_;
  Dictionary terms_;
};

/// Collects statistics from indexes of disjoint documents. False, with a message, when the file cannot be made or the
/// indexes were analysed in different ways.
bool write_statistics(const std::vector<const Index*>& indexes, const std::string& path, bool replace,
                      Diagnostics& diagnostics);

}  // namespace fovea::search
