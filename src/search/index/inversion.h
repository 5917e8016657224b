// Inverting documents: from documents with their words to terms with their documents, in bounded memory.
//
// A batch of documents becomes a sorted run: its terms in byte order, each with its postings. Runs are kept until they
// take too much room, then merged into one and spilled to an unnamed file; in the end all runs are merged term by term.
// What comes out does not depend on where batches and spills were cut.
//
// An entry of a run: bytes of the term, the term, documents, sentences with the term, last document, bytes of what
// follows; then per document the gap from the one before (the first: its number), tf, first position, gaps − 1.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "files/append_file.h"
#include "search/analysis/analyser.h"
#include "search/index/postings.h"

namespace fovea::search {

/// Collects the words of a batch; one thread.
class BatchInverter {
 public:
  explicit BatchInverter(const Analyser& analyser) : analyser_(analyser) {}

  /// Documents ascend.
  void add(DocumentNumber number, const AnalysedDocument& document);
  /// The sorted run of all that was added. Positions may be left out.
  std::string finish(bool positions);

 private:
  struct Occurrence {
    std::uint32_t slot;
    DocumentNumber document;
    std::uint32_t position;
  };
  struct Slot {
    std::uint32_t term = 0;
    std::uint32_t occurrences = 0;
    std::uint32_t sentences = 0;
    std::uint64_t last_sentence = UINT64_MAX;
  };

  const Analyser& analyser_;
  std::vector<std::uint32_t> slot_of_term_;
  std::vector<Slot> slots_;
  std::vector<Occurrence> occurrences_;
  std::uint64_t sentences_ = 0;
};

class RunReader;

class RunMerger {
 public:
  /// One term of the merged runs. Its postings must be read, in order, before the next term comes.
  class Term {
   public:
    std::string_view text() const { return text_; }
    std::uint64_t sentences() const { return sentences_; }
    /// The next posting; false behind the last. `positions` gets a first position, then gaps − 1.
    bool next(DocumentNumber& document, std::uint32_t& tf, std::vector<std::uint32_t>& positions);

   private:
    friend class RunMerger;
    std::string text_;
    std::uint64_t sentences_ = 0;
    std::vector<RunReader*> readers_;
    std::size_t reader_ = 0;
    std::uint64_t left_ = 0;  ///< postings in it
    DocumentNumber document_ = 0;
    bool has_positions_ = true;
  };

  /// Spills to a file in the folder of `path` whenever the runs in memory exceed `memory` bytes.
  RunMerger(std::string path, std::size_t memory, bool positions);
  ~RunMerger();

  /// Takes the runs in the order of their documents.
  void add(std::string run);
  /// Calls `visit` with each term in byte order.
  void merge(const std::function<void(Term&)>& visit);
  std::size_t spills() const { return spilled_.size(); }

 private:
  void spill();

  std::string path_;
  std::size_t memory_;
  bool positions_;
  std::deque<std::string> runs_;
  std::size_t bytes_ = 0;
  std::unique_ptr<AppendFile> file_;
  struct Stretch {
    std::uint64_t begin;
    std::uint64_t end;
  };
  std::vector<Stretch> spilled_;
};

}  // namespace fovea::search
