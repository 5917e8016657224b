// Stop lists: words that are left out of an index or of its queries.
//
//   none
//   lucene     the 33 English words of Lucene's StandardAnalyzer
//   snowball   the 174 English words of Snowball's list
//   FILE       one word per line; from # on a line is a comment
//
// Words are compared folded, with their apostrophes, before they are stemmed.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "search/analysis/folding.h"

namespace fovea::search {

class StopWords {
 public:
  StopWords() = default;
  StopWords(const std::vector<std::string>& words, Folding folding);

  /// `folded` as fold() gives it.
  bool contains(std::string_view folded) const { return words_.contains(folded); }

 private:
  std::set<std::string, std::less<>> words_;
};

/// The words of a named list or of a file; nothing, with a message, when it cannot be read.
std::optional<std::vector<std::string>> stop_list(const std::string& name_or_file, Diagnostics& diagnostics);

}  // namespace fovea::search
