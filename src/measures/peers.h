// What other tools call things, and what that is here: the tables of docs/from-trec_eval.md and docs/from-ir_measures.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "measures/registry.h"

namespace fovea {

struct PeerName {
  std::string theirs;
  std::string ours;       ///< a measure or set, as it may be asked for
  std::string_view note;  ///< what differs; empty when nothing does
};

/// trec_eval 10's, from the records.
std::vector<PeerName> trec_eval_peer_names(const Registry& registry);
/// All names that ir_measures 0.4.3 has.
std::vector<PeerName> ir_measures_peer_names();

}  // namespace fovea
