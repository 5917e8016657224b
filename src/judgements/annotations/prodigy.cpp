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
  if (!session.begin_record(record, reader, own.get()) || own == nullptr) return;
  for (const JsonValue& span : reader.items(record, "spans")) {
    const auto claim = claim_at(span, "start", "end", reader);
    if (claim) session.span(*claim, label_in(span, "label"));
  }
  session.end_record();
  session.hand_over();
}

}  // namespace

const JudgementFormat judgement_formats::kProdigy = {
    .name = "prodigy",
    .shape = "Prodigy: JSON lines with `spans`",
    .sniff =
        [](const JudgementHead& head) {
          return head.has("text") && (head.has_list("spans") || head.has("answer"));
        },
    .read = read_annotated_json<read_prodigy_record>};

}  // namespace fovea
