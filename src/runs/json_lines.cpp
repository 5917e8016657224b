#include "runs/json_lines.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <array>
#include <limits>
#include <string>

#include "files/json.h"
#include "files/lines.h"
#include "files/place_finder.h"
#include "runs/column_row.h"
#include "runs/run_builder.h"
#include "text/numbers.h"

namespace fovea {

namespace {

using Kind = JsonValue::Kind;

bool read_score(const JsonReader& reader, const JsonValue& object, double& score) {
  const JsonValue* const value = object.find("score");
  if (value == nullptr || value->is(Kind::kNull)) return true;
  const auto number = value->is(Kind::kNumber) ? parse_number(value->text) : std::nullopt;
  if (!number) {
    reader.wrong(*value, "a score (a finite number)");
    return false;
  }
  score = *number;
  return true;
}

/// One line of JSON lines.
class ResultLine {
 public:
  ResultLine(const InputFile& input, Diagnostics& diagnostics)
      : input_(input),
        diagnostics_(diagnostics),
        builder_(input.name(), RunFormat::kJsonLines),
        reader_([this](std::size_t byte) { return place(byte); }, diagnostics) {}

  void read(std::string_view line, std::uint64_t number) {
    line_ = line;
    number_ = number;
    JsonFault fault;
    const auto object = parser_.parse(line, fault);
    if (!object) return report(fault, place(fault.byte), diagnostics_);
    if (!reader_.check(*object, Kind::kObject)) return;
    Result result;
    result.line = number;
    const auto topic = reader_.need_id(*object, "topic");
    const auto doc = reader_.need_id(*object, "doc");
    // All of them, so that every fault of the line is said.
    const bool ranked = read_rank(*object, result);
    const bool scored = read_score(reader_, *object, result.score);
    const bool placed = read_target(*object, result);
    const bool named = read_run(*object);
    warn_about_unknown(*object);
    if (!topic || !doc || !ranked || !scored || !placed || !named) return;
    result.doc = builder_.keep(*doc);
    builder_.open_topic(*topic, {input_.name(), number}, diagnostics_);
    builder_.add(result);
  }

  std::optional<Run> finish() && {
    if (builder_.topics() > 0) return std::move(builder_).build();
    diagnostics_.expected({input_.name()}, "empty", "no result", "a run");
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
    if (id != value->text && !second_run_) {
      second_run_ = true;
      diagnostics_.warning(reader_.place(*value), "second-tag",
                           fmt::format("found the run {}, the file began with {}; its name is kept",
                                       quote(value->text), quote(id)));
    }
    return true;
  }

  bool read_target(const JsonValue& object, Result& result) {
    const bool span = object.find("begin") != nullptr || object.find("end") != nullptr;
    const JsonValue* const path = object.find("path");
    if (span && path != nullptr) {
      reader_.wrong(*path, "a path or begin and end, not both");
      return false;
    }
    if (span) return read_span(object, result);
    const JsonValue* const last = object.find("last_path");
    if (path == nullptr && last != nullptr) {
      reader_.wrong(*last, "a path before a last_path");
      return false;
    }
    if (path != nullptr) return read_path(object, result);
    result.span = {0, kMaxOffset};
    return true;
  }

  bool read_span(const JsonValue& object, Result& result) const {
    const auto begin = reader_.need_offset(object, "begin");
    const auto end = reader_.need_offset(object, "end");
    if (!begin || !end) return false;
    if (*end < *begin) {
      reader_.wrong(*object.find("end"), fmt::format("an end from {} on", *begin));
      return false;
    }
    result.kind = ResultKind::kPassage;
    result.span = {*begin, *end};
    return true;
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
    static constexpr std::array<std::string_view, 9> kKnown = {"topic", "doc",   "begin",     "end", "path",
                                                               "rank",  "score", "last_path", "run"};
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
  RunBuilder builder_;
  JsonParser parser_;
  JsonReader reader_;
  std::string_view line_;
  std::uint64_t number_ = 0;
  bool second_run_ = false;
  absl::flat_hash_set<std::string> ignored_;
};

void read_snippet(const JsonReader& reader, const JsonValue& snippet, RunBuilder& builder,
                  std::int32_t rank) {
  if (!reader.check(snippet, Kind::kObject)) return;
  Result result;
  const auto doc = reader.need_id(snippet, "file_path");
  const JsonValue* const span = reader.need(snippet, "span", Kind::kArray);
  const bool scored = read_score(reader, snippet, result.score);
  if (!doc || span == nullptr || !scored) return;
  const auto begin = span->items.size() == 2 ? span->items[0].offset() : std::nullopt;
  const auto end = span->items.size() == 2 ? span->items[1].offset() : std::nullopt;
  if (!begin || !end || *end < *begin) return reader.wrong(*span, "a span [begin, end] with begin <= end");
  result.doc = builder.keep(*doc);
  result.span = {*begin, *end};
  result.kind = ResultKind::kPassage;
  result.rank = rank;
  result.line = reader.place(snippet).line;
  builder.add(result);
}

}  // namespace

std::optional<Run> read_run_json_lines(const InputFile& input, Diagnostics& diagnostics) {
  ResultLine result(input, diagnostics);
  LineReader lines(input.bytes());
  std::string_view line;
  while (lines.next(line)) {
    if (line.starts_with('#') || line.find_first_not_of(" \t") == std::string_view::npos) continue;
    result.read(line, lines.line_number());
  }
  return std::move(result).finish();
}

std::optional<Run> read_legalbench_results(const InputFile& input, Diagnostics& diagnostics) {
  PlaceFinder finder(input.name(), input.bytes());
  JsonParser parser;
  JsonFault fault;
  const auto root = parser.parse(input.bytes(), fault);
  if (!root) {
    report(fault, finder(fault.byte), diagnostics);
    return std::nullopt;
  }
  const JsonReader reader([&](std::size_t byte) { return finder(byte); }, diagnostics);
  const JsonValue* const list = reader.need(*root, "qa_result_list", Kind::kArray);
  if (list == nullptr) return std::nullopt;
  RunBuilder builder(input.name(), RunFormat::kLegalBench);
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const JsonValue& question = list->items[i];
    builder.open_topic(std::to_string(i));
    if (!reader.check(question, Kind::kObject)) continue;
    const JsonValue* const snippets = reader.need(question, "retrieved_snippets", Kind::kArray);
    if (snippets == nullptr) continue;
    std::int32_t rank = 0;
    for (const JsonValue& snippet : snippets->items) read_snippet(reader, snippet, builder, ++rank);
  }
  if (builder.topics() == 0) {
    diagnostics.expected(reader.place(*list), "empty", "no question", "a run");
    return std::nullopt;
  }
  return std::move(builder).build();
}

}  // namespace fovea
