// `fovea search --why-not TOPIC DOC`: why a document that was expected is not in an answer.
#pragma once

#include <string>
#include <vector>

#include "collection/collection.h"
#include "search/index/index.h"
#include "search/ranking/pipeline.h"
#include "search/ranking/searcher.h"

namespace fovea::cli {

struct WhyNotInput {
  const std::vector<search::Index>& indexes;
  const Collection* collection;  ///< nullptr where the pipeline needs none
  const search::Pipeline& pipeline;
  const search::SearchFindings& findings;
  std::string topic;
  std::string document;
};

/// Prints the reason and what the document has of the query's words. The exit code.
int explain_absence(const WhyNotInput& input);

}  // namespace fovea::cli
