// What is wrong with the results of a topic though it can be scored: passages past the end of a document whose length
// is known, and places that are returned twice. `fovea check` calls them faults in the same words.
#pragma once

#include <string>

#include "files/diagnostics.h"
#include "measures/views/topic_view.h"
#include "runs/run.h"

namespace fovea {

/// Worth calling where TopicView::suspicious() says that measures met something: all results are looked at.
/// Warnings, each with the line of its result. `results` are those that the view stands at, and perhaps more.
void warn_of_results(TopicView& topic, const TopicResults& results, const std::string& file,
                     Diagnostics& said);

}  // namespace fovea
