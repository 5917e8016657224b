#include "fovea.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "collection/collection.h"
#include "evaluate/evaluation_request.h"
#include "files/input.h"
#include "judgements/builder.h"
#include "judgements/judgement_file.h"
#include "measures/measure_name.h"
#include "runs/run_builder.h"
#include "runs/run_format.h"
#include "scores/alignment.h"

namespace fovea {

namespace {

/// What a step says, joined with what was said before; whether it went well.
bool join(Diagnostics& said, Diagnostics step) {
  const bool good = step.ok();
  said.merge(std::move(step));
  return good;
}

std::shared_ptr<const Judgements> read_all(const std::string& path, const JudgementOptions& options,
                                           Diagnostics& said) {
  Diagnostics step;
  auto judgements = read_judgements(std::vector{path}, options, step);
  if (!join(said, std::move(step)) || !judgements) return nullptr;
  return std::make_shared<const Judgements>(std::move(*judgements));
}

/// Whether the spans of a row are in its document.
bool check_spans(const JudgementRow& row, const Place& place, Diagnostics& said) {
  const Offset length = row.length.value_or(kMaxOffset);
  for (const Span span : row.highlights) {
    if (!span.empty() && span.end <= length) continue;
    said.expected(place, "bad-passage", fmt::format("characters {} to {}", span.begin, span.end),
                  fmt::format("some text of document {}, which has {} characters", quote(row.doc),
                              row.length ? fmt::to_string(length) : fmt::format("at most {}", kMaxOffset)));
    return false;
  }
  return true;
}

}  // namespace

std::shared_ptr<const Collection> open_collection(const std::string& path, Diagnostics& said) {
  auto collection = Collection::open(path, said);
  return collection ? std::make_shared<const Collection>(std::move(*collection)) : nullptr;
}

std::shared_ptr<const Judgements> read_judgements(const std::string& path, Diagnostics& said) {
  return read_all(path, {}, said);
}

std::shared_ptr<const Judgements> read_judgements(const std::string& path, const Collection& collection,
                                                  Diagnostics& said) {
  return read_all(path, {.collection = &collection}, said);
}

std::shared_ptr<const Judgements> make_judgements(std::span<const JudgementRow> rows, Diagnostics& said) {
  Diagnostics step;
  JudgementBuilder builder(MergePolicy::kReject, step);
  const InputFile& file = builder.add_file(InputFile::from_memory("judgements", {}));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const JudgementRow& row = rows[i];
    if (!check_spans(row, {file.name(), i + 1}, step)) continue;
    JudgedDocument document;
    document.id = builder.keep(row.doc);
    document.line = static_cast<std::uint32_t>(i + 1);
    document.grade = row.grade.value_or(row.highlights.empty() ? 0 : 1);
    document.relevant_chars = static_cast<Offset>(character_count(SpanSet(row.highlights)));
    document.length = row.length;
    document.bep = row.bep;
    if (!row.highlights.empty()) document.first_listed = row.highlights.front().begin;
    builder.add_kinds({.highlights = !row.highlights.empty(), .document_grades = row.grade.has_value()});
    builder.add(builder.keep(row.topic), document, row.highlights);
  }
  Judgements judgements = std::move(builder).finish();
  return join(said, std::move(step)) ? std::make_shared<const Judgements>(std::move(judgements)) : nullptr;
}

Run make_run(std::string name, std::span<const ResultRow> rows) {
  // The order of this format is that of the rows.
  RunBuilder builder(name, run_formats::kJsonLines);
  builder.details().id = std::move(name);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ResultRow& row = rows[i];
    builder.open_topic(builder.keep(row.topic));
    Result result;
    result.doc = builder.keep(row.doc);
    result.path = builder.keep(row.path);
    result.line = i + 1;
    result.kind = row.span           ? ResultKind::kPassage
                  : row.path.empty() ? ResultKind::kDocument
                                     : ResultKind::kElement;
    if (row.span) result.span = *row.span;
    if (result.kind == ResultKind::kDocument) result.span = {0, kMaxOffset};
    builder.add(result);
  }
  return std::move(builder).build();
}

std::optional<Scores> evaluate(const Judgements& judgements, std::span<const Run> runs,
                               const EvaluationOptions& options, const Collection* collection,
                               Diagnostics& said) {
  EvaluationRequest request{
      .judgements = {.kept = &judgements}, .collection = collection, .options = options};
  for (const Run& run : runs) request.runs.push_back({.run = &run});
  EvaluationOutcome outcome = evaluate(request);
  said.merge(std::move(outcome.reason));
  said.merge(std::move(outcome.remarks));
  for (RunOutcome& run : outcome.runs) {
    said.merge(std::move(run.diagnostics));
    said.merge(std::move(run.breaches));
    said.merge(std::move(run.remarks));
  }
  if (outcome.scores.runs().empty()) return std::nullopt;
  return std::move(outcome.scores);
}

std::optional<Scores> evaluate(const Judgements& judgements, std::span<const Run> runs,
                               std::string_view measures, Diagnostics& said) {
  auto names = parse_measures(measures, said);
  if (!names) return std::nullopt;
  return evaluate(judgements, runs, {.measures = std::move(*names)}, nullptr, said);
}

std::optional<Scores> evaluate(const Judgements& judgements, const Run& run, std::string_view measures,
                               Diagnostics& said) {
  return evaluate(judgements, std::span(&run, 1), measures, said);
}

std::optional<stats::Comparison> compare(const Scores& scores, std::string_view measure, Diagnostics& said,
                                         const stats::ComparisonPlan& plan) {
  const auto column = scores.measure_named(measure);
  if (!column) {
    said.expected({}, "unknown-measure", quote(measure), "a measure of the scores");
    return std::nullopt;
  }
  const auto aligned = align(std::array{ScoredColumn{scores, *column}}, TopicChoice::kCommon);
  if (!aligned || aligned->scores.runs().size() < scores.runs().size()) {
    said.error({}, "nothing-in-common", "the runs have no topic in common");
    return std::nullopt;
  }
  if (!aligned->incomplete.empty()) {
    said.warning({}, "incomplete-topics",
                 fmt::format("{} topics that some run lacks are left out", aligned->incomplete.size()));
  }
  const ScoreMatrix matrix = aligned->scores.matrix(0);
  const auto comparison = stats::compare(matrix, stats::all_pairs(stats::rank_runs(matrix)), plan);
  if (comparison) return *comparison;
  said.error({}, "not-comparable", fmt::format("the runs cannot be compared, because {}", comparison.why()));
  return std::nullopt;
}

}  // namespace fovea
