#include "assess/act.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assess/graded_document.h"
#include "files/json.h"
#include "text/escape.h"
#include "text/numbers.h"
#include "text/unicode.h"

namespace fovea::assess {

namespace {

using Kind = JsonValue::Kind;

constexpr std::uint8_t kHighestGrade = 3;
constexpr std::int64_t kLongestActive = 24LL * 60 * 60 * 1000;

/// Reads one act; what is wrong is said.
class ActReader {
 public:
  explicit ActReader(const JsonReader& reader) : reader_(reader) {}

  Act read(const JsonValue& value) {
    Act act;
    if (!reader_.check(value, Kind::kObject)) return act;
    read_op(value, act);
    if (const JsonValue* const doc = reader_.need(value, "doc", Kind::kString)) act.doc = doc->text;
    if (const JsonValue* const sum = reader_.need(value, "sha256", Kind::kString)) act.sha256 = sum->text;
    if (const JsonValue* const version = reader_.need(value, "base_version", Kind::kNumber))
      act.base_version = whole(*version, std::numeric_limits<std::int64_t>::max());
    if (const JsonValue* const active = reader_.want(value, "active_ms", Kind::kNumber))
      act.active_ms = whole(*active, kLongestActive);
    const JsonValue* const kind = reader_.need(value, "kind", Kind::kString);
    if (kind == nullptr) return act;
    const auto known = act_kind_named(kind->text);
    if (!known) {
      reader_.wrong(*kind, "a kind of act");
      return act;
    }
    act.kind = *known;
    static const JsonValue kNothing = [] {
      JsonValue object;
      object.kind = Kind::kObject;
      return object;
    }();
    const JsonValue* const data = reader_.want(value, "data", Kind::kObject);
    read_data(data == nullptr ? kNothing : *data, act);
    return act;
  }

 private:
  std::int64_t whole(const JsonValue& value, std::int64_t most) const {
    const auto number = parse_integer(value.text);
    if (number && *number >= 0 && *number <= most) return *number;
    reader_.wrong(value, fmt::format("a whole number from 0 to {}", most));
    return 0;
  }

  void read_op(const JsonValue& value, Act& act) const {
    const JsonValue* const op = reader_.need(value, "op", Kind::kString);
    if (op == nullptr) return;
    auto bytes = parse_op(op->text);
    if (!bytes) return reader_.wrong(*op, "a UUID in small letters");
    act.op = *std::move(bytes);
  }

  void read_data(const JsonValue& data, Act& act) const {
    if (const JsonValue* const source = reader_.want(data, "source", Kind::kString))
      act.source = source->text;
    if (!is_xml_text(act.source)) reader_.wrong(data, "a source whose name XML can hold");
    switch (act.kind) {
      case EventKind::kAdd:
      case EventKind::kRemove:
        act.span.begin = reader_.need_offset(data, "begin").value_or(0);
        act.span.end = reader_.need_offset(data, "end").value_or(0);
        break;
      case EventKind::kBep:
        if (const JsonValue* const at = reader_.want(data, "at", Kind::kNumber)) {
          act.bep = at->offset();
          if (!act.bep) reader_.wrong(*at, "an offset");
        }
        break;
      case EventKind::kJudge:
        if (const JsonValue* const verdict = reader_.need(data, "verdict", Kind::kString)) {
          act.verdict = named<Status>(verdict->text).value_or(Status::kOpen);
          if (act.verdict == Status::kOpen) reader_.wrong(*verdict, "relevant, not_relevant or problem");
        }
        break;
      case EventKind::kGrade:
        read_grade(data, act);
        break;
      case EventKind::kComment:
        if (const JsonValue* const text = reader_.need(data, "text", Kind::kString)) {
          act.comment = text->text;
          if (!is_xml_text(act.comment))
            reader_.wrong(*text,
                          "text that XML can hold, with tabs and line ends as the only control characters");
          if (act.comment.size() > kLongestComment)
            reader_.wrong(*text, fmt::format("a comment of at most {} bytes", kLongestComment));
        }
        break;
      default:
        break;
    }
  }

  void read_grade(const JsonValue& data, Act& act) const {
    if (const JsonValue* const path = reader_.need(data, "path", Kind::kString)) act.path = path->text;
    const JsonValue* const e = reader_.want(data, "e", Kind::kNumber);
    const JsonValue* const s = reader_.want(data, "s", Kind::kNumber);
    if (e == nullptr && s == nullptr) return;
    act.grade.emplace();
    for (const auto& [value, field] :
         {std::pair{e, &Grade::exhaustivity}, std::pair{s, &Grade::specificity}}) {
      const auto number = value == nullptr ? std::nullopt : value->offset();
      if (number && *number <= kHighestGrade) {
        (*act.grade).*field = static_cast<std::uint8_t>(*number);
      } else {
        reader_.wrong(value == nullptr ? data : *value, "both grades, e and s, each from 0 to 3");
      }
    }
  }

  const JsonReader& reader_;
};

std::string mark_name(Span span) {
  return fmt::format("characters {} to {}", span.begin, span.end);
}

/// Whether a verdict is allowed; the rule that it breaks otherwise.
std::optional<std::string> refused(Status verdict, const DocumentState& state, const ActPlace& place) {
  const bool marked = !state.spans.empty();
  const bool graded = state.has_relevant_grade();
  if (verdict == Status::kRelevant && !graded && !(marked && state.bep)) {
    if (place.mode != AssessMode::kHighlight) return "a relevant document needs a grade above 0";
    return marked ? "a relevant document needs a best entry point: set one, then judge"
                  : "a relevant document needs marked text and a best entry point, or a grade above 0";
  }
  if (verdict == Status::kNotRelevant && (marked || graded || state.bep)) {
    return "a document that is not relevant has no marked text, no best entry point and no grade above 0: take them "
           "away, then judge";
  }
  // While somebody grades, much is not graded yet; with the verdict all rules hold.
  if (verdict == Status::kRelevant && graded)
    return GradedDocument(state.grades, place.document).breach(GradeRules::kAll);
  return std::nullopt;
}

/// What grading an element changes; the rule that it breaks otherwise.
std::variant<Delta, std::string> effect_of_grade(const Act& act, const DocumentState& state,
                                                 const ActPlace& place) {
  if (place.document == nullptr || !place.document->tree().find(act.path))
    return fmt::format("the document has no element {}", quote(act.path));
  Delta delta;
  std::map<std::string, Grade> grades = state.grades;
  auto& [before, after] = delta.grades[act.path];
  if (const auto found = grades.find(act.path); found != grades.end()) before = found->second;
  after = act.grade;
  if (before == after) return Delta();
  act.grade ? void(grades[act.path] = *act.grade) : void(grades.erase(act.path));
  if (auto rule = GradedDocument(grades, nullptr).breach(GradeRules::kUnfinished)) return *std::move(rule);
  return delta;
}

/// Why an act has no place in this way of judging.
std::optional<std::string> out_of_place(EventKind kind, AssessMode mode) {
  const bool marks = kind == EventKind::kAdd || kind == EventKind::kRemove || kind == EventKind::kBep;
  if (mode == AssessMode::kHighlight && kind == EventKind::kGrade)
    return "in this track text is marked, and no element graded";
  if (mode != AssessMode::kHighlight && marks) return "in this track elements are graded, and no text marked";
  return std::nullopt;
}

}  // namespace

std::optional<EventKind> act_kind_named(std::string_view name) {
  const auto kind = event_kind_named(name);
  return kind && *kind <= EventKind::kTime ? kind : std::nullopt;
}

EventData Act::data() const {
  EventData out = EventData::object();
  switch (kind) {
    case EventKind::kAdd:
    case EventKind::kRemove:
      out = {{"begin", span.begin}, {"end", span.end}};
      break;
    case EventKind::kBep:
      out["at"] = bep ? EventData(*bep) : EventData(nullptr);
      break;
    case EventKind::kJudge:
      out["verdict"] = name_of(verdict);
      break;
    case EventKind::kGrade:
      out["path"] = path;
      if (grade) out["e"] = grade->exhaustivity;
      if (grade) out["s"] = grade->specificity;
      break;
    case EventKind::kComment:
      out["text"] = comment;
      break;
    default:
      break;
  }
  if (!source.empty()) out["source"] = source;
  return out;
}

std::optional<std::vector<Act>> parse_acts(std::string_view json, Diagnostics& said) {
  const std::uint64_t errors = said.errors();
  JsonParser parser;
  JsonFault fault;
  const auto value = parser.parse(json, fault);
  const auto place = [](std::size_t byte) { return Place{"request", 1, byte + 1}; };
  if (!value) {
    report(fault, place(fault.byte), said);
    return std::nullopt;
  }
  const JsonReader reader(place, said);
  if (!reader.check(*value, Kind::kArray)) return std::nullopt;
  if (value->items.size() > kMostActs) {
    reader.wrong(*value, fmt::format("at most {} acts", kMostActs));
    return std::nullopt;
  }
  std::vector<Act> acts;
  for (const JsonValue& each : value->items) acts.push_back(ActReader(reader).read(each));
  return said.errors() == errors ? std::optional(std::move(acts)) : std::nullopt;
}

std::variant<Delta, std::string> effect_of(const Act& act, const DocumentState& state,
                                           const ActPlace& place) {
  const Offset length = place.length;
  if (auto wrong = out_of_place(act.kind, place.mode)) return *std::move(wrong);
  Delta delta;
  switch (act.kind) {
    case EventKind::kAdd:
    case EventKind::kRemove:
      if (act.span.begin >= act.span.end || act.span.end > length)
        return fmt::format("{} are no text of a document with {} characters", mark_name(act.span), length);
      if (act.kind == EventKind::kAdd) {
        delta.added = subtract(SpanSet{act.span}, state.spans);
      } else {
        delta.removed = intersect(SpanSet{act.span}, state.spans);
      }
      break;
    case EventKind::kBep:
      if (act.bep && *act.bep >= std::max<Offset>(1, length))
        return fmt::format("the best entry point {} is behind the end of a document with {} characters",
                           *act.bep, length);
      if (act.bep != state.bep) delta.bep = {state.bep, act.bep};
      break;
    case EventKind::kGrade: {
      auto effect = effect_of_grade(act, state, place);
      if (std::holds_alternative<std::string>(effect)) return effect;
      delta = std::get<Delta>(std::move(effect));
      break;
    }
    case EventKind::kJudge:
      if (auto rule = refused(act.verdict, state, place)) return *std::move(rule);
      if (state.status != act.verdict) delta.status = {state.status, act.verdict};
      return delta;
    case EventKind::kReopen:
      break;
    default:
      return delta;
  }
  // An edit reopens what was judged.
  if (state.status != Status::kOpen && (act.kind == EventKind::kReopen || !delta.empty()))
    delta.status = {state.status, Status::kOpen};
  return delta;
}

}  // namespace fovea::assess
