#include "assess/candidate.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "files/json_records.h"
#include "search/query/query.h"
#include "text/numbers.h"
#include "text/trim.h"
#include "text/unicode.h"
#include "topics/nexi.h"
#include "topics/topic_file.h"

namespace fovea::assess {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestShort = 1'000;

bool is_field(std::string_view name) {
  return std::ranges::find(kCandidateFields, name) != kCandidateFields.end();
}

/// Reads one line of a file of candidates.
class CandidateLine {
 public:
  CandidateLine(const JsonValue& object, const JsonReader& reader) : object_(object), reader_(reader) {}

  std::optional<Candidate> read() {
    auto id = reader_.need_id(object_, "id");
    if (!id) return std::nullopt;
    Candidate out{std::move(*id)};
    for (const std::string_view name : kCandidateFields) {
      if (std::string value = text(name); !value.empty()) out.fields[std::string(name)] = std::move(value);
    }
    out.author = text("author");
    out.group = text("group");
    if (const std::string state = text("state"); !state.empty()) {
      const auto known = named<CandidateState>(state);
      if (!known) reader_.wrong(*object_.find("state"), "handed_in, chosen, rejected, draft or withdrawn");
      out.state = known.value_or(out.state);
    }
    out.version = number("version");
    out.place = number("place");
    out.number = text("number");
    out.reason = text("reason");
    for (const JsonValue& each : reader_.items(object_, "searches")) {
      if (reader_.check(each, Kind::kString)) out.searches.push_back(each.text);
    }
    for (const JsonValue& each : reader_.items(object_, "judged")) {
      const bool pair = each.is(Kind::kArray) && each.items.size() == 2 && each.items[0].is(Kind::kString) &&
                        each.items[1].is(Kind::kBoolean);
      if (pair) {
        out.judged.emplace_back(each.items[0].text, each.items[1].boolean);
      } else {
        reader_.wrong(each, "a document and true or false");
      }
    }
    read_answers(out);
    return out;
  }

 private:
  using Kind = JsonValue::Kind;

  std::string text(std::string_view name) const {
    const JsonValue* const value = reader_.want(object_, name, Kind::kString);
    return value == nullptr ? "" : value->text;
  }
  std::int64_t number(std::string_view name) const {
    const JsonValue* const value = reader_.want(object_, name, Kind::kNumber);
    if (value == nullptr) return 0;
    const auto found = parse_integer(value->text);
    if (!found || *found < 0) reader_.wrong(*value, "a whole number, 0 or more");
    return found.value_or(0);
  }
  void read_answers(Candidate& out) const {
    const JsonValue* const forms = reader_.want(object_, "answers", Kind::kObject);
    if (forms == nullptr) return;
    for (const JsonMember& form : forms->members) {
      if (!reader_.check(form.value, Kind::kObject)) continue;
      for (const JsonMember& answer : form.value.members) {
        if (reader_.check(answer.value, Kind::kString))
          out.answers[{form.name, answer.name}] = answer.value.text;
      }
    }
  }

  const JsonValue& object_;
  const JsonReader& reader_;
};

/// Of a topic file that knows nothing of candidates.
Candidate candidate_of(const Topic& topic) {
  Candidate out{topic.id};
  for (const std::string_view name : kCandidateFields) {
    const std::string& text = topic.*find_topic_field(name)->text;
    if (!text.empty()) out.fields[std::string(name)] = text;
  }
  return out;
}

bool read_text(const JsonValue& object, std::string_view name, std::size_t longest, std::string& out,
               std::string& fault) {
  const JsonValue* const value = object.find(name);
  if (value == nullptr || !value->is(JsonValue::Kind::kString)) {
    fault = fmt::format("'{}' is missing, or is no text", name);
    return false;
  }
  if (const std::size_t length = count_code_points(value->text); length > longest) {
    fault = fmt::format("'{}' has {} characters, and {} at most are taken", name, length, longest);
    return false;
  }
  out = value->text;
  return true;
}

std::uint64_t longest_field(std::string_view name, const Limits& limits) {
  if (name == "title") return limits.title_characters;
  return name == "castitle" || name == "phrasetitle" ? limits.castitle_characters : limits.field_characters;
}

bool read_save(const JsonValue& object, const Limits& limits, CandidateAct& act, std::string& fault) {
  const JsonValue* const version = object.find("base_version");
  const auto number = version == nullptr || !version->is(JsonValue::Kind::kNumber)
                          ? std::nullopt
                          : parse_integer(version->text);
  const JsonValue* const fields = object.find("fields");
  if (!number || fields == nullptr || !fields->is(JsonValue::Kind::kObject)) {
    fault = "'base_version' is a number and 'fields' an object";
    return false;
  }
  const JsonValue* const apart = object.find("apart");
  if (apart != nullptr && !apart->is(JsonValue::Kind::kBoolean)) {
    fault = "'apart' is true or false";
    return false;
  }
  act.base_version = *number;
  act.apart = apart != nullptr && apart->boolean;
  for (const JsonMember& member : fields->members) {
    if (!is_field(member.name)) {
      fault = fmt::format("{} is no field of a topic", quote(member.name));
      return false;
    }
    if (!read_text(*fields, member.name, longest_field(member.name, limits), act.fields[member.name], fault))
      return false;
  }
  return true;
}

bool read_verdict(const JsonValue& object, CandidateAct& act, std::string& fault) {
  if (!read_text(object, "doc", kLongestShort, act.doc, fault)) return false;
  const JsonValue* const relevant = object.find("relevant");
  if (relevant == nullptr || relevant->is(JsonValue::Kind::kNull)) return true;
  if (relevant->is(JsonValue::Kind::kBoolean)) {
    act.relevant = relevant->boolean;
    return true;
  }
  fault = "'relevant' is true, false or null";
  return false;
}

}  // namespace

std::string_view Candidate::field(std::string_view name) const {
  const auto found = fields.find(name);
  return found == fields.end() ? std::string_view() : found->second;
}

std::size_t Candidate::relevant() const {
  return static_cast<std::size_t>(std::ranges::count(judged, true, &std::pair<std::string, bool>::second));
}

Topic topic_of(const Candidate& candidate) {
  Topic topic;
  topic.id = candidate.number.empty() ? candidate.id : candidate.number;
  if (!candidate.number.empty()) topic.candidate = candidate.id;
  for (const std::string_view name : kCandidateFields)
    topic.*find_topic_field(name)->text = std::string(trim(candidate.field(name)));
  if (!topic.castitle.empty()) return topic;
  if (const auto any = search::about_anything(topic.title)) topic.castitle = nexi::print(*any);
  return topic;
}

std::string to_json_line(const Candidate& candidate) {
  Json out{{"id", candidate.id}};
  const auto add = [&out](std::string_view name, std::string_view text) {
    if (!text.empty()) out[std::string(name)] = text;
  };
  for (const std::string_view name : kCandidateFields) add(name, candidate.field(name));
  add("author", candidate.author);
  add("group", candidate.group);
  out["state"] = name_of(candidate.state);
  out["version"] = candidate.version;
  out["searches"] = candidate.searches;
  out["judged"] = Json::array();
  for (const auto& [doc, relevant] : candidate.judged) out["judged"].push_back({doc, relevant});
  out["answers"] = Json::object();
  for (const auto& [question, value] : candidate.answers)
    out["answers"][question.first][question.second] = value;
  if (candidate.place > 0) out["place"] = candidate.place;
  add("number", candidate.number);
  add("reason", candidate.reason);
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<Candidate> read_candidates(const InputFile& file, Diagnostics& said) {
  std::vector<Candidate> out;
  const TopicFormat* const format = sniff_topics(file.bytes());
  if (format != nullptr && format != &topic_formats::kJsonLines) {
    for (const Topic& topic : read_topics(file, format, said)) out.push_back(candidate_of(topic));
    return out;
  }
  for_each_json_line(file, said, [&](const JsonValue& value, const JsonReader& reader) {
    if (!reader.check(value, JsonValue::Kind::kObject)) return;
    auto candidate = CandidateLine(value, reader).read();
    if (!candidate) return;
    if (std::ranges::find(out, candidate->id, &Candidate::id) != out.end()) {
      reader.wrong(*value.find("id"), "an id of its own");
      return;
    }
    out.push_back(std::move(*candidate));
  });
  return out;
}

std::optional<CandidateAct> parse_candidate_act(const JsonValue& object, const Limits& limits,
                                                std::string& fault) {
  CandidateAct act;
  std::string kind;
  std::string op;
  if (!read_text(object, "act", kLongestShort, kind, fault) ||
      !read_text(object, "op", kLongestShort, op, fault))
    return std::nullopt;
  const auto known = event_kind_named("candidate." + kind);
  if (!known || *known == EventKind::kProposalNew) {
    fault = "an act is save, search, judge, answer, hand_in, take_back or withdraw";
    return std::nullopt;
  }
  act.kind = *known;
  auto bytes = parse_op(op);
  if (!bytes) {
    fault = "'op' is a UUID in small letters";
    return std::nullopt;
  }
  act.op = *std::move(bytes);
  bool good = true;
  if (act.kind == EventKind::kProposalSave) good = read_save(object, limits, act, fault);
  if (act.kind == EventKind::kProposalSearch)
    good = read_text(object, "query", kLongestShort, act.query, fault);
  if (act.kind == EventKind::kProposalJudge) good = read_verdict(object, act, fault);
  if (act.kind == EventKind::kProposalAnswer) {
    good = read_text(object, "form", kLongestShort, act.form, fault) &&
           read_text(object, "question", kLongestShort, act.question, fault) &&
           read_text(object, "value", limits.field_characters, act.value, fault);
  }
  return good ? std::optional(std::move(act)) : std::nullopt;
}

EventData event_data(const CandidateAct& act, std::int64_t candidate, std::int64_t version) {
  EventData out{{"candidate", candidate}};
  switch (act.kind) {
    case EventKind::kProposalSave:
      out["version"] = version;
      out["fields"] = act.fields;
      if (act.apart) out["apart"] = true;
      break;
    case EventKind::kProposalSearch:
      out["query"] = act.query;
      break;
    case EventKind::kProposalJudge:
      out["doc"] = act.doc;
      out["relevant"] = act.relevant ? EventData(*act.relevant) : EventData(nullptr);
      break;
    case EventKind::kProposalAnswer:
      out["form"] = act.form;
      out["question"] = act.question;
      out["value"] = act.value;
      break;
    case EventKind::kProposalHandIn:
      out["version"] = version;
      break;
    default:
      break;
  }
  return out;
}

namespace {

void apply_verdict(const EventData& data, Candidate& candidate) {
  const std::string doc = data.at("doc");
  const auto found = std::ranges::find(candidate.judged, doc, &std::pair<std::string, bool>::first);
  if (data.at("relevant").is_null()) {
    if (found != candidate.judged.end()) candidate.judged.erase(found);
  } else if (found == candidate.judged.end()) {
    candidate.judged.emplace_back(doc, data.at("relevant").get<bool>());
  } else {
    found->second = data.at("relevant").get<bool>();
  }
}

/// An empty text takes away what was there.
template <class Map>
void put_text(Map& texts, const typename Map::key_type& key, const std::string& text) {
  text.empty() ? void(texts.erase(key)) : void(texts[key] = text);
}

}  // namespace

void apply_event(EventKind kind, const EventData& data, Candidate& candidate) {
  switch (kind) {
    case EventKind::kProposalSave:
      candidate.version = data.at("version");
      for (const auto& [name, value] : data.at("fields").items()) put_text(candidate.fields, name, value);
      break;
    case EventKind::kProposalSearch:
      candidate.searches.push_back(data.at("query"));
      break;
    case EventKind::kProposalJudge:
      apply_verdict(data, candidate);
      break;
    case EventKind::kProposalAnswer:
      put_text(candidate.answers, {data.at("form"), data.at("question")}, data.at("value"));
      break;
    case EventKind::kProposalHandIn:
      candidate.state = CandidateState::kHandedIn;
      break;
    case EventKind::kProposalTakeBack:
      candidate.state = CandidateState::kDraft;
      break;
    case EventKind::kProposalWithdraw:
      candidate.state = CandidateState::kWithdrawn;
      break;
    case EventKind::kDecision:
      candidate.state = named<CandidateState>(data.at("decision").get<std::string>()).value();
      candidate.place = data.at("place");
      candidate.reason = data.at("reason");
      candidate.number.clear();
      break;
    default:
      break;
  }
}

}  // namespace fovea::assess
