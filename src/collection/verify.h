// Whether a stored collection is whole.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "collection/collection.h"
#include "files/diagnostics.h"

namespace fovea {

/// What verification read.
struct VerifyCounts {
  std::uint64_t documents = 0;
  std::uint64_t elements = 0;
  std::uint64_t characters = 0;
};

/// Reads every section and every record: checksums, texts, trees, and that ids and records belong together. What
/// is wrong goes to `diagnostics`, one error per document. `progress` is called with the documents read so
/// far.
VerifyCounts verify(const Collection& collection, Diagnostics& diagnostics,
                    const std::function<void(std::uint64_t)>& progress);

/// Whether a stored document is the one that was just read from its file: same text, same elements. Returns
/// what differs, or an empty string.
std::string difference(const Document& stored, const Document& read);

}  // namespace fovea
