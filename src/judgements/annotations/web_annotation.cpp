// W3C Web Annotation: https://www.w3.org/TR/annotation-model/. Offsets count code points.
#include <fmt/format.h>

#include <utility>

#include "files/json_records.h"
#include "files/json_writer.h"
#include "judgements/annotations/selectors.h"
#include "judgements/annotations/session.h"
#include "judgements/annotations/writing.h"
#include "judgements/judgement_format.h"

namespace fovea {

namespace {

using Kind = JsonValue::Kind;

/// The text of a body with purpose "assessing" on a target without selector: the document was judged, and
/// nothing in it is relevant. A custom of ours, beyond the standard.
constexpr std::string_view kNotRelevantBody = "not relevant";

/// An agent or a resource is named by a string or by an object with an id.
std::optional<std::string> name_in(const JsonValue* value) {
  if (value == nullptr) return std::nullopt;
  for (const std::string_view member : {"id", "source", "name"}) {
    if (const JsonValue* inner = value->find(member)) return inner->id();
  }
  return value->id();
}

/// The texts of the bodies with this purpose.
std::vector<std::string> bodies(const JsonValue& annotation, std::string_view purpose) {
  std::vector<std::string> texts;
  const JsonValue* body = annotation.find("body");
  if (body == nullptr) return texts;
  for (const JsonValue* one : one_or_many(*body)) {
    const JsonValue* its_purpose = one->find("purpose");
    const JsonValue* value = one->find("value");
    const bool fits = its_purpose == nullptr ? purpose.empty() : its_purpose->text == purpose;
    if (!fits || (value == nullptr && !one->is(Kind::kString))) continue;
    if (auto id = (value == nullptr ? one : value)->id()) texts.push_back(std::move(*id));
  }
  return texts;
}

/// Tagging bodies; where nothing is said to be a tag, bodies without a purpose.
std::vector<std::string> tags_of(const JsonValue& annotation) {
  std::vector<std::string> tags = bodies(annotation, "tagging");
  if (tags.empty()) tags = bodies(annotation, {});
  const JsonValue* value = annotation.find("bodyValue");
  if (tags.empty() && value != nullptr && value->is(Kind::kString)) tags.push_back(value->text);
  return tags;
}

class WebAnnotationReader {
 public:
  WebAnnotationReader(AnnotationSession& session, const JsonReader& reader)
      : session_(session), reader_(reader) {}

  /// An annotation, or a page or collection of them.
  void read(const JsonValue& value) {
    if (!reader_.check(value, Kind::kObject)) return;
    if (const JsonValue* first = value.find("first"); first != nullptr && first->is(Kind::kObject))
      return read(*first);
    const JsonValue* items = value.find("items");
    if (items == nullptr) return read_annotation(value);
    if (!reader_.check(*items, Kind::kArray)) return;
    for (const JsonValue& item : items->items) {
      if (reader_.check(item, Kind::kObject)) read_annotation(item);
    }
  }

 private:
  void read_annotation(const JsonValue& annotation) {
    const JsonValue* target = annotation.find("target");
    if (target == nullptr) {
      reader_.need(annotation, "target", Kind::kObject);
      return;
    }
    for (const JsonValue* one : one_or_many(*target)) read_target(annotation, *one);
  }

  void read_target(const JsonValue& annotation, const JsonValue& target) {
    const Fields fields = fields_of(annotation);
    const Place place = reader_.place(target);
    const auto source = name_in(target.is(Kind::kObject) ? source_of(target) : &target);
    if (!source) return reader_.wrong(target, "a target with a source: the document");
    const auto doc = session_.doc_of(fields, source, place);
    if (!doc) return;
    session_.begin_record({*doc, name_in(annotation.find("creator")).value_or(""), nullptr, place}, fields);
    const JsonValue* selector = target.find("selector");
    if (selector == nullptr) return read_whole_document(annotation, target);
    const auto claim = read_selectors(*selector, OffsetUnit::kCodePoint, reader_);
    if (claim) session_.span(*claim, tags_of(annotation));
  }

  static const JsonValue* source_of(const JsonValue& target) {
    const JsonValue* source = target.find("source");
    return source != nullptr ? source : target.find("id");
  }

  void read_whole_document(const JsonValue& annotation, const JsonValue& target) {
    for (const std::string& verdict : bodies(annotation, "assessing")) {
      if (verdict == kNotRelevantBody) return session_.not_relevant(tags_of(annotation));
    }
    reader_.wrong(target, "a target with a selector");
  }

  AnnotationSession& session_;
  const JsonReader& reader_;
};

void read_web_annotation(const JsonValue& record, const JsonReader& reader, AnnotationSession& session) {
  WebAnnotationReader(session, reader).read(record);
}

/// Characters before and behind a quote that Web Annotations carry, enough to tell repeated sentences apart.
constexpr Offset kContext = 32;

/// The quote of a span with what stands around it, as a selector; nothing when the span is not in the text.
void write_quote(const DocumentText& text, Span span, JsonWriter& json) {
  const auto exact = text.slice(span);
  if (!exact) return;
  const Span before{span.begin > kContext ? span.begin - kContext : 0, span.begin};
  const Span behind{span.end, text.length() - span.end > kContext ? span.end + kContext : text.length()};
  json.open('{').member("type", "TextQuoteSelector").member("exact", *exact);
  json.member("prefix", text.slice(before).value_or("")).member("suffix", text.slice(behind).value_or(""));
  json.close('}');
}

void write_body(std::string_view purpose, std::string_view value, JsonWriter& json) {
  json.open('{').member("type", "TextualBody").member("purpose", purpose).member("value", value).close('}');
}

/// Of a highlighted span; without one, the verdict that nothing of the document is relevant.
std::string annotation(const Judged& judged, std::optional<Span> span, const DocumentText* text) {
  std::string out;
  JsonWriter json(out);
  json.open('{').member("type", "Annotation").member("motivation", "assessing").key("body").open('[');
  write_body("tagging", judged.topic, json);
  if (!span) write_body("assessing", kNotRelevantBody, json);
  json.close(']').key("target").open('{').member("source", judged.doc);
  if (span) {
    json.key("selector").open('[').open('{').member("type", "TextPositionSelector");
    json.member("start", span->begin).member("end", span->end).close('}');
    if (text != nullptr) write_quote(*text, *span, json);
    json.close(']');
  }
  json.close('}').close('}');
  return out;
}

/// An AnnotationPage with an annotation per highlighted span; with the quote where `texts` know the document.
Unsaid write_web_annotation(const Judgements& judgements, DocumentTexts* texts, const JudgementSink& sink) {
  sink("{\"@context\":\"http://www.w3.org/ns/anno.jsonld\",\"type\":\"AnnotationPage\",\"items\":[");
  std::string_view separator = "\n";
  const auto put = [&](const std::string& one) {
    sink(separator);
    sink(one);
    separator = ",\n";
  };
  Unsaid unsaid = for_each_judged(judgements, false, [&](const Judged& judged) {
    const DocumentText* text = texts == nullptr ? nullptr : texts->find(judged.doc);
    for (const Span span : judged.passages) put(annotation(judged, span, text));
    if (judged.passages.empty()) put(annotation(judged, std::nullopt, text));
    return std::string_view();
  });
  sink("\n]}\n");
  return unsaid;
}

}  // namespace

const JudgementFormat judgement_formats::kWebAnnotation = {
    .name = "webannotation",
    .shape = "W3C Web Annotation: one, a list, or an AnnotationPage",
    .sniff =
        [](const JudgementHead& head) {
          return head.has("target") || head.has_list("items") || (head.has("first") && head.has("@context"));
        },
    .read = read_annotated_json<read_web_annotation>,
    .write = write_web_annotation};

}  // namespace fovea
