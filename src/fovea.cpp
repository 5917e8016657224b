#include "fovea.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "collection/collection.h"
#include "collection/import.h"
#include "collection/writer.h"
#include "evaluate/evaluation_request.h"
#include "files/input.h"
#include "files/output_file.h"
#include "judgements/builder.h"
#include "judgements/judgement_file.h"
#include "judgements/judgement_format.h"
#include "measures/measure_name.h"
#include "pools/pooling.h"
#include "runs/fusion.h"
#include "runs/run_builder.h"
#include "runs/run_check.h"
#include "runs/run_format.h"
#include "runs/run_names.h"
#include "runs/several_runs.h"
#include "runs/writer.h"
#include "scores/alignment.h"
#include "search/analysis/stemmer.h"
#include "search/analysis/stop_words.h"
#include "search/chunks/chunker.h"
#include "search/index/builder.h"
#include "search/pipeline/pipeline_request.h"
#include "search/session/result_rows.h"
#include "search/session/search_session.h"
#include "simulate/highlight_runs.h"
#include "stats/comparison.h"
#include "topics/topic_file.h"

namespace fovea {

class SearchIndex {
 public:
  std::string path;
  std::string collection;
};

namespace {

/// What a step says, joined with what was said before; whether it went well.
bool join(Diagnostics& said, Diagnostics step) {
  const bool good = step.ok();
  said.merge(std::move(step));
  return good;
}

/// A name that is none of those known.
void unknown_name(std::string_view what, std::string_view name, std::string_view known, Diagnostics& said) {
  said.expected({}, fmt::format("unknown-{}", what), quote(name), fmt::format("one of {}", known));
}

/// nullptr for no name, and for one that is not known, which is an error.
const Task* find_task(std::string_view name, Diagnostics& said) {
  const Task* const task = name.empty() ? nullptr : task_named(name);
  if (task == nullptr && !name.empty()) unknown_name("task", name, task_names(), said);
  return task;
}

void warn_of_losses(const std::string& path, std::string_view format, const Unsaid& unsaid,
                    Diagnostics& said) {
  for (const auto& [what, count] : unsaid)
    said.warning({path}, "lost", fmt::format("lost in {}: {} ({})", format, what, count));
}

/// A file that appears when all of it is written.
template <class Write>
void write_file(const std::string& path, const Write& write) {
  OutputFile file(path);
  write([&file](std::string_view piece) { file.write(piece); });
  file.commit();
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

// ---- Collections -----------------------------------------------------------------------------------------------

bool build_collection(const std::string& path, const std::vector<std::string>& documents, Diagnostics& said,
                      const CollectionOptions& options) {
  const auto rule = parse_id_rule(options.id);
  if (!rule) {
    unknown_name("id", options.id, "name, path, stem-path, the path of an element", said);
    return false;
  }
  Diagnostics step;
  const auto writer = CollectionWriter::create(
      path, options.replace ? CollectionWriter::Existing::kReplace : CollectionWriter::Existing::kRefuse,
      step);
  if (writer != nullptr) {
    import_documents(documents, {.id = *rule, .only = options.only}, [&](ImportedDocument imported) {
      Diagnostics of_document = std::move(imported.diagnostics);
      if (imported.document)
        writer->add(*imported.document, CollectionWriter::Existing::kRefuse, of_document);
      step.merge(std::move(of_document));
      return step.ok();
    });
    if (step.ok() && writer->added() == 0) step.expected({}, "empty", "no document", "documents to store");
    if (step.ok()) writer->finish();
  }
  return join(said, std::move(step));
}

std::shared_ptr<const Collection> open_collection(const std::string& path, Diagnostics& said) {
  auto collection = Collection::open(path, said);
  return collection ? std::make_shared<const Collection>(std::move(*collection)) : nullptr;
}

std::vector<std::string> documents_in(const Collection& collection) {
  std::vector<std::string> ids;
  collection.each_id([&ids](std::string_view id) {
    ids.emplace_back(id);
    return true;
  });
  return ids;
}

std::optional<std::string> text_of(const Collection& collection, std::string_view doc) {
  return text_of(collection, doc, {0, kMaxOffset});
}

std::optional<std::string> text_of(const Collection& collection, std::string_view doc, Span span) {
  const auto document = collection.find(doc);
  if (!document) return std::nullopt;
  span.end = std::min(span.end, document->length());
  return span.begin < span.end ? document->text(span) : std::string();
}

std::optional<Span> span_of(const Collection& collection, std::string_view doc, std::string_view path) {
  const auto document = collection.find(doc);
  return document ? document->span_of(path) : std::nullopt;
}

std::optional<std::string> path_of(const Collection& collection, std::string_view doc, Span span) {
  const auto document = collection.find(doc);
  if (!document || span.begin > span.end || span.end > document->length()) return std::nullopt;
  return document->tree().path(document->tree().smallest_containing(span));
}

// ---- Topics ----------------------------------------------------------------------------------------------------

std::optional<std::vector<Topic>> read_topics(const std::string& path, Diagnostics& said) {
  Diagnostics step;
  std::vector<Topic> topics = read_topics(std::vector{path}, nullptr, step);
  return join(said, std::move(step)) ? std::optional(std::move(topics)) : std::nullopt;
}

// ---- Index and search ------------------------------------------------------------------------------------------

bool build_index(const std::string& path, const Collection& collection, Diagnostics& said,
                 const IndexOptions& options) {
  Diagnostics step;
  search::BuildOptions build;
  if (!search::is_stemmer(options.stem))
    unknown_name("stemmer", options.stem, fmt::format("{}", fmt::join(search::stemmer_names(), ", ")), step);
  build.analysis.stem = options.stem;
  build.analysis.folding =
      search::is_english_stemmer(options.stem) ? search::Folding::kMarks : search::Folding::kCase;
  build.analysis.stop = options.stop;
  if (const auto words = search::stop_list(options.stop, step)) build.analysis.stop_words = *words;
  const auto unit = search::parse_chunk_unit(options.unit);
  if (!unit) step.expected({}, "unknown-unit", quote(options.unit), std::string(search::kChunkUnits));
  build.replace = options.replace;
  if (step.ok()) {
    build.unit = *unit;
    const search::GivenChunks chunks = search::given_chunks(build.unit, collection, step);
    build.chunks = &chunks;
    if (step.ok()) search::build_index(collection, path, build, step);
  }
  return join(said, std::move(step));
}

std::shared_ptr<const SearchIndex> open_index(const std::string& path, Diagnostics& said,
                                              const std::string& collection) {
  Diagnostics step;
  search::OpenedIndexes indexes;
  indexes.open(path, step);
  if (step.ok()) indexes.open_collection(collection, search::OpenedIndexes::Want::kTake, step);
  if (!join(said, std::move(step))) return nullptr;
  auto index = std::make_shared<SearchIndex>();
  index->path = path;
  index->collection = collection;
  return index;
}

std::optional<Run> search_topics(const SearchIndex& index, std::span<const Topic> topics, Diagnostics& said,
                                 const SearchOptions& options) {
  Diagnostics step;
  search::PipelineRequest request;
  request.preset = options.preset;
  request.task = find_task(options.task, step);
  request.changes = options.settings;
  request.results = options.results;
  auto pipeline = step.ok() ? read_pipeline(request, step) : std::nullopt;
  std::unique_ptr<search::SearchSession> session;
  if (pipeline) {
    search::OpenedIndexes indexes;
    indexes.open(index.path, step);
    session = search::SearchSession::open(std::move(indexes), std::move(*pipeline), index.collection,
                                          search::OpenedIndexes::Want::kNothing, step);
  }
  RunBuilder builder(options.name, run_formats::kJsonLines);
  builder.details().id = options.name;
  search::ResultRows rows(session ? session->collection() : nullptr, run_formats::kJsonLines);
  for (const Topic& topic : topics) {
    const auto query = session ? session->read(topic, step) : std::nullopt;
    if (!query) continue;
    const search::CountedQuery counted = session->searcher().count(*query);
    if (counted.known()) {
      rows.add_to(builder, topic.id, session->searcher().search(counted));
    } else {
      step.warning(topic.place, "unknown-words",
                   fmt::format("the index knows no word of topic {}", quote(topic.id)));
    }
  }
  if (!join(said, std::move(step)) || !session) return std::nullopt;
  return std::move(builder).build();
}

// ---- Judgements and runs ---------------------------------------------------------------------------------------

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

bool write_judgements(const Judgements& judgements, const std::string& path, std::string_view format,
                      Diagnostics& said) {
  const JudgementFormat* const known = judgement_format_named(format);
  if (known == nullptr || known->write == nullptr) {
    said.expected({}, "unknown-format", quote(format), "a format that judgements can be written in");
    return false;
  }
  write_file(path, [&](const JudgementSink& sink) {
    warn_of_losses(path, known->name, known->write(judgements, nullptr, sink), said);
  });
  return true;
}

std::optional<std::vector<Run>> read_runs(const std::string& path, Diagnostics& said) {
  Diagnostics step;
  std::vector<Run> runs = open_runs(path, {}, step);
  return join(said, std::move(step)) ? std::optional(std::move(runs)) : std::nullopt;
}

bool write_run(const Run& run, const std::string& path, std::string_view format, const Collection* collection,
               Diagnostics& said) {
  const RunFormat* const known = format.empty() ? &run.format() : run_format_named(format);
  if (known == nullptr || known->write == nullptr) {
    said.expected({}, "unknown-format", quote(format), "a format that runs can be written in");
    return false;
  }
  Diagnostics step;
  std::string text;
  const Unsaid unsaid = write_run(
      run, *known, collection, [&text](std::string_view piece) { text += piece; }, step);
  if (!join(said, std::move(step))) return false;
  write_file(path, [&](const RunWriter::Sink& sink) { sink(text); });
  warn_of_losses(path, known->name, unsaid, said);
  return true;
}

bool check_run(const Run& run, std::string_view task, const Collection* collection, Diagnostics& said) {
  Diagnostics step;
  const Task* const known = find_task(task, step);
  RunCheckOptions options;
  options.order = run.format().order;
  options.collection = collection;
  if (known != nullptr) options.rules = known->rules;
  options.needs_places = known != nullptr;
  if (!join(said, std::move(step))) return false;
  RunCheck checked = check_run(run, options);
  const bool sound = join(said, std::move(checked.faults));
  return join(said, std::move(checked.breaches)) && sound;
}

std::optional<Run> fuse(std::span<const Run> runs, Diagnostics& said, const FusionOptions& options) {
  Diagnostics step;
  if (options.method != "rrf" && options.method != "combsum")
    unknown_name("method", options.method, "rrf, combsum", step);
  if (runs.size() < 2) step.expected({}, "too-few-runs", fmt::format("{}", runs.size()), "two runs or more");
  names_of(runs, step);
  if (!join(said, std::move(step))) return std::nullopt;
  const Fusion fusion{
      .method = options.method == "rrf" ? FusionMethod::kReciprocalRank : FusionMethod::kCombSum,
      .k = options.k,
      .most = options.results};
  RunBuilder builder(options.name, runs.front().format());
  builder.details().id = options.name;
  Diagnostics rows;
  RunFusion(runs, fusion, options.collection, std::nullopt).each(rows, [&](const TopicResults& topic) {
    builder.open_topic(builder.keep(topic.topic));
    for (Result result : topic.results) {
      result.doc = builder.keep(result.doc);
      result.path = builder.keep(result.path);
      result.last_path = builder.keep(result.last_path);
      builder.add(result);
    }
  });
  return join(said, std::move(rows)) ? std::optional(std::move(builder).build()) : std::nullopt;
}

// ---- Evaluation ------------------------------------------------------------------------------------------------

std::optional<Scores> evaluate(const Judgements& judgements, std::span<const Run> runs,
                               std::string_view measures, Diagnostics& said, const EvaluateOptions& options) {
  Diagnostics step;
  EvaluationRequest request{.judgements = {.kept = &judgements}, .collection = options.collection};
  EvaluationOptions& asked = request.options;
  asked.task = find_task(options.task, step);
  asked.rules = asked.task != nullptr;
  asked.compat = compat_mode_named(options.compat);
  if (!options.compat.empty() && asked.compat == CompatMode::kNone)
    unknown_name("tool", options.compat, "trec_eval, inex_eval, chroma, legalbench", step);
  if (options.answered_only) asked.topics = CountedTopics::kAnswered;
  asked.depth = options.depth;
  asked.relevance_level = options.relevance_level;
  asked.lenient = options.lenient;
  asked.judged_only = options.judged_only;
  if (!measures.empty()) {
    if (auto names = parse_measures(measures, step)) asked.measures = std::move(*names);
  }
  if (!join(said, std::move(step))) return std::nullopt;
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

std::optional<Scores> evaluate(const Judgements& judgements, const Run& run, std::string_view measures,
                               Diagnostics& said, const EvaluateOptions& options) {
  return evaluate(judgements, std::span(&run, 1), measures, said, options);
}

std::optional<std::vector<ComparedRuns>> compare(const Scores& scores, std::string_view measure,
                                                 Diagnostics& said, const CompareOptions& options) {
  Diagnostics step;
  const auto column = scores.measure_named(measure);
  if (!column) step.expected({}, "unknown-measure", quote(measure), "a measure of the scores");
  const auto test = named<stats::PairTest>(options.test);
  if (!test) unknown_name("test", options.test, "t, bootstrap, randomisation, wilcoxon, tukey", step);
  const auto correction = named<stats::Correction>(options.correction);
  if (!correction) unknown_name("correction", options.correction, "holm, bonferroni, none", step);
  if (!join(said, std::move(step))) return std::nullopt;
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
  stats::ComparisonPlan plan{.test = *test, .correction = *correction, .alpha = options.alpha};
  if (*test == stats::PairTest::kBootstrap) plan.interval = stats::IntervalKind::kBootstrap;
  const auto comparison = stats::compare(matrix, stats::all_pairs(stats::rank_runs(matrix)), plan);
  if (!comparison) {
    said.error({}, "not-comparable",
               fmt::format("the runs cannot be compared, because {}", comparison.why()));
    return std::nullopt;
  }
  std::vector<ComparedRuns> pairs;
  for (const stats::ComparedPair& pair : comparison->pairs) {
    ComparedRuns& out = pairs.emplace_back();
    out.run = aligned->scores.runs()[pair.runs.first].name;
    out.other = aligned->scores.runs()[pair.runs.second].name;
    out.difference = pair.difference;
    if (pair.interval) {
      out.low = pair.interval->low;
      out.high = pair.interval->high;
    }
    if (pair.effect) out.effect = *pair.effect;
    if (pair.p) out.p = *pair.p;
    out.adjusted_p = pair.adjusted_p;
    out.significant = pair.significant;
    out.wins = pair.topics.wins;
    out.ties = pair.topics.ties;
    out.losses = pair.topics.losses;
  }
  return pairs;
}

// ---- Simulation and pools --------------------------------------------------------------------------------------

std::optional<std::vector<Run>> simulate_runs(const Judgements& judgements, const Collection* collection,
                                              Diagnostics& said) {
  Diagnostics step;
  std::vector<Run> runs = simulate_space(judgements, collection, step);
  return join(said, std::move(step)) ? std::optional(std::move(runs)) : std::nullopt;
}

std::optional<std::vector<PooledDocument>> pool(std::span<const Run> runs, Diagnostics& said,
                                                const PoolOptions& options) {
  Diagnostics step;
  pools::PoolSettings settings{
      .method = pools::find_method(options.method), .size = options.size, .depth = options.depth};
  if (settings.method == nullptr) unknown_name("method", options.method, pools::method_names(), step);
  const std::vector<std::string> names = names_of(runs, step);
  if (!join(said, std::move(step))) return std::nullopt;
  std::vector<const Run*> pointers;
  std::vector<pools::PooledRun> pooled;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    pointers.push_back(&runs[i]);
    const std::string& participant = runs[i].details().participant;
    pooled.push_back({names[i], participant.empty() ? names[i] : participant, runs[i].file(), {}});
  }
  Diagnostics rows;
  const pools::Pool made = pools::build_pool({pointers, pooled, nullptr}, settings, {}, rows);
  if (!join(said, std::move(rows))) return std::nullopt;
  std::vector<PooledDocument> documents;
  for (const pools::PoolTopic& topic : made.topics) {
    for (const pools::PoolItem& item : topic.items) documents.push_back({topic.id, item.doc});
  }
  return documents;
}

}  // namespace fovea
