#include "assess/document_state.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::optional<Grade>& grade) {
  return grade ? Json{grade->exhaustivity, grade->specificity} : Json(nullptr);
}

Json json_of(const std::optional<Offset>& offset) {
  return offset ? Json(*offset) : Json(nullptr);
}

/// The readers below throw where something else stands; parse_delta() catches.
SpanSet spans_from(const nlohmann::json& json) {
  std::vector<Span> spans;
  for (const auto& span : json) spans.push_back({span.at(0).get<Offset>(), span.at(1).get<Offset>()});
  return SpanSet(std::move(spans));
}

std::optional<Offset> offset_from(const nlohmann::json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<Offset>());
}

std::optional<Grade> grade_from(const nlohmann::json& json) {
  if (json.is_null()) return std::nullopt;
  return Grade{json.at(0).get<std::uint8_t>(), json.at(1).get<std::uint8_t>()};
}

Status status_from(const nlohmann::json& json) {
  return named<Status>(json.get<std::string>()).value();
}

}  // namespace

bool DocumentState::has_relevant_grade() const {
  return std::ranges::any_of(grades, [](const auto& graded) { return graded.second.exhaustivity > 0; });
}

bool disagree(const DocumentState& one, const DocumentState& other) {
  return one.judged() && other.judged() &&
         (one.status != other.status || one.spans != other.spans || one.bep != other.bep ||
          one.grades != other.grades);
}

Delta inverse(const Delta& delta) {
  Delta out;
  out.added = delta.removed;
  out.removed = delta.added;
  if (delta.bep) out.bep = {delta.bep->second, delta.bep->first};
  if (delta.status) out.status = {delta.status->second, delta.status->first};
  for (const auto& [path, change] : delta.grades) out.grades[path] = {change.second, change.first};
  return out;
}

void apply(const Delta& delta, DocumentState& state) {
  state.spans = unite(subtract(state.spans, delta.removed), delta.added);
  if (delta.bep) state.bep = delta.bep->second;
  if (delta.status) state.status = delta.status->second;
  for (const auto& [path, change] : delta.grades) {
    if (change.second) {
      state.grades[path] = *change.second;
    } else {
      state.grades.erase(path);
    }
  }
}

std::string to_json(const Delta& delta) {
  Json out = Json::object();
  if (!delta.added.empty()) out["added"] = spans_json(delta.added);
  if (!delta.removed.empty()) out["removed"] = spans_json(delta.removed);
  if (delta.bep) out["bep"] = {json_of(delta.bep->first), json_of(delta.bep->second)};
  if (delta.status) out["status"] = {name_of(delta.status->first), name_of(delta.status->second)};
  for (const auto& [path, change] : delta.grades)
    out["grades"][path] = {json_of(change.first), json_of(change.second)};
  return out.dump();
}

std::optional<Delta> parse_delta(std::string_view text) {
  try {
    const auto json = nlohmann::json::parse(text);
    Delta out;
    if (json.contains("added")) out.added = spans_from(json["added"]);
    if (json.contains("removed")) out.removed = spans_from(json["removed"]);
    if (json.contains("bep")) out.bep = {offset_from(json["bep"].at(0)), offset_from(json["bep"].at(1))};
    if (json.contains("status"))
      out.status = {status_from(json["status"].at(0)), status_from(json["status"].at(1))};
    if (json.contains("grades")) {
      for (const auto& [path, change] : json["grades"].items())
        out.grades[path] = {grade_from(change.at(0)), grade_from(change.at(1))};
    }
    return out;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

Json spans_json(const SpanSet& spans) {
  Json out = Json::array();
  for (const Span span : spans) out.push_back({span.begin, span.end});
  return out;
}

Json grades_json(const std::map<std::string, Grade>& grades) {
  Json out = Json::object();
  for (const auto& [path, grade] : grades) out[path] = json_of(std::optional(grade));
  return out;
}

}  // namespace fovea::assess
