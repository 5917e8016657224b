// What the events say: states, answers, assignments, phases, roles and topics in work, made from nothing but them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "assess/candidates.h"
#include "assess/phases.h"
#include "assess/publication.h"
#include "assess/store.h"
#include "assess/submissions.h"

namespace fovea::assess {

struct Rebuilt {
  std::map<std::int64_t, Assignment> assignments;
  std::map<std::pair<std::int64_t, std::int64_t>, DocumentState> states;  ///< by assignment and document
  std::map<std::tuple<std::int64_t, std::string, std::string>, std::string> answers;
  std::map<Phase, PhaseRecord> phases;  ///< those that were ever opened, or have dates
  std::map<std::int64_t, std::pair<std::string, std::string>> roles;  ///< with groups, of all accounts
  CandidateBook candidates;                                           ///< without the names of their authors
  std::map<std::int64_t, Submission> submissions;
  std::map<std::string, Publication> publications;
  Head head{0, first_chain()};

  friend bool operator==(const Rebuilt& a, const Rebuilt& b) {
    return a.assignments == b.assignments && a.states == b.states && a.answers == b.answers &&
           a.phases == b.phases && a.roles == b.roles && a.candidates == b.candidates &&
           a.submissions == b.submissions && a.publications == b.publications;
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
