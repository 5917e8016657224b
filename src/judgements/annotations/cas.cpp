// UIMA CAS as JSON (version 0.4): feature structures, some of which are annotations of a text, the "sofa".
// Java counts UTF-16 units.
//
// An annotation counts when it has a label: the feature "label" or "value", or the one that names
// the topic (IdSource). Tokens, sentences and the like have none; they are counted by type.
#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <utility>

#include "files/json_records.h"
#include "judgements/annotations/record_parts.h"
#include "judgements/annotations/session.h"
#include "judgements/judgement_format.h"

namespace fovea {

namespace {

using Kind = JsonValue::Kind;

std::string_view type_of(const JsonValue& structure) {
  const JsonValue* type = structure.find("%TYPE");
  return type == nullptr ? std::string_view() : std::string_view(type->text);
}

std::string id_in(const JsonValue& structure, std::string_view member) {
  const JsonValue* id = structure.find(member);
  return id == nullptr ? std::string() : id->id().value_or("");
}

class CasReader {
 public:
  CasReader(const InputFile& file, AnnotationSession& session, const JsonReader& reader)
      : file_(file), session_(session), reader_(reader) {}

  void read(const JsonValue& cas) {
    const JsonValue* structures = reader_.need(cas, "%FEATURE_STRUCTURES", Kind::kArray);
    if (structures == nullptr) return;
    std::string name = id_from_file_name(file_.name(), {}).value_or("");
    for (const JsonValue& structure : structures->items) {
      if (!reader_.check(structure, Kind::kObject)) return;
      if (type_of(structure) == "uima.cas.Sofa") add_sofa(structure);
      if (!type_of(structure).ends_with("DocumentMetaData")) continue;
      for (const std::string_view member : {"documentTitle", "documentId"}) {
        if (const std::string given = id_in(structure, member); !given.empty()) name = given;
      }
    }
    const Fields no_fields = [](std::string_view) { return std::vector<std::string>(); };
    const Place place = reader_.place(cas);
    const auto doc = session_.doc_of(no_fields, name, place);
    if (!doc) return;
    if (sofas_.size() == 1) {
      session_.begin_record({*doc, {}, sofas_.begin()->second.get(), place}, no_fields);
    }
    for (const JsonValue& structure : structures->items) {
      if (structure.find("begin") == nullptr || structure.find("end") == nullptr) continue;
      if (sofas_.size() != 1) session_.begin_record({*doc, {}, sofa_of(structure), place}, no_fields);
      read_annotation(structure);
    }
    if (sofas_.size() == 1) session_.end_record();
  }

 private:
  void add_sofa(const JsonValue& sofa) {
    if (auto text = text_in(sofa, {"sofaString"}, reader_)) sofas_[id_in(sofa, "%ID")] = std::move(text);
  }

  const DocumentText* sofa_of(const JsonValue& structure) const {
    const auto sofa = sofas_.find(id_in(structure, "@sofa"));
    return sofa == sofas_.end() ? nullptr : sofa->second.get();
  }

  void read_annotation(const JsonValue& structure) {
    std::vector<std::string> labels = label_in(structure, "label");
    if (labels.empty()) labels = label_in(structure, "value");
    const Fields fields = fields_of(structure);
    const auto& topic_from = session_.options().topic_from;
    const bool by_field = topic_from && topic_from->kind == IdSource::Kind::kField;
    if (by_field ? fields(topic_from->name).empty() : labels.empty()) {
      return session_.leave_out("annotations without a label, of type " + std::string(type_of(structure)));
    }
    auto claim = claim_at(structure, "begin", "end", reader_);
    if (!claim) return;
    claim->unit = OffsetUnit::kUtf16;
    session_.span(*claim, labels, &fields);
  }

  const InputFile& file_;
  AnnotationSession& session_;
  const JsonReader& reader_;
  absl::flat_hash_map<std::string, std::unique_ptr<DocumentText>> sofas_;
};

void read_cas(const InputFile& file, const JudgementOptions& options, JudgementBuilder& builder,
              Diagnostics& diagnostics) {
  AnnotationSession session(file, options.annotation, builder, diagnostics);
  for_each_json_record(file, diagnostics, [&](const JsonValue& cas, const JsonReader& reader) {
    CasReader(file, session, reader).read(cas);
    session.hand_over();
  });
  session.finish();
}

}  // namespace

const JudgementFormat judgement_formats::kCas = {
    .name = "cas",
    .shape = "UIMA CAS JSON",
    .sniff = [](const JudgementHead& head) { return head.has("%FEATURE_STRUCTURES"); },
    .read = read_cas};

}  // namespace fovea
