// What is done with files beside evaluating them: checking, converting, simulating.
#include <fmt/format.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "evaluate/evaluation_needs.h"
#include "evaluate/file_kind.h"
#include "files/input.h"
#include "fovea.h"
#include "judgement_options.h"
#include "judgements/collection_check.h"
#include "judgements/consistency.h"
#include "judgements/judgement_file.h"
#include "measures/graded/quantisation.h"
#include "native.h"
#include "runs/run_check.h"
#include "runs/run_format.h"
#include "runs/run_names.h"
#include "runs/task.h"
#include "runs/writer.h"
#include "simulate/experiment.h"
#include "simulate/highlight_runs.h"
#include "simulate/noise.h"
#include "topics/nexi.h"
#include "topics/topic_file.h"

namespace fovea::python {

namespace {

/// What a file is, and its content; raises when that cannot be told.
std::pair<FileKind, InputFile> open_file(const std::string& path, std::optional<std::string_view> kind) {
  Diagnostics said;
  auto input = without_lock([&] { return InputFile::open(path, said); });
  if (!input) raise("InputError", said);
  const auto found = kind ? named<FileKind>(*kind) : sniff_kind(input->bytes());
  if (!found) {
    said.expected({path}, "unknown-format",
                  kind ? fmt::format("kind={}", quote(*kind)) : sniff_run(input->bytes()).looks_like,
                  "a run, judgements or topics");
    raise("InputError", said);
  }
  return {*found, std::move(*input)};
}

/// What `check` found, by name.
struct Found {
  nb::dict facts;
  Diagnostics faults;
  Diagnostics breaches;
};

void check_run_file(const Run& run, const Task* task, const Collection* collection, Found& found) {
  RunCheckOptions options;
  if (task != nullptr) options.rules = task->rules;
  options.order = run.format().order;
  options.collection = collection;
  options.needs_places = task != nullptr;
  RunCheck checked = without_lock([&] { return check_run(run, options); });
  found.facts["format"] = run.format().name;
  found.facts["name"] = name_of(run);
  found.facts["topics"] = checked.summary.topics;
  found.facts["results"] = checked.summary.results;
  found.facts["documents"] = checked.summary.documents;
  found.facts["tied"] = checked.summary.tied;
  found.facts["looks_like"] = guess_task(run).task->name;
  found.faults.merge(std::move(checked.faults));
  found.breaches = std::move(checked.breaches);
}

void check_judgements(const Judgements& judgements, const Collection* collection, Found& found) {
  check_grade_consistency(judgements, collection, found.faults);
  if (collection != nullptr) check_against_collection(judgements, *collection, found.faults);
  std::uint64_t relevant = 0;
  std::uint64_t spans = 0;
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& document : topic.documents()) {
      relevant += document.relevant() ? 1 : 0;
      spans += document.span_count;
    }
  }
  found.facts["topics"] = judgements.topics().size();
  found.facts["documents"] = judgements.size();
  found.facts["relevant"] = relevant;
  found.facts["highlights"] = spans;
}

void check_topics(const InputFile& input, Found& found) {
  const std::vector<Topic> topics = read_topics(input, nullptr, found.faults);
  for (const Topic& topic : topics) {
    if (!topic.castitle.empty()) nexi::parse(topic.castitle, topic.castitle_place, found.faults);
  }
  found.facts["topics"] = topics.size();
}

/// (kind, facts, faults, breaches of the task's rules).
nb::tuple check(const std::string& path, std::optional<std::string_view> task, const Collection* collection,
                nb::handle texts, std::optional<std::string_view> kind) {
  const Task* const known = task ? task_named(*task) : nullptr;
  if (task && known == nullptr)
    raise("UsageError", fmt::format("found the task {}, expected one of {}", quote(*task), task_names()));
  auto [what, input] = open_file(path, kind);
  const DocumentTexts::Source source = text_source(texts, collection);
  std::optional<DocumentTexts> documents;
  if (source) documents.emplace(source);
  Found found;
  if (what == FileKind::kRun) {
    const RunOptions options{nullptr, source ? &source : nullptr};
    if (const auto run = Run::open(std::move(input), options, found.faults))
      check_run_file(*run, known, collection, found);
  } else if (what == FileKind::kJudgements) {
    JudgementOptions options;
    options.collection = collection;
    options.annotation.texts = documents ? &*documents : nullptr;
    if (const auto judgements = read_judgements(std::move(input), options, found.faults))
      check_judgements(*judgements, collection, found);
  } else {
    check_topics(input, found);
  }
  return nb::make_tuple(name_of(what), found.facts, to_python(found.faults), to_python(found.breaches));
}

// ---- Converting ----

using Written = std::pair<nb::bytes, std::map<std::string, std::uint64_t>>;

Written written(const std::string& text, const Unsaid& unsaid) {
  return {nb::bytes(text.data(), text.size()), {unsaid.begin(), unsaid.end()}};
}

template <class Format>
const Format& target(const Format* format, std::string_view name, std::string_view kind) {
  if (format == nullptr || format->write == nullptr)
    raise("UsageError",
          fmt::format("found to={}, expected a format that {} can be written in", quote(name), kind));
  return *format;
}

Written convert_run(const Run& run, std::string_view to, const Collection* collection) {
  const RunFormat& format = target(run_format_named(to), to, "runs");
  Diagnostics said;
  std::string text;
  const Unsaid unsaid = without_lock([&] {
    return write_run(
        run, format, collection, [&](std::string_view piece) { text += piece; }, said);
  });
  settle(said);
  return written(text, unsaid);
}

Written convert_judgements(const Judgements& judgements, std::string_view to, nb::handle texts,
                           const Collection* collection) {
  const JudgementFormat& format = target(judgement_format_named(to), to, "judgements");
  const DocumentTexts::Source source = text_source(texts, collection);
  std::optional<DocumentTexts> documents;
  if (source) documents.emplace(source);
  std::string text;
  const Unsaid unsaid = without_lock([&] {
    return format.write(judgements, documents ? &*documents : nullptr,
                        [&](std::string_view piece) { text += piece; });
  });
  return written(text, unsaid);
}

/// (text, what the target could not say) of a file of any kind.
Written convert_file(const std::string& path, std::string_view to, const Collection* collection,
                     nb::handle texts, std::optional<std::string_view> kind) {
  auto [what, input] = open_file(path, kind);
  const DocumentTexts::Source source = text_source(texts, collection);
  Diagnostics said;
  if (what == FileKind::kRun) {
    const RunOptions options{nullptr, source ? &source : nullptr};
    const auto run = Run::open(std::move(input), options, said);
    settle(said);
    return convert_run(*run, to, collection);
  }
  if (what == FileKind::kJudgements) {
    std::optional<DocumentTexts> documents;
    if (source) documents.emplace(source);
    JudgementOptions options;
    options.collection = collection;
    options.annotation.texts = documents ? &*documents : nullptr;
    const auto judgements = read_judgements(std::move(input), options, said);
    settle(said);
    return convert_judgements(*judgements, to, texts, collection);
  }
  const TopicFormat& format = target(topic_format_named(to), to, "topics");
  const std::vector<Topic> topics = read_topics(input, nullptr, said);
  settle(said);
  std::string text;
  const Unsaid unsaid = write_topics(topics, format, [&](std::string_view piece) { text += piece; });
  return written(text, unsaid);
}

// ---- Simulating ----

nb::list as_list(std::vector<Run> runs, const Diagnostics& said) {
  settle(said);
  nb::list out;
  for (Run& run : runs) out.append(nb::cast(std::move(run)));
  return out;
}

nb::list simulate_space_runs(const Judgements& judgements, const Collection* collection) {
  Diagnostics said;
  auto runs = without_lock([&] { return simulate_runs(judgements, collection, said); });
  return as_list(std::move(runs).value_or(std::vector<Run>()), said);
}

/// The runs of Kazai et al., or with `perfect` those of Gövert et al., from grades of elements.
nb::list simulate_graded_runs(const Judgements& judgements, const Collection* collection,
                              std::string_view quantisation, bool perfect, bool from_highlights,
                              std::string_view specificity_steps) {
  std::string why;
  const auto quantised = quantisation_for(quantisation, why);
  if (!quantised) raise("UsageError", fmt::format("found quant={}: {}", quote(quantisation), why));
  EvaluationOptions grades;
  grades.grades_from_highlights = from_highlights;
  if (specificity_steps != "thirds" && specificity_steps != "exact") {
    raise("UsageError",
          fmt::format("found specificity_steps={}, expected 'thirds' or 'exact'", quote(specificity_steps)));
  }
  if (specificity_steps == "exact") grades.specificity_steps = SpecificitySteps::kExact;
  Diagnostics said;
  std::vector<Run> runs;
  without_lock([&] {
    const auto graded = make_recall_bases(judgements, collection, grades, said);
    for (const GradedRun run : kGradedRuns) {
      const bool of_perfect = run == GradedRun::kPerfect || run == GradedRun::kAncestors;
      if (graded && of_perfect == perfect) runs.push_back(simulate(run, *graded, *quantised));
    }
    return 0;
  });
  return as_list(std::move(runs), said);
}

Run noisy_run(const Run* run, const Judgements* judgements, const Collection* collection, std::size_t swaps,
              double drops, Offset jitter, std::uint64_t seed) {
  const Noise noise{swaps, drops, jitter, seed};
  Diagnostics said;
  Run out = without_lock([&] {
    if (run != nullptr) return add_noise(*run, noise, name_of(*run) + "_noise", collection, said);
    const Run best = simulate(HighlightRun{}, *judgements, collection, said);
    return add_noise(best, noise, name_of(HighlightRun{}) + "_noise", collection, said);
  });
  settle(said);
  return out;
}

}  // namespace

void bind_tools(nb::module_& module) {
  module.def("check", &check, nb::arg("path"), nb::arg("task").none(), nb::arg("collection").none(),
             nb::arg("texts").none(), nb::arg("kind").none());
  module.def("convert_file", &convert_file, nb::arg("path"), nb::arg("to"), nb::arg("collection").none(),
             nb::arg("texts").none(), nb::arg("kind").none());
  module.def("convert_run", &convert_run, nb::arg("run"), nb::arg("to"), nb::arg("collection").none());
  module.def("convert_judgements", &convert_judgements, nb::arg("judgements"), nb::arg("to"),
             nb::arg("texts").none(), nb::arg("collection").none());
  module.def("simulate_runs", &simulate_space_runs, nb::arg("judgements"), nb::arg("collection").none());
  module.def("simulate_graded_runs", &simulate_graded_runs, nb::arg("judgements"),
             nb::arg("collection").none(), nb::arg("quantisation"), nb::arg("perfect"),
             nb::arg("from_highlights"), nb::arg("specificity_steps"));
  module.def("noisy_run", &noisy_run, nb::arg("run").none(), nb::arg("judgements").none(),
             nb::arg("collection").none(), nb::arg("swaps"), nb::arg("drops"), nb::arg("jitter"),
             nb::arg("seed"));
}

}  // namespace fovea::python
