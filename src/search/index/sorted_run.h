// Sorted runs: postings by term, made from batches of documents and merged in bounded memory.
//
// Runs are kept until they take too much room, then merged into one and spilled to an unnamed file; in the end the terms
// are cut into ranges, and each range is merged from all runs, several at a time. What comes out does not depend on
// where batches, spills and ranges were cut.
//
// An entry of a run: bytes of the term, the term, documents, sentences with the term, last document, bytes of the classes,
// bytes of the postings; per class the tag and the elements of it that hold the term; per document the gap from the one before (the
// first: its number), tf, first position, gaps − 1. A tag is the term kTagMark and its name, and has no positions.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/append_file.h"
#include "search/index/postings.h"

namespace fovea::search {

/// No UTF-8 has this byte: tags stand behind all terms.
inline constexpr char kTagMark = '\xFF';

/// One term of a run.
struct RunEntry {
  std::string_view term;
  std::uint64_t documents = 0;
  std::uint64_t sentences = 0;
  DocumentNumber last = 0;
  std::string classes;
  std::string postings;
};

/// From a term to where it stands: one per so many bytes, for whoever reads from the middle.
struct RunMark {
  std::string term;
  std::uint64_t at = 0;
};

struct SortedRun {
  std::string bytes;
  std::vector<RunMark> marks;

  /// Terms ascend.
  void add(const RunEntry& entry);
};

class RunReader;

class RunMerger {
 public:
  /// One term of the merged runs. Its postings must be read, in order, before the next term comes.
  class Term {
   public:
    std::string_view text() const { return text_; }
    std::uint64_t sentences() const { return sentences_; }
    /// Tag and elements with it that hold the term; a tag may come several times.
    const std::vector<std::pair<std::uint32_t, std::uint64_t>>& classes() const { return classes_; }
    /// The next posting; false behind the last. `positions` gets a first position, then gaps − 1.
    bool next(DocumentNumber& document, std::uint32_t& tf, std::vector<std::uint32_t>& positions);

   private:
    friend class RunMerger;
    std::string_view text_;
    std::uint64_t sentences_ = 0;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> classes_;
    std::vector<RunReader*> readers_;
    std::size_t reader_ = 0;
    std::uint64_t left_ = 0;  ///< postings in it
    DocumentNumber document_ = 0;
    bool has_positions_ = true;
  };
  /// Terms from `first` on, before `end`; an empty `end` is behind all.
  struct Range {
    std::string first;
    std::string end;
  };

  /// Spills to a file in the folder of `path` whenever the runs in memory exceed `memory` bytes.
  RunMerger(std::string path, std::size_t memory, bool positions);
  ~RunMerger();

  /// Takes the runs in the order of their documents.
  void add(SortedRun run);
  /// Cuts the terms into ranges of about so many bytes of runs. Nothing may be added from now on.
  std::vector<Range> ranges(std::uint64_t bytes);
  /// Calls `visit` with each term of a range in byte order. Several threads may merge at once; each takes about `memory`
  /// bytes to read what was spilled.
  void merge(const Range& range, std::size_t memory, const std::function<void(Term&)>& visit) const;
  std::size_t spills() const { return spilled_.size(); }

 private:
  struct Stretch {
    std::uint64_t begin;
    std::uint64_t end;
    std::vector<RunMark> marks;
  };

  void spill();

  std::string path_;
  std::size_t memory_;
  bool positions_;
  std::deque<SortedRun> runs_;
  std::size_t bytes_ = 0;
  std::unique_ptr<AppendFile> file_;
  std::vector<Stretch> spilled_;
};

}  // namespace fovea::search
