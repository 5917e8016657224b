// Prodigy: records with "spans" and an "answer", of which only accepted ones count. Offsets count code
// points.
#include "files/json_records.h"
#include "judgements/annotations/record_parts.h"
#include "judgements/annotations/session.h"
#include "judgements/judgement_format.h"

namespace fovea {

namespace {

using Kind = JsonValue::Kind;

void read_prodigy_record(const JsonValue& record, const JsonReader& reader, AnnotationSession& session) {
  const JsonValue* text = reader.need(record, "text", Kind::kString);
  if (text == nullptr) return;
  const JsonValue* answer = reader.want(record, "answer", Kind::kString);
  if (answer != nullptr && answer->text != "accept")
    return session.leave_out("records that were not accepted");
  const auto own = text_in(record, {"text"}, reader);
  const Fields fields = fields_of(record);
  const Place place = reader.place(record);
  const auto doc = session.doc_of(fields, std::nullopt, place);
  if (!doc || own == nullptr) return;
  session.begin_record({*doc, {}, own.get(), place}, fields);
  const JsonValue* spans = reader.want(record, "spans", Kind::kArray);
  for (std::size_t i = 0; spans != nullptr && i < spans->items.size(); ++i) {
    const auto claim = claim_at(spans->items[i], "start", "end", reader);
    if (claim) session.span(*claim, label_in(spans->items[i], "label"));
  }
  session.end_record();
  session.hand_over();
}

void read_prodigy(const InputFile& file, const JudgementOptions& options, JudgementBuilder& builder,
                  Diagnostics& diagnostics) {
  AnnotationSession session(file, options.annotation, builder, diagnostics);
  for_each_json_record(file, diagnostics, [&session](const JsonValue& record, const JsonReader& reader) {
    read_prodigy_record(record, reader, session);
  });
  session.finish();
}

}  // namespace

const JudgementFormat judgement_formats::kProdigy = {
    .name = "prodigy",
    .shape = "Prodigy: JSON lines with `spans`",
    .sniff =
        [](const JudgementHead& head) {
          return head.has("text") && (head.has_list("spans") || head.has("answer"));
        },
    .read = read_prodigy};

}  // namespace fovea
