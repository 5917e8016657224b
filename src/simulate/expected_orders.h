// Which run ought to score higher than which: what a measure is held against.
//
// A file of one's own says it line by line, "better > worse" ("a > b > c" is two orders); '#' begins a
// comment at column 1.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"

namespace fovea {

struct ExpectedOrder {
  std::string better;
  std::string worse;
  Place place;  ///< empty for those fovea knows by itself
};

/// The S-R space, Figure 3 of Pehcevski & Thom 2007: passages before larger elements before documents,
/// passages before smaller elements before leaves, each within every ranking; R before RS and RI, and both
/// before RSI, within every set. 36 orders, or the 12 among runs that need no collection.
std::vector<ExpectedOrder> highlight_orders(bool with_collection);

/// Kazai et al. 2005, section 3.3: the ideal run is not beaten by any of the other five.
std::vector<ExpectedOrder> graded_orders();

/// Reads a file of orders. Lines that are none, and orders that go in a circle, are reported; then nothing
/// is returned.
std::optional<std::vector<ExpectedOrder>> read_orders(const InputFile& file, Diagnostics& diagnostics);

/// Whether all orders are about known runs; those that are not are reported with the nearest names.
bool check_names(std::span<const ExpectedOrder> orders, std::span<const std::string> runs,
                 Diagnostics& diagnostics);

}  // namespace fovea
