// Acts: what a page sends, one JSON object each, and what becomes of a document by them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assess/document_state.h"
#include "assess/event.h"
#include "collection/collection.h"
#include "evaluate/track/track.h"
#include "files/diagnostics.h"

namespace fovea::assess {

/// The kind of an act, by its name; nothing for what is no act.
std::optional<EventKind> act_kind_named(std::string_view name);
/// Whether it can be undone.
constexpr bool is_edit(EventKind kind) {
  return kind <= EventKind::kReopen;
}
/// Whether it makes a new version of the document.
constexpr bool makes_version(EventKind kind) {
  return kind <= EventKind::kRedo;
}

struct Act {
  /// The page's own number of it, 16 bytes: what is sent twice is there once.
  std::string op;
  std::string doc;
  std::int64_t base_version = 0;
  /// Of the text that the page shows.
  std::string sha256;
  EventKind kind = EventKind::kTime;  ///< kAdd to kTime
  Span span;                          ///< kAdd, kRemove
  std::optional<Offset> bep;          ///< kBep; nothing takes it away
  Status verdict = Status::kOpen;     ///< kJudge
  std::string path;                   ///< kGrade
  std::optional<Grade> grade;         ///< kGrade; nothing takes it away
  std::string comment;                ///< kComment
  std::string source;                 ///< whose suggestion was accepted; empty for none
  std::int64_t active_ms = 0;

  /// What the act says beside its kind, as its event has it.
  EventData data() const;
};

inline constexpr std::size_t kMostActs = 200;
inline constexpr std::size_t kLongestComment = 10000;

/// The acts of a request's body: an array of objects. Nothing, and the reason in `said`, when any of them is wrong.
std::optional<std::vector<Act>> parse_acts(std::string_view json, Diagnostics& said);

/// The document that an act is about.
struct ActPlace {
  Offset length = 0;
  AssessMode mode = AssessMode::kHighlight;
  const Document* document = nullptr;  ///< where grades are given
};

/// What an edit changes; a sentence that says which rule it would break otherwise.
std::variant<Delta, std::string> effect_of(const Act& act, const DocumentState& state, const ActPlace& place);

}  // namespace fovea::assess
