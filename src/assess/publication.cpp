#include "assess/publication.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "assess/event_kinds.h"
#include "assess/submissions.h"

namespace fovea::assess {

namespace {

constexpr std::size_t kLongestName = 64;

PublicationState publication_state_named(std::string_view name) {
  return named<PublicationState>(name).value_or(PublicationState::kFailed);
}

Publication publication_in(const Statement& row) {
  Publication out;
  out.name = row.copy(0);
  out.state = publication_state_named(row.text(1));
  out.seq = row.integer(2);
  out.made_ms = row.integer(3);
  out.sha256 = row.copy(4);
  out.facts = row.copy(5);
  return out;
}

}  // namespace

std::vector<Publication> publications(Store& store) {
  return store.database().all(
      "SELECT name, state, seq, made_ms, sha256, facts FROM publication ORDER BY made_ms, name",
      publication_in);
}

std::optional<Publication> publication(Store& store, std::string_view name) {
  for (Publication& each : publications(store)) {
    if (each.name == name) return std::move(each);
  }
  return std::nullopt;
}

std::string publication_folder(const std::string& store, std::string_view name) {
  return fmt::format("{}.results/{}", store, name);
}

std::string fault_of_publication_name(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  const bool fine =
      !name.empty() && name.size() <= kLongestName && plain(name.front()) &&
      std::ranges::all_of(name, [&](char c) { return plain(c) || c == '.' || c == '-' || c == '_'; });
  if (fine) return {};
  return fmt::format(
      "found {} as a name of results, expected 1 to {} letters, digits, dots, dashes and underscores, a letter or digit first",
      quote(name), kLongestName);
}

Outcome<Publication> begin_publication(Store& store, const std::string& name, const Actor& actor) {
  if (const std::string fault = fault_of_publication_name(name); !fault.empty())
    return Refused{Refusal::kRule, fault};
  const auto known = publication(store, name);
  if (known && known->state != PublicationState::kFailed) {
    return Refused{Refusal::kConflict,
                   fmt::format("results of the name {} are there already: a correction has a name of its own",
                               quote(name))};
  }
  if (!store.snapshot(name)) store.add_snapshot(name, actor);
  store.record(EventKind::kResultPublish, {{"name", name}, {"seq", *store.snapshot(name)}}, actor);
  return *publication(store, name);
}

void end_publication(Store& store, const Publication& ended, const Actor& actor) {
  store.record(EventKind::kResultMade,
               {{"name", ended.name},
                {"state", name_of(ended.state)},
                {"sha256", ended.sha256},
                {"facts", ended.facts}},
               actor);
}

void apply_publish(Store& store, const Event& event, const EventData& data) {
  store.database()
      .prepare(
          "INSERT INTO publication (name, state, seq, made_ms, sha256, facts) VALUES (?1, 'making', ?2, ?3, '', '{}') ON "
          "CONFLICT (name) DO UPDATE SET state = 'making', made_ms = excluded.made_ms, facts = '{}'")
      .bind(text_of(data, "name"), data.at("seq").get<std::int64_t>(), event.server_ms)
      .run();
}

void apply_made(Store& store, const Event& /*event*/, const EventData& data) {
  store.database()
      .prepare("UPDATE publication SET state = ?2, sha256 = ?3, facts = ?4 WHERE name = ?1")
      .bind(text_of(data, "name"), name_of(publication_state_named(text_of(data, "state"))),
            text_of(data, "sha256"), text_of(data, "facts"))
      .run();
  if (store.database().changes() != 1) throw EventFault("is about unknown results");
}

Publisher::Publisher(std::string store, StoreWriter& writer, PublicationPlan plan,
                     std::function<std::int64_t()> now_ms)
    : store_(std::move(store)),
      writer_(writer),
      plan_(std::move(plan)),
      now_ms_(std::move(now_ms)),
      worker_({.niceness = Worker::kAfterSaves}) {
  Store reader = Store::open(store_, false);
  for (const Publication& each : publications(reader)) {
    if (each.state == PublicationState::kMaking) enqueue(each.name);
  }
}

void Publisher::enqueue(const std::string& name) {
  worker_.add("", [this, name] { publish(name); });
}

void Publisher::publish(const std::string& name) {
  Publication made;
  try {
    Store reader = Store::open(store_, false);
    const auto known = publication(reader, name);
    if (!known) return;
    made = *known;
    made = make_publication(store_, made, plan_, &worker_.stopping());
    made.state = PublicationState::kReady;
  } catch (const std::exception& fault) {
    made.state = PublicationState::kFailed;
    made.facts = EventData{{"fault", fault.what()}}.dump(-1, ' ', false, EventData::error_handler_t::replace);
  }
  // What was stopped is made again when the server starts again.
  if (worker_.stopping()) return;
  try {
    writer_
        .submit([made, actor = Actor{std::nullopt, now_ms_()}](Store& store) {
          end_publication(store, made, actor);
          return true;
        })
        .get();
  } catch (const std::exception&) {
    // A full disk: it stays to be made, and is when the server starts again.
  }
}

}  // namespace fovea::assess
