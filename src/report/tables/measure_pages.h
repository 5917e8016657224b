// What the records of the measures say, for people: `fovea measures` and docs/measures.md.
#pragma once

#include <string>
#include <vector>

#include "measures/measure.h"
#include "measures/peers.h"
#include "measures/registry.h"

namespace fovea {

/// How one asks for a measure: "P@k", "AP[@k]", "IPrec@x".
std::string usage_of(const MeasureRecord& record);

/// All measures, a line each, family by family, and the sets of measures.
std::string measure_list(const Registry& registry);
/// Everything about one measure.
std::string measure_description(const MeasureRecord& record);
/// What a set stands for.
std::string measure_set_description(const MeasureSet& set);
/// All of it as one Markdown page.
std::string measure_page(const Registry& registry);

/// A Markdown table of what another tool calls things.
std::string peer_table(const std::vector<PeerName>& names);

}  // namespace fovea
