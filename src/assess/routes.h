// Every route of the server as a record: what is asked, who may, what is taken and given. The router, the tests of rights and of types,
// docs/specs/http.md and the first inputs of the fuzzer come from the records, which are beside what answers them (assess/*_routes.cpp);
// their order means nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/enum_names.h"

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
using fovea::name_of;
std::string_view name_of(Access access);

struct Route {
  std::string_view method;
  /// "/api/assignments/N/items": N is the number of something, and a * at the end any path.
  std::string_view path;
  Access access;
  std::string_view query;     ///< "?q=&k=20"
  std::string_view request;   ///< type of the body; empty for none, "file" for what is no JSON
  std::string_view response;  ///< type of the answer; likewise
  std::string_view note;      ///< what the types do not say, in Markdown
};

/// Types are written as in TypeScript: `{seq: number, warnings?: string[]} | null`, with `Record<string, T>`, `any` and the names of these.
struct NamedType {
  std::string_view name, type;
};
std::span<const NamedType> named_types();
/// All of them.
std::vector<Route> routes();
/// The number in the place of N when a path is one of a route; 0 where the route has none, or it is too large. Nothing when it is not.
std::optional<std::int64_t> match(std::string_view route, std::string_view path);

/// The table and the types of docs/specs/http.md.
std::string routes_as_markdown();
std::string types_as_text();

}  // namespace fovea::assess
