// Where the topics of a column file stand: for each topic the stretches of lines that belong to it.
//
// Made in one pass that looks at the first column of each line only, window by window, on several cores; a
// window is let go of when it has been walked, so that memory holds the index and not the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/input.h"

namespace fovea {

/// Whole lines that belong to one topic; comments and empty lines between them included.
struct Stretch {
  std::string_view bytes;
  std::uint64_t first_line = 0;
};

/// What ends the first column.
enum class ColumnEnd : std::uint8_t { kBlank, kTab };

class TopicIndex {
 public:
  /// So many bytes at the head of the file `may_stay` in memory, for those who will read them at once.
  TopicIndex(const InputFile& input, ColumnEnd column_end, std::size_t may_stay = 0);

  std::size_t topics() const { return topics_.size(); }
  std::string_view topic(std::size_t index) const { return topics_[index].id; }
  /// In the order of the file.
  std::span<const Stretch> stretches(std::size_t index) const {
    return std::span(stretches_).subspan(topics_[index].first, topics_[index].count);
  }

 private:
  struct Topic {
    std::string id;
    std::size_t first = 0;
    std::size_t count = 0;
  };
  std::vector<Topic> topics_;
  std::vector<Stretch> stretches_;  ///< by topic, within a topic in file order
};

}  // namespace fovea
