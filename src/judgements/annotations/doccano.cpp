// doccano: records with "label" ([begin, end, label] triples, "labels" in some versions) or "entities".
// Offsets count code points.
#include "judgements/annotations/annotations.h"
#include "judgements/annotations/json_records.h"
#include "judgements/annotations/record_parts.h"
#include "judgements/annotations/session.h"

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
  const Fields fields = fields_of(record);
  const Place place = reader.place(record);
  const auto doc = session.doc_of(fields, std::nullopt, place);
  if (!doc) return;
  session.begin_record({*doc, {}, own.get(), place}, fields);
  for (const std::string_view name : {"label", "labels"}) {
    const JsonValue* triples = reader.want(record, name, Kind::kArray);
    for (std::size_t i = 0; triples != nullptr && i < triples->items.size(); ++i) {
      read_triple(triples->items[i], reader, session);
    }
  }
  const JsonValue* entities = reader.want(record, "entities", Kind::kArray);
  for (std::size_t i = 0; entities != nullptr && i < entities->items.size(); ++i) {
    read_entity(entities->items[i], reader, session);
  }
  session.end_record();
  session.hand_over();
}

}  // namespace

void read_doccano(const InputFile& file, const AnnotationOptions& options, JudgementBuilder& builder,
                  Diagnostics& diagnostics) {
  AnnotationSession session(file, options, builder, diagnostics);
  for_each_json_record(file, diagnostics, [&session](const JsonValue& record, const JsonReader& reader) {
    read_doccano_record(record, reader, session);
  });
  session.finish();
}

}  // namespace fovea
