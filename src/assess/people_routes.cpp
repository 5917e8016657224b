// Who takes part and when: accounts with their roles, and the phases of the track.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assess/exchange.h"
#include "assess/phases.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kRoleWords = "a role is organiser, assessor, reader or participant";

/// What is to become of a phase, by the word of the request.
std::optional<PhaseState> state_after(std::string_view act) {
  if (act == "open") return PhaseState::kOpen;
  return act == "close" ? std::optional(PhaseState::kClosed) : std::nullopt;
}

}  // namespace

Handler::Exchange::Routes Handler::Exchange::people_routes() {
  // clang-format off
  return {
      {{"GET", "/api/phases", Access::kLoggedIn, "", "", "{phases: Phase[]}", "all six"}, &Exchange::phases},
      {{"POST", "/api/admin/phase", Access::kOrganisers, "", R"({phase: string, act: "open" | "close" | "dates", from?: string, until?: string})", "{phase: string, state: PhaseState, from: string, until: string}", ""}, &Exchange::change_phase},
      {{"GET", "/api/people", Access::kOrganisers, "", "", "Person[]", "all accounts, disabled ones too. `seen_ms`: when the account last did something"}, &Exchange::list_people},
      {{"POST", "/api/admin/account", Access::kOrganisers, "", "{name: string, role?: string, group?: string}", "{token: string}", "an invitation, which replaces the one before; roles are joined by commas, and added to those of an account that is there"}, &Exchange::add_account},
      {{"POST", "/api/admin/revoke", Access::kOrganisers, "", "{account: string}", "{}", "its invitation is void"}, &Exchange::revoke},
      {{"POST", "/api/admin/active", Access::kOrganisers, "", "{account: string, active: boolean}", "{}", "false: the account is disabled, and logged out everywhere"}, &Exchange::set_active},
      {{"POST", "/api/admin/roles", Access::kOrganisers, "", "{account: string, role: string, group?: string}", "{}", "these, and no others"}, &Exchange::set_roles},
  };
  // clang-format on
}

void Handler::Exchange::phases() {
  send_json({{"phases", phases_json(*store_)}});
}

void Handler::Exchange::change_phase() {
  const auto given = body();
  if (!given) return;
  const auto name = text(*given, "phase");
  const auto act = name ? text(*given, "act") : std::nullopt;
  if (!act) return;
  const auto phase = named<Phase>(*name);
  if (!phase) return say(422, "a phase is topics, selection, runs, pooling, assessment or results");
  PhaseChange change{.state = state_after(*act)};
  if (!change.state && *act != "dates") return say(422, "an act is open, close or dates");
  if (!may_have(*given, "from", change.from) || !may_have(*given, "until", change.until)) return;
  if (*act == "dates" && !change.from && !change.until) return say(422, "dates are 'from', 'until' or both");
  write([phase = *phase, change,
         actor = actor()](Store& store) { return assess::change_phase(store, phase, change, actor); },
        [](const Outcome<PhaseRecord>& outcome) {
          return answer(outcome, [](const PhaseRecord& record) {
            return Json{{"phase", name_of(record.phase)},
                        {"state", name_of(record.state)},
                        {"from", record.from},
                        {"until", record.until}};
          });
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
       actor = actor()](Store& store) -> Outcome<std::string> {
        auto account = admit(store, name, roles, group, actor);
        if (auto* const refused = std::get_if<Refused>(&account)) return std::move(*refused);
        return invite(store, std::get<std::int64_t>(account), actor);
      },
      [](const Outcome<std::string>& outcome) {
        return answer(outcome, [](const std::string& token) { return Json{{"token", token}}; });
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
  change_account(*name, [roles = *roles, group = group.value_or("")](Store& store, std::int64_t account,
                                                                     const Actor& actor) {
    return assess::set_roles(store, account, roles, group, actor);
  });
}

void Handler::Exchange::change_account(const std::string& name, StoreChange change) {
  write(
      [name, change = std::move(change), actor = actor()](Store& store) -> std::optional<Refused> {
        const auto account = store.account(name);
        if (!account) return Refused{Refusal::kNotFound, fmt::format("there is no account {}", quote(name))};
        return change(store, *account, actor);
      },
      [](const std::optional<Refused>& refused) { return answer(refused); });
}

void Handler::Exchange::revoke() {
  const auto given = body();
  const auto name = given ? text(*given, "account") : std::nullopt;
  if (name) change_account(*name, revoke_invitation);
}

void Handler::Exchange::set_active() {
  const auto given = body();
  const auto name = given ? text(*given, "account") : std::nullopt;
  if (!name) return;
  const JsonValue* const active = given->find("active");
  if (active == nullptr || !active->is(JsonValue::Kind::kBoolean))
    return say(400, "'active' is true or false");
  change_account(*name, [active = active->boolean](Store& store, std::int64_t account, const Actor& actor) {
    return assess::set_active(store, account, active, actor);
  });
}

void Handler::Exchange::list_people() {
  const auto optional = [](const std::optional<std::int64_t>& value) {
    return value ? Json(*value) : Json(nullptr);
  };
  Json out = Json::array();
  for (const Person& each : people(*store_, now_ms_)) {
    out.push_back({{"name", each.name},
                   {"role", to_string(each.roles)},
                   {"group", each.group},
                   {"state", name_of(each.state)},
                   {"invited_until_ms", optional(each.invited_until_ms)},
                   {"seen_ms", optional(each.seen_ms)}});
  }
  send_json(out);
}

}  // namespace fovea::assess
