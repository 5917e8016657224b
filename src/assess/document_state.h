// What an assessor has said about one document, and how a single act changes it.
//
// A state is a value; an act (assess/act.h) turns it into another by a Delta that holds what really changed, so that it can be
// taken back exactly: a mark over text that was half marked adds the other half only, and undoing it takes only that
// half away.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "text/enum_names.h"
#include "text/span_set.h"

namespace fovea::assess {

enum class Status : std::uint8_t { kOpen, kRelevant, kNotRelevant, kProblem };
constexpr auto enum_names(Status) {
  return names_in_order("open", "relevant", "not_relevant", "problem");
}

/// Exhaustivity and specificity of an element, 0 to 3 each. Ten pairs exist: both are 0 or none is.
struct Grade {
  std::uint8_t exhaustivity = 0;
  std::uint8_t specificity = 0;

  friend bool operator==(const Grade&, const Grade&) = default;
};

struct DocumentState {
  /// Counts what was accepted about this document; 0 before anything was.
  std::int64_t version = 0;
  Status status = Status::kOpen;
  SpanSet spans;
  std::optional<Offset> bep;
  std::map<std::string, Grade> grades;  ///< by path

  bool judged() const { return status == Status::kRelevant || status == Status::kNotRelevant; }
  bool has_relevant_grade() const;
  friend bool operator==(const DocumentState&, const DocumentState&) = default;
};

/// Whether two people have judged a document and said something else of it.
bool disagree(const DocumentState& one, const DocumentState& other);

template <class Value>
using Change = std::pair<Value, Value>;  ///< before, after

struct Delta {
  SpanSet added, removed;
  std::optional<Change<std::optional<Offset>>> bep;
  std::optional<Change<Status>> status;
  std::map<std::string, Change<std::optional<Grade>>> grades;

  bool empty() const { return added.empty() && removed.empty() && !bep && !status && grades.empty(); }
  friend bool operator==(const Delta&, const Delta&) = default;
};

Delta inverse(const Delta& delta);
/// The state with the change; its version is as before.
void apply(const Delta& delta, DocumentState& state);

/// As it is stored: compact JSON.
std::string to_json(const Delta& delta);
/// Nothing when it is not what to_json() gives.
std::optional<Delta> parse_delta(std::string_view json);
/// Spans as [[begin,end],…], grades as {"path":[e,s]}.
nlohmann::ordered_json spans_json(const SpanSet& spans);
nlohmann::ordered_json grades_json(const std::map<std::string, Grade>& grades);

}  // namespace fovea::assess
