// The candidates of a store: what their authors do to them, and what organisers decide.
//
// Everything is an event; the table `candidate` holds what follows from them, a candidate a row. Authors write while the phase of topics is
// open, organisers decide while that of selection is. Functions that change something are called in a transaction.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assess/accounts.h"
#include "assess/candidate.h"
#include "assess/form.h"
#include "assess/store.h"
#include "collection/collection.h"

namespace fovea::assess {

/// What candidates are checked against.
struct CandidateRules {
  const Collection* collection = nullptr;  ///< where judged articles are; nullptr takes any
  std::vector<const Form*> forms = {};     ///< that authors are asked to fill in
  Limits limits = {};
};

/// The forms for authors among those of the track.
std::vector<const Form*> author_forms(const std::vector<Form>& forms);

// ---- Authors -----------------------------------------------------------------------------------------------------

/// A draft of the actor's own; its number. A request whose op is known is answered again as it was.
Outcome<std::int64_t> add_candidate(Store& store, const std::string& group, const std::string& op,
                                    const CandidateRules& rules, const Actor& actor);
/// The candidate after the act. A save that changes nothing makes no version, and one is kept as what it changes.
Outcome<Candidate> act_on_candidate(Store& store, std::int64_t id, const CandidateAct& act,
                                    const CandidateRules& rules, const Actor& actor);

/// A version of a candidate's fields, as a save left them, or several that followed each other quickly.
struct CandidateVersion {
  std::int64_t version = 0, server_ms = 0;
  std::map<std::string, std::string, std::less<>> fields = {};
};
/// Some of the last ones before a version, oldest first: at least one, and more as long as they are few and small.
/// Saves are listed as one version, the last of them, for `together_ms` after the first; a save that replaced what another window
/// saved, or that follows handing in, begins a version of its own. Every save stays an event.
struct CandidateVersions {
  std::vector<CandidateVersion> versions = {};
  bool older = false;  ///< whether there are others before them
};
CandidateVersions versions_of(Store& store, const Candidate& candidate,
                              std::int64_t before = std::numeric_limits<std::int64_t>::max(),
                              std::int64_t together_ms = 0);

// ---- Organisers --------------------------------------------------------------------------------------------------

/// Chooses, rejects or leaves open (kHandedIn) a candidate that was handed in; one that is chosen comes last among them.
Outcome<Candidate> decide(Store& store, std::int64_t id, CandidateState decision, std::string_view reason,
                          const Actor& actor);
/// Puts all that are chosen into this order; each must be there, once.
std::optional<Refused> put_in_order(Store& store, const std::vector<std::int64_t>& ids, const Actor& actor);
/// Gives all that are chosen, in their order, the numbers from `first` on: "2010001", "2010002" …
std::optional<Refused> number_topics(Store& store, std::string_view first, const Actor& actor);

/// "2010001" → "2010002", "ct-9" → "ct-10"; nothing for what does not end in digits.
std::optional<std::string> number_after(std::string_view number);

// ---- Reading -----------------------------------------------------------------------------------------------------

/// With its account, without the author's name.
std::optional<Candidate> find_candidate(Store& store, std::int64_t id);
/// All of them, by number, with the names of their authors.
std::vector<Candidate> all_candidates(Store& store);

using CandidatesById = std::map<std::int64_t, Candidate>;
/// As the table has it, without the names of authors; of one of them, where an account is given.
CandidatesById candidate_table(Store& store, std::optional<std::int64_t> account = std::nullopt);

// ---- Topics that are judged --------------------------------------------------------------------------------------

/// Whether the assessor wrote the topic: whom the track file names; else who wrote the candidate that it was made from; where nobody knows,
/// the main assessor is taken for its author.
bool is_author(Store& store, const JudgingRules& rules, const Assignment& assignment);
/// What the assessor answered as the author of the topic holds for the assignment, too: nobody is asked twice. Called in a transaction.
void carry_answers(Store& store, const Assignment& assignment, const Actor& actor);

/// Whether somebody may work on a candidate: its author alone, as long as they take part; or look at it: organisers too, once it is
/// handed in.
bool may_work_on(const Session& session, const Candidate& candidate, bool looks);
/// As its author sees it: what was decided is told when the selection is closed.
Candidate as_told(Store& store, Candidate candidate);

/// The data of an event, as others than its author may see it: the content of a draft is its author's alone.
std::string public_data(EventKind kind, std::string data, const CandidatesById& candidates);

}  // namespace fovea::assess
