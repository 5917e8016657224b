// Inverting documents: from documents with their words to terms with their documents, a batch at a time.
//
// A batch becomes a sorted run (sorted_run.h): its terms in byte order, each with its postings. Tags are terms too, of
// a kind of their own: their tf is the number of elements with the tag. For classes.h, elements that hold a term are counted per tag.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/analysis/analyser.h"
#include "search/index/sorted_run.h"

namespace fovea::search {

/// Collects the words of a batch; one thread.
class BatchInverter {
 public:
  struct Parts {
    bool positions = true;
    bool classes = true;
  };
  BatchInverter(const Analyser& analyser, Parts parts) : analyser_(analyser), parts_(parts) {}

  /// Documents ascend. `tags`: numbers for ElementWords::name.
  void add(DocumentNumber number, const AnalysedDocument& document, const std::vector<std::uint32_t>& tags);
  /// A document has `elements` elements with this tag.
  void add_tag(DocumentNumber number, std::uint32_t tag, std::string_view name, std::uint32_t elements);
  /// The sorted run of all that was added.
  SortedRun finish();

 private:
  struct Slot {
    std::uint32_t term = 0;
    std::uint32_t occurrences = 0;
    std::uint32_t sentences = 0;
    std::uint32_t behind_last = 0;  ///< one more than the last word of the batch that has it
  };
  struct OpenElement {
    std::uint32_t first;  ///< words of the batch
    std::uint32_t end;
    std::uint32_t tag;
  };
  struct TagList {
    std::string name;
    std::vector<std::pair<DocumentNumber, std::uint32_t>> documents;
  };
  /// The tags that come first are the frequent ones: their counts stand in a row per slot, those of others in a table.
  static constexpr std::uint32_t kColumns = 128;

  std::uint32_t slot_of(std::uint32_t term);
  void count_elements(std::uint32_t slot, std::uint32_t behind_last);
  void put_classes(std::uint32_t slot, std::string& out) const;
  void put_postings(std::uint32_t slot, RunEntry& entry);

  const Analyser& analyser_;
  Parts parts_;
  std::vector<std::uint32_t> slot_of_term_;
  std::vector<Slot> slots_;
  /// Per word of the batch, its slot or that it has none; and where its documents begin.
  std::vector<std::uint32_t> words_;
  std::vector<std::pair<std::uint32_t, DocumentNumber>> documents_;
  std::vector<OpenElement> open_;
  std::vector<std::uint16_t> rows_;
  absl::flat_hash_map<std::uint64_t, std::uint32_t> beyond_rows_;
  bool gone_round_ = false;  ///< some count of a row is too large for it
  absl::flat_hash_map<std::uint32_t, std::vector<std::uint32_t>> tags_beyond_;  ///< slot → tags
  absl::flat_hash_map<std::uint32_t, TagList> tag_lists_;
  std::vector<std::uint32_t> begins_;
  std::vector<std::pair<DocumentNumber, std::uint32_t>> sorted_;
};

}  // namespace fovea::search
