// The phases of a track: topics → selection → runs → pooling → assessment → results.
//
// The organiser opens and closes each, as often as need be; every change is an event, dates included. Dates are announcements:
// nothing opens or closes by itself. Several phases may be open at once, and a track may begin at any of them. Where a phase
// was never opened nobody can do what belongs to it; but judging goes on unless assessment was closed, since a pool that is given to
// people is to be judged.
//
// Functions that change something are called in a transaction, as those of Store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assess/store.h"
#include "text/enum_names.h"

namespace fovea::assess {

enum class Phase : std::uint8_t { kTopics, kSelection, kRuns, kPooling, kAssessment, kResults };
enum class PhaseState : std::uint8_t { kPlanned, kOpen, kClosed };
constexpr auto enum_names(Phase) {
  return names_in_order("topics", "selection", "runs", "pooling", "assessment", "results");
}
constexpr auto enum_names(PhaseState) {
  return names_in_order("planned", "open", "closed");
}
/// In their order.
std::vector<Phase> all_phases();

struct PhaseRecord {
  Phase phase = Phase::kTopics;
  PhaseState state = PhaseState::kPlanned;
  /// YYYY-MM-DD, as announced; empty where nothing was.
  std::string from = {}, until = {};
  std::int64_t changed_ms = 0;  ///< by the server's clock; 0 where nothing was said about it

  friend bool operator==(const PhaseRecord&, const PhaseRecord&) = default;
};

/// What an organiser says about a phase; what is not set stays.
struct PhaseChange {
  std::optional<PhaseState> state = {};  ///< open or closed
  std::optional<std::string> from = {}, until = {};
};

/// All six, in their order.
std::vector<PhaseRecord> phases(Store& store);
PhaseRecord phase_record(Store& store, Phase phase);

/// Nothing when the phase is open, else why it is refused.
std::optional<Refused> refuse_unless_open(Store& store, Phase phase);
/// For judging: only when assessment was closed.
std::optional<Refused> refuse_when_closed(Store& store, Phase phase);

Outcome<PhaseRecord> change_phase(Store& store, Phase phase, const PhaseChange& change, const Actor& actor);

/// As the server answers it: an array of objects, all six.
nlohmann::ordered_json phases_json(Store& store);

/// A day of the calendar as YYYY-MM-DD.
bool is_date(std::string_view text);

}  // namespace fovea::assess
