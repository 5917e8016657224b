// From merged runs to the dictionary, the lists and the classes of an index.
//
// Ranges of terms are merged on several threads; what each gives is put behind what came before it, in order. Memory
// does not grow with the longest list: what exceeds a range's share waits in a file without a name.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "files/append_file.h"
#include "search/index/classes.h"
#include "search/index/dictionary.h"
#include "search/index/sorted_run.h"
#include "search/index/term_record.h"

namespace fovea::search {

/// The list of a tag: how many elements with it each document has.
struct TagListRecord {
  std::string name;
  std::uint32_t df = 0;
  std::uint32_t largest_tf = 0;
  std::uint8_t smallest_length = 0;  ///< a code
  std::uint64_t at = 0;              ///< in the file of tag lists
  std::uint64_t bytes = 0;
};

/// Where everything goes.
struct ListFiles {
  AppendFile& terms;
  AppendFile& term_places;
  AppendFile& postings;
  AppendFile& positions;
  AppendFile& tag_postings;
  /// Nothing: no classes.
  ClassWriter* classes = nullptr;
};

struct ListOptions {
  std::string path;  ///< of the index: spools stand beside it
  std::uint64_t memory = 0;
  unsigned threads = 1;
  /// Words per document.
  std::span<const std::uint32_t> lengths;
  /// From the numbers of tags in the runs to columns of the classes; kNoColumn for those without.
  std::span<const std::uint32_t> class_columns;
  std::size_t classes = 0;
};
inline constexpr std::uint32_t kNoColumn = UINT32_MAX;

struct WrittenLists {
  std::uint64_t terms = 0;
  std::vector<TagListRecord> tags;
};
WrittenLists write_lists(RunMerger& merger, const ListOptions& options, const ListFiles& files);

}  // namespace fovea::search
