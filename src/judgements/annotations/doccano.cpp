// doccano: records with "label" ([begin, end, label] triples, "labels" in some versions) or "entities".
// Offsets count code points.
#include <fmt/format.h>

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

void read_triple(const JsonValue& triple, const JsonReader& reader, AnnotationSession& session) {
  const auto& items = triple.items;
  const auto begin = items.size() == 3 ? items[0].offset() : std::nullopt;
  const auto end = items.size() == 3 ? items[1].offset() : std::nullopt;
  const auto label = items.size() == 3 ? items[2].id() : std::nullopt;
  if (!begin || !end || !label) return reader.wrong(triple, "[begin, end, label]");
  Claim claim;
  claim.position = Span{*begin, *end};
  claim.place = reader.place(triple);
  session.span(claim, {*label});
}

void read_entity(const JsonValue& entity, const JsonReader& reader, AnnotationSession& session) {
  const auto claim = claim_at(entity, "start_offset", "end_offset", reader);
  if (claim) session.span(*claim, label_in(entity, "label"));
}

void read_doccano_record(const JsonValue& record, const JsonReader& reader, AnnotationSession& session) {
  if (!reader.check(record, Kind::kObject)) return;
  const auto own = text_in(record, {"text", "data"}, reader);
  if (own == nullptr) {
    reader.need(record, "text", Kind::kString);
    return;
  }
  if (!session.begin_record(record, reader, own.get())) return;
  for (const std::string_view name : {"label", "labels"}) {
    for (const JsonValue& triple : reader.items(record, name)) read_triple(triple, reader, session);
  }
  for (const JsonValue& entity : reader.items(record, "entities")) read_entity(entity, reader, session);
  session.end_record();
  session.hand_over();
}

std::string doccano_line(std::uint64_t id, const Judged& judged, const DocumentText& text) {
  std::string line;
  JsonWriter json(line);
  json.open('{').member("id", id).member("topic", judged.topic).member("doc", judged.doc);
  json.member("text", text.text()).key("label").open('[');
  for (const Span span : judged.passages)
    json.open('[').value(span.begin).value(span.end).value("Relevant").close(']');
  json.close(']').close('}');
  return line;
}

/// A line per topic and document, with the fields `topic` and `doc`; spans have the label "Relevant". Documents
/// without a text are left out and counted.
Unsaid write_doccano(const Judgements& judgements, DocumentTexts* texts, const JudgementSink& sink) {
  std::uint64_t lines = 0;
  return for_each_judged(judgements, true, [&](const Judged& judged) {
    const auto [text, why_not] = fitting_text(judged, texts);
    if (text != nullptr) sink(doccano_line(++lines, judged, *text) + "\n");
    return why_not;
  });
}

}  // namespace

const JudgementFormat judgement_formats::kDoccano = {
    .name = "doccano",
    .shape = "doccano: JSON lines with `label` or `entities`",
    .sniff =
        [](const JudgementHead& head) {
          return (head.has("text") || head.has("data")) &&
                 (head.has_list("label") || head.has_list("labels") || head.has_list("entities"));
        },
    .read = read_annotated_json<read_doccano_record>,
    .write = write_doccano};

}  // namespace fovea
