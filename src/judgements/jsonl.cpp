#include "judgements/jsonl.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>
#include <simdjson.h>

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "text/lines.h"
#include "text/numbers.h"
#include "text/unicode.h"

namespace fovea {

namespace {

namespace json = simdjson::ondemand;

constexpr std::string_view kElement =
    R"(an element such as {"path":"/article[1]","exhaustivity":3,"specificity":1})";
constexpr std::string_view kShape = R"(an object such as {"topic":"7","doc":"a","spans":[[120,480]]})";

/// The text of the token that `value` begins with, without the blanks behind it.
std::string_view token_of(json::value& value) {
  std::string_view token = value.raw_json_token();
  const std::size_t last = token.find_last_not_of(" \t\r\n");
  return token.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// One line, parsed field by field. The first fault is reported and ends the line.
class JudgementLine {
 public:
  JudgementLine(const InputFile& file, JudgementBuilder& builder, Diagnostics& diagnostics)
      : file_(file), builder_(builder), diagnostics_(diagnostics) {}

  void read(std::string_view line, std::uint64_t number);

 private:
  /// Calls read(key, value) for every field until one is bad.
  template <typename Read>
  bool for_each_field(json::object& object, Read read);
  bool read_field(std::string_view key, json::value value);
  bool read_spans(json::value value);
  bool read_span(json::value value);
  bool read_elements(json::value value);
  bool read_element(json::value value);
  bool read_element_field(ElementGrade& element, std::string_view key, json::value value);
  void ignore(std::string_view key);
  void finish();

  bool take_text(json::value value, std::string_view what, std::string_view& text);
  bool take_offset(json::value value, std::string_view what, std::optional<Offset>& offset);
  bool take_offset(json::value value, std::string_view what, Offset& offset);
  bool take_grade(json::value value, std::optional<std::int32_t>& grade);
  bool take_grade(json::value value, std::uint8_t& grade);
  bool take_flag(json::value value, bool& flag);

  /// These report and are false, so that a reader can return them.
  bool bad(json::value& value, std::string_view code, std::string_view what);
  bool broken(simdjson::error_code error);
  /// These are about the line as a whole.
  void missing(std::string_view what);
  void fault(std::string_view code, std::string_view found, std::string_view expected);
  Place place(const char* at) const;

  const InputFile& file_;
  JudgementBuilder& builder_;
  Diagnostics& diagnostics_;
  json::parser parser_;
  json::document parsed_;
  std::string buffer_;
  std::size_t length_ = 0;
  std::uint64_t number_ = 0;
  absl::flat_hash_set<std::string> ignored_;

  std::string_view topic_;
  JudgedDocument document_;
  std::optional<Offset> relevant_chars_;
  std::optional<std::int32_t> grade_;
  bool has_spans_ = false;
  bool has_elements_ = false;
  std::vector<Span> spans_;
  std::vector<ElementGrade> elements_;
};

template <typename Read>
bool JudgementLine::for_each_field(json::object& object, Read read) {
  for (auto item : object) {
    json::field field;
    if (const auto error = std::move(item).get(field)) return broken(error);
    std::string_view key;
    if (const auto error = field.unescaped_key().get(key)) return broken(error);
    if (!read(key, field.value())) return false;
  }
  return true;
}

Place JudgementLine::place(const char* at) const {
  const auto offset = std::min(static_cast<std::size_t>(at - buffer_.data()), length_);
  return {file_.name(), number_, 1 + count_code_points(std::string_view(buffer_).substr(0, offset))};
}

bool JudgementLine::bad(json::value& value, std::string_view code, std::string_view what) {
  const std::string_view token = token_of(value);
  diagnostics_.expected(place(token.data()), code, quote(token), what);
  return false;
}

bool JudgementLine::broken(simdjson::error_code error) {
  const char* at = nullptr;
  if (parsed_.current_location().get(at) != simdjson::SUCCESS) at = buffer_.data() + length_;
  diagnostics_.expected(place(at), "bad-json",
                        fmt::format("broken JSON ({})", simdjson::error_message(error)), kShape);
  return false;
}

void JudgementLine::fault(std::string_view code, std::string_view found, std::string_view expected) {
  diagnostics_.expected({file_.name(), number_, 1}, code, found, expected);
}

void JudgementLine::missing(std::string_view what) {
  fault("missing-field", fmt::format("no {}", what), kShape);
}

/// A string, or a whole number taken as text; empty ones are no ids.
bool JudgementLine::take_text(json::value value, std::string_view what, std::string_view& text) {
  std::string_view found = token_of(value);
  if (!parse_integer(found) && value.get_string().get(found) != simdjson::SUCCESS)
    return bad(value, "bad-id", what);
  if (found.empty()) return bad(value, "bad-id", what);
  text = builder_.keep(found);
  return true;
}

bool JudgementLine::take_offset(json::value value, std::string_view what, std::optional<Offset>& offset) {
  offset = parse_offset(token_of(value));
  return offset ? true : bad(value, "bad-number", what);
}

bool JudgementLine::take_offset(json::value value, std::string_view what, Offset& offset) {
  std::optional<Offset> taken;
  if (!take_offset(value, what, taken)) return false;
  offset = *taken;
  return true;
}

bool JudgementLine::take_grade(json::value value, std::optional<std::int32_t>& grade) {
  using Limits = std::numeric_limits<std::int32_t>;
  const auto number = parse_integer(token_of(value));
  if (!number || *number < Limits::min() || *number > Limits::max()) {
    return bad(value, "bad-number", "a grade, a whole number");
  }
  grade = static_cast<std::int32_t>(*number);
  return true;
}

bool JudgementLine::take_grade(json::value value, std::uint8_t& grade) {
  const auto number = parse_integer(token_of(value));
  if (!number || *number < 0 || *number > 3) return bad(value, "bad-number", "a grade from 0 to 3");
  grade = static_cast<std::uint8_t>(*number);
  return true;
}

bool JudgementLine::take_flag(json::value value, bool& flag) {
  return value.get_bool().get(flag) == simdjson::SUCCESS ? true : bad(value, "bad-value", "true or false");
}

bool JudgementLine::read_span(json::value value) {
  constexpr std::string_view kSpan = "a span, [begin,end] with 0 <= begin < end";
  json::array pair;
  if (value.get_array().get(pair) != simdjson::SUCCESS) return bad(value, "bad-span", kSpan);
  std::array<Offset, 2> ends{};
  std::size_t count = 0;
  for (auto item : pair) {
    json::value number;
    if (const auto error = item.get(number)) return broken(error);
    if (count == ends.size()) return bad(number, "bad-span", kSpan);
    if (!take_offset(number, kSpan, ends[count++])) return false;
  }
  if (count != ends.size() || ends[0] >= ends[1]) {
    diagnostics_.expected(place(token_of(value).data()), "bad-span",
                          fmt::format("[{}]", fmt::join(ends, ",")), kSpan);
    return false;
  }
  spans_.push_back({ends[0], ends[1]});
  return true;
}

bool JudgementLine::read_spans(json::value value) {
  has_spans_ = true;
  json::array list;
  if (value.get_array().get(list) != simdjson::SUCCESS) return bad(value, "bad-span", "a list of spans");
  for (auto item : list) {
    json::value span;
    if (const auto error = item.get(span)) return broken(error);
    if (!read_span(span)) return false;
  }
  return true;
}

bool JudgementLine::read_element_field(ElementGrade& element, std::string_view key, json::value value) {
  if (key == "path") return take_text(value, "a path such as /article[1]/bdy[1]", element.path);
  if (key == "exhaustivity") return take_grade(value, element.exhaustivity);
  if (key == "specificity") return take_grade(value, element.specificity);
  if (key == "size") return take_offset(value, "a size in characters", element.size);
  if (key == "highlighted") return take_offset(value, "a number of characters", element.highlighted);
  if (key == "too_small") return take_flag(value, element.too_small);
  if (key == "in_pool") return take_flag(value, element.in_pool);
  if (key == "inferred") return take_flag(value, element.inferred);
  if (key == "inconsistent") return take_flag(value, element.inconsistent);
  ignore(key);
  return true;
}

bool JudgementLine::read_element(json::value value) {
  json::object object;
  if (value.get_object().get(object) != simdjson::SUCCESS) return bad(value, "bad-element", kElement);
  ElementGrade element;
  element.line = static_cast<std::uint32_t>(number_);
  if (!for_each_field(object,
                      [&](auto key, auto field) { return read_element_field(element, key, field); })) {
    return false;
  }
  if (element.path.empty()) {
    diagnostics_.expected(place(token_of(value).data()), "missing-field", "an element without a path",
                          kElement);
    return false;
  }
  elements_.push_back(element);
  return true;
}

bool JudgementLine::read_elements(json::value value) {
  has_elements_ = true;
  json::array list;
  if (value.get_array().get(list) != simdjson::SUCCESS)
    return bad(value, "bad-element", "a list of elements");
  for (auto item : list) {
    json::value element;
    if (const auto error = item.get(element)) return broken(error);
    if (!read_element(element)) return false;
  }
  return true;
}

bool JudgementLine::read_field(std::string_view key, json::value value) {
  if (key == "topic") return take_text(value, "a topic's id", topic_);
  if (key == "doc") return take_text(value, "a document's id", document_.id);
  if (key == "spans") return read_spans(value);
  if (key == "elements") return read_elements(value);
  if (key == "bep") return take_offset(value, "a best entry point in characters", document_.bep);
  if (key == "length") return take_offset(value, "a document length in characters", document_.length);
  if (key == "relevant_chars") return take_offset(value, "a number of characters", relevant_chars_);
  if (key == "grade") return take_grade(value, grade_);
  ignore(key);
  return true;
}

/// A field nobody knows is said once per file.
void JudgementLine::ignore(std::string_view key) {
  constexpr std::size_t kMostNames = 100;
  if (ignored_.size() >= kMostNames || !ignored_.emplace(key).second) return;
  diagnostics_.warning({file_.name(), number_, 1}, "ignored-field",
                       fmt::format("field {} is not known and is ignored, here and below", quote(key)));
}

void JudgementLine::read(std::string_view line, std::uint64_t number) {
  number_ = number;
  topic_ = {};
  document_ = {};
  document_.line = number;
  relevant_chars_.reset();
  grade_.reset();
  has_spans_ = has_elements_ = false;
  spans_.clear();
  elements_.clear();

  length_ = line.size();
  buffer_.assign(line);
  buffer_.resize(length_ + simdjson::SIMDJSON_PADDING, ' ');
  if (const auto error = parser_.iterate(buffer_.data(), length_, buffer_.size()).get(parsed_)) {
    broken(error);
    return;
  }
  json::object object;
  if (const auto error = parsed_.get_object().get(object)) {
    broken(error);
    return;
  }
  if (!for_each_field(object, [this](auto key, auto value) { return read_field(key, value); })) return;
  if (const char* rest = nullptr; parsed_.current_location().get(rest) == simdjson::SUCCESS) {
    broken(simdjson::TRAILING_CONTENT);
    return;
  }
  finish();
}

void JudgementLine::finish() {
  if (topic_.empty()) return missing("topic");
  if (document_.id.empty()) return missing("doc");
  if (!has_spans_ && !has_elements_ && !grade_ && !relevant_chars_)
    return missing("spans, grade or elements");
  const SpanSet highlighted(spans_);
  const Offset end = document_.length.value_or(kMaxOffset);
  if (!highlighted.empty() && highlighted.spans().back().end > end) {
    return fault("span-past-end", fmt::format("a span that ends at {}", highlighted.spans().back().end),
                 fmt::format("an end within the document, which has {} characters", end));
  }
  if (document_.bep.value_or(0) > end) {
    return fault("bep-past-end", fmt::format("an entry point at {}", *document_.bep),
                 fmt::format("one within the document, which has {} characters", end));
  }
  document_.relevant_chars = relevant_chars_.value_or(static_cast<Offset>(character_count(highlighted)));
  document_.grade = grade_.value_or(derived_grade(document_.relevant_chars, elements_));
  if (!spans_.empty()) document_.first_listed = spans_.front().begin;
  builder_.add_kinds({has_spans_, has_elements_, grade_.has_value()});
  builder_.add(topic_, document_, spans_, elements_);
}

}  // namespace

void read_judgement_json_lines(const InputFile& file, JudgementBuilder& builder, Diagnostics& diagnostics) {
  JudgementLine judgement(file, builder, diagnostics);
  LineReader lines(file.bytes());
  std::string_view line;
  while (lines.next(line)) {
    if (line.find_first_not_of(" \t") != std::string_view::npos) judgement.read(line, lines.line_number());
  }
}

bool looks_like_judgement_json_lines(std::string_view bytes) {
  LineReader lines(bytes);
  std::string_view line;
  while (lines.next(line) && line.find_first_not_of(" \t") == std::string_view::npos) {
  }
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (parser.parse(line.data(), line.size()).get(object) != simdjson::SUCCESS) return false;
  const auto has = [&object](std::string_view key) { return object[key].error() == simdjson::SUCCESS; };
  return has("topic") && has("doc") &&
         (has("spans") || has("grade") || has("elements") || has("relevant_chars"));
}

}  // namespace fovea
