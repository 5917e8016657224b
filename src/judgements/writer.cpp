#include "judgements/writer.h"
#include "collection/element_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "judgements/annotations/annotations.h"
#include "judgements/assessments.h"
#include "text/escape.h"
#include "text/unicode.h"

namespace fovea {

namespace {

/// Rows on their way to the sink, in pieces of a decent size, and the count of what could not be said.
class Output {
 public:
  explicit Output(const JudgementSink& sink) : sink_(sink) {}

  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
  }
  void end_row() {
    text += '\n';
    if (text.size() >= kPiece) flush();
  }
  void miss(std::string_view what, bool missed = true) {
    if (missed) ++unsaid_[std::string(what)];
  }
  Unsaid finish() {
    flush();
    return std::move(unsaid_);
  }

  std::string text;

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;
  void flush() {
    if (!text.empty()) sink_(text);
    text.clear();
  }

  const JudgementSink& sink_;
  Unsaid unsaid_;
};

/// Columns are separated by blanks, so an id with a blank in it cannot be one; nor one that would make its
/// row a comment.
bool is_column(std::string_view text) {
  return !text.empty() && text.find_first_of(" \t\r\n") == std::string_view::npos;
}

bool is_row(std::string_view topic, std::string_view doc) {
  return is_column(topic) && is_column(doc) && topic.front() != '#' && !topic.starts_with("\xEF\xBB\xBF");
}

constexpr std::string_view kUnfitIds = "documents left out, as their ids or topics do not fit the format";
constexpr std::string_view kGrades = "grades of documents";
constexpr std::string_view kElements = "grades of elements";
constexpr std::string_view kHighlights = "highlighted passages";
constexpr std::string_view kEntryPoints = "best entry points";
constexpr std::string_view kLengths = "lengths of documents";
constexpr std::string_view kCharacters = "numbers of highlighted characters";

/// Calls write(topic, document) for every judged document.
template <typename Write>
void for_each_document(const Judgements& judgements, Write write) {
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& document : topic.documents()) write(topic, document);
  }
}

}  // namespace

bool can_write(JudgementFormat format) {
  switch (format) {
    case JudgementFormat::kChroma:
    case JudgementFormat::kLegalBench:
    case JudgementFormat::kProdigy:
    case JudgementFormat::kBrat:
    case JudgementFormat::kCas:
    case JudgementFormat::kHypothesis:
      return false;
    default:
      return true;
  }
}

Unsaid write_judgements(const Judgements& judgements, JudgementFormat format, DocumentTexts* texts,
                        const JudgementSink& sink) {
  DocumentTexts none([](std::string_view) { return std::nullopt; });
  switch (format) {
    case JudgementFormat::kAssessments:
      return write_assessments(judgements, sink);
    case JudgementFormat::kInexQrels:
      return write_inex_qrels(judgements, sink);
    case JudgementFormat::kTrecQrels:
      return write_trec_qrels(judgements, sink);
    case JudgementFormat::kWebAnnotation:
      return write_web_annotation(judgements, texts, sink);
    case JudgementFormat::kLabelStudio:
      return write_label_studio(judgements, texts != nullptr ? *texts : none, sink);
    case JudgementFormat::kDoccano:
      return write_doccano(judgements, texts != nullptr ? *texts : none, sink);
    default:
      return write_judgement_json_lines(judgements, sink);
  }
}

std::vector<Span> listed_passages(const TopicJudgements& topic, const JudgedDocument& document) {
  const SpanView highlights = topic.highlights(document);
  std::vector<Span> passages(highlights.begin(), highlights.end());
  if (!document.first_listed) return passages;
  const Offset first = *document.first_listed;
  const auto around =
      std::ranges::find_if(passages, [first](Span span) { return span.begin <= first && first < span.end; });
  if (around == passages.end()) return passages;
  const Span listed{first, around->end};
  if (around->begin == first) {
    std::rotate(passages.begin(), around, around + 1);
    return passages;
  }
  around->end = first;
  passages.insert(passages.begin(), listed);
  return passages;
}

Unsaid write_inex_qrels(const Judgements& judgements, const JudgementSink& sink) {
  Output out(sink);
  for_each_document(judgements, [&](const TopicJudgements& topic, const JudgedDocument& document) {
    const std::vector<Span> passages = listed_passages(topic, document);
    const bool highlighted = document.relevant_chars > 0 || !passages.empty();
    out.miss(kElements, document.element_count > 0);
    if (!is_row(topic.topic(), document.id)) return out.miss(kUnfitIds);
    if (document.relevant() && !highlighted) {
      return out.miss("relevant documents left out, as nothing is highlighted in them");
    }
    if (!document.length)
      return out.miss("documents left out, as their length is not known (give a collection)");
    out.miss(kGrades, document.grade != (highlighted ? 1 : 0));
    out.add("{} Q0 {} {} {}", topic.topic(), document.id, document.relevant_chars, *document.length);
    if (document.bep) {
      out.add(" {}", *document.bep);
    } else if (!passages.empty()) {
      out.text += " -1";
    }
    for (const Span passage : passages) out.add(" {}:{}", passage.begin, passage.size());
    out.end_row();
  });
  return out.finish();
}

Unsaid write_trec_qrels(const Judgements& judgements, const JudgementSink& sink) {
  Output out(sink);
  for_each_document(judgements, [&](const TopicJudgements& topic, const JudgedDocument& document) {
    out.miss(kHighlights, document.span_count > 0);
    out.miss(kEntryPoints, document.bep.has_value());
    out.miss(kLengths, document.length.has_value());
    out.miss(kElements, document.element_count > 0);
    if (!is_row(topic.topic(), document.id)) return out.miss(kUnfitIds);
    out.add("{} 0 {} {}", topic.topic(), document.id, document.grade);
    out.end_row();
  });
  return out.finish();
}

namespace {

void append_json_element(Output& out, const ElementGrade& element) {
  out.text += R"({"path":)";
  append_json_string(out.text, element.path);
  out.add(R"(,"exhaustivity":{},"specificity":{})", element.exhaustivity, element.specificity);
  if (element.size > 0) out.add(R"(,"size":{})", element.size);
  if (element.highlighted > 0) out.add(R"(,"highlighted":{})", element.highlighted);
  if (element.too_small) out.text += R"(,"too_small":true)";
  if (element.in_pool) out.text += R"(,"in_pool":true)";
  if (element.inferred) out.text += R"(,"inferred":true)";
  if (element.inconsistent) out.text += R"(,"inconsistent":true)";
  out.text += '}';
}

/// What is the default of a reader is not written; what a kind of judgement always says is.
void append_json_document(Output& out, const TopicJudgements& topic, const JudgedDocument& document,
                          JudgementKinds kinds) {
  const std::span<const ElementGrade> elements = topic.elements(document);
  out.text += R"({"topic":)";
  append_json_string(out.text, topic.topic());
  out.text += R"(,"doc":)";
  append_json_string(out.text, document.id);
  if (kinds.document_grades || kinds == JudgementKinds{} ||
      document.grade != derived_grade(document.relevant_chars > 0 || document.span_count > 0, elements)) {
    out.add(R"(,"grade":{})", document.grade);
  }
  if (kinds.highlights) {
    out.text += R"(,"spans":[)";
    const char* comma = "";
    for (const Span span : listed_passages(topic, document)) {
      out.add("{}[{},{}]", std::exchange(comma, ","), span.begin, span.end);
    }
    out.text += ']';
  }
  if (character_count(topic.highlights(document)) != document.relevant_chars) {
    out.add(R"(,"relevant_chars":{})", document.relevant_chars);
  }
  if (document.bep) out.add(R"(,"bep":{})", *document.bep);
  if (document.length) out.add(R"(,"length":{})", *document.length);
  if (kinds.element_grades) {
    out.text += R"(,"elements":[)";
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (i > 0) out.text += ',';
      append_json_element(out, elements[i]);
    }
    out.text += ']';
  }
  out.text += '}';
}

}  // namespace

Unsaid write_judgement_json_lines(const Judgements& judgements, const JudgementSink& sink) {
  Output out(sink);
  for_each_document(judgements, [&](const TopicJudgements& topic, const JudgedDocument& document) {
    if (find_malformed_utf8(topic.topic()) || find_malformed_utf8(document.id)) return out.miss(kUnfitIds);
    append_json_document(out, topic, document, judgements.kinds());
    out.end_row();
  });
  return out.finish();
}

namespace {

void append_attribute(Output& out, std::string_view name, std::string_view value) {
  out.add(" {}=\"", name);
  append_xml_text(out.text, value);
  out.text += '"';
}

/// Whether the shape of 2005, which has no place for specificity but for sizes, gives the same element back.
bool fits_sized_shape(const ElementGrade& element) {
  return element.size > 0 && element.specificity == specificity_of(element.highlighted, element.size) &&
         !element.in_pool && !element.inferred && !element.inconsistent;
}

void append_xml_element(Output& out, const ElementGrade& element) {
  const bool sized = fits_sized_shape(element);
  out.text += sized ? "<element" : "<path";
  append_attribute(out, "path", element.path);
  if (sized) {
    out.add(R"( exhaustivity="{}" size="{}" rsize="{}")",
            element.too_small ? "?" : std::to_string(element.exhaustivity), element.size,
            element.highlighted);
  } else {
    out.miss("sizes of elements", element.size > 0);
    out.miss("marks of elements too small to grade", element.too_small);
    out.add(R"( exhaustiveness="{}" specificity="{}")", element.exhaustivity, element.specificity);
    if (element.in_pool) out.text += R"( inpool="true")";
    if (element.inferred) out.text += R"( inferred="true")";
    if (element.inconsistent) out.text += R"( inconsistant="true")";
  }
  out.text += "/>";
  out.end_row();
}

void append_xml_document(Output& out, const TopicJudgements& topic, const JudgedDocument& document) {
  const std::span<const ElementGrade> elements = topic.elements(document);
  if (!is_xml_text(document.id)) return out.miss(kUnfitIds);
  if (document.relevant() && derived_grade(false, elements) == 0) {
    return out.miss("relevant documents left out, as no element of them is graded");
  }
  const bool length_said = std::ranges::any_of(elements, [&document](const ElementGrade& element) {
    return fits_sized_shape(element) && parent_path(element.path).empty() && element.size == document.length;
  });
  out.miss(kHighlights, document.span_count > 0);
  out.miss(kCharacters, document.relevant_chars > 0);
  out.miss(kEntryPoints, document.bep.has_value());
  out.miss(kLengths, document.length.has_value() && !length_said);
  out.miss(kGrades, document.grade != derived_grade(false, elements));
  out.text += "<file";
  append_attribute(out, "file", document.id);
  if (elements.empty()) {
    out.text += "/>";
    return out.end_row();
  }
  out.text += '>';
  out.end_row();
  for (const ElementGrade& element : elements) append_xml_element(out, element);
  out.text += "</file>";
  out.end_row();
}

}  // namespace

Unsaid write_assessments(const Judgements& judgements, const JudgementSink& sink) {
  Output out(sink);
  const bool wrapped = judgements.topics().size() != 1;
  out.text += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  if (wrapped) out.text += "<inex-assessments>\n";
  for (const TopicJudgements& topic : judgements.topics()) {
    if (!is_xml_text(topic.topic())) {
      for (std::size_t i = 0; i < topic.documents().size(); ++i) out.miss(kUnfitIds);
      continue;
    }
    out.text += "<assessments";
    append_attribute(out, "topic", topic.topic());
    out.text += '>';
    out.end_row();
    for (const JudgedDocument& document : topic.documents()) append_xml_document(out, topic, document);
    out.text += "</assessments>";
    out.end_row();
  }
  if (wrapped) out.text += "</inex-assessments>\n";
  return out.finish();
}

}  // namespace fovea
