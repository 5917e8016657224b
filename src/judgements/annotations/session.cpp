#include "judgements/annotations/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "judgements/builder.h"

namespace fovea {

namespace {

const JsonValue* find_deep(const JsonValue& from, std::string_view name) {
  const JsonValue* at = &from;
  while (at != nullptr && !name.empty()) {
    // A member may have a dot in its own name; the whole name goes first.
    if (const JsonValue* whole = at->find(name)) return whole;
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return nullptr;
    at = at->find(name.substr(0, dot));
    name.remove_prefix(dot + 1);
  }
  return nullptr;
}

std::vector<std::string> ids_in(const JsonValue& value) {
  std::vector<std::string> ids;
  if (auto id = value.id()) ids.push_back(std::move(*id));
  for (const JsonValue& item : value.items) {
    if (auto id = item.id()) ids.push_back(std::move(*id));
  }
  return ids;
}

}  // namespace

Fields fields_of(const JsonValue& record) {
  return [&record](std::string_view name) {
    for (const JsonValue* from : {&record, record.find("data"), record.find("meta")}) {
      const JsonValue* value = from == nullptr ? nullptr : find_deep(*from, name);
      if (value != nullptr) return ids_in(*value);
    }
    return std::vector<std::string>();
  };
}

std::optional<std::string> AnnotationSession::doc_of(const Fields& fields,
                                                     std::optional<std::string> tools_name,
                                                     const Place& place) {
  std::vector<std::string> names;
  std::string wanted = "a field \"doc\" or \"id\" that names the document";
  if (!options_.doc_from || options_.doc_from->kind == IdSource::Kind::kLabel) {
    if (tools_name && !tools_name->empty()) return tools_name;
    names = fields("doc");
    if (names.empty()) names = fields("id");
  } else if (options_.doc_from->kind == IdSource::Kind::kField) {
    wanted = fmt::format("a field {} that names the document", quote(options_.doc_from->name));
    names = fields(options_.doc_from->name);
  } else {
    wanted = fmt::format("a file name like {}", quote(options_.doc_from->name));
    if (auto id = id_from_file_name(file_.name(), options_.doc_from->name)) names.push_back(std::move(*id));
  }
  if (names.size() == 1) return std::move(names.front());
  diagnostics_.expected(place, "no-document", names.empty() ? "no document" : "several documents", wanted);
  return std::nullopt;
}

void AnnotationSession::begin_record(AnnotatedRecord record, Fields fields) {
  record_ = std::move(record);
  fields_ = std::move(fields);
  reference_ = options_.texts == nullptr ? nullptr : options_.texts->find(record_.doc);
  has_spans_ = false;
  errors_before_ = diagnostics_.errors();
}

bool AnnotationSession::begin_record(const JsonValue& record, const JsonReader& reader,
                                     const DocumentText* own, std::string assessor) {
  const Fields fields = fields_of(record);
  const Place place = reader.place(record);
  const auto doc = doc_of(fields, std::nullopt, place);
  if (doc) begin_record({*doc, std::move(assessor), own, place}, fields);
  return doc.has_value();
}

bool AnnotationSession::topic_from_label(const Fields& fields) const {
  if (options_.topic_from) return options_.topic_from->kind == IdSource::Kind::kLabel;
  return fields("topic").empty();
}

std::vector<std::string> AnnotationSession::topics_of(const std::vector<std::string>& labels,
                                                      const Fields& fields, const Place& place) {
  std::vector<std::string> topics;
  std::string wanted;
  if (topic_from_label(fields)) {
    wanted = "a label or tag that names the topic";
    topics = labels;
  } else if (!options_.topic_from || options_.topic_from->kind == IdSource::Kind::kField) {
    const std::string name = options_.topic_from ? options_.topic_from->name : "topic";
    wanted = fmt::format("a field {} that names the topic", quote(name));
    topics = fields(name);
  } else {
    wanted = fmt::format("a file name like {}", quote(options_.topic_from->name));
    if (auto id = id_from_file_name(file_.name(), options_.topic_from->name))
      topics.push_back(std::move(*id));
  }
  std::erase(topics, std::string());
  if (topics.empty()) diagnostics_.expected(place, "no-topic", "no topic", wanted);
  return topics;
}

bool AnnotationSession::counts(const std::vector<std::string>& labels, const Fields& fields) const {
  if (options_.labels.empty() || topic_from_label(fields)) return true;
  return std::ranges::any_of(labels, [this](const std::string& label) {
    return std::ranges::find(options_.labels, label) != options_.labels.end();
  });
}

AnnotationSession::Opinion& AnnotationSession::opinion(const std::string& topic, const Place& place) {
  const auto [at, fresh] = index_.try_emplace(Key(record_.assessor, topic, record_.doc), opinions_.size());
  if (fresh) {
    const DocumentText* text = reference_ != nullptr ? reference_ : record_.own;
    opinions_.push_back(
        {topic, record_.doc, {}, text == nullptr ? std::nullopt : std::optional(text->length()), place.line});
  }
  return opinions_[at->second];
}

void AnnotationSession::span(const Claim& claim, const std::vector<std::string>& labels,
                             const Fields* own_fields) {
  const auto anchored = anchor(claim, record_.own, reference_, diagnostics_);
  if (anchored) pieces(std::span(&*anchored, 1), claim, labels, own_fields);
}

void AnnotationSession::pieces(std::span<const Span> spans, const Claim& claim,
                               const std::vector<std::string>& labels, const Fields* own_fields) {
  const Fields fields = own_fields == nullptr ? fields_ : [this, own_fields](std::string_view name) {
    auto values = (*own_fields)(name);
    return values.empty() ? fields_(name) : values;
  };
  if (!counts(labels, fields)) {
    leave_out("spans with other labels");
    return;
  }
  has_spans_ = true;
  if (record_.own == nullptr && reference_ == nullptr) ++unchecked_;
  for (const std::string& topic : topics_of(labels, fields, claim.place)) {
    auto& its_spans = opinion(topic, claim.place).spans;
    its_spans.insert(its_spans.end(), spans.begin(), spans.end());
  }
}

void AnnotationSession::not_relevant(const std::vector<std::string>& labels) {
  has_spans_ = true;
  for (const std::string& topic : topics_of(labels, fields_, record_.place)) opinion(topic, record_.place);
}

void AnnotationSession::end_record() {
  // A record whose spans are broken has not been found to be without.
  if (has_spans_ || diagnostics_.errors() != errors_before_) return;
  if (topic_from_label(fields_)) {
    leave_out("records without spans, which judge no topic");
  } else {
    not_relevant({});
  }
}

void AnnotationSession::hand_over() {
  for (const Opinion& opinion : opinions_) {
    builder_.add_highlights(opinion.topic, opinion.doc, opinion.spans, opinion.length, opinion.line);
  }
  opinions_.clear();
  index_.clear();
}

void AnnotationSession::finish() {
  hand_over();
  for (const auto& [what, times] : left_out_) {
    diagnostics_.warning({file_.name()}, "left-out", fmt::format("left out: {} ({})", what, times));
  }
  if (unchecked_ > 0) {
    diagnostics_.warning(
        {file_.name()}, "unchecked",
        fmt::format("{} span{} not checked: there is no text of the document to check against", unchecked_,
                    unchecked_ == 1 ? " is" : "s are"));
  }
}

}  // namespace fovea
