// `fovea search --why-not TOPIC DOC`: why a document that was expected is not in an answer.
#pragma once

#include <string>

#include "search/session/search_session.h"

namespace fovea::cli {

struct WhyNotInput {
  const search::SearchSession& session;
  const search::SearchFindings& findings;
  std::string topic;
  std::string document;
};

/// Prints the reason and what the document has of the query's words. The exit code.
int explain_absence(const WhyNotInput& input);

}  // namespace fovea::cli
