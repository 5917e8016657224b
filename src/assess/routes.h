// Every route of the server as a record: what is asked, who may, what is answered. The router, the tests of rights, the table of
// docs/specs/http.md and the first inputs of the fuzzer come from the records (assess/routes.cpp); their order means nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::assess {

/// Who may use a route; what it is about is found and checked before it is answered.
enum class Access : std::uint8_t {
  kEverybody,     ///< without logging in
  kLoggedIn,      ///< anybody with an account
  kParticipants,  ///< who write topics and send runs
  kAuthors,       ///< participants and organisers
  kFigures,       ///< organisers and readers
  kOrganisers,
  kOwnAssignment,   ///< its assessor
  kSeenAssignment,  ///< its assessor and organisers
  kOwnProposal,     ///< its author
  kSeenProposal,    ///< its author, and organisers once it is handed in
  kRuns,            ///< participants and organisers, where runs can be sent in
  kGroupRun,        ///< the group that sent a run, and organisers
  kUploads,         ///< participants; the body is streamed (Handler::begin_body)
};
/// As the documentation names them.
std::string_view name_of(Access access);

struct Route {
  std::string_view method;
  /// "/api/assignments/N/items": N is the number of something, and a * at the end any path.
  std::string_view path;
  Access access;
  std::string_view query;  ///< for the documentation: "?q=&k=20"
  std::string_view what;   ///< that is taken and given, in Markdown
};
/// All of them.
std::vector<Route> routes();
/// The number in the place of N when a path is one of a route; 0 where the route has none, or it is too large. Nothing when it is not.
std::optional<std::int64_t> match(std::string_view route, std::string_view path);

/// The table of docs/specs/http.md.
std::string routes_as_markdown();

}  // namespace fovea::assess
