#include "assess/phases.h"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "assess/event_kinds.h"
#include "text/numbers.h"

namespace fovea::assess {

namespace {

Refused phase_refusal(Phase phase, std::string_view why) {
  return {Refusal::kLocked, fmt::format("the phase '{}' {}", name_of(phase), why)};
}

/// The word of the log for a change.
std::string_view act_of(const PhaseRecord& before, const PhaseChange& change) {
  if (!change.state || *change.state == before.state) return "dates";
  if (*change.state == PhaseState::kClosed) return "close";
  return before.state == PhaseState::kClosed ? "reopen" : "open";
}

}  // namespace

std::vector<Phase> all_phases() {
  std::vector<Phase> out;
  for (std::size_t i = 0; i < kNamesOf<Phase>.size(); ++i) out.push_back(static_cast<Phase>(i));
  return out;
}

PhaseRecord phase_record(Store& store, Phase phase) {
  PhaseRecord record{phase};
  store.database().each(
      "SELECT state, from_date, until_date, changed_ms FROM phase WHERE name = ?1",
      [&](const Statement& row) {
        record.state = named<PhaseState>(row.text(0)).value_or(PhaseState::kPlanned);
        record.from = row.copy(1);
        record.until = row.copy(2);
        record.changed_ms = row.integer(3);
      },
      name_of(phase));
  return record;
}

std::vector<PhaseRecord> phases(Store& store) {
  std::vector<PhaseRecord> out;
  for (const Phase phase : all_phases()) out.push_back(phase_record(store, phase));
  return out;
}

std::optional<Refused> refuse_unless_open(Store& store, Phase phase) {
  const PhaseState state = phase_record(store, phase).state;
  if (state == PhaseState::kOpen) return std::nullopt;
  return phase_refusal(phase, state == PhaseState::kClosed ? "is closed" : "is not open yet");
}

std::optional<Refused> refuse_when_closed(Store& store, Phase phase) {
  if (phase_record(store, phase).state != PhaseState::kClosed) return std::nullopt;
  return phase_refusal(phase, "is closed");
}

void apply_phase(Store& store, const Event& event, const EventData& data) {
  PhaseRecord record = phase_record(store, named<Phase>(text_of(data, "phase")).value());
  const std::string& act = text_of(data, "act");
  if (act == "open" || act == "reopen") record.state = PhaseState::kOpen;
  if (act == "close") record.state = PhaseState::kClosed;
  if (data.contains("from")) record.from = text_of(data, "from");
  if (data.contains("until")) record.until = text_of(data, "until");
  store.database()
      .prepare(
          "INSERT INTO phase (name, state, from_date, until_date, changed_ms) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT "
          "(name) DO UPDATE SET state = excluded.state, from_date = excluded.from_date, until_date = "
          "excluded.until_date, changed_ms = excluded.changed_ms")
      .bind(name_of(record.phase), name_of(record.state), record.from, record.until, event.server_ms)
      .run();
}

Outcome<PhaseRecord> change_phase(Store& store, Phase phase, const PhaseChange& change, const Actor& actor) {
  const PhaseRecord record = phase_record(store, phase);
  for (const auto& date : {change.from, change.until}) {
    if (date && !date->empty() && !is_date(*date))
      return Refused{Refusal::kRule, fmt::format("found {}, expected a day as 2026-11-30", quote(*date))};
  }
  if (change.state == record.state && !change.from && !change.until)
    return Refused{Refusal::kConflict,
                   fmt::format("the phase '{}' is {} already", name_of(phase), name_of(record.state))};
  const std::string from = change.from.value_or(record.from);
  const std::string until = change.until.value_or(record.until);
  // As text: days are written with leading zeros.
  if (!from.empty() && !until.empty() && until < from)
    return Refused{Refusal::kRule, fmt::format("the phase '{}' would end before it begins: {} to {}",
                                               name_of(phase), from, until)};
  EventData data{{"phase", name_of(phase)}, {"act", act_of(record, change)}};
  if (change.from) data["from"] = *change.from;
  if (change.until) data["until"] = *change.until;
  store.record(EventKind::kPhase, data, actor);
  return phase_record(store, phase);
}

nlohmann::ordered_json phases_json(Store& store) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const PhaseRecord& each : phases(store)) {
    out.push_back({{"phase", name_of(each.phase)},
                   {"state", name_of(each.state)},
                   {"from", each.from},
                   {"until", each.until},
                   {"changed_ms", each.changed_ms}});
  }
  return out;
}

bool is_date(std::string_view text) {
  constexpr std::size_t kLength = 10;
  constexpr std::string_view kShape = "dddd-dd-dd";
  if (text.size() != kLength) return false;
  for (std::size_t i = 0; i < kLength; ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == 'd' ? !digit : text[i] != '-') return false;
  }
  const auto part = [&](std::size_t at, std::size_t count) {
    return static_cast<unsigned>(parse_integer(text.substr(at, count)).value_or(0));
  };
  const std::chrono::year_month_day day{std::chrono::year(static_cast<int>(part(0, 4))),
                                        std::chrono::month(part(5, 2)), std::chrono::day(part(8, 2))};
  return day.ok();
}

}  // namespace fovea::assess
