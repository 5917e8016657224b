// Runs that groups send in: every version of every run, what the check said of it, and which of them stand.
//
// A run is a group's and has a name; sending the name again makes a version of it. A version is checked when it has arrived and is
// then accepted or refused; the last accepted one stands until another replaces it or the group withdraws it. Versions and their SHA-256
// never go away. Everything here is an event (`run.upload`, `run.check`, `run.withdraw`, `run.restore`), and the table follows from them.
//
// Functions that change something are called in a transaction, as those of Store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assess/event.h"
#include "assess/store.h"
#include "evaluate/track/track.h"
#include "evaluate/track/track_rules.h"
#include "text/enum_names.h"

namespace fovea::assess {

enum class SubmissionState : std::uint8_t { kChecking, kAccepted, kRefused, kReplaced, kWithdrawn };
constexpr auto enum_names(SubmissionState) {
  return names_in_order("checking", "accepted", "refused", "replaced", "withdrawn");
}

/// One version of a run.
struct Submission {
  std::int64_t id = 0;
  std::string group;
  std::string name;
  std::int64_t version = 0;
  std::optional<std::int64_t> account;
  std::string key;   ///< names its files beside the store (assess/submission_files.h)
  std::string file;  ///< what the sender called it
  std::int64_t bytes = 0;
  std::string sha256;
  std::string form = "{}";  ///< answers by key of [[run]], as JSON
  bool publish = false;     ///< the group agrees that others may have the run, once there are results
  SubmissionState state = SubmissionState::kChecking;
  std::string verdict = "{}";  ///< what the check found, as JSON
  std::int64_t sent_ms = 0;

  friend bool operator==(const Submission&, const Submission&) = default;
};

/// How the runs of all groups are told apart: "QUT-bm25".
std::string full_name(const Submission& submission);
/// Why a run cannot be called so; empty when it can: letters, digits, dots, dashes and underscores.
std::string fault_of_run_name(std::string_view name);

/// Puts a version on record that is on the disk; what is not known of it before (id, version) is filled in. Refused when the phase of
/// runs is not open, the rules leave no room, or the name stands for an accepted run and `replace` is not set.
Outcome<Submission> add_submission(Store& store, Submission submission, const TrackRules& rules, bool replace,
                                   const Actor& actor);
/// What the check said; an accepted version replaces the one before.
std::optional<Refused> set_verdict(Store& store, std::int64_t id, bool accepted, const std::string& verdict,
                                   const Actor& actor);
/// Takes back an accepted run, while the phase is open. `group` empty: an organiser does it, and says why. The verdict then has
/// `withdrawn`: {by, reason}.
std::optional<Refused> withdraw(Store& store, std::int64_t id, const std::string& group,
                                const std::string& reason, const Actor& actor);
/// Undoes a withdrawal, while the phase is open, unless another version stands or the rules leave no room. A group cannot undo what an
/// organiser did.
std::optional<Refused> restore(Store& store, std::int64_t id, const std::string& group,
                               const TrackRules& rules, const Actor& actor);

/// In the order they came; of one group unless it is empty.
std::vector<Submission> submissions(Store& store, std::string_view group = {});
std::optional<Submission> submission(Store& store, std::int64_t id);
/// Those that are accepted and stand.
std::vector<Submission> standing_submissions(Store& store, std::string_view group = {});

/// A line of JSON for each version: what an archive has of them, beside their files.
std::string submission_lines(Store& store);

/// Those that count against the rules: what stands, and what is still being checked and may stand.
std::vector<Submission> counted_submissions(Store& store, std::string_view group);

/// The run as [[run]] of a track file would have it, without its file.
TrackRun track_run_of(const Submission& submission);
RunClass class_of(const Submission& submission);

/// How many of what a rule limits a group has, and may have.
struct Allowance {
  RuleCount count;
  std::uint64_t used = 0;
  bool left() const { return used < count.most; }
};
/// Why a run of this class fits none of the sets that the rules have for its task; empty when it does.
std::string fault_of_set(const TrackRules& rules, const RunClass& run);
/// A rule that leaves no room for a further run; `counted` are those of its group.
std::optional<Refused> refuse_beyond_rules(const TrackRules& rules, const std::vector<Submission>& counted,
                                           const Submission& submission);
/// The rules that a further run of this class falls under; `replaced` does not count.
std::vector<Allowance> allowances(const TrackRules& rules, const std::vector<Submission>& counted,
                                  const RunClass& run, std::string_view replaced);

}  // namespace fovea::assess
