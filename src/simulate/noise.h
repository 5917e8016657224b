// Noise: a run made worse in a controlled way.
//
// Per topic, in this order: results are dropped, each with the same chance; results change places, pair by
// pair; boundaries of passages move. The same seed gives the same run, whatever the order in which topics are
// made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "runs/run.h"

namespace fovea {

struct Noise {
  std::size_t swaps = 0;  ///< pairs of results, drawn at random, that change places
  double drops = 0;       ///< chance of a result to be left out
  Offset jitter = 0;      ///< both ends of a passage or element move by up to so many characters
  std::uint64_t seed = 1;
};

/// `run` with noise, under a new name. Elements become passages when they jitter and must be resolved for
/// that (`collection`, else nullptr); ends stay inside the document where its length is known, and at least
/// one character is left. Bad rows of the run are reported and left out.
Run add_noise(const Run& run, const Noise& noise, const std::string& name, const Collection* collection,
              Diagnostics& diagnostics);

}  // namespace fovea
