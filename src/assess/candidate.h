// A candidate: a topic in work, with what its author searched, judged and answered, and what became of it.
//
// As a line of JSON it is a row of the store and a line of a file of candidates alike:
//
//     {"id":"3","title":"lunar distances","description":"…","narrative":"…","author":"ann","group":"Harbour","state":"chosen",
//      "version":12,"searches":["lunar distance"],"judged":[["lunar-distances",true],["anchor",false]],
//      "answers":{"inex-2010-b":{"B1":"3"}},"place":1,"number":"2010001","reason":""}
//
// Only `id` must be there; a file may be a topic file of any other format, too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assess/event.h"
#include "assess/limits.h"
#include "files/diagnostics.h"
#include "files/input.h"
#include "files/json.h"
#include "text/enum_names.h"
#include "topics/topic.h"

namespace fovea::assess {

/// A draft is its author's alone. Handed in, it is the organiser's to choose or reject; until then it can be taken back.
enum class CandidateState : std::uint8_t { kDraft, kHandedIn, kChosen, kRejected, kWithdrawn };
constexpr auto enum_names(CandidateState) {
  return names_in_order("draft", "handed_in", "chosen", "rejected", "withdrawn");
}

/// The fields that authors write, under their names in topic files.
inline constexpr std::array<std::string_view, 5> kCandidateFields = {"title", "castitle", "phrasetitle",
                                                                     "description", "narrative"};
/// Articles that an author judges while exploring (INEX 2010: the first 25).
inline constexpr std::size_t kExplored = 25;
/// Fewer relevant ones, or more, are a warning.
inline constexpr std::size_t kFewestRelevant = 2;
inline constexpr std::size_t kMostRelevant = 20;

struct Candidate {
  std::string id;
  std::int64_t account = 0;  ///< 0 where it comes from a file
  std::string author = {};   ///< the account's name; of one in the store filled in where it is shown
  std::string group = {};
  CandidateState state = CandidateState::kHandedIn;
  std::int64_t version = 0;
  std::map<std::string, std::string, std::less<>> fields = {};  ///< those that are not empty
  std::vector<std::string> searches = {};
  std::vector<std::pair<std::string, bool>> judged = {};  ///< documents, and whether they are relevant
  std::map<std::pair<std::string, std::string>, std::string> answers = {};  ///< by form and question
  std::int64_t place = 0;                                                   ///< among the chosen, from 1
  std::string number = {};                                                  ///< its id as a topic
  std::string reason = {};  ///< why not, where the organiser says

  std::string_view field(std::string_view name) const;
  std::size_t relevant() const;
  /// Whether its author gave it a castitle.
  bool is_cas() const { return !field("castitle").empty(); }

  friend bool operator==(const Candidate&, const Candidate&) = default;
};

/// The topic: with its number, or its id as a candidate where it has none. A topic without a castitle asks for any element about its
/// title.
Topic topic_of(const Candidate& candidate);

/// One line, without the line end.
std::string to_json_line(const Candidate& candidate);
/// What is wrong goes to `said`; the sound ones are returned.
std::vector<Candidate> read_candidates(const InputFile& file, Diagnostics& said);

/// What an author does.
struct CandidateAct {
  std::string op;                                               ///< 16 bytes that whoever sends it chooses
  EventKind kind = EventKind::kProposalSave;                    ///< kProposalSave to kProposalWithdraw
  std::int64_t base_version = 0;                                ///< kProposalSave
  std::map<std::string, std::string, std::less<>> fields = {};  ///< kProposalSave: those that change
  bool apart = false;                                ///< kProposalSave: replaces what another window saved
  std::string query = {};                            ///< kProposalSearch
  std::string doc = {};                              ///< kProposalJudge
  std::optional<bool> relevant = {};                 ///< kProposalJudge; nothing takes it back
  std::string form = {}, question = {}, value = {};  ///< kProposalAnswer
};

/// The body of a request; nothing, and the reason, when it is no act.
std::optional<CandidateAct> parse_candidate_act(const JsonValue& object, const Limits& limits,
                                                std::string& fault);

/// The data of the event of an act.
EventData event_data(const CandidateAct& act, std::int64_t candidate, std::int64_t version);
/// What an event `candidate.*` or `admin.candidate` makes of a candidate; throws what nlohmann::json throws when it is none.
void apply_event(EventKind kind, const EventData& data, Candidate& candidate);

}  // namespace fovea::assess
