// Runs in JSON, one result per line.
//
//   {"topic":"7","doc":"a.md","begin":120,"end":480,"rank":1,"score":3.1,"run":"bm25"}
//
// Instead of begin and end a result may have "path" (an element), "path" and "last_path" (a range), "text" (a
// chunk, found in its document: collection/locate.h), or nothing (the whole document); the path "X" is one that
// could not be resolved. rank, score and run may be missing. Other names of the fields are those of
// files/field_names.h.
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "files/field_names.h"
#include "files/json.h"
#include "files/json_writer.h"
#include "files/lines.h"
#include "runs/chunk_texts.h"
#include "runs/column_row.h"
#include "runs/format_writer.h"
#include "runs/json_score.h"
#include "runs/run_builder.h"
#include "runs/run_format.h"
#include "text/unicode.h"

namespace fovea {

namespace {

using Kind = JsonValue::Kind;

/// One line of JSON lines.
class ResultLine {
 public:
  ResultLine(const RunFormat& format, const InputFile& input, const RunOptions& options,
             Diagnostics& diagnostics)
      : input_(input),
        diagnostics_(diagnostics),
        texts_(options),
        builder_(input.name(), format),
        reader_([this](std::size_t byte) { return place(byte); }, diagnostics) {}

  void read(std::string_view line, std::uint64_t number) {
    line_ = line;
    number_ = number;
    JsonFault fault;
    auto object = parser_.parse(line, fault);
    if (!object) return report(fault, place(fault.byte), diagnostics_);
    if (!reader_.check(*object, Kind::kObject)) return;
    use_field_names(*object);
    Result result;
    result.line = number;
    const auto topic = reader_.need_id(*object, "topic");
    const auto doc = reader_.need_id(*object, "doc");
    // All of them, so that every fault of the line is said.
    const bool ranked = read_rank(*object, result);
    const bool scored = read_json_score(reader_, *object, result.score);
    const bool placed = read_target(*object, topic.value_or(""), doc.value_or(""), result);
    const bool named = read_run(*object);
    warn_about_unknown(*object);
    if (!topic || !doc || !ranked || !scored || !placed || !named) return;
    result.doc = builder_.keep(*doc);
    builder_.open_topic(*topic, {input_.name(), number}, diagnostics_);
    builder_.add(result);
  }

  std::optional<Run> finish() && {
    texts_.finish(input_.name(), diagnostics_);
    if (builder_.topics() > 0) return std::move(builder_).build();
    if (diagnostics_.errors() == errors_before_) {
      diagnostics_.expected({input_.name()}, "empty", "no result", "a run");
    }
    return std::nullopt;
  }

 private:
  Place place(std::size_t byte) const {
    return {input_.name(), number_, column_of(line_, line_.substr(std::min(byte, line_.size())))};
  }

  bool read_rank(const JsonValue& object, Result& result) const {
    const JsonValue* const value = object.find("rank");
    if (value == nullptr || value->is(Kind::kNull)) return true;
    const auto rank = value->offset();
    if (!rank) {
      reader_.wrong(*value, "a rank (a whole number from 0)");
      return false;
    }
    result.rank = static_cast<std::int32_t>(*rank);
    return true;
  }

  bool read_run(const JsonValue& object) {
    const JsonValue* const value = reader_.want(object, "run", Kind::kString);
    if (value == nullptr) return object.find("run") == nullptr || object.find("run")->is(Kind::kNull);
    std::string& id = builder_.details().id;
    if (id.empty()) id = value->text;
    if (id == value->text) return true;
    if (!second_run_) {
      diagnostics_.expected(reader_.place(*value), "second-tag",
                            fmt::format("the run {}", quote(value->text)),
                            fmt::format("{}, as the first and last rows have", quote(id)));
    }
    second_run_ = true;
    return false;
  }

  bool read_target(const JsonValue& object, std::string_view topic, std::string_view doc, Result& result) {
    const bool span = object.find("begin") != nullptr || object.find("end") != nullptr;
    const JsonValue* const path = object.find("path");
    if (span && path != nullptr) {
      reader_.wrong(*path, "a path or begin and end, not both");
      return false;
    }
    if (span) return read_span(object, doc, result);
    const JsonValue* const last = object.find("last_path");
    if (path == nullptr && last != nullptr) {
      reader_.wrong(*last, "a path before a last_path");
      return false;
    }
    if (path != nullptr) return read_path(object, result);
    if (object.find("text") != nullptr) return read_text(object, topic, doc, result);
    result.span = {0, kMaxOffset};
    return true;
  }

  /// A chunk by its text.
  bool read_text(const JsonValue& object, std::string_view topic, std::string_view doc, Result& result) {
    const JsonValue* const text = reader_.need(object, "text", Kind::kString);
    if (text == nullptr || doc.empty()) return false;
    const auto span = texts_.locator().locate(text->text, topic, doc, reader_.place(*text), diagnostics_);
    if (!span) return false;
    result.kind = ResultKind::kPassage;
    result.span = *span;
    return true;
  }

  bool read_span(const JsonValue& object, std::string_view doc, Result& result) {
    const auto begin = reader_.need_offset(object, "begin");
    const auto end = reader_.need_offset(object, "end");
    if (!begin || !end) return false;
    if (*end < *begin) {
      reader_.wrong(*object.find("end"), fmt::format("an end from {} on", *begin));
      return false;
    }
    result.kind = ResultKind::kPassage;
    result.span = {*begin, *end};
    const JsonValue* const text = object.find("text");
    if (text == nullptr || !text->is(Kind::kString)) return true;
    const auto settled = texts_.settle(text->text, doc, result.span, reader_.place(*text), diagnostics_);
    if (settled) result.span = *settled;
    return settled.has_value();
  }

  bool read_path(const JsonValue& object, Result& result) {
    const JsonValue* const path = reader_.need(object, "path", Kind::kString);
    const JsonValue* const last = reader_.want(object, "last_path", Kind::kString);
    if (path == nullptr || (last == nullptr && object.find("last_path") != nullptr)) return false;
    if (path->text == "X" && last == nullptr) {
      result.kind = ResultKind::kUnresolved;
      return true;
    }
    const auto check = last == nullptr ? check_element_path : check_range_end;
    for (const JsonValue* value : {path, last}) {
      const auto fault = value == nullptr ? std::nullopt : check(value->text);
      if (!fault) continue;
      diagnostics_.error(reader_.place(*value), "bad-path", to_string(*fault, value->text));
      return false;
    }
    result.kind = last == nullptr ? ResultKind::kElement : ResultKind::kRange;
    result.path = builder_.keep(path->text);
    if (last != nullptr) result.last_path = builder_.keep(last->text);
    return true;
  }

  /// Every field nobody knows is said once per file.
  void warn_about_unknown(const JsonValue& object) {
    static constexpr std::array<std::string_view, 10> kKnown = {"topic", "doc",  "begin", "end",       "path",
                                                                "text",  "rank", "score", "last_path", "run"};
    constexpr std::size_t kMostNames = 100;
    for (const JsonMember& member : object.members) {
      if (std::find(kKnown.begin(), kKnown.end(), member.name) != kKnown.end()) continue;
      if (ignored_.size() >= kMostNames || !ignored_.insert(member.name).second) continue;
      diagnostics_.warning(
          reader_.place(member.value), "ignored-field",
          fmt::format("field {} is not known and is ignored, here and below", quote(member.name)));
    }
  }

  const InputFile& input_;
  Diagnostics& diagnostics_;
  ChunkTexts texts_;
  RunBuilder builder_;
  JsonParser parser_;
  JsonReader reader_;
  std::string_view line_;
  std::uint64_t number_ = 0;
  std::uint64_t errors_before_ = diagnostics_.errors();
  bool second_run_ = false;
  absl::flat_hash_set<std::string> ignored_;
};

std::optional<Run> read_json_lines(const RunFormat& format, InputFile input, const RunOptions& options,
                                   Diagnostics& diagnostics) {
  ResultLine result(format, input, options, diagnostics);
  LineReader lines(input.bytes());
  std::string_view line;
  while (lines.next(line)) {
    if (line.starts_with('#') || line.find_first_not_of(" \t") == std::string_view::npos) continue;
    result.read(line, lines.line_number());
  }
  return std::move(result).finish();
}

bool is_utf8(std::string_view text) {
  return !find_malformed_utf8(text);
}

class JsonLinesWriter final : public FormatWriter {
 public:
  void begin(const RunDetails& details, bool) override {
    miss_details(details, !is_utf8(details.id));
    if (is_utf8(details.id)) id_ = details.id;
  }

  void topic(const TopicResults& topic, const TopicTimes* times) override {
    if (times != nullptr) miss("times of topics");
    const bool named = !topic.topic.empty() && is_utf8(topic.topic);
    for (const Result& result : topic.results) {
      if (!named || result.doc.empty() || !is_utf8(result.doc) || !is_utf8(result.path) ||
          !is_utf8(result.last_path)) {
        miss(kMissName);
        continue;
      }
      JsonWriter json(out_);
      json.open('{').member("topic", topic.topic).member("doc", result.doc);
      write_target(result, json);
      if (result.rank != 0) json.member("rank", result.rank);
      json.member("score", result.score);
      if (!id_.empty()) json.member("run", id_);
      json.close('}');
      out_ += '\n';
    }
  }

 private:
  static void write_target(const Result& result, JsonWriter& json) {
    switch (result.kind) {
      case ResultKind::kDocument:
        break;
      case ResultKind::kPassage:
        json.member("begin", result.span.begin).member("end", result.span.end);
        break;
      case ResultKind::kElement:
        json.member("path", result.path);
        break;
      case ResultKind::kRange:
        json.member("path", result.path).member("last_path", result.last_path);
        break;
      case ResultKind::kUnresolved:
        json.member("path", "X");
        break;
    }
  }

  std::string id_;  ///< empty when the run has none
};

bool sniff_json_lines(const RunHead& head) {
  return head.syntax == RunHead::Syntax::kJson && head.judgement_field.empty() && head.has_field("topic") &&
         head.has_field("doc");
}

std::optional<std::string> run_of_line(std::string_view line) {
  JsonFault ignored;
  auto object = JsonParser().parse(line, ignored);
  if (!object || !object->is(Kind::kObject)) return std::nullopt;
  use_field_names(*object);
  const JsonValue* const run = object->find("run");
  if (run != nullptr && !run->is(Kind::kString) && !run->is(Kind::kNull)) return std::nullopt;
  return run == nullptr ? std::string() : std::string(run->text);
}

}  // namespace

const RunFormat run_formats::kJsonLines = {
    .name = "jsonl",
    .rows = R"(`{"topic":"7","doc":"a.md","begin":120,"end":480,"score":3.1,"run":"bm25"}`; or `path`, )"
            "`path` and `last_path`, `text`, or none of them",
    .syntax = RunHead::Syntax::kJson,
    .mark = R"("topic" and "doc")",
    .ranked = false,
    .run_of = run_of_line,
    .sniff = sniff_json_lines,
    .read = read_json_lines,
    .write = [](bool) -> std::unique_ptr<FormatWriter> { return std::make_unique<JsonLinesWriter>(); }};

}  // namespace fovea
