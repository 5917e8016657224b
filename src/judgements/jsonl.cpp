// Judgements as JSON lines: one object per judged document of a topic.
//
//     {"topic":"7","doc":"a.md","spans":[[120,480]],"bep":120,"length":9000}          highlighted text
//     {"topic":"7","doc":"b.md","spans":[]}                                           judged, nothing relevant
//     {"topic":"7","doc":"a.md","quotes":["a text that answers"]}                     text, found in the document
//     {"topic":"7","doc":"c","grade":2}                                               a document's grade
//     {"topic":"7","doc":"d","elements":[{"path":"/article[1]","exhaustivity":3,"specificity":1}]}
//
// Spans are half-open code-point offsets, in any order; the order is kept as far as `first_listed` needs it.
// This is the one format that can say everything Judgements hold: "relevant_chars" where a file counts other
// than its spans do, and for elements "size", "highlighted", "too_small", "in_pool", "inferred" and
// "inconsistent". "relevance", the share of an element's text that is highlighted, is what "size" and "highlighted" say: it marks elements that
// nobody graded by exhaustivity. Ids may be strings or whole numbers. Other names of the fields are those of files/field_names.h;
// what is none of them is ignored with a warning. Quotes are located by judgements/quotes.h.
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "collection/element_path.h"
#include "files/field_names.h"
#include "files/json.h"
#include "files/json_writer.h"
#include "files/lines.h"
#include "judgements/builder.h"
#include "judgements/judgement_format.h"
#include "judgements/output.h"
#include "judgements/quotes.h"
#include "text/numbers.h"
#include "text/unicode.h"

namespace fovea {

namespace {

constexpr std::string_view kShape = R"(an object such as {"topic":"7","doc":"a","spans":[[120,480]]})";
constexpr std::string_view kElement =
    R"(an element such as {"path":"/article[1]","exhaustivity":3,"specificity":1})";

bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

/// One line: every field that is wrong is reported, and a line with a fault gives no judgement.
class JudgementLine {
 public:
  JudgementLine(const InputFile& file, const JudgementOptions& options, JudgementBuilder& builder,
                Diagnostics& diagnostics)
      : file_(file),
        builder_(builder),
        locator_(options.annotation.texts, options.locate),
        reader_([this](std::size_t byte) { return place(byte); }, diagnostics),
        diagnostics_(diagnostics) {}

  void read(std::string_view line, std::uint64_t number);
  void finish() const { locator_.finish(file_.name(), diagnostics_); }

 private:
  void read_field(std::string_view name, const JsonValue& value);
  void read_span(const JsonValue& value);
  void read_element(const JsonValue& value);
  void read_element_field(ElementGrade& element, std::string_view name, const JsonValue& value);
  void read_quotes();
  void check_fields(const JsonValue& object);
  void check_ends(const JsonValue& object);
  void add_documents();
  void ignore(std::string_view name, const JsonValue& value);

  template <typename Read>
  void for_each_item(const JsonValue& list, Read read) {
    if (!reader_.check(list, JsonValue::Kind::kArray)) return;
    for (const JsonValue& item : list.items) read(item);
  }
  std::string_view id(const JsonValue& value, std::string_view what);
  std::optional<Offset> offset(const JsonValue& value, std::string_view what);
  std::optional<std::int32_t> grade(const JsonValue& value, std::int32_t lowest, std::int32_t highest);
  bool flag(const JsonValue& value);
  void wrong(const JsonValue& value, std::string_view found, std::string_view what) {
    diagnostics_.expected(place(value.byte), "bad-judgement", found, what);
  }
  Place place(std::size_t byte) const {
    return {file_.name(), number_, column_of(line_, line_.substr(byte))};
  }

  const InputFile& file_;
  JudgementBuilder& builder_;
  TextLocator locator_;
  JsonReader reader_;
  Diagnostics& diagnostics_;
  JsonParser parser_;
  absl::flat_hash_set<std::string> ignored_;

  std::string_view line_;
  std::uint64_t number_ = 0;
  std::string_view topic_;
  JudgedDocument document_;
  JudgementKinds kinds_;
  std::optional<Offset> relevant_chars_;
  std::optional<std::int32_t> grade_;
  std::vector<Span> spans_;
  std::vector<ElementGrade> elements_;
  const JsonValue* quotes_ = nullptr;
  std::vector<QuotedDocument> quoted_;
};

std::string_view JudgementLine::id(const JsonValue& value, std::string_view what) {
  const auto text = value.id();
  if (!text) reader_.wrong(value, what);
  return text ? builder_.keep(*text) : std::string_view();
}

std::optional<Offset> JudgementLine::offset(const JsonValue& value, std::string_view what) {
  const auto number = value.offset();
  if (!number) reader_.wrong(value, what);
  return number;
}

std::optional<std::int32_t> JudgementLine::grade(const JsonValue& value, std::int32_t lowest,
                                                 std::int32_t highest) {
  const auto number = value.is(JsonValue::Kind::kNumber) ? parse_integer(value.text) : std::nullopt;
  if (number && *number >= lowest && *number <= highest) return static_cast<std::int32_t>(*number);
  reader_.wrong(value, fmt::format("a grade, a whole number from {} to {}", lowest, highest));
  return std::nullopt;
}

bool JudgementLine::flag(const JsonValue& value) {
  return reader_.check(value, JsonValue::Kind::kBoolean) && value.boolean;
}

void JudgementLine::read_span(const JsonValue& value) {
  constexpr std::string_view kSpan = "a span, [begin,end] with 0 <= begin < end";
  if (!value.is(JsonValue::Kind::kArray)) return reader_.wrong(value, kSpan);
  if (value.items.size() != 2) return wrong(value, fmt::format("a list of {}", value.items.size()), kSpan);
  const auto begin = offset(value.items[0], "an offset in characters");
  const auto end = offset(value.items[1], "an offset in characters");
  if (!begin || !end) return;
  if (*begin >= *end) return wrong(value, fmt::format("[{},{}]", *begin, *end), kSpan);
  spans_.push_back({*begin, *end});
}

void JudgementLine::read_element_field(ElementGrade& element, std::string_view name, const JsonValue& value) {
  const auto dimension = [&] { return static_cast<std::uint8_t>(grade(value, 0, 3).value_or(0)); };
  if (name == "path") {
    element.path = id(value, "a path such as /article[1]/bdy[1]");
  } else if (name == "exhaustivity") {
    element.exhaustivity = dimension();
  } else if (name == "specificity") {
    element.specificity = dimension();
  } else if (name == "size") {
    element.size = offset(value, "a size in characters").value_or(0);
  } else if (name == "highlighted") {
    element.highlighted = offset(value, "a number of characters").value_or(0);
  } else if (name == "relevance") {
    const auto share = value.is(JsonValue::Kind::kNumber) ? parse_number(value.text) : std::nullopt;
    if (!share || !(*share >= 0 && *share <= 1)) reader_.wrong(value, "a share of text, from 0 to 1");
    element.exhaustivity_given = false;
  } else if (name == "too_small") {
    element.too_small = flag(value);
  } else if (name == "in_pool") {
    element.in_pool = flag(value);
  } else if (name == "inferred") {
    element.inferred = flag(value);
  } else if (name == "inconsistent") {
    element.inconsistent = flag(value);
  } else {
    ignore(name, value);
  }
}

void JudgementLine::read_element(const JsonValue& value) {
  if (!value.is(JsonValue::Kind::kObject)) return reader_.wrong(value, kElement);
  ElementGrade element;
  element.line = static_cast<std::uint32_t>(number_);
  for (const JsonMember& member : value.members) read_element_field(element, member.name, member.value);
  if (value.find("path") == nullptr) return wrong(value, "an element without a path", kElement);
  if (!element.exhaustivity_given && element.size < std::max<Offset>(element.highlighted, 1)) {
    return wrong(value, "an element with \"relevance\" and without its sizes",
                 "\"size\", and no more characters \"highlighted\"");
  }
  if (!element.exhaustivity_given && value.find("exhaustivity") == nullptr)
    element.exhaustivity = element.highlighted > 0 ? 1 : 0;
  if (!element.exhaustivity_given && value.find("specificity") == nullptr)
    element.specificity = specificity_of_share(element.highlighted, element.size);
  if (check_element_path(element.path)) {
    return wrong(value, quote(element.path), "a path such as /article[1]/bdy[1]");
  }
  elements_.push_back(element);
}

void JudgementLine::read_field(std::string_view name, const JsonValue& value) {
  using Limits = std::numeric_limits<std::int32_t>;
  if (name == "topic") {
    topic_ = id(value, "a topic's id");
  } else if (name == "doc") {
    document_.id = id(value, "a document's id");
  } else if (name == "spans") {
    kinds_.highlights = true;
    for_each_item(value, [this](const JsonValue& item) { read_span(item); });
  } else if (name == "elements") {
    kinds_.element_grades = true;
    for_each_item(value, [this](const JsonValue& item) { read_element(item); });
  } else if (name == "grade") {
    kinds_.document_grades = true;
    grade_ = grade(value, Limits::min(), Limits::max());
  } else if (name == "bep") {
    document_.bep = offset(value, "a best entry point in characters");
  } else if (name == "length") {
    document_.length = offset(value, "a document length in characters");
  } else if (name == "relevant_chars") {
    relevant_chars_ = offset(value, "a number of characters");
  } else if (name == "quotes") {
    kinds_.highlights = true;
    quotes_ = &value;
  } else if (name == "query" || name == "question") {
    // What is asked for: files of questions and evidence have it, and judge nothing by it.
  } else {
    ignore(name, value);
  }
}

/// A field nobody knows is said once per file.
void JudgementLine::ignore(std::string_view name, const JsonValue& value) {
  constexpr std::size_t kMostNames = 100;
  if (ignored_.size() >= kMostNames || !ignored_.emplace(name).second) return;
  diagnostics_.warning(place(value.byte), "ignored-field",
                       fmt::format("field {} is not known and is ignored, here and below", quote(name)));
}

/// Behind all other fields, since a quote stands in the record's document.
void JudgementLine::read_quotes() {
  quoted_.clear();
  if (quotes_ == nullptr) return;
  quoted_ = locate_quotes(*quotes_, topic_, document_.id, locator_, reader_);
  for (const QuotedDocument& quoted : quoted_) {
    if (quoted.doc != document_.id) continue;
    spans_.insert(spans_.end(), quoted.spans.begin(), quoted.spans.end());
    if (!document_.length) document_.length = quoted.length;
  }
  std::erase_if(quoted_, [this](const QuotedDocument& quoted) { return quoted.doc == document_.id; });
}

void JudgementLine::check_fields(const JsonValue& object) {
  if (object.find("topic") == nullptr) wrong(object, "no \"topic\"", kShape);
  // Quotes may each name the document they stand in.
  const bool quoted = quotes_ != nullptr && !(quotes_->is(JsonValue::Kind::kArray) && quotes_->items.empty());
  if (object.find("doc") == nullptr && !quoted) wrong(object, "no \"doc\"", kShape);
  if (kinds_ == JudgementKinds{}) {
    wrong(object, "no \"spans\", \"quotes\", \"grade\" or \"elements\"", kShape);
  }
}

void JudgementLine::check_ends(const JsonValue& object) {
  const Offset end = document_.length.value_or(kMaxOffset);
  const std::string within = fmt::format("one within the document, which has {} characters", end);
  for (const Span span : spans_) {
    if (span.end > end) wrong(object, fmt::format("a span that ends at {}", span.end), within);
  }
  if (document_.bep && *document_.bep > end) {
    wrong(object, fmt::format("an entry point at {}", *document_.bep), within);
  }
}

void JudgementLine::add_documents() {
  builder_.add_kinds(kinds_);
  if (!document_.id.empty()) {
    document_.relevant_chars =
        relevant_chars_.value_or(static_cast<Offset>(character_count(SpanSet(spans_))));
    document_.grade =
        grade_.value_or(derived_grade(document_.relevant_chars > 0 || !spans_.empty(), elements_));
    if (!spans_.empty()) document_.first_listed = spans_.front().begin;
    builder_.add(topic_, document_, spans_, elements_);
  }
  for (const QuotedDocument& quoted : quoted_) {
    builder_.add_highlights(topic_, quoted.doc, quoted.spans, quoted.length, number_);
  }
}

void JudgementLine::read(std::string_view line, std::uint64_t number) {
  line_ = line;
  number_ = number;
  topic_ = {};
  document_ = {};
  document_.line = static_cast<std::uint32_t>(number);
  kinds_ = {};
  relevant_chars_.reset();
  grade_.reset();
  spans_.clear();
  elements_.clear();
  quotes_ = nullptr;

  JsonFault fault;
  auto object = parser_.parse(line, fault);
  if (!object) return report(fault, place(fault.byte), diagnostics_);
  if (!object->is(JsonValue::Kind::kObject)) return reader_.wrong(*object, kShape);
  use_field_names(*object);
  const std::uint64_t errors_before = diagnostics_.errors();
  for (const JsonMember& member : object->members) read_field(member.name, member.value);
  read_quotes();
  check_fields(*object);
  check_ends(*object);
  if (diagnostics_.errors() == errors_before) add_documents();
}

/// Whether the first line is an object with the fields of a judgement.
bool sniff_json_lines(const JudgementHead& head) {
  if (head.first() != '{') return false;
  LineReader lines(head.bytes());
  std::string_view line;
  while (lines.next(line) && is_blank_line(line)) {
  }
  JsonFault ignored;
  auto object = JsonParser().parse(line, ignored);
  if (!object) return false;
  const bool graded = object->find("grade") != nullptr;
  use_field_names(*object);
  const auto has = [&object](std::string_view name) { return object->find(name) != nullptr; };
  if (!has("topic")) return false;
  if (has("doc") && (has("spans") || graded || has("elements"))) return true;
  // Names that other files have too, with another meaning: a run's rows may quote an answer, a tool's a label.
  const bool ranked = has("score") || has("rank");
  const bool number = has("grade") && object->find("grade")->is(JsonValue::Kind::kNumber);
  return !ranked && (has("quotes") || (has("doc") && number));
}

void write_element(const ElementGrade& element, JsonWriter& json) {
  json.open('{').member("path", element.path);
  json.member("exhaustivity", element.exhaustivity).member("specificity", element.specificity);
  if (element.size > 0) json.member("size", element.size);
  if (element.highlighted > 0) json.member("highlighted", element.highlighted);
  if (!element.exhaustivity_given && element.size > 0)
    json.member("relevance", static_cast<double>(element.highlighted) / element.size);
  if (element.too_small) json.member("too_small", true);
  if (element.in_pool) json.member("in_pool", true);
  if (element.inferred) json.member("inferred", true);
  if (element.inconsistent) json.member("inconsistent", true);
  json.close('}');
}

/// What is the default of a reader is not written; what a kind of judgement always says is.
void write_document(const TopicJudgements& topic, const JudgedDocument& document, JudgementKinds kinds,
                    JsonWriter json) {
  const std::span<const ElementGrade> elements = topic.elements(document);
  json.open('{').member("topic", topic.topic()).member("doc", document.id);
  if (kinds.document_grades || kinds == JudgementKinds{} ||
      document.grade != derived_grade(document.relevant_chars > 0 || document.span_count > 0, elements)) {
    json.member("grade", document.grade);
  }
  if (kinds.highlights) {
    json.key("spans").open('[');
    for (const Span span : listed_passages(topic, document)) json.pair(span.begin, span.end);
    json.close(']');
  }
  if (character_count(topic.highlights(document)) != document.relevant_chars)
    json.member("relevant_chars", document.relevant_chars);
  json.member_if("bep", document.bep).member_if("length", document.length);
  if (kinds.element_grades) {
    json.key("elements").open('[');
    for (const ElementGrade& element : elements) write_element(element, json);
    json.close(']');
  }
  json.close('}');
}

void read_judgement_json_lines(const InputFile& file, const JudgementOptions& options,
                               JudgementBuilder& builder, Diagnostics& diagnostics) {
  JudgementLine judgement(file, options, builder, diagnostics);
  LineReader lines(file.bytes());
  for (std::string_view line; lines.next(line);) {
    if (!is_blank_line(line)) judgement.read(line, lines.line_number());
  }
  judgement.finish();
}

Unsaid write_judgement_json_lines(const Judgements& judgements, DocumentTexts*, const JudgementSink& sink) {
  JudgementOutput out(sink);
  for_each_document(judgements, [&](const TopicJudgements& topic, const JudgedDocument& document) {
    if (find_malformed_utf8(topic.topic()) || find_malformed_utf8(document.id))
      return out.miss(kMissUnfitIds);
    write_document(topic, document, judgements.kinds(), JsonWriter(out.text));
    out.end_row();
  });
  return out.finish();
}

}  // namespace

const JudgementFormat judgement_formats::kJsonLines = {
    .name = "jsonl",
    .shape = R"(`{"topic":"7","doc":"a.md","spans":[[120,480]],"bep":120,"length":9000}`, or )"
             R"(`"quotes":["a text of the document"]`)",
    .sniff = sniff_json_lines,
    .read = read_judgement_json_lines,
    .write = write_judgement_json_lines};

}  // namespace fovea
