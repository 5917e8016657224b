// Who takes part and when: accounts with their roles, and the phases of the track.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assess/exchange.h"
#include "assess/phases.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kRoleWords = "a role is organiser, assessor, reader or participant";

Response refusal(const Refused& refused) {
  return error_response(status_of(refused.reason), refused.message);
}

Response json_response(const Json& json) {
  Response response;
  response.body = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return response;
}

/// What is to become of a phase, by the word of the request.
std::optional<PhaseState> state_after(std::string_view act) {
  if (act == "open") return PhaseState::kOpen;
  return act == "close" ? std::optional(PhaseState::kClosed) : std::nullopt;
}

}  // namespace

void Handler::Exchange::phases() {
  send_json(R"({"phases":)" + phases_json(*store_) + "}");
}

void Handler::Exchange::change_phase() {
  const auto given = body();
  if (!given) return;
  const auto name = text(*given, "phase");
  const auto act = name ? text(*given, "act") : std::nullopt;
  if (!act) return;
  const auto phase = phase_named(*name);
  if (!phase) return say(422, "a phase is topics, selection, runs, pooling, assessment or results");
  PhaseChange change{.state = state_after(*act)};
  if (!change.state && *act != "dates") return say(422, "an act is open, close or dates");
  if (!may_have(*given, "from", change.from) || !may_have(*given, "until", change.until)) return;
  if (*act == "dates" && !change.from && !change.until) return say(422, "dates are 'from', 'until' or both");
  write([phase = *phase, change,
         doer = doer()](Store& store) { return assess::change_phase(store, phase, change, doer); },
        [](const Outcome<PhaseRecord>& outcome) {
          if (const auto* const refused = std::get_if<Refused>(&outcome)) return refusal(*refused);
          const PhaseRecord& record = std::get<PhaseRecord>(outcome);
          return json_response({{"phase", name_of(record.phase)},
                                {"state", name_of(record.state)},
                                {"from", record.from},
                                {"until", record.until}});
        });
}

/// An account with an invitation. Who is there already gains the roles, and is invited again, to set a new password.
void Handler::Exchange::add_account() {
  const auto given = body();
  if (!given) return;
  const auto name = text(*given, "name");
  std::optional<std::string> role;
  std::optional<std::string> group;
  if (!name || !may_have(*given, "role", role) || !may_have(*given, "group", group)) return;
  const auto roles = role ? roles_named(*role) : std::optional(Roles());
  if (!roles) return say(422, kRoleWords);
  write(
      [name = *name, roles = *roles, group = group.value_or(""),
       doer = doer()](Store& store) -> Outcome<std::string> {
        auto account = admit(store, name, roles, group, doer);
        if (auto* const refused = std::get_if<Refused>(&account)) return std::move(*refused);
        return invite(store, std::get<std::int64_t>(account), doer);
      },
      [](const Outcome<std::string>& outcome) {
        if (const auto* const refused = std::get_if<Refused>(&outcome)) return refusal(*refused);
        return json_response({{"token", std::get<std::string>(outcome)}});
      });
}

/// The roles of an account, no others.
void Handler::Exchange::set_roles() {
  const auto given = body();
  if (!given) return;
  const auto name = text(*given, "account");
  const auto role = name ? text(*given, "role") : std::nullopt;
  std::optional<std::string> group;
  if (!role || !may_have(*given, "group", group)) return;
  const auto roles = roles_named(*role);
  if (!roles) return say(422, kRoleWords);
  write(
      [name = *name, roles = *roles, group = group.value_or(""),
       doer = doer()](Store& store) -> std::optional<Refused> {
        const auto account = store.account(name);
        if (!account) return Refused{Refusal::kNotFound, fmt::format("there is no account {}", quote(name))};
        return assess::set_roles(store, *account, roles, group, doer);
      },
      [](const std::optional<Refused>& refused) {
        return refused ? refusal(*refused) : json_response(Json::object());
      });
}

}  // namespace fovea::assess
