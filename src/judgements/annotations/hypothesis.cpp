// Hypothesis: annotations as its API returns them, {"total":2,"rows":[…]}, a list of rows or a row per line.
// Its client runs in a browser, so offsets count UTF-16 units.
#include "files/json_records.h"
#include "judgements/annotations/selectors.h"
#include "judgements/annotations/session.h"
#include "judgements/judgement_format.h"

namespace fovea {

namespace {

using Kind = JsonValue::Kind;

std::vector<std::string> tags_of(const JsonValue& row, const JsonReader& reader) {
  std::vector<std::string> tags;
  for (const JsonValue& tag : reader.items(row, "tags")) {
    if (reader.check(tag, Kind::kString)) tags.push_back(tag.text);
  }
  return tags;
}

void read_row(const JsonValue& row, const JsonReader& reader, AnnotationSession& session) {
  if (!reader.check(row, Kind::kObject)) return;
  const Fields fields = fields_of(row);
  bool has_selector = false;
  for (const JsonValue& target : reader.items(row, "target")) {
    const JsonValue* selector = target.find("selector");
    if (selector == nullptr) continue;
    has_selector = true;
    const JsonValue* uri = reader.need(row, "uri", Kind::kString);
    const JsonValue* user = reader.want(row, "user", Kind::kString);
    if (uri == nullptr) return;
    const auto doc = session.doc_of(fields, uri->text, reader.place(row));
    const auto claim = read_selectors(*selector, OffsetUnit::kUtf16, reader);
    if (!doc || !claim) return;
    session.begin_record({*doc, user == nullptr ? "" : user->text, nullptr, reader.place(row)}, fields);
    session.span(*claim, tags_of(row, reader));
  }
  if (!has_selector) session.leave_out("notes and replies without a selector");
}

/// A row, or an answer of the API with its rows.
void read_hypothesis_record(const JsonValue& record, const JsonReader& reader, AnnotationSession& session) {
  const JsonValue* rows = record.find("rows");
  if (rows == nullptr) return read_row(record, reader, session);
  if (!reader.check(*rows, Kind::kArray)) return;
  for (const JsonValue& row : rows->items) read_row(row, reader, session);
}

}  // namespace

const JudgementFormat judgement_formats::kHypothesis = {.name = "hypothesis",
                                                        .shape = "rows of the Hypothesis API",
                                                        .sniff =
                                                            [](const JudgementHead& head) {
                                                              return head.has_list("rows") ||
                                                                     (head.has("uri") && head.has("target"));
                                                            },
                                                        .read = read_annotated_json<read_hypothesis_record>};

}  // namespace fovea
