// What the events say: states, answers and assignments, made from nothing but them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "assess/store.h"

namespace fovea::assess {

struct Rebuilt {
  std::map<std::int64_t, Assignment> assignments;
  std::map<std::pair<std::int64_t, std::int64_t>, DocumentState> states;  ///< by assignment and document
  std::map<std::tuple<std::int64_t, std::string, std::string>, std::string> answers;
  Head head{0, first_chain()};

  friend bool operator==(const Rebuilt& a, const Rebuilt& b) {
    return a.assignments == b.assignments && a.states == b.states && a.answers == b.answers;
  }
};

/// From the events up to `last`, or all. What is wrong with them (a broken chain, a gap, a change that cannot be) goes to
/// `faults`.
Rebuilt rebuild(Store& store, std::optional<std::int64_t> last, std::vector<std::string>& faults);

/// What the tables hold.
Rebuilt tables_of(Store& store);

/// Everything that is wrong with a store: SQLite's own check, the chain, and tables that say something else than the
/// events. Empty when all is well.
std::vector<std::string> verify(Store& store);

}  // namespace fovea::assess
