// Answers of a search as rows of a run.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "runs/run.h"
#include "runs/run_builder.h"
#include "runs/run_format.h"
#include "search/ranking/partial.h"

namespace fovea::search {

class ResultRows {
 public:
  /// With a collection, elements get their paths, and whole documents that of their root, unless the format has rows for
  /// whole documents. It may be nullptr, and must outlive this.
  ResultRows(const Collection* collection, const RunFormat& format)
      : collection_(collection), format_(format) {}

  /// Ids are views into `answers`, paths are good until the next call.
  TopicResults rows(std::string_view topic, const std::vector<Answer>& answers);
  /// Adds a topic to a run that keeps all of its rows.
  void add_to(RunBuilder& builder, std::string_view topic, const std::vector<Answer>& answers);

 private:
  void place(const Answer& answer, Result& result);

  const Collection* collection_;
  const RunFormat& format_;
  std::deque<std::string> paths_;
};

}  // namespace fovea::search
