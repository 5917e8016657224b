// Label Studio: exported tasks with their annotations (JSON), and the flat form with the data and the spans
// of one annotation side by side (JSON_MIN). Offsets count code points.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "files/json_records.h"
#include "files/json_writer.h"
#include "judgements/annotations/record_parts.h"
#include "judgements/annotations/session.h"
#include "judgements/annotations/writing.h"
#include "judgements/judgement_format.h"

namespace fovea {

namespace {

using Kind = JsonValue::Kind;

std::vector<std::string> strings_in(const JsonValue* list) {
  std::vector<std::string> strings;
  if (list == nullptr) return strings;
  for (const JsonValue& item : list->items) {
    if (item.is(Kind::kString)) strings.push_back(item.text);
  }
  return strings;
}

class LabelStudioReader {
 public:
  LabelStudioReader(AnnotationSession& session, const JsonReader& reader)
      : session_(session), reader_(reader) {}

  void read_task(const JsonValue& task) {
    if (!reader_.check(task, Kind::kObject)) return;
    const JsonValue* annotations = task.find("annotations");
    if (annotations == nullptr) annotations = task.find("completions");  // before version 1.0
    if (annotations == nullptr) return read_flat(task);
    const JsonValue* data = reader_.need(task, "data", Kind::kObject);
    if (data == nullptr || !reader_.check(*annotations, Kind::kArray)) return;
    const auto own = text_in(*data, {"text"}, reader_);
    for (std::size_t i = 0; i < annotations->items.size(); ++i) {
      if (session_.begin_record(task, reader_, own.get(), std::to_string(i)))
        read_annotation(annotations->items[i]);
    }
  }

 private:
  void read_annotation(const JsonValue& annotation) {
    if (!reader_.check(annotation, Kind::kObject)) return;
    const JsonValue* cancelled = reader_.want(annotation, "was_cancelled", Kind::kBoolean);
    if (cancelled != nullptr && cancelled->boolean) return session_.leave_out("cancelled annotations");
    const JsonValue* results = reader_.need(annotation, "result", Kind::kArray);
    if (results == nullptr) return;
    for (const JsonValue& result : results->items) {
      const JsonValue* value = reader_.need(result, "value", Kind::kObject);
      const JsonValue* type = result.find("type");
      if (value != nullptr) read_span(*value, type == nullptr ? "labels" : type->text);
    }
    session_.end_record();
    session_.hand_over();
  }

  /// JSON_MIN: spans stand in members named after the labelling configuration's tags.
  void read_flat(const JsonValue& task) {
    const auto own = text_in(task, {"text"}, reader_);
    if (!session_.begin_record(task, reader_, own.get())) return;
    for (const JsonMember& member : task.members) {
      for (const JsonValue& item : member.value.items) {
        if (item.find("start") != nullptr && item.find("end") != nullptr) read_span(item, "labels");
      }
    }
    session_.end_record();
    session_.hand_over();
  }

  void read_span(const JsonValue& value, std::string_view type) {
    // Rich text has paths in start and end, and counts characters beside them.
    const JsonValue* offsets = value.find("globalOffsets");
    if (offsets == nullptr) offsets = &value;
    if (offsets->find("start") == nullptr) return session_.leave_out("results that are no spans");
    auto claim = claim_at(*offsets, "start", "end", reader_);
    if (!claim) return;
    if (const JsonValue* text = value.find("text"); text != nullptr && text->is(Kind::kString))
      claim->quote = text->text;
    const JsonValue* labels = value.find(type);
    session_.span(*claim, strings_in(labels != nullptr ? labels : value.find("labels")));
  }

  AnnotationSession& session_;
  const JsonReader& reader_;
};

void read_label_studio(const JsonValue& task, const JsonReader& reader, AnnotationSession& session) {
  LabelStudioReader(session, reader).read_task(task);
}

std::string task(std::uint64_t id, const Judged& judged, const DocumentText& text) {
  std::string task;
  JsonWriter json(task);
  json.open('{').member("id", id).key("data").open('{').member("topic", judged.topic);
  json.member("doc", judged.doc).member("text", text.text()).close('}');
  json.key("annotations").open('[').open('{').member("was_cancelled", false).key("result").open('[');
  for (const Span span : judged.passages) {
    json.open('{').member("type", "labels").member("from_name", "label").member("to_name", "text");
    json.key("value").open('{').member("start", span.begin).member("end", span.end);
    json.member("text", text.slice(span).value_or("")).key("labels").open('[').value("Relevant");
    json.close(']').close('}').close('}');
  }
  json.close(']').close('}').close(']').close('}');
  return task;
}

/// A task per topic and document, with the fields `topic` and `doc`; spans have the label "Relevant". Documents
/// without a text are left out and counted.
Unsaid write_label_studio(const Judgements& judgements, DocumentTexts* texts, const JudgementSink& sink) {
  sink("[");
  std::uint64_t tasks = 0;
  Unsaid unsaid = for_each_judged(judgements, true, [&](const Judged& judged) {
    const auto [text, why_not] = fitting_text(judged, texts);
    if (text != nullptr) {
      sink(tasks == 0 ? "\n" : ",\n");
      sink(task(++tasks, judged, *text));
    }
    return why_not;
  });
  sink("\n]\n");
  return unsaid;
}

/// Label Studio's JSON_MIN: a list of spans with labels under some name.
bool has_flat_spans(const JudgementHead& head) {
  return head.record() != nullptr &&
         std::ranges::any_of(head.record()->members, [](const JsonMember& member) {
           return !member.value.items.empty() && member.value.items.front().find("start") != nullptr &&
                  member.value.items.front().find("labels") != nullptr;
         });
}

}  // namespace

const JudgementFormat judgement_formats::kLabelStudio = {
    .name = "labelstudio",
    .shape = "Label Studio JSON and JSON_MIN",
    .sniff =
        [](const JudgementHead& head) {
          const bool task =
              head.has("data") && (head.has_list("annotations") || head.has_list("completions"));
          return task || has_flat_spans(head);
        },
    .read = read_annotated_json<read_label_studio>,
    .write = write_label_studio};

}  // namespace fovea
